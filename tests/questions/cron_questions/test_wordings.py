"""The wordings of CronQuestions: enough, each once, each of one split, with the slots of its shape."""

from collections import Counter

import pytest

from temporal_qa.io import InputError, yaml_tables
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.questions.slots import parts_of

WORDINGS = [wording for wordings in graph_wordings().by_use.values() for wording in wordings]
SLOTS = {
    "simple_time": {"anchor", "named"}, "simple_entity": {"anchor", "year"}, "first_last_of_pair": {"anchor", "named"},
    "first_last_time": {"anchor"}, "first_last_entity": {"anchor"}, "before_after": {"anchor", "named"},
    "before_after_event": {"anchor", "event"}, "time_join": {"anchor", "named"},
    "time_join_elsewhere": {"anchor", "named", "named_at"}, "time_join_event": {"anchor", "event"},
}  # fmt: skip


@pytest.mark.parametrize("use", graph_wordings().by_use, ids=str)
def test_each_use_has_eight_wordings_for_three_splits(use):
    wordings = graph_wordings().by_use[use]
    assert [wording.split for wording in wordings] == ["train", "dev", "train", "test", *["train"] * 4]
    assert {frozenset(parts_of(wording.text)[1]) for wording in wordings} == {frozenset(SLOTS[use[1]])}
    assert all(wording.text.endswith("?") and not wording.text.startswith("{") for wording in wordings)
    assert (use[3] is not None) == use[1].startswith(("first_last", "before_after"))


def test_no_two_wordings_are_alike_whatever_fills_the_slots():
    # "Who was the X before Y?" is asked of a holder and of an event; what Y is tells which.
    alike = Counter("{}".join(parts_of(wording.text)[0]) for wording in WORDINGS)
    assert {text for text, often in alike.items() if often > 1} <= {
        "{}".join(parts_of(wording.text)[0]) for wording in WORDINGS if "{event}" in wording.text
    }


def test_a_relation_has_all_the_names_that_it_has_in_complex_tr():
    for relation, block in wordings().relations.items():
        if relation in graph_wordings().statements:
            names = [block.label, *block.also]
            spelt = [*names, *map(str.title, names), block.label.replace(" ", "_"), f"wdt:{relation}", relation.lower()]
            assert set(map(graph_wordings().relation_called, spelt)) == {relation}


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("{also: P54x}", "P54: also is 'P54x', expected a list"),
        ("{also: []}", "there is no 'statement'"),
        ('{also: [], statement: "{subject} played"}', "P54: '{subject} played' has slots ['subject']"),
        ("{also: [], statement: S, simple: {}}", "there is no 'simple'"),
        ("{also: [], statement: S, simple_time: {person: [Q, Q, Q, Q]}}", "simple_time, person: expected subject or"),
        (
            "{also: [], statement: S, simple_time: {subject: [Q, Q, Q]}}",
            "expected subject or object, with 4 wordings or more",
        ),
        ("{also: [], statement: S, simple_time: {object: [Q, Q, Q, When was {anchor}?]}}", "has slots ['anchor'], not"),
    ],
)
def test_a_block_that_cannot_be_asked_is_told_in_one_line(block, message, monkeypatch, tmp_path):
    filled = block.replace("S,", '"{subject} was with {object}",').replace("Q", '"When was {anchor} with {named}?"')
    (tmp_path / "cron_questions.yaml").write_text(
        "P54: " + filled.replace("When was {anchor}?]", '"When was {anchor}?"]')
    )
    monkeypatch.setattr(yaml_tables, "files", lambda _: tmp_path)
    with pytest.raises(InputError) as told:
        graph_wordings.__wrapped__()
    assert message in str(told.value)
