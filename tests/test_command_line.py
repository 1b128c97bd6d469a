"""The command line: its output, its files, and one line for bad input."""

import json

import orjson
import pytest

from places import SHARED_DATA
from run_command import run_command

TEMP_REASON = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"

STATIONS = [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9), ("P551", "Jadebrook", 2, 7)]
FACTS = [
    {
        "subject": f"Person {n}",
        "relation": relation,
        "object": name,
        "start": f"{1950 + n + a}",
        "end": f"{1950 + n + b}",
    }
    for n in range(12)
    for relation, name, a, b in STATIONS
]


def run(*arguments, cwd, status=0):
    return run_command(*arguments, cwd=cwd, status=status)


def one_line(*arguments, cwd):
    error = run(*arguments, cwd=cwd, status=2).stderr
    assert error.count("\n") == 1
    return error


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    (folder / "facts.jsonl").write_bytes(b"".join(orjson.dumps(fact) + b"\n" for fact in FACTS))
    run("build", "complex-tr", "--facts", "facts.jsonl", "--out", "made", cwd=folder)
    run("solve", "made/reason_qa/test-00000-of-00001.parquet", "--out", "predictions.jsonl", cwd=folder)
    return folder


TEST = "made/reason_qa/test-00000-of-00001.parquet"


def test_from_facts_to_scores(folder):
    arguments = (TEST, "predictions.jsonl", "--by", "kind", "--by", "answers", "--json")
    result = json.loads(run("score", *arguments, cwd=folder).stdout)
    assert {row["facet"] for row in result["rows"]} == {"all", "kind", "answers"}
    assert {row["set_accuracy"] for row in result["rows"]} == {100.0}
    lines = [orjson.loads(line) for line in (folder / "predictions.jsonl").read_bytes().splitlines()]
    assert all(line.keys() == {"id", "answers", "text"} for line in lines)
    assert all(line["text"] == " $and ".join(line["answers"]) for line in lines)


def test_what_was_not_asked_can_be_left_out(folder):
    first, *_ = (folder / "predictions.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "some.jsonl").write_bytes(first)
    said = run("score", TEST, "some.jsonl", "--only-answered", "--json", cwd=folder)
    assert [row["n"] for row in json.loads(said.stdout)["rows"] if row["facet"] == "all"] == [1]
    assert said.stderr.startswith("1 of ")


@pytest.mark.parametrize("questions", [TEST, "made/reason_qa/test", "predictions.jsonl"])
def test_questions_are_not_their_own_predictions(folder, questions):
    predictions = TEST if questions.startswith("made") else questions
    assert "is the file of questions; expected predictions" in one_line("score", questions, predictions, cwd=folder)


def test_build_prints_where_and_how_many(folder):
    arguments = ("build", "complex-tr", "--facts", "facts.jsonl", "--out", "other", "--json")
    result = json.loads(run(*arguments, cwd=folder).stdout)
    assert result["out"] == "other"
    assert result["counts"].keys() == {"train", "dev", "test"}
    assert result["counts"]["test"] > 0
    assert "choose another" in one_line(*arguments, cwd=folder)
    run(*arguments, "--overwrite", cwd=folder)


def test_bad_lines_stop_the_build_or_are_skipped_and_counted(folder):
    bad = (folder / "facts.jsonl").read_bytes() + b'{"subject": "Ann"}\nnonsense\n'
    (folder / "bad.jsonl").write_bytes(bad)
    arguments = ("build", "complex-tr", "--facts", "bad.jsonl", "--out", "bad")
    assert f"bad.jsonl:{len(FACTS) + 1}: column 'relation' holds nothing" in one_line(*arguments, cwd=folder)
    assert not (folder / "bad").exists()
    (folder / "all_bad.jsonl").write_bytes(bad[-len('{"subject": "Ann"}\nnonsense\n') :])
    told = one_line("build", "pseudo-pit", "--facts", "all_bad.jsonl", "--out", "bad", "--skip-bad", cwd=folder)
    assert "all_bad.jsonl: 2 bad rows and no good one, the first of them: all_bad.jsonl:1: " in told
    skipped = run(*arguments, "--skip-bad", cwd=folder)
    assert "skipped 2 bad rows" in skipped.stderr
    assert f"bad.jsonl:{len(FACTS) + 2}: not valid JSON" in skipped.stderr


def test_audit_finds_a_wrong_label_and_the_fact_that_proves_it(folder):
    context = (
        "Ann worked for BrightBoost from May 1990 to June 1991.\nAnn worked for NightOwl from June 1991 to May 1999."
    )
    row = {"id": "a", "question": "Which employer did Ann work for in July 1991?", "fact_context": context}
    lines = [row | {"answers": ["NightOwl"]}, row | {"id": "b", "answers": ["BrightBoost"]}]
    (folder / "labelled.jsonl").write_bytes(b"\n".join(map(orjson.dumps, lines)))
    result = json.loads(run("audit", "labelled.jsonl", "--out", "report.json", "--json", cwd=folder).stdout)
    assert result["counts"]["equal"] == result["counts"]["different"] == 1
    (disagreement,) = json.loads((folder / "report.json").read_text())["disagreements"]
    assert disagreement["id"] == "b"
    assert "Ann worked for NightOwl from June 1991 to May 1999." in disagreement["facts"]


def test_solve_says_which_questions_have_no_answer_and_why(folder):
    context = "Ann worked for BrightBoost from May 1990 to June 1991."
    rows = [
        {"id": "good", "question": "Which employer did Ann work for in June 1990?", "fact_context": context},
        {"id": "late", "question": "Which employer did Ann work for in June 1999?", "fact_context": context},
        {"id": "odd", "question": "What did Ann have for lunch?", "fact_context": context},
    ]
    (folder / "asked.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
    finished = run("solve", "asked.jsonl", "--out", "answered.jsonl", cwd=folder)
    assert "1 of 3 questions answered, 1 unanswerable, 1 unparsable\n" in finished.stdout
    assert "late: unanswerable: no fact of the relation P108" in finished.stderr
    assert "odd: unparsable: " in finished.stderr
    answered = [orjson.loads(line) for line in (folder / "answered.jsonl").read_bytes().splitlines()]
    assert [row["answers"] for row in answered] == [["BrightBoost"], [], []]
    output = json.loads(
        run("solve", "asked.jsonl", "--out", "answered.jsonl", "--overwrite", "--json", cwd=folder).stdout
    )
    assert (output["out"], output["questions"], output["answered"]) == ("answered.jsonl", 3, 1)
    assert [(one["id"], one["reason"].split(":")[0]) for one in output["not_answered"]] == [
        ("late", "unanswerable"),
        ("odd", "unparsable"),
    ]

    (folder / "asked.jsonl").write_bytes(orjson.dumps(rows[1]))
    assert "0 of 1 question answered" in run("solve", "asked.jsonl", "--out", "unknown.jsonl", cwd=folder).stdout

    (folder / "asked.jsonl").write_bytes(orjson.dumps(rows[2]))
    error = one_line("solve", "asked.jsonl", "--out", "none.jsonl", cwd=folder)
    assert "none of the questions could be read; 'odd': unparsable: " in error
    (folder / "asked.jsonl").write_bytes(orjson.dumps(rows[2] | {"answers": ["x"]}))
    error = one_line("audit", "asked.jsonl", "--out", "none.json", cwd=folder)
    assert "none of the questions could be read; 'odd': unparsable: " in error
    (folder / "nothing.jsonl").touch()
    assert "nothing.jsonl: no questions" in one_line("solve", "nothing.jsonl", "--out", "none.jsonl", cwd=folder)
    assert not list(folder.glob("none.json*"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "complex-tr", "--facts", "nowhere.jsonl", "--out", "x"], "nowhere.jsonl: no such file"),
        (
            ["build", "complex-tr", "--facts", "facts.jsonl", "--out", "x", "--config", "odqa"],
            "Invalid value for '--config': 'odqa' is not one of 'reason_qa'",
        ),
        (["build", "complex-tr", "--facts", "facts.jsonl", "--out", "x", "--as-of", "soon"], "--as-of: not a date"),
        (["build", "complex-tr", "--facts", "facts.jsonl", "--out", "x", "--as-of", "20230"], "--as-of: year 20230 in"),
        (["build", "complex-tr", "--facts", "facts.jsonl", "--out", "x", "--as-of", "23"], "--as-of: year 23 in"),
        (["build", "complex-tr", "--facts", "facts.jsonl", "--out", "facts.jsonl"], "exists and is not a folder"),
        (["solve", "facts.jsonl", "--out", "x.jsonl"], "facts.jsonl:1: expected an 'id'"),
        (["score", TEST, "facts.jsonl"], "facts.jsonl:1: expected an 'id'"),
        (["score", TEST, "predictions.jsonl", "--by", "colour"], "unknown facet 'colour'"),
        (["score", TEST, "empty.jsonl"], "without a prediction"),
        (["score", TEST, "empty.jsonl", "--only-answered"], "no prediction for any of the questions"),
        (["check", "empty.jsonl"], "empty.jsonl: no rows"),
        (["audit", "empty.jsonl", "--out", "x.json"], "empty.jsonl: no questions to audit"),
        (["perturb", TEST, "--out", "x.parquet"], "no 'specifier', expected a question of a build of TimeQA"),
        (["solve", "made", "--out", "x.parquet"], "made: is a folder"),
        (["solve", TEST, "--out", "facts.jsonl/x"], "cannot be written"),
        (["solve", TEST, "--out", "/dev/null"], "is a folder or a device"),
        (["solve", TEST, "--out", "made"], "is a folder or a device"),
        (["solve", TEST, "--out", "predictions.jsonl"], "the file exists; choose another, or pass --overwrite"),
        (["solve", TEST, "--out", TEST, "--overwrite"], "is the input"),
        (["solve", TEST, "--out", "x"], "expected a name that ends in .jsonl, "),
        (["audit", TEST, "--out", "x.jsonl"], "expected a name that ends in .json\n"),
        (["audit", TEST, "--out", "predictions.jsonl"], "the file exists"),
        (["demo", "--facts", "facts.jsonl", "--as-of", "soon"], "--as-of: not a date"),
    ],
)
def test_bad_input_gets_one_line_and_status_2(folder, arguments, message):
    (folder / "empty.jsonl").touch()
    before = sorted(path.name for path in folder.iterdir())
    assert message in one_line(*arguments, cwd=folder)
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("build complex-tr --facts f --out x", "--top-k=3 --ranker=bm25 --model=m --cache=c", "without --config"),
        ("build complex-tr --facts f --out x", "--articles=a --web-search", "without --config"),
        ("build complex-tr --facts f --out x", "--published-pooling", "without --config open_domain"),
        (
            "build complex-tr --facts f --out x --config open_domain --articles a --ranker bm25",
            "--model=m --published-pooling --cache=c", "with --ranker bm25",
        ),
        ("build pseudo-pit --invent --out x", "--skip-bad", "with --invent"),
        ("predict q --model m --out x.jsonl", "--concurrency=1 --timeout=1", "without --endpoint"),
        ("predict q --model m --out x.jsonl --endpoint http://x", "--batch-size=8", "with --endpoint"),
        ("demo", "--as-of=2020", "without --facts"),
        ("score q p", "--seed=0", "without --bootstrap"),
        ("score q p", "--run=x --overwrite", "without --items"),
        ("score q p --only-answered", "--allow-missing", "with --only-answered"),
        ("score q p --as-published", "--normalization=names --reading=chat", "with --as-published"),
        ("score-responses q r", "--fill-date=2025-03-15", "without --parser published"),
        ("score-responses q r", "--seed=0", "without --bootstrap or --report"),
        ("score-responses q r", "--overwrite", "without --items or --report"),
    ],
)  # fmt: skip
def test_options_without_effect_are_refused_even_with_their_default(folder, command, options, why):
    for option in options.split():
        message = f"temporal-qa: {option.split('=')[0]} has no effect {why}"
        assert one_line(*command.split(), option, cwd=folder).startswith(message)


def test_predictions_are_written_in_the_format_of_the_name_and_scored(folder):
    for name in ("answers.parquet", "answers.jsonl.gz"):
        run("solve", TEST, "--out", name, cwd=folder)
        assert json.loads(run("score", TEST, name, "--json", cwd=folder).stdout)["rows"][0]["set_accuracy"] == 100
    assert (folder / "answers.parquet").read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_the_seed_is_bounded(folder, seed):
    for command in (["build", "complex-tr", "--facts", "facts.jsonl", "--out", "x"], ["demo", "--out", "x"]):
        assert "Invalid value for '--seed'" in run(*command, "--seed", seed, cwd=folder, status=2).stderr
    assert not (folder / "x").exists()


@pytest.mark.skipif(not TEMP_REASON.exists(), reason="the shared real data is not beside the checkout")
def test_released_questions_are_audited(folder):
    result = json.loads(run("audit", TEMP_REASON, "--out", "temp_reason.json", "--json", cwd=folder).stdout)
    assert result["n"] == 1185
    assert result["by_level"]["L2"]["percent"]["equal"] >= 99.5
    assert result["counts"]["unparsable"] == 0
