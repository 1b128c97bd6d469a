"""score-probes: rows of ours and the released layout give one table, and bad input one line."""

import gzip
import json
import random
import re

import orjson
import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.questions.hieradate.drawn_samples import draw_main_question
from temporal_qa.questions.hieradate.sample_files import released_object
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, WrittenDates, build_sample
from temporal_qa.timeline.lives import life_from_row

PAIRS = SHARED_DATA / "dates" / "released_evaluation_pairs.json.gz"
LIVES = (
    life_from_row({"id": "a", "name": "Maceo Anderson", "start": "1910-09-03", "end": "2001-07-04"}),
    life_from_row({"id": "b", "name": "Jacek Karpiński", "start": "1927-04-09", "end": "2010-02-21"}),
)


def made(relation, version="full_date"):
    rng = random.Random(relation)
    extreme, question, opposite = draw_main_question(LIVES, relation, "published", rng)
    forms = [str(life.start.year) if version == "year_only" else str(life.start) for life in LIVES]
    ends = [str(life.end.year) if version == "year_only" else str(life.end) for life in LIVES]
    written = tuple(map(WrittenDates, forms, ends))
    comparison = Comparison(f"{relation}_{version}", LIVES, relation, extreme, question, opposite, written, ())
    return build_sample(comparison, rng, DrawOptions(version=version, wordings="published"))


SAMPLES = [made("birth"), made("death"), made("lifespan"), made("lifespan", "year_only")]
QUESTIONS = [row for sample in SAMPLES for row in sample.question_rows()]


def write(path, rows):
    path.write_bytes(orjson.dumps(rows) if path.suffix == ".json" else b"\n".join(map(orjson.dumps, rows)))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "questions.jsonl", QUESTIONS)
    write(tmp_path / "samples.jsonl", [sample.to_row() for sample in SAMPLES])
    write(tmp_path / "released.json", [released_object(sample) for sample in SAMPLES])
    write(tmp_path / "right.jsonl", [{"id": row["id"], "answers": row["answers"]} for row in QUESTIONS])
    return tmp_path


def rows_of(folder, *arguments):
    result = json.loads(run_command("score-probes", *arguments, "--json", cwd=folder).stdout)
    assert result["as_published"] is False
    return {(row["facet"], row["value"]): row for row in result["rows"]}


@pytest.mark.parametrize("samples", ["questions.jsonl", "samples.jsonl", "released.json"])
@pytest.mark.parametrize("predictions", ["right.jsonl", "released.json"])
def test_right_answers_are_right_in_every_layout(folder, samples, predictions):
    if samples == predictions:
        write(folder / "copy.json", json.loads((folder / samples).read_bytes()))
        predictions = "copy.json"
    rows = rows_of(folder, samples, predictions, "--by", "task,kind", "--by", "decided_by,relation")
    everything = rows["all", ""]
    assert (everything["n"], everything["coverage"], everything["accuracy"]) == (30, 1, 100)
    assert everything["ages"]["n"] == 4
    assert everything["ages"]["age_error_days"] == 0
    assert everything["samples"] == {
        "n": 4, "all_right": 100, "right_for_wrong_reason": 0, "before_after_consistent": 100, "flip_consistent": 100,
        "n_defined": {"all_right": 4, "right_for_wrong_reason": 4, "before_after_consistent": 2, "flip_consistent": 4},
    }  # fmt: skip
    assert {facet for facet, _ in rows} - {"baseline"} == {"all", "task", "kind", "decided_by", "relation"}
    assert rows["kind", "combined"]["samples"]["before_after_consistent"] is None
    assert "samples" not in rows["task", "main"]
    assert rows["relation", "lifespan"]["n"] == 18
    assert rows["decided_by", "year"]["n"] == 30


def test_errors_show_where_they_belong(folder):
    wrong = {
        "birth_full_date_main": "Nobody",
        "death_full_date_reason_1": "no",
        "lifespan_full_date_reason_1": "89 years",
    }
    rows = [{"id": row["id"], "answers": [wrong.get(row["id"], row["answers"][0])]} for row in QUESTIONS]
    write(folder / "p.jsonl", [row for row in rows if row["id"] != "death_full_date_extract_2"])
    rows = rows_of(folder, "questions.jsonl", "p.jsonl")
    everything = rows["all", ""]
    assert (everything["n_missing"], everything["coverage"]) == (1, 29 / 30)
    assert everything["accuracy"] == pytest.approx(100 * 26 / 30)
    assert everything["ages"]["age_year"] == 75
    assert rows["task", "extraction"]["accuracy"] == pytest.approx(100 * 11 / 12)
    samples = {name: everything["samples"][name] for name in ("all_right", "right_for_wrong_reason")}
    assert samples == {"all_right": 25, "right_for_wrong_reason": 50}
    assert everything["samples"]["before_after_consistent"] == 50
    assert everything["samples"]["flip_consistent"] == 75
    told = run_command("score-probes", "questions.jsonl", "p.jsonl", "--bootstrap", 50, cwd=folder).stdout
    assert "1 question has no prediction and counts as wrong. In brackets" in told
    assert "The means of the texts leave out the 4 ages." in told
    head, _, of_all = (line.split("|") for line in told.split("\n\n")[1].splitlines()[:3])
    coverage = [cell.strip() for cell in head].index("coverage %")
    assert (of_all[1].strip(), of_all[coverage].strip()) == ("all", "96.7"), "in percent; 29/30 in JSON"
    accuracy = of_all[[cell.strip() for cell in head].index("accuracy")].strip()
    assert re.fullmatch(r"[\d.]+ \[[\d.]+, [\d.]+\]", accuracy)


def test_only_answered_questions_and_whole_samples_count_where_that_is_asked_for(folder):
    first = [{"id": row["id"], "answers": row["answers"]} for row in QUESTIONS[:8]]  # a sample of 6, and 2 of the next
    write(folder / "p.jsonl", first)
    everything = rows_of(folder, "questions.jsonl", "p.jsonl", "--only-answered")["all", ""]
    assert (everything["n"], everything["n_missing"], everything["accuracy"]) == (8, 0, 100)
    assert everything["samples"]["n_defined"]["all_right"] == 1
    assert everything["samples"]["all_right"] == 100
    told = run_command("score-probes", "questions.jsonl", "p.jsonl", "--only-answered", cwd=folder)
    assert told.stderr == "8 of 30 questions have a prediction\n"
    assert "counts as wrong" not in told.stdout


def test_texts_are_read_as_chat_models_write_them(folder):
    said = {
        "entity": "<think>Who?</think>The answer is {}.",
        "date": "**{}**",
        "yes_no": "Final Answer: {}, of course.",
    }
    texts = [said.get(row["answer_type"], "Answer: {}").format(row["answers"][0]) for row in QUESTIONS]
    write(folder / "p.jsonl", [{"id": row["id"], "text": text} for row, text in zip(QUESTIONS, texts, strict=True)])
    assert rows_of(folder, "questions.jsonl", "p.jsonl")["all", ""]["accuracy"] == 100
    assert rows_of(folder, "questions.jsonl", "p.jsonl", "--reading", "plain")["all", ""]["accuracy"] < 100
    spaces = {"date": r"\ ", "age": r"\ "}
    texts = [row["answers"][0].replace(" ", spaces.get(row["answer_type"], " ")) for row in QUESTIONS]
    write(folder / "p.jsonl", [{"id": row["id"], "text": text} for row, text in zip(QUESTIONS, texts, strict=True)])
    assert rows_of(folder, "questions.jsonl", "p.jsonl", "--reading", "plain")["all", ""]["accuracy"] == 100


def test_predicted_ages_may_be_mappings(folder):
    ages = [row for row in QUESTIONS if row["answer_type"] == "age" and row["version"] == "full_date"]
    write(folder / "ages.jsonl", ages)
    parts = [dict(zip(("year", "month", "day"), row["answer_value"].split("-"), strict=True)) for row in ages]
    for shape in (lambda age: age, lambda age: [age]):
        write(
            folder / "p.jsonl", [{"id": row["id"], "answers": shape(age)} for row, age in zip(ages, parts, strict=True)]
        )
        assert rows_of(folder, "ages.jsonl", "p.jsonl")["all", ""]["accuracy"] == 100


def test_an_age_as_a_list_of_numbers_gets_one_line(folder):
    write(folder / "p.jsonl", [{"id": "x", "answers": [[72, 4, 5]]}])
    told = run_command("score-probes", "questions.jsonl", "p.jsonl", cwd=folder, status=2).stderr
    assert "p.jsonl:1: an answer is [72, 4, 5], expected a text or an age" in told
    assert told.count("\n") == 1


def test_scored_runs_stand_in_reports(folder):
    write(folder / "said.jsonl", [{"id": row["id"], "answers": ["no"]} for row in QUESTIONS[1:]])
    for name in ("right", "said"):
        run_command("score-probes", "questions.jsonl", f"{name}.jsonl", "--items", f"{name}_items.jsonl", cwd=folder)
    run_command("report", "right_items.jsonl", "said_items.jsonl", "--out", "report", cwd=folder)
    written = (folder / "report" / "report.md").read_text(encoding="utf-8")
    assert "compare dates and ages by value" in written
    assert "### Set accuracy by task" in written
    assert "### Set accuracy by decided_by" in written
    assert "which are wrong: said 1." in written
    of_samples = written.split("### Samples")[1].split("###")[0]
    rows = {row.split()[1]: row for row in of_samples.splitlines() if row.startswith("| ")}
    assert rows["right"].count("100.0 [100.0, 100.0]") == 3
    assert "100.0" not in rows["said"]
    items = [json.loads(line) for line in (folder / "right_items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(item["run"], item["set_accuracy"]) for item in items} == {("right", 100)}
    told = ("score-probes", "questions.jsonl", "right.jsonl", "--items", "right_items.jsonl")
    assert "the file exists" in run_command(*told, cwd=folder, status=2).stderr
    (folder / "others.jsonl").write_text('{"id": "q", "question": "Who?", "answers": ["Ann"]}\n')
    (folder / "ann.jsonl").write_text('{"id": "q", "answers": ["Ann"]}\n')
    run_command("score", "others.jsonl", "ann.jsonl", "--items", "others_items.jsonl", cwd=folder)
    run_command("report", "right_items.jsonl", "others_items.jsonl", "--out", "both", cwd=folder)
    run_command("score", "questions.jsonl", "right.jsonl", "--items", "plain.jsonl", "--run", "other", cwd=folder)
    assert (
        "compared in two ways"
        in run_command("report", "right_items.jsonl", "plain.jsonl", "--out", "other", cwd=folder, status=2).stderr
    )


@pytest.mark.skipif(not PAIRS.exists(), reason="the shared real data is not beside the checkout")
@pytest.mark.parametrize("number", [0, 1])
def test_the_released_evaluation_to_the_digit(tmp_path, number):
    pair = json.loads(gzip.decompress(PAIRS.read_bytes()))[number]
    write(tmp_path / "gold.json", pair["gold"])
    (tmp_path / "prediction.json.gz").write_bytes(
        gzip.compress(orjson.dumps([*pair["prediction"][:1], *pair["prediction"]]))
    )
    arguments = ("score-probes", "gold.json", "prediction.json.gz", "--as-published")
    found = json.loads(run_command(*arguments, "--json", cwd=tmp_path).stdout)
    assert found["scores"] == pair["released_output"]
    predicted = {sample["_id"] for sample in pair["prediction"]}
    assert found["missing"] == [sample["_id"] for sample in pair["gold"] if sample["_id"] not in predicted]
    told = run_command(*arguments, cwd=tmp_path).stdout
    assert told.startswith("Scores as published (the released evaluation of HieraDate, faults included)")
    assert f"left out of every mean: {', '.join(found['missing'])}" in told


def released(**changes):
    changed = released_object(SAMPLES[2]) | changes
    return [{name: value for name, value in changed.items() if value is not ...}]


@pytest.mark.parametrize(
    ("prediction", "message"),
    [
        (released(ans_reason_1=None), "expected a mapping of year, month and day, found None; the released"),
        (released(ans_reason_1=[90, 10, 1]), "expected a mapping of year, month and day, found [90, 10, 1]"),
        (released(ans_reason_2={"year": 90}), "expected a mapping of year, month and day, found {'year': 90}"),
        (released(answer=5), "expected a text, found 5; the released script stops there"),
        (released(ans_extract_4=...), "the prediction has no 'ans_extract_4'; the prediction has 'ques_extract_3'"),
        (released(ques_extract_3=...), ": expected a text, found {'year': 90, 'month': 10, 'day': 1}"),
        (released(_id="other"), "no question of main is predicted, and the released script divides by their number"),
        ([released_object(SAMPLES[0])], "no combined sample is predicted"),
    ],
)  # fmt: skip
def test_where_the_released_script_stops_one_line_says_why(folder, prediction, message):
    write(folder / "prediction.json", prediction)
    told = run_command(
        "score-probes", "released.json", "prediction.json", "--as-published", cwd=folder, status=2
    ).stderr
    assert told.count("\n") == 1
    assert "prediction.json" in told
    assert message in told


QUESTION = QUESTIONS[0]


@pytest.mark.parametrize(
    ("samples", "predictions", "options", "message"),
    [
        ("questions.jsonl", [], "", "p.json: holds no predictions, expected those of questions.jsonl"),
        ("released.json", {"a": 1}, "", "p.json:1: expected an '_id' (text or a whole number), found None"),
        ("released.json", [5], "", "p.json:1: found a JSON int, expected an object"),
        ("released.json", [{"answer": "A"}], "", "p.json:1: expected an '_id' (text or a whole number), found None"),
        ("released.json", [{"_id": "other", "answer": "A"}], "", "p.json: 1 id ('other_main') not in released.json"),
        ("released.json", [{"_id": 1}, {"_id": "1"}], "--as-published", "no question of main is predicted"),
        ("questions.jsonl", [{"id": "x"}], "--as-published", "--as-published reads the released layout"),
        ("released.json", "released.json", "", "is the file of samples; expected predictions"),
        ("nowhere.jsonl", "right.jsonl", "", "nowhere.jsonl: no such file"),
        ("nowhere.json", "right.jsonl", "", "nowhere.json: no such file"),
        ([], "right.jsonl", "", "p.json: no questions"),
        ([{"_id": "a", "question": "q"}], "right.jsonl", "", "p.json:1: expected 'answer', an answer, found None"),
        ([released()[0]] * 2, "right.jsonl", "", "more than once; expected each id once"),
        ([released()[0]] * 2, "released.json", "--as-published", "p.json:2: the sample 'lifespan_full_date' occurs"),
        ("questions.jsonl", "right.jsonl", "--by colour", "unknown facet 'colour'"),
        ("questions.jsonl", "right.jsonl", "--seed 1", "--seed has no effect without --bootstrap"),
        ("questions.jsonl", "right.jsonl", "--run me", "--run has no effect without --items"),
        ("released.json", "right.jsonl", "--items i.jsonl --as-published", "--items has no effect with --as-published"),
        ("released.json", "right.jsonl", "--only-answered --as-published", "--only-answered has no effect with --as-p"),
        ("released.json", "right.jsonl", "--by kind --as-published", "--by has no effect with --as-published"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_line(folder, samples, predictions, options, message):
    for value in (samples, predictions):
        if not isinstance(value, str):
            write(folder / "p.json", value)
    paths = [value if isinstance(value, str) else "p.json" for value in (samples, predictions)]
    told = run_command("score-probes", *paths, *options.split(), cwd=folder, status=2).stderr
    assert told.count("\n") == 1
    assert message in told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sample": None}, "the question 'birth_full_date_main' has no 'sample'; expected questions or samples"),
        (
            {"task": "probe"},
            "questions.jsonl: 'birth_full_date_main': no task 'probe', expected one of main, extraction",
        ),
        ({"answer_type": "name"}, "'birth_full_date_main': no type 'name', expected one of entity, date, age, yes_no"),
        ({"answer_type": "age"}, "'birth_full_date_main': expected an age, such as '90 years, 10 months and 1 day'"),
        ({"answers": []}, "the question 'birth_full_date_main' has 0 right answers, expected one"),
        ({"answers": ["A", "B"]}, "the question 'birth_full_date_main' has 2 right answers, expected one"),
        ({"sample": "death_full_date"}, "sample 'death_full_date' has 2 questions of main, expected one"),
    ],
)
def test_bad_questions_get_one_line(folder, change, message):
    write(folder / "questions.jsonl", [QUESTION | change, *QUESTIONS[1:]])
    told = run_command("score-probes", "questions.jsonl", "right.jsonl", cwd=folder, status=2).stderr
    assert told.count("\n") == 1
    assert message in told


@pytest.mark.parametrize(
    "change", [{"probes": 5}, {"probes": [5]}, {"lives": None}, {"lives": [5, 5]}, {"paragraphs": 1}]
)
def test_bad_samples_get_one_line(folder, change):
    write(folder / "samples.jsonl", [SAMPLES[0].to_row(), SAMPLES[1].to_row() | change])
    told = run_command("score-probes", "samples.jsonl", "right.jsonl", cwd=folder, status=2).stderr
    assert told.startswith("temporal-qa: samples.jsonl:2: ")
    assert told.count("\n") == 1
