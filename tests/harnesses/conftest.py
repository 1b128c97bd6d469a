"""Datasets as users have them, what models said to them, and our own command as the judge."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections import defaultdict, deque
from pathlib import Path

import pytest

from places import ROOT
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.read import read_rows

RELEASED = ROOT.parent / "shared" / "data" / "temp_answer_qa"
COMMAND = Path(sys.executable).parent / "temporal-qa"


def load(path):
    """The module in a file, as the harnesses load it: by its path."""
    spec = importlib.util.spec_from_file_location(f"loaded_{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tiny_model = load(ROOT / "tests" / "prompting" / "conftest.py").tiny_model


@pytest.fixture(scope="session")
def task_folder():
    return ROOT / "harnesses" / "lm_eval"


@pytest.fixture(scope="session")
def inspect_tasks():
    """The tasks of inspect_ai."""
    return load(ROOT / "harnesses" / "inspect_ai" / "tasks.py")


@pytest.fixture(scope="session")
def utils(task_folder):
    """What the task files of lm-evaluation-harness call."""
    return load(task_folder / "utils.py")


@pytest.fixture(scope="session")
def complex_tr(tmp_path_factory):
    """A folder with ReasonQA on invented facts."""
    from temporal_qa.fiction.world import invent_groups
    from temporal_qa.timeline.fact_files import write_facts

    folder = tmp_path_factory.mktemp("facts")
    write_facts(folder / "facts.jsonl", (fact for group in invent_groups(80, 0) for fact in group.facts))
    importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(
        folder / "facts.jsonl", folder / "complex-tr", seed=0
    )
    return folder / "complex-tr"


@pytest.fixture(scope="session")
def date_arithmetic(tmp_path_factory):
    """A folder with questions of all tasks."""
    from temporal_qa.questions.date_arithmetic.queries import TASKS

    out = tmp_path_factory.mktemp("dates") / "date-arithmetic"
    build = importlib.import_module("temporal_qa.dataset_scripts.date_arithmetic").build
    build(out, questions=48, seed=1, tasks=list(TASKS))
    return out


@pytest.fixture(scope="session")
def cron_questions(tmp_path_factory):
    """A folder with questions over a small invented graph, with facts in context."""
    out = tmp_path_factory.mktemp("graph") / "cron-questions"
    options = ("--invent", 120, "--questions", 3000, "--contexts", 10, "--workers", 1, "--out", out)
    command("build", "cron-questions", *options)
    return out


@pytest.fixture(scope="session")
def hieradate(tmp_path_factory):
    """A folder with the questions of a few samples on invented lives."""
    folder = tmp_path_factory.mktemp("lives")
    options = ("--invent", "--samples", 8, "--test", 8, "--combined", 4, "--workers", 1, "--out", folder / "made")
    command("build", "hieradate", *options)
    return folder / "made"


@pytest.fixture(scope="session")
def temp_answer_qa(tmp_path_factory):
    """A folder with TempAnswerQA, built from the released files."""
    if not (RELEASED / "ttqa.csv").exists():
        pytest.skip(f"no released TempAnswerQA at {RELEASED}")
    out = tmp_path_factory.mktemp("released") / "temp-answer-qa"
    importlib.import_module("temporal_qa.dataset_scripts.temp_answer_qa").build(RELEASED, out)
    return out


@pytest.fixture(scope="session")
def released():
    """What the released Llama-3.1-8B said, zero-shot, by the id of a row; questions that are there twice in order."""

    def responses(rows, config, split):
        (path,) = (RELEASED / "responses").glob(f"{config}_{split}_Llama*zero-shot*")
        waiting = defaultdict(deque)
        for row in read_csv(path, ("question", "label", "response")):
            waiting[row.values["question"], row.values["label"]].append(row.values["response"])
        return {row["id"]: waiting[row["question"], row["answer"]].popleft() for row in rows}

    return responses


@pytest.fixture(scope="session")
def noisy_answers():
    """Answers to ReasonQA that are right, too many, too few, or written in another way."""

    def answer(number, row):
        first = row["facts"][0]["object"]
        right = row["answers"]
        ways = (right, [*right, first], right[:1], [first], [f"The {right[0]}!"], [f"{first} Club"], [])
        return " $and ".join(ways[number % len(ways)])

    return lambda rows: {row["id"]: answer(number, row) for number, row in enumerate(rows)}


@pytest.fixture(scope="session")
def split_rows():
    """The rows of a split of a built folder."""
    return _split_rows


def _split_rows(folder, config, split):
    (path,) = (folder / config).glob(f"{split}-*.parquet")
    return [row.values for row in read_rows(path)]


def command(*arguments):
    """What our command prints with --json."""
    finished = subprocess.run(
        [COMMAND, *map(str, arguments), "--json"], capture_output=True, encoding="utf-8", env=os.environ
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@pytest.fixture
def score(tmp_path):
    """``temporal-qa score`` on the rows and the texts that answer them."""

    def scores(rows, texts):
        write_json_lines(tmp_path / "asked.jsonl", rows)
        write_json_lines(tmp_path / "texts.jsonl", ({"id": row["id"], "text": texts[row["id"]]} for row in rows))
        overall = command("score", tmp_path / "asked.jsonl", tmp_path / "texts.jsonl")["rows"][0]
        return {name: overall[name] for name in ("set_accuracy", "answer_f1", "exact_match", "token_f1")}

    return scores


@pytest.fixture
def score_responses(tmp_path):
    """``temporal-qa score-responses`` on the rows and the responses to them."""

    def scores(rows, responses, split, prefill=""):
        run = {"dataset": rows[0]["source"], "split": split, "model": "m", "prompting": "few-shot", "prefill": prefill}
        write_json_lines(tmp_path / "asked.jsonl", (row | {"split": split} for row in rows))
        answered = (run | {"id": row["id"], "response": responses[row["id"]]} for row in rows)
        write_json_lines(tmp_path / "responses.jsonl", answered)
        (summary,) = command("score-responses", tmp_path / "asked.jsonl", tmp_path / "responses.jsonl")["rows"]
        return {name: summary[name] for name in ("em", "smape", "mase", "coverage")}

    return scores
