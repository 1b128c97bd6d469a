"""Mentions in questions, and the times that a graph tells of them, against brute force; without torch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph.events import Events
from temporal_qa.io.errors import InputError
from temporal_qa.models.graph_qa.known import NONE, LookedUpTimes
from temporal_qa.models.graph_qa.linking import Mention, find_mentions, masked
from temporal_qa.questions.cron_questions.years import YearFacts

NAMES = {"Ann": 0, "Ann Lee": 1, "Mayor of Ohio, Inc.": 2, "Twins": -1, "Route 66": 3, "Q7": 1}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who met Ann Lee in 1990?", [("Ann Lee", 1), ("1990", 1990)]),
        ("Who met Ann?", [("Ann", 0)]),
        ("Was Ann Mayor of Ohio, Inc.?", [("Ann", 0), ("Mayor of Ohio, Inc.", 2)]),
        ("Who built Route 66 in 66?", [("Route 66", 3), ("66", 66)]),
        ("Who knew Twins in -44?", [("-44", -44)]),
        ("Who knew Twins in 44 BC?", [("44 BC", -43)]),
        ("Who said 12345 or 1-2?", []),
    ],
)
def test_the_longest_names_and_the_years_outside_of_them_are_found(question, expected):
    found = find_mentions({"question": question}, NAMES)
    told = [(question[m.start : m.end], m.year if m.entity is None else m.entity) for m in found]
    assert told == expected


def test_what_a_row_tells_is_believed_and_an_unknown_entity_is_an_error():
    row = {"id": "r", "question": "Ann and Ann Lee in 1990", "entities": [{"id": "Q7", "start": 8, "end": 15}],
           "times": [{"year": 1990, "start": 19, "end": 23}]}  # fmt: skip
    assert find_mentions(row, NAMES) == [Mention(8, 15, entity=1), Mention(19, 23, year=1990)]
    assert masked(row["question"], find_mentions(row, NAMES))[0] == "Ann and X in 2000"
    with pytest.raises(InputError, match="question r: 'Q8' is not an entity"):
        find_mentions(row | {"entities": [{"id": "Q8", "start": 0, "end": 1}]}, NAMES)


def test_rows_of_the_release_do_not_say_where_names_stand():
    row = {"id": "r", "question": "Who met Ann Lee, and Ann Lee in 1990?", "times": [{"year": 1990}],
           "entities": [{"id": "Q7", "slot": "head"}, {"id": "Mayor of Ohio, Inc.", "slot": None}]}  # fmt: skip
    mentions = find_mentions(row, NAMES)
    assert mentions == [Mention(8, 15, entity=1), Mention(32, 36, year=1990), Mention(37, 37, entity=2)]
    assert masked(row["question"], mentions)[0] == "Who met X, and Ann Lee in 2000?"


facts = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(4, 6), st.integers(0, 9), st.integers(0, 3)),
    min_size=1,
    max_size=20,
)  # fmt: skip


@given(facts, st.integers(0, 6), st.integers(0, 6))
def test_looked_up_times_are_those_of_the_years_of_facts(drawn, one, other):
    columns = [np.array(column, np.int32) for column in zip(*drawn, strict=True)]
    columns[4] = columns[3] + columns[4]
    events = Events(np.array([6], np.int32), np.array([3], np.int32), np.array([5], np.int32))
    times = LookedUpTimes(YearFacts(*columns, np.arange(len(drawn))), events, relations=2)
    spans = list(zip(*(column.tolist() for column in columns), strict=True))
    together = [fact for fact in spans if {fact[0], fact[2]} == {one, other}]
    first_pair = times.of_mentions([one, other])[:6]
    if one == other or not together:
        assert first_pair == [NONE] * 6
        return
    relation = min(fact[1] for fact in together)
    together = [fact for fact in together if fact[1] == relation]
    first, last = min(fact[3] for fact in together), max(fact[4] for fact in together)
    for place, (anchor, excepted) in enumerate(((one, other), (other, one))):
        years = {
            year for fact in spans if fact[1] == relation and anchor in (fact[0], fact[2])
            and excepted not in (fact[0], fact[2]) for year in range(fact[3], fact[4] + 1)
        }  # fmt: skip
        before = max((year for year in years if year < first), default=NONE)
        after = min((year for year in years if year > last), default=NONE)
        assert first_pair[2 + 2 * place : 4 + 2 * place] == [before, after]
    assert first_pair[:2] == [first, last]
    ends = times.ends(one)
    own = [fact for fact in spans if fact[0] == one and fact[1] == 0]
    expected = [min(f[3] for f in own), max(f[4] for f in own)] if own else [NONE] * 2
    assert ends[:, 0].tolist() == expected
