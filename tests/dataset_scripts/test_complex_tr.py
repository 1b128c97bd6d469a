"""The published dataset: from a file of facts to what load_dataset returns."""

import importlib
import json
from collections import Counter
from pathlib import Path

import pytest
from datasets import load_dataset
from huggingface_hub import DatasetCard

from temporal_qa.files import InputError
from temporal_qa.questions.records import question_features
from temporal_qa.questions.solver import solve_row
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")

REAL_FACTS = Path(__file__).parents[3] / "shared" / "data" / "wikidata" / "quintuples.jsonl"


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    """Twelve short lives, one fact of an unknown relation, one subject with a single fact, one fact stated twice."""
    lives = [
        Fact(f"Person {n}", relation, name, CalendarDate(1950 + 4 * n + start), CalendarDate(1950 + 4 * n + end))
        for n in range(12)
        for relation, name, start, end in [("P54", "Ice Warriors", 0, 5), ("P54", "Polar Bears", 5, 9),
                                           ("P551", "Jadebrook", 2, 7), ("P551", "Iolitetown", 20, 30)]
    ]  # fmt: skip
    lives += [lives[0], Fact("Person 1", "P40", "Child", CalendarDate(1980), CalendarDate(1981)),
              Fact("Loner", "P54", "Ice Warriors", CalendarDate(1980), CalendarDate(1981))]  # fmt: skip
    path = tmp_path_factory.mktemp("facts") / "facts.jsonl"
    write_facts(path, lives)
    return path


@pytest.fixture(scope="module")
def made(facts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "complex-tr"
    return folder, complex_tr.build(facts, folder, seed=1)


def load(folder, cache):
    return load_dataset(str(folder), "reason_qa", cache_dir=str(cache), verification_mode="all_checks")


def test_load_dataset_returns_the_declared_features_and_rows(made, tmp_path):
    folder, report = made
    dataset = load(folder, tmp_path)
    assert {split: len(rows) for split, rows in dataset.items()} == report["counts"]
    for rows in dataset.values():
        assert rows.features == question_features()
        for row in rows:
            assert row["answers"] == solve_row(row).answers
            assert len(row["fact_context"].splitlines()) == len(row["facts"])


def test_splits_share_no_subject_and_no_id_and_training_has_no_future(made, tmp_path):
    dataset = load(made[0], tmp_path)
    subjects = {split: set(rows["subject"]) for split, rows in dataset.items()}
    assert not subjects["train"] & subjects["test"]
    assert not subjects["train"] & subjects["dev"]
    assert not subjects["dev"] & subjects["test"]
    assert not any(dataset["train"]["future"])
    ids = Counter(id_ for rows in dataset.values() for id_ in rows["id"])
    assert max(ids.values()) == 1


def test_a_changed_file_is_noticed_when_loading(made, tmp_path):
    """The card declares the split sizes, and loading checks them."""
    import shutil

    folder = tmp_path / "changed"
    shutil.copytree(made[0], folder)
    shutil.copy(folder / "reason_qa/dev-00000-of-00001.parquet", folder / "reason_qa/train-00000-of-00001.parquet")
    with pytest.raises(Exception, match="train"):
        load(folder, tmp_path / "cache")


def test_the_card_is_valid_and_counts_what_was_left_out(made):
    folder, _ = made
    card = DatasetCard.load(folder / "README.md")
    assert card.data.license == "cc0-1.0"
    assert [config["config_name"] for config in card.data.configs] == ["reason_qa"]
    assert [split["num_examples"] for split in card.data.dataset_info["splits"]]
    record = json.loads((folder / "build.json").read_text())
    for reason, number in record["drops"].items():
        assert f"| {reason}" in card.text
        assert f"{number:,} |" in card.text
    assert record["drops"]["fact of a relation that has no wordings"] == 1
    assert record["drops"]["group of a single fact"] == 1
    assert record["drops"]["duplicate_fact"] == 1
    assert record["seed"] == 1
    assert "{{" not in card.text


def test_same_seed_same_bytes_and_another_seed_other_questions(made, facts, tmp_path):
    folder, _ = made
    complex_tr.build(facts, tmp_path / "again", seed=1)
    complex_tr.build(facts, tmp_path / "other", seed=2)
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    assert len(files) == 5
    for file in files:
        assert (tmp_path / "again" / file).read_bytes() == (folder / file).read_bytes(), file
    test = "reason_qa/test-00000-of-00001.parquet"
    assert (tmp_path / "other" / test).read_bytes() != (folder / test).read_bytes()


def test_too_few_facts_are_told_in_one_line_and_leave_nothing(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [Fact("Ann", "P54", "A", CalendarDate(1990), CalendarDate(1991))])
    with pytest.raises(InputError, match="no question could be asked for the split 'train'"):
        complex_tr.build(path, tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["facts.jsonl"]


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_give_a_dataset_whose_every_label_the_solver_confirms(tmp_path):
    report = complex_tr.build(REAL_FACTS, tmp_path / "real")
    dataset = load(tmp_path / "real", tmp_path / "cache")
    assert sum(report["counts"].values()) > 900
    for rows in dataset.values():
        for row in rows:
            text_only = {key: row[key] for key in ("question", "fact_context")}
            assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers
