"""The commands for TempAnswerQA, on a small copy of the released layout and on the released files."""

import csv
import json

import pytest

from places import SHARED_DATA
from run_command import run_command

DATA = SHARED_DATA / "temp_answer_qa"
with_data = pytest.mark.skipif(not DATA.exists(), reason="the shared real data is not beside the checkout")

COLUMNS = ["question", "label", "category", "table_id", "answer_format", "answer_temporal_unit", "split"]
QUESTIONS = [[f"How old was king {n}?", str(40 + n), "king", "1", "<num_years>", "years", "head"] for n in range(8)]


def run(*arguments, cwd, status=0):
    return run_command(*arguments, cwd=cwd, status=status)


def write_csv(path, header, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


@pytest.fixture
def folder(tmp_path):
    write_csv(tmp_path / "ttqa.csv", [*COLUMNS, "table_context"], [[*row, "a table"] for row in QUESTIONS])
    answers = ["40", "41", "42", "44", "about 45 years", "no idea", "46", "40"]
    rows = [[*row, f"So. Final Answer: {answer}"] for row, answer in zip(QUESTIONS, answers, strict=True)]
    write_csv(tmp_path / "ttqa_head_Tiny-Instruct_zero-shot_x.csv", [*COLUMNS, "response"], rows)
    return tmp_path


RESPONSES = "ttqa_head_Tiny-Instruct_zero-shot_x.csv"


def test_responses_are_scored_and_reported(folder):
    arguments = ("score-responses", "ttqa.csv", RESPONSES, "--items", "items.jsonl", "--report", "one")
    (row,) = json.loads(run(*arguments, "--json", cwd=folder).stdout)["rows"]
    assert (row["model"], row["prompting"], row["n"]) == ("Tiny", "zero-shot", 8)
    assert row["em"] == 50.0
    assert row["coverage"] == 7 / 8
    run("report", "items.jsonl", "--out", "other", cwd=folder)
    assert (folder / "one" / "scores.csv").read_bytes() == (folder / "other" / "scores.csv").read_bytes()
    assert "| ttqa    | head  | Tiny  |" in (folder / "one" / "report.md").read_text()


def test_a_part_of_the_questions_is_scored_where_that_is_asked_for(folder):
    header, *rows = (folder / RESPONSES).read_text().splitlines()
    (folder / RESPONSES).write_text("\n".join([header, *rows[:3]]))
    refused = run("score-responses", "ttqa.csv", RESPONSES, cwd=folder, status=2)
    assert "5 questions without a response" in refused.stderr
    part = ("score-responses", "ttqa.csv", RESPONSES, "--only-answered", "--json")
    said = run(*part, cwd=folder)
    assert [row["n"] for row in json.loads(said.stdout)["rows"]] == [3]
    assert said.stderr == f"{RESPONSES}: 3 of 8 questions have a response\n"

    other = "ttqa_head_Other_zero-shot_x.csv"
    (folder / other).write_text("\n".join([header, *rows[4:7]]))
    refused = run(*part, other, cwd=folder, status=2)
    assert refused.stderr.endswith(
        f"temporal-qa: {other}: answers other questions than the runs before; expected the same to compare\n"
    )


def test_published_and_default_scores_are_labelled(folder):
    default = run("score-responses", "ttqa.csv", RESPONSES, cwd=folder).stdout
    published = run("score-responses", "ttqa.csv", RESPONSES, "--as-published", cwd=folder).stdout
    assert default.startswith("Read by the lenient parser; MASE is the textbook's.")
    assert published.startswith(
        "Read by the published parser (missing parts of dates from 2025-03-15); MASE is the paper's"
    )


def test_the_dataset_is_built_and_loads(folder):
    from datasets import load_dataset

    made = run("build", "temp-answer-qa", "--source", ".", "--out", "made", cwd=folder).stdout
    assert "ttqa, head: 8 questions" in made
    rows = load_dataset(str(folder / "made"), "ttqa", split="head", cache_dir=str(folder / "cache"))
    assert rows["answer_value"][:3] == [40.0, 41.0, 42.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score-responses", "nowhere.csv", RESPONSES], "nowhere.csv: no such file"),
        (["score-responses", "ttqa.csv", "ttqa.csv"], "ttqa.csv:1: no column response"),
        (["score-responses", "ttqa.csv", "."], ".: is a folder, expected files of responses (.csv[.gz], .jsonl or "),
        (
            ["score-responses", "ttqa.csv", RESPONSES, "--as-published", "--fill-date", "today"],
            "--fill-date: expected YYYY-MM-DD: Invalid isoformat string: 'today'",
        ),
        (["score-responses", "ttqa.csv", RESPONSES, RESPONSES], "holds the run ttqa, head, Tiny, zero-shot, as"),
        (["score-responses", "ttqa.csv", RESPONSES, "--items", RESPONSES], "is the input; choose another"),
        (["score-responses", "ttqa.csv", RESPONSES, "--items", "ttqa.json"], "expected a name that ends in .jsonl"),
        (["score-responses", "ttqa.csv", RESPONSES, "--as-published", "--parser", "lenient"], "are never mixed"),
        (["report", "ttqa.csv", "--out", "x"], "unknown kind of file"),
        (["build", "temp-answer-qa", "--source", "nowhere", "--out", "x"], "no such folder"),
        (["distil", "temp-answer-qa", "--source", ".", "--out", "x"], ""),
    ],
)
def test_bad_input_gets_one_line_and_status_2(folder, arguments, message):
    before = sorted(path.name for path in folder.iterdir())
    error = run(*arguments, cwd=folder, status=2).stderr
    assert message in error
    assert error.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == before


@with_data
def test_the_released_selection_is_found_again(tmp_path):
    arguments = (
        "distil",
        "temp-answer-qa",
        "--source",
        DATA / "raw",
        "--out",
        "kept.jsonl",
        "--compare",
        DATA,
        "--json",
    )
    result = json.loads(run(*arguments, cwd=tmp_path).stdout)
    agreement = {row["split"]: row for row in result["agreement"]}
    assert agreement["arithmetic"]["found"] == agreement["arithmetic"]["shared"] == 1016
    assert sum(1 for _ in (tmp_path / "kept.jsonl").open()) > 2000


def test_reports_hold_each_run_once_and_one_way_of_scoring(folder):
    run("score-responses", "ttqa.csv", RESPONSES, "--items", "one.jsonl", cwd=folder)
    run("score-responses", "ttqa.csv", RESPONSES, "--items", "two.jsonl", "--as-published", cwd=folder)
    run("score-responses", "ttqa.csv", RESPONSES, "--items", "one.parquet", cwd=folder)
    assert "holds the run" in run("report", "one.parquet", "two.jsonl", "--out", "x", cwd=folder, status=2).stderr
    other = (folder / "two.jsonl").read_text().replace('"Tiny"', '"Other"')
    (folder / "two.jsonl").write_text(other)
    assert "in 2 ways" in run("report", "one.jsonl", "two.jsonl", "--out", "x", cwd=folder, status=2).stderr


def test_a_file_under_the_name_of_another_split_is_refused(folder):
    wrong = folder / RESPONSES.replace("head", "tail")
    (folder / RESPONSES).rename(wrong)
    error = run("score-responses", "ttqa.csv", wrong.name, cwd=folder, status=2).stderr
    assert "the name says split 'tail', the rows say 'head'" in error
