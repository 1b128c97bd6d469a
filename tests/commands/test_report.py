"""From predictions to a report: score --items, then report."""

import json

import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.read import read_rows

TEMP_REASON = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"

QUESTIONS = [
    {"id": f"q{i}", "answers": ["A", "B"][: 1 + i % 2], "level": "L2", "hops": ["1-hop", "multi-hop"][i % 2],
     "relation": "P39", "future": i > 6, "reference_date": f"{1890 + 20 * i}-05", "facts": [{}] * (i + 1)}
    for i in range(9)
]  # fmt: skip
RUNS = {"good": lambda row: row["answers"], "poor": lambda row: ["A"], "none": lambda row: []}


def run(*arguments, cwd, status=0):
    return run_command(*arguments, cwd=cwd, status=status)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    write_json_lines(folder / "questions.jsonl", QUESTIONS)
    write_json_lines(folder / "fewer_asked.jsonl", QUESTIONS[:3])
    for name, answer in RUNS.items():
        predictions = [{"id": row["id"], "answers": answer(row)} for row in QUESTIONS]
        write_json_lines(folder / f"{name}.jsonl", predictions)
        run("score", "questions.jsonl", f"{name}.jsonl", "--items", f"scored/{name}.jsonl", cwd=folder)
    return folder


def test_the_items_agree_with_the_scores(folder):
    arguments = ("score", "questions.jsonl", "poor.jsonl", "--by", "answers", "--json")
    scores = json.loads(run(*arguments, cwd=folder).stdout)["rows"]
    items = [row.values for row in read_rows(folder / "scored" / "poor.jsonl")]
    assert [item["id"] for item in items] == [row["id"] for row in QUESTIONS]
    assert {item["run"] for item in items} == {"poor"}
    for row in scores:
        chosen = [item for item in items if row["facet"] == "all" or item["answers"] == row["value"]]
        assert sum(item["set_accuracy"] for item in chosen) / len(chosen) == pytest.approx(row["set_accuracy"])
        assert sum(item["answer_f1"] for item in chosen) / len(chosen) == pytest.approx(row["answer_f1"])


def test_a_report_of_three_runs(folder):
    scored = [f"scored/{name}.jsonl" for name in RUNS]
    said = run("report", *scored, "--out", "report", "--bootstrap", "50", cwd=folder).stdout
    assert said == "report: report/report.html\n"
    text = (folder / "report" / "report.md").read_text()
    assert "| good  | none   | set accuracy | 100.0 [100.0, 100.0] |" in text
    assert (folder / "report" / "by_period.png").read_bytes()[:4] == b"\x89PNG"


def test_a_run_may_be_named(folder):
    run("score", "questions.jsonl", "poor.jsonl", "--items", "named.jsonl", "--run", "T5, seed 1", cwd=folder)
    run("report", "named.jsonl", "scored/poor.jsonl", "--out", "named", "--bootstrap", "50", cwd=folder)
    assert "| T5, seed 1 | poor   | set accuracy |" in (folder / "named" / "report.md").read_text()


def test_runs_on_other_questions_are_not_compared(folder):
    write_json_lines(folder / "fewer.jsonl", QUESTIONS[:4])
    write_json_lines(folder / "few.jsonl", [{"id": row["id"], "text": "A"} for row in QUESTIONS[:4]])
    run("score", "fewer.jsonl", "few.jsonl", "--items", "few_scored.jsonl", cwd=folder)
    said = run("report", "few_scored.jsonl", "scored/good.jsonl", "--out", "apart", "--bootstrap", "50", cwd=folder)
    assert said.stdout.startswith("runs on 2 sets of questions: only those on the same set are compared\n")


def test_the_hardest_questions_are_shown_where_their_file_is_given(folder):
    scored = [f"scored/{name}.jsonl" for name in RUNS]
    options = ("--bootstrap", "50", "--questions", "questions.jsonl")
    run("report", *scored, "--out", "hardest", *options, cwd=folder)
    text = (folder / "hardest" / "report.md").read_text()
    shown = text[text.index("## Hardest questions") :]
    answered = "- good, right: {}\n- poor, {}: A\n- none, wrong: no answer\n"
    assert shown.count(answered.format("A; B", "wrong")) == 4
    assert shown.count(answered.format("A", "right")) == 1  # the fifth is one that two runs have
    assert shown.rindex(answered.format("A; B", "wrong")) < shown.index(answered.format("A", "right"))


def test_the_same_for_programs(folder):
    scored = [f"scored/{name}.jsonl" for name in RUNS]
    output = json.loads(run("report", *scored, "--out", "json", "--bootstrap", "50", "--json", cwd=folder).stdout)
    assert (folder / output["report"]).is_file()
    (questions,) = output["questions"]
    assert questions["n"] == len(QUESTIONS)
    assert [(row["run"], row["set_accuracy"]) for row in questions["runs"]] == [
        ("good", 100.0), ("poor", pytest.approx(500 / 9)), ("none", 0.0),
    ]  # fmt: skip
    assert len(questions["paired_tests"]) == 6
    assert output["responses"] == []


def test_runs_on_the_same_questions_in_another_format_are_compared(folder):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist([{key: row[key] for key in ("id", "answers")} for row in QUESTIONS[::-1]]),
                   folder / "again.parquet")  # fmt: skip
    again = ["score", "again.parquet", "poor.jsonl", "--items", "again_items.parquet", "--run"]
    run(*again, "other", cwd=folder)
    run(*again, "again", "--overwrite", cwd=folder)
    run("report", "scored/good.jsonl", "again_items.parquet", "--out", "paired", "--bootstrap", "50", cwd=folder)
    assert "| good  | again  | set accuracy |" in (folder / "paired" / "report.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report", "scored/good.jsonl", "scored/good.jsonl", "--out", "x"], "holds the run good, questions of SHA"),
        (["report", "questions.jsonl", "--out", "x"], "questions.jsonl:1: not a scored question or response"),
        (["report", "good.jsonl", "--out", "x"], "good.jsonl:1: not a scored question or response"),
        (
            ["report", "scored/good.jsonl", "--out", "x", "--questions", "fewer_asked.jsonl"],
            "fewer_asked.jsonl: no run is on these questions",
        ),
        (["report", "scored/good.jsonl", "--out", "x", "--questions", "poor.jsonl"], "poor.jsonl: no run is on these"),
        (["report", "scored/none.jsonl", "--out", "x", "--questions", "none.jsonl"], "none.jsonl: no run is on these"),
        (["report", "nowhere.jsonl", "--out", "x"], "nowhere.jsonl: no such file"),
        (["report", "scored/good.jsonl", "--out", "scored"], "the folder exists and is not empty"),
        (["score", "questions.jsonl", "good.jsonl", "--run", "x"], "--run has no effect without --items"),
        (["score", "questions.jsonl", "good.jsonl", "--items", "good.jsonl"], "good.jsonl: is the input"),
        (["score", "questions.jsonl", "good.jsonl", "--items", "questions.jsonl"], "questions.jsonl: is the input"),
        (["score", "questions.jsonl", "good.jsonl", "--items", "x.csv"], "expected a name that ends in .jsonl"),
        (["score", "questions.jsonl", "good.jsonl", "--items", "scored/good.jsonl"], "the file exists; choose another"),
        (["score", "questions.jsonl", "good.jsonl", "--items", "x.jsonl", "--by", "kind"], "unknown facet 'kind'"),
    ],
)
def test_bad_input_gets_one_line_and_status_2_and_leaves_nothing(folder, arguments, message):
    before = sorted(path.name for path in folder.iterdir())
    error = run(*arguments, cwd=folder, status=2).stderr
    assert message in error
    assert error.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.skipif(not TEMP_REASON.exists(), reason="the shared real data is not beside the checkout")
def test_released_questions_are_reported(tmp_path):
    """Released rows have a level and facts as text, but no hops and no reference date."""
    run("solve", TEMP_REASON, "--out", "solver.jsonl", cwd=tmp_path)
    run("score", TEMP_REASON, "solver.jsonl", "--items", "scored.jsonl.gz", cwd=tmp_path)
    run("report", "scored.jsonl.gz", "--out", "report", "--bootstrap", "50", cwd=tmp_path)
    names = {file.name for file in (tmp_path / "report").iterdir()}
    assert "by_facts.png" in names
    assert "by_period.png" not in names
    text = (tmp_path / "report" / "report.md").read_text()
    assert "1,185 questions" in text
    assert "Single-hop" not in text
