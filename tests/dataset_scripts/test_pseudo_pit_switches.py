"""Pseudo-PIT from facts: what the switches change, and the questions confirmed by the solver."""

import importlib
import json
from collections import Counter

import pytest

from places import SHARED_DATA
from temporal_qa.fiction.options import PseudoOptions
from temporal_qa.fiction.pseudo_questions import class_counts
from temporal_qa.fiction.resampling import MIN_KEPT
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.questions.periods import period
from temporal_qa.timeline.dates import parse_month

from .conftest import by_class, load, record_of, rows_of

pseudo_pit = importlib.import_module("temporal_qa.dataset_scripts.pseudo_pit")

pytestmark = pytest.mark.usefixtures("fewer_groups")

QUESTIONS = 1500  # of fewer, chance says how many lie in the future
REAL_FACTS = SHARED_DATA / "wikidata" / "quintuples.jsonl"


@pytest.fixture(scope="module")
def switched(facts, tmp_path_factory):
    """Builds of the same facts with and without each of the switches."""
    folder = tmp_path_factory.mktemp("switched")
    for name, how in {"plain": {}, "real names": {"fiction": False}, "all periods": {"resample": False}}.items():
        pseudo_pit.build(folder / name, PseudoOptions(QUESTIONS, 3, facts=facts, **how))
    return folder


def names(rows):
    return {name for row in rows for fact in row["facts"] for name in (fact["subject"], fact["object"])}


def test_fiction_is_a_switch(facts, switched):
    real = {json.loads(line)[end] for line in facts.read_text().splitlines() for end in ("subject", "object")}
    plain, real_names = rows_of(switched / "plain"), rows_of(switched / "real names")
    assert names(real_names) <= real
    assert not names(plain) & real
    assert "Not renamed" in (switched / "real names" / "README.md").read_text()
    assert "**Renamed**" in (switched / "plain" / "README.md").read_text()
    for rows in (plain, real_names):
        assert by_class(rows) == class_counts(0, QUESTIONS)
        assert any(row["shift_months"] for row in rows)


def test_resampling_is_a_switch(switched):
    plain, alike = (record_of(switched / name) for name in ("plain", "all periods"))
    assert set(alike["keep"].values()) == {1.0}
    assert min(plain["keep"].values()) == MIN_KEPT
    assert any("resampling" in reason for reason in plain["drops"])
    assert not any("resampling" in reason for reason in alike["drops"])
    fullest = [name for name, share in plain["keep"].items() if share == MIN_KEPT]
    found = [Counter(period(parse_month(row["reference_date"])) for row in rows_of(switched / name))
             for name in ("plain", "all periods")]  # fmt: skip
    assert all(found[0][name] < found[1][name] / 2 for name in fullest)
    late = [sum(row["future"] for row in rows_of(switched / name)) for name in ("plain", "all periods")]
    assert late[0] > late[1]


@pytest.mark.skipif(not REAL_FACTS.exists(), reason="the shared real data is not beside the checkout")
def test_real_facts_give_questions_that_the_solver_confirms(tmp_path):
    report = pseudo_pit.build(tmp_path / "real", PseudoOptions(700, 3, facts=REAL_FACTS))
    rows = list(load(tmp_path / "real", tmp_path / "cache"))
    assert len(rows) == 700
    assert by_class(rows) == class_counts(0, 700)
    facts = [json.loads(line) for line in REAL_FACTS.read_text().splitlines()]
    assert {row["source_group"] for row in rows} <= {fact["subject"] for fact in facts}
    assert not names(rows) & {fact[end] for fact in facts for end in ("subject", "object")}
    for row in rows:
        text_only = {key: row[key] for key in ("question", "fact_context")}
        assert row["answers"] == solve_row(row).answers == solve_row(text_only).answers
    assert report["statistics"]["multi_answer_percent"] > 5
