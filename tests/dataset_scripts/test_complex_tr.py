"""The dataset Complex-TR, from a file of facts to what load_dataset returns."""

import importlib
import shutil
from collections import Counter
from dataclasses import replace

import pytest
from datasets import load_dataset

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.record import question_features
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.questions.complex_tr.synthesis import all_questions
from temporal_qa.questions.periods import period as period_of
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.fact_files import write_facts
from temporal_qa.timeline.facts import Fact

complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")

REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"


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
    folder = tmp_path / "changed"
    shutil.copytree(made[0], folder)
    shutil.copy(folder / "reason_qa/dev-00000-of-00001.parquet", folder / "reason_qa/train-00000-of-00001.parquet")
    with pytest.raises(Exception, match="train"):
        load(folder, tmp_path / "cache")


def test_same_seed_same_bytes_and_another_seed_other_questions(made, lives, tmp_path):
    folder, _ = made
    complex_tr.build(lives, tmp_path / "again", seed=1)
    complex_tr.build(lives, tmp_path / "other", seed=2)
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    assert len(files) == 7
    for file in files:
        assert (tmp_path / "again" / file).read_bytes() == (folder / file).read_bytes(), file
    test = "reason_qa/test-00000-of-00001.parquet"
    assert (tmp_path / "other" / test).read_bytes() != (folder / test).read_bytes()


def test_too_few_facts_are_told_in_one_line_and_leave_nothing(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [Fact("Ann", "P54", "A", CalendarDate(1990), CalendarDate(1991))])
    few = r"facts\.jsonl: 0 subjects with two facts or more .*P54.* at least 4, .* the others$"
    with pytest.raises(InputError, match=few):
        complex_tr.build(path, tmp_path / "out")
    write_facts(path, [Fact("Ann", "P54", name, CalendarDate(1990), CalendarDate(1991)) for name in "AB"])
    with pytest.raises(InputError, match=r"facts\.jsonl: 1 subject with two facts or more .* to fill three splits$"):
        complex_tr.build(path, tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["facts.jsonl"]


def months(name, *stations):
    """Facts of one subject: relation, object, start and end as text."""
    dated = [(relation, object_, *map(CalendarDate.fromisoformat, span)) for relation, object_, *span in stations]
    return [Fact(name, *fact) for fact in dated]


def test_training_ends_with_december_2019_though_its_subjects_go_on(tmp_path):
    path = tmp_path / "facts.jsonl"
    write_facts(path, [fact for n in range(12) for fact in months(
        f"Person {n}", ("P54", "A", "2012-01", "2016-01"), ("P54", "B", "2020-01", "2020-01"),
        ("P54", "C", "2021-01", "2024-01"), ("P551", "D", "2019-12", "2020-03"), ("P551", "E", "2022-03", "2023-03"),
    )])  # fmt: skip
    made = complex_tr.make_questions(path, 0)
    january, in_training = 2020 * 12, ": reference time in 2020 or later, in training"
    possible = [c.query for group in made.groups["train"] for c in all_questions(group, 0)]
    late = Counter(query.kind for query in possible if query.reference_month >= january)
    assert january in {query.reference_month for query in possible}
    counted = {r.removesuffix(in_training): n for r, n in made.drops.items() if r.endswith(in_training)}
    assert late.keys() == counted.keys()
    # Free months are drawn anew; an event's start is what it is.
    assert {kind: n for kind, n in late.items() if kind[:2] == "l3"} == {
        kind: n for kind, n in counted.items() if kind[:2] == "l3"
    }
    assert max(question.reference_month for question in made.splits["train"]) < january
    for split in ("dev", "test"):
        references = {question.reference_month for question in made.splits[split]}
        assert min(references) < january <= max(references)
        for question in made.splits[split]:
            assert question.to_row()["future"] == (question.reference_month >= january)
    assert january in {question.reference_month for split in ("dev", "test") for question in made.splits[split]}


def test_without_a_name_the_default_config_is_loaded(made, tmp_path):
    assert load_dataset(str(made[0]), split="test", cache_dir=str(tmp_path)).config_name == "reason_qa"


@pytest.mark.parametrize(
    ("month", "period"),
    [("-0043-03", "before 1900"), ("1899-12", "before 1900"), ("1900-01", "1900-1919"), ("1919-12", "1900-1919"),
     ("1920-01", "1920-1939"), ("2019-12", "2000-2019"), ("2023-03", "2020 and later")],
)  # fmt: skip
def test_periods_are_the_bins_of_complex_tr(month, period):
    assert period_of(parse_month(month)) == period


def test_a_subject_with_two_names_is_one_subject_under_the_more_frequent(tmp_path):
    path = tmp_path / "facts.jsonl"
    stations = (("P54", "A", "1990", "1994"), ("P54", "B", "1994", "1999"), ("P54", "C", "1999", "2003"))
    lives = [replace(fact, subject_id=f"Q{n}") for n in range(6) for fact in months(f"Person {n}", *stations)]
    write_facts(path, [replace(lives[0], subject="Old name"), *lives[1:]])
    report = complex_tr.build(path, tmp_path / "made")
    dataset = load(tmp_path / "made", tmp_path / "cache")
    assert report["drops"]["fact under another name of its subject, renamed"] == 1
    rows = [row for split in dataset.values() for row in split if "_Q0_" in row["id"]]
    assert rows
    assert all("Old name" not in row["fact_context"] and len(row["facts"]) == 3 for row in rows)
    assert {row["subject"] for row in rows} == {"Person 0"}


def test_a_subject_may_have_hundreds_of_facts(tmp_path):
    path = tmp_path / "facts.jsonl"
    many = [("P54", f"Team {n}", f"{1600 + n}-01", f"{1601 + n}-06") for n in range(300)]
    few = [fact for n in range(5) for fact in months(f"Person {n}", *many[::60])]
    write_facts(path, [*months("Methuselah", *many), *few])
    complex_tr.build(path, tmp_path / "made")
    dataset = load(tmp_path / "made", tmp_path / "cache")
    contexts = [row["fact_context"] for split in dataset.values() for row in split if row["subject"] == "Methuselah"]
    assert contexts
    assert {len(context.split("\n")) for context in contexts} == {300}


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_give_a_dataset_whose_every_label_the_solver_confirms(tmp_path):
    report = complex_tr.build(REAL_FACTS, tmp_path / "real")
    dataset = load(tmp_path / "real", tmp_path / "cache")
    assert sum(report["counts"].values()) > 900
    for rows in dataset.values():
        for row in rows:
            text_only = {key: row[key] for key in ("question", "fact_context")}
            assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers
