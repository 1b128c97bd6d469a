"""The report's folder: whole or absent, the same bytes each time, with a record of its inputs."""

import csv
import hashlib
import json
from dataclasses import asdict, replace

import pytest

from temporal_qa import __version__
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.report import run_report
from temporal_qa.report.run_report import ScoredRuns, code_hash, write_report
from temporal_qa.scoring.responses.response_scores import ScoredItem

ITEMS = [
    ScoredItem("tot", "arithmetic", "M", "few-shot", "How long?", "trick", "<num_days>", "days", 5.0, value,
               value == 5, 20.0, 0.5, "number", "So.", 3)
    for value in (5.0, 6.0, 4.0)
]  # fmt: skip


@pytest.fixture
def runs(run_of):
    return [*run_of("one", lambda i: i < 6), *run_of("two", lambda i: i % 4 == 0)]


@pytest.fixture
def source(tmp_path, runs):
    write_json_lines(tmp_path / "runs.jsonl", map(asdict, runs))
    return tmp_path / "runs.jsonl"


def tree(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_questions_and_responses_are_in_one_report(tmp_path, runs, source):
    write_report(ScoredRuns(runs, ITEMS, [source]), tmp_path / "out", bootstrap=20)
    text = (tmp_path / "out" / "report.md").read_text()
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## Questions of test.parquet", "## Responses to TempAnswerQA", "## Made from"]
    assert {
        "report.html", "report.md", "build.json", "runs.csv", "paired_tests.csv", "by_hops.csv", "by_period.csv",
        "by_period.png", "by_facts.png", "by_relation.csv", "scores.csv", "em_and_mase.png",
    } <= set(tree(tmp_path / "out"))  # fmt: skip


def test_the_same_runs_give_the_same_bytes(tmp_path, runs, source):
    write_report(ScoredRuns(runs, ITEMS, [source]), tmp_path / "one", bootstrap=20)
    write_report(ScoredRuns(runs, ITEMS, [source]), tmp_path / "other", bootstrap=20)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")
    write_report(ScoredRuns(runs[:12], [], [source]), tmp_path / "seed", bootstrap=20, seed=1)
    with_seed, without = (tree(tmp_path / name)["runs.csv"].splitlines()[1] for name in ("seed", "one"))
    assert with_seed != without


def test_versions_and_hashes_of_data_and_code_are_in_it(tmp_path, runs, source):
    write_report(ScoredRuns(runs, [], [source]), tmp_path / "out", bootstrap=20)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    for name in ("report.html", "report.md"):
        text = (tmp_path / "out" / name).read_text()
        for part in (f"temporal-qa {__version__}", code_hash(), digest, "q" * 64, "f" * 64, "one".ljust(64, "0")):
            assert part in text, part
    record = json.loads((tmp_path / "out" / "build.json").read_text())
    assert record["inputs"] == [{"file": "runs.jsonl", "sha256": digest}]
    assert (record["temporal_qa"], record["code_sha256"]) == (__version__, code_hash())


def test_runs_on_other_questions_are_tabulated_and_not_compared(tmp_path, runs, source, run_of):
    other = run_of("three", lambda i: True, questions_sha256="r" * 64, n=5)
    write_report(ScoredRuns([*runs, *other], [], [source]), tmp_path / "out", bootstrap=20)
    with (tmp_path / "out" / "paired_tests_1.csv").open() as file:
        assert {(row["first"], row["second"]) for row in csv.DictReader(file)} == {("one", "two")}
    assert len((tmp_path / "out" / "paired_tests_2.csv").read_text().splitlines()) == 1
    with (tmp_path / "out" / "runs_2.csv").open() as file:
        assert [row["run"] for row in csv.DictReader(file)] == ["three"]
    text = (tmp_path / "out" / "report.md").read_text()
    assert "compared with each other on these questions, and with none on others" in text


def test_runs_scored_in_two_ways_are_never_in_one_report(tmp_path, runs, source):
    mixed = [*runs, *(replace(question, run="three", as_published=True) for question in runs[:12])]
    with pytest.raises(InputError, match="scored as published and not cannot be compared"):
        write_report(ScoredRuns(mixed, [], [source]), tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["runs.jsonl"]


def test_the_released_metric_is_named(tmp_path, runs, source):
    published = [replace(question, as_published=True) for question in runs]
    write_report(ScoredRuns(published, [], [source]), tmp_path / "out", bootstrap=20)
    assert "Scored as published: by the released Complex-TR metric" in (tmp_path / "out" / "report.html").read_text()


def test_an_existing_folder_is_kept_and_one_of_ours_replaced_when_asked(tmp_path, runs, source):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").touch()
    for overwrite in (False, True):
        with pytest.raises(InputError, match=r"not empty|not ours to remove"):
            write_report(ScoredRuns(runs, [], [source]), tmp_path / "mine", overwrite=overwrite)
    assert tree(tmp_path / "mine") == {"thesis.tex": b""}
    write_report(ScoredRuns(runs, [], [source]), tmp_path / "out", bootstrap=20)
    write_report(ScoredRuns(runs[:12], [], [source]), tmp_path / "out", bootstrap=20, overwrite=True)
    assert "two" not in (tmp_path / "out" / "runs.csv").read_text()


def test_a_report_without_runs_is_refused(tmp_path):
    with pytest.raises(InputError, match="no scored runs"):
        write_report(ScoredRuns([], [], []), tmp_path / "none")


@pytest.mark.parametrize(
    "file", ["scoring/set_of_answers.py", "questions/complex_tr/solver.py", "report/page.html.jinja"]
)
def test_the_hash_of_the_code_covers_every_folder_below(tmp_path, monkeypatch, file):
    monkeypatch.setattr(run_report, "_LIBRARY", tmp_path)
    before = code_hash()
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("x = 1")
    with_file = code_hash()
    (tmp_path / file).write_text("x = 2")
    assert len({before, with_file, code_hash()}) == 3
