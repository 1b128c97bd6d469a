"""Fixtures of the tests of Complex-TR and pseudo-PIT."""

import hashlib
import importlib
import json
from collections import Counter
from dataclasses import replace

import pyarrow.parquet as pq
import pytest
from datasets import load_dataset

from temporal_qa.fiction import group_statistics, options
from temporal_qa.fiction.world import invent_groups
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact


@pytest.fixture(scope="session")
def lives(tmp_path_factory):
    """Twelve short lives, one fact of an unknown relation, one subject with a single fact, one fact stated twice."""
    facts = [
        Fact(f"Person {n}", relation, name, CalendarDate(1950 + 4 * n + start), CalendarDate(1950 + 4 * n + end))
        for n in range(12)
        for relation, name, start, end in [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9),
                                           ("P551", "Jadebrook", 2, 7), ("P551", "Iolitetown", 20, 30)]
    ]  # fmt: skip
    facts += [facts[0], Fact("Person 1", "P40", "Child", CalendarDate(1980), CalendarDate(1981)),
              Fact("Loner", "P54", "Ice Warriors", CalendarDate(1980), CalendarDate(1981))]  # fmt: skip
    path = tmp_path_factory.mktemp("lives") / "facts.jsonl"
    write_facts(path, facts)
    return path


@pytest.fixture(scope="session")
def made(lives, tmp_path_factory):
    """Complex-TR of the short lives: its folder, and what its build returns."""
    folder = tmp_path_factory.mktemp("made") / "complex-tr"
    return folder, importlib.import_module("temporal_qa.dataset_scripts.complex_tr").build(lives, folder, seed=1)


@pytest.fixture(scope="module")
def fewer_groups():
    """The questions of a thousand training groups, and of five hundred for the card, take longer than all others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(options, "TRAINING_GROUPS", 100)
        patch.setattr(group_statistics, "MEASURED_GROUPS", 20)
        yield


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    """Thirty groups with names that no fiction has."""
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, [
        replace(fact, subject=f"Real {fact.subject}", object=f"Real {fact.object}")
        for group in invent_groups(30, seed=3) for fact in group.facts
    ])  # fmt: skip
    return path


# What is in a folder of pseudo-PIT.


def load(folder, cache):
    return load_dataset(
        str(folder), "reason_qa", split="train", cache_dir=str(cache), verification_mode="all_checks"
    )  # fmt: skip


def rows_of(folder):
    return [row for path in sorted(folder.glob("reason_qa/*")) for row in pq.read_table(path).to_pylist()]


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file()
    }  # fmt: skip


def record_of(folder):
    return json.loads((folder / "build.json").read_text())


def by_class(rows):
    return Counter((row["level"], row["hops"]) for row in rows)
