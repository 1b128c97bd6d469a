"""HieraDate built by the command: loaded, solved and scored; the same bytes for any workers and after a stop."""

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from datasets import load_dataset

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.dataset_scripts import hieradate
from temporal_qa.fiction.life_samples import LifeSampleOptions, make_splits
from temporal_qa.fiction.lives import invent_lives
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.drops import DropLog
from temporal_qa.io.shards import write_shards
from temporal_qa.questions.hieradate import sample_files
from temporal_qa.questions.hieradate.sample import sample_from_row
from temporal_qa.questions.hieradate.sample_files import SampleShards, released_object
from temporal_qa.released.hieradate import read_released_samples
from temporal_qa.timeline.lives import write_lives

from .conftest import tree

SOURCE = SHARED_DATA / "dates" / "2wiki_rows.json"
BASEBALL = SHARED_DATA / "dates" / "baseball_lives.jsonl.gz"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    write_lives(folder / "lives.parquet", invent_lives(400, seed=8))
    run_command("build", "hieradate", "--lives", "lives.parquet", "--samples", 60, "--combined", 20, "--dev", 12,
                "--test", 9, "--released-layout", "--seed", 4, "--out", "made", cwd=folder)  # fmt: skip
    return folder / "made"


def rows_of(folder, config, split, cache):
    return load_dataset(str(folder), config, split=split, cache_dir=str(cache)).to_list()


def test_it_loads_and_questions_are_those_of_the_samples(folder, tmp_path):
    names = {}
    for split, size in (("train", 60), ("dev", 12), ("test", 9)):
        rows = rows_of(folder, "samples", split, tmp_path)
        samples = [sample_from_row(row) for row in rows]
        assert [sample.to_row() for sample in samples] == rows
        assert [sample.kind for sample in samples].count("combined") == size // 3
        questions = rows_of(folder, "questions", split, tmp_path)
        assert questions == [row for sample in samples for row in sample.question_rows()]
        names[split] = {life.name for sample in samples for life in sample.lives}
        released = list(read_released_samples(folder / "released" / f"{split}.json"))
        assert [row.values for row in released] == [released_object(s) | {"id": s.id} for s in samples]
    assert not names["train"] & names["dev"] | names["train"] & names["test"] | names["dev"] & names["test"]


def test_the_record_has_the_counts_and_the_drops(folder):
    record = json.loads((folder / "build.json").read_text())
    assert record["counts"]["samples"] == {"train": 60, "dev": 12, "test": 9}
    assert record["counts"]["questions"] == {"train": 40 * 6 + 20 * 9, "dev": 8 * 6 + 4 * 9, "test": 6 * 6 + 3 * 9}
    assert record["counts"]["questions_by"]["task"]["train"] == {
        "extraction": 160, "main": 60, "reasoning": 140, "robustness": 60,
    }  # fmt: skip
    assert record["counts"]["questions_by"]["states_age"]["train"] == {"false": 420}
    assert record["combined"] == {"train": 20, "dev": 4, "test": 3}
    assert "pair: lifespan: tie" in record["drops"]


def test_the_line_of_the_card_makes_the_same_bytes(folder, tmp_path):
    line = next(
        line for line in (folder / "README.md").read_text().splitlines() if line.startswith("temporal-qa build")
    )
    shutil.copy(folder.parent / "lives.parquet", tmp_path)
    run_command(*line.replace("DIR", "made").split()[1:], cwd=tmp_path)
    assert tree(tmp_path / "made") == tree(folder)


def test_the_line_of_a_card_has_a_number_of_combined_samples():
    none_of_none = LifeSampleOptions(samples=0, test=9, invent=True, combined=Fraction(0))
    assert "--samples 0 --combined 0 --test 9" in none_of_none.command(skip_bad=False)


def test_solve_and_score_take_its_questions(folder, tmp_path):
    split = folder / "questions" / "dev"
    run_command("solve", split, "--out", "p.jsonl", cwd=tmp_path)
    done = run_command("score", split, "p.jsonl", "--by", "task,kind,decided_by", "--json", cwd=tmp_path)
    rows = [row for row in json.loads(done.stdout)["rows"] if row["facet"] != "baseline"]
    assert {row["set_accuracy"] for row in rows} == {100.0}


class Stopped(Exception):
    pass


def test_the_bytes_are_the_same_for_any_workers_and_after_a_stop(tmp_path):
    splits = make_splits(LifeSampleOptions(samples=35, dev=5, seed=1, invent=True, decided_by="equal"), DropLog())
    schemas = {config: features.arrow_schema for config, features in sample_files.sample_features().items()}

    def write(folder, **how):
        write_shards(SampleShards(folder, schemas, splits, min_items=10), **how)

    def stop(samples, calls=[]):  # noqa: B006
        calls.append(samples)
        if len(calls) == 2:
            raise Stopped

    write(tmp_path / "one")
    assert len(tree(tmp_path / "one")) == 2 * (4 + 1)
    write(tmp_path / "two", workers=2)
    with pytest.raises(Stopped):
        write(tmp_path / "stopped", on_rows=stop)
    assert len(tree(tmp_path / "stopped")) == 2
    (tmp_path / "stopped/questions/dev-00000-of-00001.parquet").write_bytes(b"PAR1 and no more")
    reported = []
    write(tmp_path / "stopped", on_rows=reported.append)
    assert sum(reported) == 40
    assert tree(tmp_path / "stopped") == tree(tmp_path / "two") == tree(tmp_path / "one")


def test_workers_that_look_for_distractors_leave_nothing_to_warn_of(tmp_path):
    command = [Path(sys.executable).parent / "temporal-qa", "build", "hieradate", "--invent", "--samples", "4",
               "--dev", "4", "--setting", "distractor", "--workers", "2", "--out", "made"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_a_solver_that_disagrees_stops_the_build_and_nothing_is_left(tmp_path, monkeypatch):
    class Wrong:
        value = "never"

    monkeypatch.setattr("temporal_qa.questions.hieradate.sample_files.solve_life_question", lambda *_: Wrong)
    with pytest.raises(RuntimeError, match=r"H0-train-0, 'W.*': labelled '.*', solved 'never'"):
        hieradate.build(tmp_path / "out", LifeSampleOptions(samples=5, invent=True))
    assert list(tmp_path.iterdir()) == []


def test_a_small_split_is_warned_of_and_one_that_nobody_asked_for_is_not(tmp_path):
    build = ("build", "hieradate", "--invent", "--samples", 3, "--combined", 0, "--test", 9)
    assert run_command(*build, "--out", "large", cwd=tmp_path).stderr == ""
    small = run_command(*build, "--dev", 1, "--out", "small", cwd=tmp_path)
    assert small.stderr == "  warning: dev has 6 questions: too few to score by; more samples or subjects give more\n"


@pytest.mark.skipif(not SOURCE.exists(), reason="the shared real data is not beside the checkout")
def test_raw_rows_become_samples(tmp_path):
    arguments = ("build", "hieradate", "--source", SOURCE, "--wordings", "published", "--out", "made")
    run_command(*arguments, "--states-age", "--setting", "distractor", cwd=tmp_path)
    (combined,) = (
        row for row in rows_of(tmp_path / "made", "samples", "train", tmp_path / "cache") if row["kind"] == "combined"
    )
    assert combined["question"] == "Who lived longer, Ludwig Elsbett or Pamela Ann Rymer?"
    assert [probe["answer"] for probe in combined["probes"]][1:8] == [
        "November 8, 1913", "March 28, 2003", "January 16, 1941", "September 21, 2011",
        "89 years, 4 months and 20 days", "70 years, 8 months and 5 days",
        "yes" if "older" in combined["probes"][7]["question"] else "no",
    ]  # fmt: skip
    assert len(combined["paragraphs"]) == 10
    run_command(*arguments, "--overwrite", cwd=tmp_path)
    record = json.loads((tmp_path / "made" / "build.json").read_text())
    assert record["drops"] == {"a paragraph states an age": 1}
    run_command(*arguments, "--as-published", "--overwrite", cwd=tmp_path)
    record = json.loads((tmp_path / "made" / "build.json").read_text())
    assert record["as_published"]
    assert " --as-published" in (tmp_path / "made" / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not SOURCE.exists(), reason="the shared real data is not beside the checkout")
@pytest.mark.parametrize("wordings", [(), ("--wordings", "all")], ids=["as published", "ours with them"])
def test_as_published_the_wordings_are_the_published_ones_unless_others_are_asked_for(tmp_path, wordings):
    how = ("--source", SOURCE, "--as-published", *wordings, "--setting", "distractor", "--states-age")
    run_command("build", "hieradate", *how, "--out", "made", cwd=tmp_path)
    assert json.loads((tmp_path / "made" / "build.json").read_text())["wordings"] == (
        "all" if wordings else "published"
    )
    card = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    assert ("--wordings all" in card) is bool(wordings)


@pytest.mark.skipif(not BASEBALL.exists(), reason="the shared real data is not beside the checkout")
def test_real_lives_of_every_precision_make_samples(tmp_path):
    made = hieradate.build(
        tmp_path / "made", LifeSampleOptions(samples=400, lives=BASEBALL, decided_by="equal", states_age=True)
    )
    assert made["drops"]["life: a name that several have"] == 320
    shares = made["by_facet"]["decided_by"]["train"]
    assert min(shares.values()) > 0.3 * sum(shares.values())
    assert made["by_facet"]["states_age"]["train"]["true"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "expected one of --lives FILE, --invent and --source FILE"),
        (["--invent", "--lives", "lives.jsonl"], "expected one of --lives FILE, --invent and --source FILE"),
        (["--invent", "--samples", "0"], "--samples, --dev and --test are 0, expected at least one sample"),
        (["--invent", "--combined", "9000"], "--combined is 9000, expected 0 to 8745, the number of --samples"),
        (["--invent", "--combined", "some"], "Invalid value for '--combined'"),
        (["--invent", "--samples", "0", "--test", "9", "--combined", "3"], "--combined is 3, expected 0 to 0"),
        (["--invent", "--samples", "20000000", "--test", "1"], "are 20,000,001 together, expected at most 20,000,000"),
        (["--invent", "--version", "year-only", "--decided-by", "equal"], "--decided-by equal needs whole dates"),
        (["--invent", "--version", "year-only", "--states-age"], "--states-age has no effect with --version year-only"),
        (["--invent", "--skip-bad"], "--skip-bad has no effect with --invent"),
        (["--invent", "--as-published"], "--as-published has no effect without --source"),
        (["--lives", "."], ".: is a folder, expected a file: .jsonl, .csv (both also .gz) or .parquet"),
        (["--source", "x.json", "--samples", "3"], "--samples has no effect with --source"),
        (["--source", "x.json"], "x.json: no such file"),
        (["--source", "lives.jsonl"], "no comparison of dates that can be used; left out: 2 (no comparison of dates)"),
        (["--lives", "none.jsonl"], "none.jsonl"),
        (["--lives", "lives.jsonl"], "lives.jsonl: 6,820 comparisons and 1,925 combined samples of the split 'train'"),
        (["--lives", "lives.jsonl", "--setting", "distractor"], "has 2 lives, expected at least 10"),
        (["--lives", "bad.jsonl", "--skip-bad"],
         "bad.jsonl: 1 usable life, expected at least 2; left out: 1 (a bad row, such as bad.jsonl:2: the end, 1850, "),
        (["--lives", "bad.jsonl"], "bad.jsonl:2: the end, 1850, lies before the start"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_line_and_leaves_nothing(arguments, said, tmp_path):
    rows = [{"id": n, "name": f"Ann {n}", "birth": "1901-05-03", "death": "1950"} for n in ("Lee", "Ray")]
    write_json_lines(tmp_path / "lives.jsonl", rows)
    write_json_lines(tmp_path / "bad.jsonl", [rows[0], rows[1] | {"death": "1850"}])
    done = run_command("build", "hieradate", *arguments, "--out", "made", cwd=tmp_path, status=2)
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "lives.jsonl"]
