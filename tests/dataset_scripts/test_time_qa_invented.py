"""TimeQA of invented articles, by the command: solved, audited, loaded; the same bytes for any workers; bad input."""

import json
import re
from collections import Counter

import pytest
from datasets import load_dataset

from run_command import run_command
from temporal_qa.fiction.documents.shards import MODES, DocumentOptions, DocumentShards
from temporal_qa.io.shards import write_shards
from temporal_qa.questions.time_qa.record import time_features

from .conftest import tree

BUILD = ("build", "time-qa", "--invent", "--documents", 60, "--dev", 10, "--words", 150, "--workers", 1)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("invented")
    run_command(*BUILD, "--seed", 3, "--squad-layout", "--out", "made", cwd=folder)
    return folder / "made"


def rows_of(folder, config, split):
    return load_dataset(str(folder), config, split=split).to_list()


def test_the_solver_agrees_with_every_label_and_no_subject_is_in_two_splits(made):
    subjects = {}
    for config in MODES:
        for split in ("train", "dev"):
            rows = rows_of(made, config, split)
            subjects.setdefault(split, set()).update(row["subject"] for row in rows)
            audit = run_command("audit", f"made/{config}/{split}", "--out", f"{config}-{split}.json", "--json",
                                cwd=made.parent)  # fmt: skip
            assert json.loads(audit.stdout)["counts"]["equal"] == len(rows) > 10
    assert not subjects["train"] & subjects["dev"]


def test_questions_without_an_answer_say_why_and_fit_no_segment_that_is_told(made):
    reasons = set()
    for row in rows_of(made, "easy", "train") + rows_of(made, "hard", "train"):
        assert bool(row["answers"]) == (row["reason"] == "")
        reasons.add(row["reason"])
        told = {answer for segment in row["segments"] for answer in segment["answers"]}
        bounds = [(segment["start"], segment["end"]) for segment in row["segments"]]
        if row["reason"]:
            is_segment = (row["segment_start"], row["segment_end"]) in bounds
            assert is_segment == (row["reason"] == "left_out")
        assert all(row["context"][start:end] == answer and answer in told for answer, start, end
                   in zip(row["answers"], row["answer_starts"], row["answer_ends"], strict=True))  # fmt: skip
    assert reasons == {"", "left_out", "outside"}
    record = json.loads((made / "build.json").read_text())
    prose = record["counts"]["prose"]["train"]
    assert prose["facts stated"] > prose["facts left out"] > 0 < prose["sentence: fact of another"]
    by = record["counts"]["by"]["easy"]
    assert by["reason"]["train"]["left_out"] > 0
    numbers = Counter(min(len(row["answers"]), 2) for row in rows_of(made, "easy", "train"))
    assert by["answers"]["train"] == {("none", "one", "several")[size]: times for size, times in numbers.items()}


def test_the_small_world_asks_in_years(tmp_path):
    run_command(*BUILD, "--world", "small", "--out", "small", cwd=tmp_path)
    rows = rows_of(tmp_path / "small", "hard", "train")
    assert all(re.fullmatch(r"in \d{4}", row["specifier"]) for row in rows)
    inside = [row for row in rows if row["specifier"][3:] not in (row["segment_start"], row["segment_end"])]
    assert len(inside) > len(rows) / 2
    audit = run_command("audit", "small/hard/train", "--out", "audit.json", "--json", cwd=tmp_path)
    assert json.loads(audit.stdout)["counts"]["equal"] == len(rows)


def test_the_seed_alone_decides_the_bytes(made, tmp_path):
    for seed, out in ((3, "again"), (4, "other")):
        run_command(*BUILD, "--seed", seed, "--squad-layout", "--out", out, cwd=tmp_path)
    assert tree(tmp_path / "again") == tree(made)
    assert not {row["subject"] for row in rows_of(tmp_path / "other", "easy", "train")} & {
        row["subject"] for row in rows_of(made, "easy", "train")
    }
    card = (made / "README.md").read_text()
    assert "--invent --documents 60 --dev 10 --words 150 --world rich --squad-layout --seed 3" in card


def test_the_documents_of_a_split_do_not_depend_on_the_sizes_of_the_others(made, tmp_path):
    sizes = ("--documents", 0, "--dev", 5)
    run_command(*BUILD[:3], *sizes, *BUILD[-4:], "--seed", 3, "--out", "dev", cwd=tmp_path)
    alone = rows_of(tmp_path / "dev", "hard", "dev")
    assert rows_of(made, "hard", "dev")[: len(alone)] == alone


def test_the_bytes_are_the_same_for_any_workers(tmp_path):
    schemas = dict.fromkeys(MODES, time_features(invented=True).arrow_schema)
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        for mode in MODES:
            (folder / mode).mkdir(parents=True)
        shards = DocumentShards(folder, schemas, DocumentOptions(30, test=8, words=100, seed=1), min_items=10)
        write_shards(shards, workers=workers)
    assert len(tree(tmp_path / "1")) == 2 * (3 + 1)
    assert tree(tmp_path / "1") == tree(tmp_path / "2")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--invent", "--words", 99], "--words is 99, expected 100 to 10,000"),
        (["--invent", "--words", -3], "--words is -3, expected 100 to 10,000"),
        (["--invent", "--words", 10**30], "--words is 1000000000000000000000000000000, expected 100 to 10,000"),
        (["--invent", "--documents", 0], "expected at least one document"),
        (["--invent", "--documents", 10**7], "a split has at most 1,000,000 documents"),
        (["--invent", "--source", "x"], "--source has no effect with --invent; leave it out"),
        (["--source", "x", "--words", 300], "--words has no effect without --invent; leave it out"),
        ([], "expected --source PATH, --facts FACTS with --articles PAGES, or --invent"),
        (["--facts", "f.jsonl"], "expected --facts FACTS and --articles PAGES together"),
        (["--source", "x", "--articles", "p"], "expected --facts FACTS and --articles PAGES together"),
    ],
)
def test_wrong_options_end_in_one_line(tmp_path, options, problem):
    refused = run_command("build", "time-qa", *options, "--out", "made", cwd=tmp_path, status=2)
    assert problem in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_small_split_is_warned_of_and_one_that_nobody_asked_for_is_not(tmp_path):
    build = (*BUILD[:3], "--documents", 10, "--words", 150, "--seed", 3)
    assert run_command(*build, "--out", "large", cwd=tmp_path).stderr == ""
    small = run_command(*build, "--test", 1, "--out", "small", cwd=tmp_path)
    counts = json.loads((tmp_path / "small/build.json").read_text())["counts"]
    few = ", ".join(f"{config}/test has {counts[config]['test']} questions" for config in MODES)
    assert small.stderr == f"  warning: {few}: too few to score by; more samples or subjects give more\n"


def test_a_config_without_questions_is_left_out(tmp_path):
    run_command(*BUILD[:3], "--documents", 1, "--words", 100, "--seed", 7, "--out", "one", cwd=tmp_path)
    assert "easy" not in json.loads((tmp_path / "one/build.json").read_text())["counts"]
    assert not list(tmp_path.glob("one/easy/*"))
    assert '"mode": "hard"' in (tmp_path / "one/README.md").read_text()
