"""The dataset of date arithmetic: built by the command, loaded, solved, the same bytes for the same seed."""

import json

import pytest
from datasets import load_dataset

from run_command import run_command
from temporal_qa.dataset_scripts import date_arithmetic
from temporal_qa.questions.date_arithmetic.queries import TASKS
from temporal_qa.questions.date_arithmetic.synthesis import date_question


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    run_command("build", "date-arithmetic", "--questions", 160, "--seed", 4, "--out", folder / "dates", cwd=folder)
    return folder / "dates"


def test_it_loads_with_the_rows_of_the_seed(folder, tmp_path):
    rows = load_dataset(str(folder), "questions", split="test", cache_dir=str(tmp_path)).to_list()
    assert rows == [date_question(4, number) for number in range(160)]


def test_the_record_has_the_rule_and_the_counts(folder):
    record = json.loads((folder / "build.json").read_text())
    assert record["counts"]["questions"] == {"test": 160}
    assert record["counts"]["task"]["weekday"] == 20
    assert "dateutil.relativedelta" in record["rule"]


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_processes(folder, tmp_path):
    date_arithmetic.build(tmp_path / "again", questions=160, seed=4, tasks=list(TASKS), workers=2)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(folder)).read_bytes() == path.read_bytes(), path


def test_solve_and_score_take_its_rows(folder, tmp_path):
    split = folder / "questions" / "test"
    run_command("solve", split, "--out", tmp_path / "p.jsonl", cwd=tmp_path)
    done = run_command("score", split, tmp_path / "p.jsonl", "--by", "task,form,ambiguous", "--json", cwd=tmp_path)
    assert {row["set_accuracy"] for row in json.loads(done.stdout)["rows"]} == {100.0}
    done = run_command("audit", split, "--out", tmp_path / "audit.json", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["counts"]["equal"] == 160


def test_a_solver_that_disagrees_stops_the_build(monkeypatch, tmp_path):
    class Wrong:
        answers = ("never",)

    monkeypatch.setattr(date_arithmetic, "solve_date_question", lambda question: Wrong)
    with pytest.raises(RuntimeError, match=r"labelled \['Week"):
        date_arithmetic.build(tmp_path / "out", questions=3, seed=0, tasks=["week"])
    assert not (tmp_path / "out").exists()


def test_an_unknown_task_is_refused(tmp_path):
    arguments = ("build", "date-arithmetic", "--tasks", "shift,moon", "--out", "x")
    done = run_command(*arguments, cwd=tmp_path, status=2)
    assert "--tasks: unknown task 'moon', expected some of shift, relative" in done.stderr
