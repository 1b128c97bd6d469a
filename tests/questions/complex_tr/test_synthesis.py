"""Every question that a group's facts can answer, checked against a month-by-month reading of DESIGN's table."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from time import process_time

import pytest
from each_kind import answers_read_open, fact, groups, right_answers
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.questions.complex_tr.solver import answer
from temporal_qa.questions.complex_tr.synthesis import (
    GroupIndex,
    all_questions,
    question_slots,
    questions_of_kind,
    segments,
)
from temporal_qa.timeline.facts import group_facts


@given(groups())
def test_segments_say_in_every_month_which_facts_hold(group):
    for segment in segments(group.facts):
        for month in segment.months:
            assert segment.facts == tuple(f for f in group.facts if f.span.start <= month <= f.span.end)


@given(groups(), st.integers(0, 5))
def test_answers_are_right_and_in_chronological_order(group, seed):
    """Synthesis, solver and the plain table of the design agree."""
    for candidate in all_questions(group, seed):
        right = right_answers(candidate.query, group.facts)
        assert list(candidate.answers) == answer(candidate.query, group.facts) == right != []


@given(groups())
def test_an_event_is_named_without_doubt(group):
    for candidate in all_questions(group, 0):
        if event := candidate.query.event:
            assert sum((f.relation, f.object) == (event.relation, event.object) for f in group.facts) == 1


@given(groups())
def test_durations_and_spans_are_never_empty(group):
    first = min(f.span.start for f in group.facts)
    last = max(f.span.end for f in group.facts)
    for candidate in all_questions(group, 0):
        query = candidate.query
        if query.duration is not None:
            assert 1 <= query.duration <= 15 * 12
        if query.last_month is not None:
            assert query.month < query.last_month
        if query.month is not None:
            assert first <= query.month <= last


@given(groups())
def test_every_set_of_answers_that_a_month_can_have_is_asked_for(group):
    """Completeness: no month of the group's time has an answer set that no l2_at question asks for."""
    for relation in group.relations:
        asked = [f for f in group.facts if f.relation == relation]
        by_month = {
            frozenset(f.object for f in asked if f.span.start <= month <= f.span.end)
            for month in range(min(f.span.start for f in asked), max(f.span.end for f in asked) + 1)
        }
        questions = [c for c in questions_of_kind(group, "l2_at", 0) if c.query.relation == relation]
        assert {frozenset(c.answers) for c in questions} == by_month - {frozenset()}


@given(groups())
def test_a_fact_is_an_event_just_where_spans_closed_and_open_give_the_same_answers(group):
    for relation in group.relations:
        events = [c.query.event for c in questions_of_kind(group, "l3_during", 0) if c.query.relation == relation]
        for event in group.facts:
            query = TemporalQuery("l3_during", "Ann", relation, event=event)
            named_once = sum((f.relation, f.object) == (event.relation, event.object) for f in group.facts) == 1
            closed = right_answers(query, group.facts)
            sure = named_once and closed and set(closed) == answers_read_open(query, group.facts)
            assert (event in events) == bool(sure)


@given(groups())
def test_months_are_asked_about_just_where_spans_closed_and_open_have_the_same_facts(group):
    """Facts, and not answers: a month in which a fact ends begins no question, even if its object holds again later."""
    each_other = [replace(f, object=f"{f.object} {n}") for n, f in enumerate(group.facts)]
    for relation in group.relations:
        slots = question_slots(GroupIndex(group, relation), "l2_between")
        free = {(a, b) for slot in slots for a in slot.free for b in slot.last_free if a < b}
        asked = [f for f in each_other if f.relation == relation]
        first, last = min(f.span.start for f in asked), max(f.span.end for f in asked)
        for months in combinations(range(first, last + 1), 2):
            query = TemporalQuery("l2_between", "Ann", relation, *months)
            closed = right_answers(query, each_other)
            assert (months in free) == bool(closed and set(closed) == answers_read_open(query, each_other))


@pytest.mark.parametrize(
    ("event", "other", "asked"),
    [
        # by whom else was it owned when LMS was the owner: by the one who sold to LMS in that month?
        (("P127", "LMS", 24010, 24020), ("P127", "Sold to LMS", 24000, 24010), False),
        (("P127", "LMS", 24010, 24020), ("P127", "Bought from LMS", 24020, 24030), False),
        (("P127", "LMS", 24010, 24020), ("P127", "Partner", 24000, 24011), True),
        (("P127", "LMS", 24010, 24020), ("P127", "Partner, all the time", 24010, 24020), True),
        (("P127", "LMS", 24010, 24011), ("P127", "Partner, two months", 24010, 24011), True),
        (("P127", "LMS", 24010, 24020), ("P488", "Chair until then", 24000, 24010), False),
        (("P127", "LMS", 24010, 24020), ("P488", "Chair", 24015, 24030), True),
        # facts of one month
        (("P127", "LMS", 24010, 24020), ("P488", "Chair, once", 24015, 24015), True),
        (("P127", "LMS", 24010, 24020), ("P488", "Chair, at the end", 24020, 24020), False),
        (("P127", "LMS", 24010, 24010), ("P488", "Chair, in that month", 24010, 24010), True),
        (("P127", "LMS", 24010, 24010), ("P488", "Chair", 24000, 24020), True),
        (("P127", "LMS", 24010, 24010), ("P488", "Chair until then", 24000, 24010), False),
    ],
)
def test_no_answer_to_during_hangs_on_one_boundary_month(event, other, asked):
    (group,) = group_facts([fact(*event), fact(*other)])
    not_asked = Counter()
    found = [c.answers for c in questions_of_kind(group, "l3_during", 0, not_asked) if c.query.event.object == event[1]]
    assert ((other[1],) in found) == asked
    assert ("l3_during: an answer hangs on one shared boundary month" in not_asked) == (not asked)


CAREER = group_facts(
    [fact("P108", "A", 24000, 24010), fact("P108", "B", 24010, 24020), fact("P69", "U", 24005, 24012)]
)[0]


def test_all_means_one_question_for_each_thing_that_can_be_told_apart():
    assert Counter(candidate.query.kind for candidate in all_questions(CAREER, seed=0)) == {
        "l2_at": 4,  # A, A and B in the month in which they touch, B; U
        "l2_between": 4,  # inside A, from A to B, inside B; inside U
        "l2_offset": 8,  # four segments, before and after
        "l3_neighbour": 2,  # B after A, A before B
        "l3_during": 3,  # both during U, U during A and during B
        "l3_offset": 6,  # B after A and after U, A before B and before U, U after A and before B
    }


def test_what_is_not_asked_is_counted_by_reason():
    """A in two separate months or so, then B: five segments, the second and fourth of which are gaps."""
    (twice,) = group_facts(
        [fact("P108", "A", 24000, 24000), fact("P108", "A", 24005, 24006), fact("P108", "B", 24008, 24008)]
    )
    not_asked = Counter()
    asked = Counter(candidate.query.kind for candidate in all_questions(twice, 0, not_asked))
    assert not_asked == {
        "l2_at: no answer": 2,
        "l2_between: no answer": 2,
        "l2_between: the span is one month": 2,  # the first A, and B
        "l2_offset: no answer": 4,  # two gaps, before and after
        "l2_offset: no month to count from": 2,  # after what is before the first month, before what is after the last
        "l3_neighbour: the event is ambiguous": 2,  # A twice
        "l3_neighbour: no answer": 1,  # nothing after B
        "l3_during: the event is ambiguous": 2,
        "l3_during: no answer": 1,  # nothing during B
        "l3_offset: the event is ambiguous": 2,
        "l3_offset: no answer": 1,  # nothing after B
    }
    assert asked == {"l2_at": 3, "l2_between": 15 - 4, "l2_offset": 10 - 6, "l3_neighbour": 1, "l3_offset": 2}


def test_a_single_fact_is_asked_about_by_months_only():
    (alone,) = group_facts([fact("P108", "A", 24000, 24005)])
    not_asked = Counter()
    asked = Counter(candidate.query.kind for candidate in all_questions(alone, 0, not_asked))
    assert asked == {"l2_at": 1, "l2_between": 1, "l2_offset": 2}
    assert not_asked == {"l3_neighbour: no answer": 2, "l3_during: no answer": 1, "l3_offset: no answer": 2}


def test_the_seed_decides_the_months_and_nothing_else():
    assert all_questions(CAREER, 1) == all_questions(CAREER, 1)
    one, other = all_questions(CAREER, 1), all_questions(CAREER, 2)
    assert one != other
    assert [(c.query.kind, c.answers) for c in one] == [(c.query.kind, c.answers) for c in other]


def drawn(facts, kind, seeds, of=lambda query: query):
    (group,) = group_facts(facts)
    return {of(candidate.query) for seed in range(seeds) for candidate in questions_of_kind(group, kind, seed)}


def test_free_months_are_drawn_from_the_whole_segment():
    life = [fact("P108", "A", 24001, 24006), fact("P108", "B", 24007, 24007), fact("P69", "U", 24000, 24000)]
    at = drawn(life, "l2_at", 100, lambda query: (query.relation, query.month))
    assert at == {("P108", month) for month in range(24001, 24008)} | {("P69", 24000)}

    spans = drawn(life[:1], "l2_between", 500, lambda query: (query.month, query.last_month))
    assert spans == {(a, b) for a in range(24001, 24007) for b in range(a + 1, 24007)}
    over = drawn(life[:2], "l2_between", 100, lambda query: (query.month, query.last_month))
    assert {month for month, last in over if last == 24007} == set(range(24001, 24006))  # not the last one of A

    offsets = drawn(life, "l3_offset", 100, lambda q: (q.relation, q.event.object, q.direction, q.duration))
    assert {months for *which, months in offsets if which == ["P108", "U", "after"]} == set(range(1, 8))
    assert {months for *which, months in offsets if which == ["P108", "B", "before"]} == set(range(1, 7))

    targets = drawn(life, "l2_offset", 300, lambda q: (q.direction, q.month, q.duration, q.relation))
    before = {(month - months, month) for how, month, months, asked in targets if (how, asked) == ("before", "P108")}
    assert before == {(target, month) for target in range(24001, 24007) for month in range(target + 1, 24008)}


def test_an_offset_is_at_most_fifteen_years():
    far = [fact("P108", "A", 24000, 24000), fact("P69", "U", 24180, 24180), fact("P69", "V", 24181, 24181)]
    assert drawn(far, "l3_offset", 1, lambda q: (q.event.object, q.relation, q.duration)) == {
        ("A", "P69", 180), ("U", "P108", 180), ("U", "P69", 1), ("V", "P69", 1)
    }  # fmt: skip
    assert drawn(far, "l2_offset", 1500, lambda q: q.duration) == set(range(1, 181))


def test_a_span_is_at_most_forty_segments():
    chain = [fact("P108", f"Employer {n}", 24000 + 2 * n, 24001 + 2 * n) for n in range(45)]
    (group,) = group_facts(chain)
    lengths = Counter(len(candidate.answers) for candidate in questions_of_kind(group, "l2_between", 0))
    assert lengths == {length: 46 - length for length in range(1, 41)}


def test_the_weight_of_a_question_is_how_many_months_its_free_one_is_drawn_from():
    def slots(facts, kind):
        (group,) = group_facts(facts)
        return [slot for relation in group.relations for slot in question_slots(GroupIndex(group, relation), kind)]

    several = [fact("P108", "A", 24001, 24006), fact("P69", "U", 24000, 24000)]
    for kind, by_answer in {"l2_at": {"A": 6, "U": 1}, "l3_offset": {"A": 6, "U": 1}}.items():
        assert {slot.segments[0].facts[0].object: slot.months for slot in slots(several, kind)} == by_answer
    clipped = [fact("P108", "A", 24000, 24000), fact("P69", "U", 24179, 24300)]
    (after,) = [slot for slot in slots(clipped, "l3_offset") if slot.direction == "after"]
    assert after.months == 2  # of the 122 months of U, two lie within fifteen years of A


def test_finding_the_events_of_a_thousand_long_facts_takes_time_by_their_square_at_most():
    """A minute and more if each event looks at the facts of each segment that it meets."""
    (group,) = group_facts([fact("P108", f"Employer {n}", 24000 + n, 25000 + n) for n in range(1200)])
    begun = process_time()
    assert len(list(question_slots(GroupIndex(group, "P108"), "l3_during"))) == 800
    assert process_time() - begun < 30


def test_an_object_in_two_spellings_is_no_event():
    spelt = [fact("P108", "ACME", 0, 5), fact("P108", "Beta", 10, 15), fact("P108", "The Acme", 20, 25)]
    (group,) = group_facts(spelt)
    events = {candidate.query.event for candidate in all_questions(group, 1)} - {None}
    assert {event.object for event in events} == {"Beta"}
