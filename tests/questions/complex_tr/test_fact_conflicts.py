"""Facts that do not go together, against a search through all pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.complex_tr.fact_groups import conflicts
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, chronological_order

YEAR = CalendarDate.fromisoformat


def fact(relation, object_, start, end):
    return Fact("S", relation, object_, YEAR(start), YEAR(end))


CASES = [
    ("two ends", [("P69", "A", "1990", "1994"), ("P69", "A", "1990", "1995")], ["contradiction"]),
    ("two starts", [("P69", "A", "1990", "1994"), ("P69", "A", "1991", "1994")], ["contradiction"]),
    ("spans that overlap", [("P69", "A", "1990", "1994"), ("P69", "A", "1993", "1999")], ["contradiction"]),
    ("a month and its year", [("P69", "A", "1990", "1990"), ("P69", "A", "1990", "1991")], ["contradiction"]),
    ("one term after another", [("P69", "A", "1990", "1994"), ("P69", "A", "1994", "1999")], []),
    ("the same again", [("P69", "A", "1990", "1994"), ("P69", "A", "1990-01", "1994-01")], []),
    ("another object", [("P69", "A", "1990", "1994"), ("P69", "B", "1990", "1995")], []),
    ("another relation", [("P69", "A", "1990", "1994"), ("P108", "A", "1990", "1995")], []),
    ("two heads of state", [("P35", "A", "1990", "1994"), ("P35", "B", "1993", "1999")], ["two_holders"]),
    ("head coach to head coach", [("P286", "A", "1990", "1994"), ("P286", "B", "1994", "1999")], []),
    ("two mayors in one year", [("P6", "A", "1990", "1990"), ("P6", "B", "1990", "1999")], []),
    ("one chair within another's term", [("P488", "A", "1990", "1999"), ("P488", "B", "1992", "1993"),
                                         ("P488", "C", "1994", "1995")], ["two_holders", "two_holders"]),
    ("two employers", [("P108", "A", "1990", "1994"), ("P108", "B", "1993", "1999")], []),
    ("an unknown relation", [("X", "A", "1990", "1994"), ("X", "A", "1990", "1995")], ["contradiction"]),
]  # fmt: skip


@pytest.mark.parametrize(("stated", "kinds"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_a_conflict(stated, kinds):
    facts = [fact(*quadruple) for quadruple in stated]
    assert [kind for kind, _, _ in conflicts(facts)] == kinds
    assert [kind for kind, _, _ in conflicts(reversed(facts))] == kinds


def in_conflict(earlier, later):
    a, b = earlier.span, later.span
    shared = min(a.end, b.end) - max(a.start, b.start) + 1
    overlap = shared > 1 or (shared == 1 and a.end != b.start)
    if earlier.object == later.object:
        return "contradiction" if a.start == b.start or a.end == b.end or overlap else None
    return "two_holders" if overlap else None


@given(st.sets(st.tuples(st.sampled_from("ABC"), st.integers(1, 7), st.integers(0, 6)), max_size=9))
def test_a_later_fact_is_told_if_it_conflicts_with_any_earlier_one(stated):
    facts = [Fact("S", "P35", name, CalendarDate(start), CalendarDate(start + years)) for name, start, years in stated]
    facts.sort(key=chronological_order)
    expected = {
        (kind, later.statement)
        for place, later in enumerate(facts)
        for earlier in facts[:place]
        if (kind := in_conflict(earlier, later))
    }
    told = list(conflicts(facts))
    assert {(kind, later.statement) for kind, _, later in told} == expected
    assert len(told) == len(expected)
    assert all(in_conflict(earlier, later) == kind for kind, earlier, later in told)
