"""Pseudo-facts keep durations, order and identity of entities, and nothing else."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from temporal_qa.fiction.groups import (
    MAX_SHIFT,
    MIN_SHIFT,
    renamed,
    shifted,
)
from temporal_qa.fiction.names import ENTITY_TYPES, FictionalNames, Renaming
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import answer
from temporal_qa.questions.complex_tr.synthesis import all_questions
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact, FactGroup, group_facts
from temporal_qa.timeline.spans import TimeSpan

RELATIONS = wordings().relations
NAMES = FictionalNames(5)

# Names of real entities that code which splices text could trip over.
HOSTILE = [
    "{question}", "{context} {order}", "{}", "{0}", "%s", "\\1", "A $andB", "$an", "May 1990", "June", "the", "?", "'",
    "from May 1990 to June 1991", "Ann, from 1990", "Straße", "STRASSE", "Ann\u00a0Lee", "Ann\u200bLee", "李雷", "محمد",
    "🏟️", "a" * 500, '"', "|", "Ann", "ann", "ANN", "Å", "A\u030a",
]  # fmt: skip
TYPES = [*sorted(ENTITY_TYPES), "planet", "", None]


def later(span, months):
    return TimeSpan(span.start + months, span.end + months)


def date(draw, year):
    month = draw(st.none() | st.integers(1, 12))
    return CalendarDate(year, month, draw(st.none() | st.integers(1, 28)) if month else None)


@st.composite
def groups(draw, relations=tuple(RELATIONS)):
    """Real groups: dates of any precision and era, many that touch or tie; all kinds of names and types."""
    subject = draw(st.sampled_from(HOSTILE))
    base, facts = draw(st.sampled_from([-5_000, -44, -1, 0, 1, 1582, 1900, 1990, 9_000])), []
    types = (draw(st.sampled_from(TYPES)), st.sampled_from(TYPES))
    for _ in range(draw(st.integers(1, 8))):
        year = base + draw(st.integers(0, 6))
        start, end = sorted([date(draw, year), date(draw, year + draw(st.integers(0, 4)))])
        assume(start.month_number <= end.month_number)
        facts.append(
            Fact(
                subject, draw(st.sampled_from(relations)), draw(st.sampled_from([*HOSTILE, subject])), start, end,
                "Q1", draw(st.none() | st.just("Q2")), types[0], draw(types[1]),
            )
        )  # fmt: skip
    return group_facts(facts)[0]


def chronology(group):
    """Everything about the order of its facts in time, for each pair."""
    lengths = [(fact.relation, fact.span.months) for fact in group.facts]
    pairs = [
        (
            b.span.start - a.span.start, b.span.end - a.span.end, b.span.start - a.span.end,
            a.span.overlaps(b.span), (a.span > b.span) - (a.span < b.span),
        )
        for a, b in combinations(group.facts, 2)
    ]  # fmt: skip
    return lengths, pairs


MONTHS = st.integers(MIN_SHIFT, MAX_SHIFT) | st.sampled_from([0, 1, -1, 12, MIN_SHIFT, MAX_SHIFT])


@given(groups(), MONTHS)
def test_a_shift_keeps_every_duration_overlap_gap_and_the_order(group, months):
    moved = shifted(group, months, "S1")
    assert chronology(moved) == chronology(group)
    assert [fact.span for fact in moved.facts] == [later(fact.span, months) for fact in group.facts]
    assert {fact.subject_id for fact in moved.facts} == {moved.subject_id} == {"S1"}
    # Still a group as group_facts makes them, of months.
    assert list(moved.facts) == sorted(moved.facts, key=lambda fact: (fact.span, fact.relation, fact.object))
    dates = [date for fact in moved.facts for date in (fact.start, fact.end)]
    assert all(date.month is not None and date.day is None for date in dates)


@given(groups(), MONTHS)
def test_a_shift_changes_time_and_nothing_else(group, months):
    def apart_from_time(of):
        return [(f.subject, f.relation, f.object, f.object_id, f.subject_type, f.object_type) for f in of.facts]

    moved = shifted(group, months, "Q1")
    assert (moved.subject, moved.subject_id) == (group.subject, "Q1")
    assert apart_from_time(moved) == apart_from_time(group)
    assert [fact.span for fact in shifted(moved, -months, "Q1").facts] == [fact.span for fact in group.facts]


@pytest.mark.parametrize(
    ("date", "months", "expected"),
    [("1990", 0, "1990-01"), ("1990", 11, "1990-12"), ("1990-12-31", 1, "1991-01"), ("0001-01", -1, "0000-12"),
     ("0000-12", 1, "0001-01"), ("-0001", -1, "-0002-12"), ("1021-05", -1200, "0921-05"), ("2023-03", 240, "2043-03"),
     ("2020-02-29", 12, "2021-02")],
)  # fmt: skip
def test_a_date_becomes_a_month_and_moves(date, months, expected):
    fact = Fact("Ann", "P54", "A", CalendarDate.fromisoformat(date), CalendarDate.fromisoformat(date))
    (moved,) = shifted(FactGroup("Ann", (fact,)), months, "S1").facts
    assert moved.start.isoformat() == moved.end.isoformat() == expected


@given(groups(), st.integers(0, 10**6))
def test_a_group_is_renamed_one_name_for_another(group, n):
    fiction = renamed(group, Renaming(n, NAMES, random.Random(n)))

    def shape(of):
        """The facts that each entity takes part in; groups of equal shape differ in names only."""
        return Counter(
            (entity == of.subject, tuple(sorted((f.span, f.relation) for f in of.facts if f.object == entity)))
            for entity in {of.subject, *(fact.object for fact in of.facts)}
        )

    assert shape(fiction) == shape(group)
    assert len(fiction.facts) == len(group.facts)
    assert [(fact.span, fact.relation) for fact in fiction.facts] == [(f.span, f.relation) for f in group.facts]
    assert chronology(fiction) == chronology(group)
    assert {(fact.subject, fact.subject_id) for fact in fiction.facts} == {(fiction.subject, "Q1")}
    assert not {fiction.subject, *(f.object for f in fiction.facts)} & {group.subject, *(f.object for f in group.facts)}
    assert list(fiction.facts) == sorted(fiction.facts, key=lambda fact: (fact.span, fact.relation, fact.object))
    assert all(fact.object_id is None for fact in fiction.facts)


@given(groups())
def test_types_are_kept_and_unknown_ones_are_those_of_the_relation_table(group):
    fiction = renamed(group, Renaming(0, NAMES, random.Random(0)))
    subject_type = group.facts[0].subject_type
    expected = (
        [subject_type] if subject_type in ENTITY_TYPES else RELATIONS[group.representative_relation].subject_types
    )
    assert {fact.subject_type for fact in fiction.facts} == {expected[0]}
    first_types = {group.subject: expected[0]}
    for fact in group.facts:
        usual = RELATIONS[fact.relation].object_types[0]
        first_types.setdefault(fact.object, fact.object_type if fact.object_type in ENTITY_TYPES else usual)
    assert Counter(first_types[f.object] for f in group.facts) == Counter(f.object_type for f in fiction.facts)


@given(groups())
def test_fictional_names_are_names_of_their_type(group):
    """Never the answer separator, a slot, or anything else of the real names."""
    fiction = renamed(group, Renaming(0, NAMES, random.Random(0)))
    for fact in fiction.facts:
        for name in (fact.subject, fact.object):
            assert ANSWER_SEPARATOR not in name
            assert "$" not in name
            assert set(name).isdisjoint('{}%?,."')


def test_a_subject_may_be_an_object_of_its_own():
    month = CalendarDate(1990, 1)
    facts = [Fact("IBM", "P127", name, month, month, "Q1", None, "company", "company") for name in ("IBM", "SAP")]
    fiction = renamed(group_facts(facts)[0], Renaming(0, NAMES, random.Random(0)))
    assert len(fiction.facts) == 2
    assert fiction.subject in {fact.object for fact in fiction.facts}
    assert {fact.object_type for fact in fiction.facts} == {"company"}


def made_of(query, renaming, months):
    """A query about the source, translated to the pseudo-group."""
    event = query.event and next(
        fact for fact in renaming.group.facts
        if (fact.relation, fact.object, fact.span)
        == (query.event.relation, renaming.names[query.event.object], later(query.event.span, months))
    )  # fmt: skip
    return type(query)(
        query.kind, renaming.names[query.subject], query.relation,
        None if query.month is None else query.month + months,
        None if query.last_month is None else query.last_month + months,
        query.duration, query.direction, event,
    )  # fmt: skip


class RenamedGroup:
    """A renamed group, and the new name of each entity, which a renaming with the same number and generator repeats."""

    def __init__(self, source, n):
        self.group = renamed(source, Renaming(n, NAMES, random.Random(n)))
        renaming = Renaming(n, NAMES, random.Random(n))
        self.names = {source.subject: renaming.subject(self.group.facts[0].subject_type)}
        for fact in source.facts:
            if fact.object not in self.names:
                usual = RELATIONS[fact.relation].object_types[0]
                entity_type = fact.object_type if fact.object_type in ENTITY_TYPES else usual
                self.names[fact.object] = renaming.object(entity_type, self.names.values())


@given(groups(relations=("P54", "P108", "P127")), st.integers(0, 1_000), MONTHS, st.integers(0, 3))
def test_every_question_keeps_its_answers_up_to_the_names(source, n, months, seed):
    renaming = RenamedGroup(shifted(source, months, "S1"), n)
    for candidate in all_questions(source, seed):
        query = made_of(candidate.query, renaming, months)
        assert query.reference_month == candidate.query.reference_month + months
        assert set(answer(query, renaming.group.facts)) == {renaming.names[name] for name in candidate.answers}
        assert answer(candidate.query, source.facts) == list(candidate.answers)


@given(groups(relations=("P54", "P108", "P127")), st.integers(0, 1_000), MONTHS)
@example(group_facts([Fact("Ann", "P54", name, CalendarDate(1990), CalendarDate(1991)) for name in "AB"])[0], 0, -7)
def test_a_pseudo_group_has_the_questions_of_its_source_and_no_others(source, n, months):
    """Free months aside: names order facts with equal dates, and so the draws.

    The source has no two spellings of one name, which are two names of the pseudo-group.
    """
    names = {fact.object for fact in source.facts}
    assume(len(set(map(normalize_answer, names))) == len(names))
    renaming = RenamedGroup(shifted(source, months, "S1"), n)

    def asked(group, names, months):
        left_out = Counter()
        found = Counter(
            (
                c.query.kind, c.query.relation, c.query.direction, frozenset(names[a] for a in c.answers),
                c.query.event and (c.query.event.relation, names[c.query.event.object],
                                   later(c.query.event.span, months)),
            )
            for c in all_questions(group, 0, left_out)
        )  # fmt: skip
        return found, left_out

    same = {name: name for name in renaming.names.values()}
    assert asked(source, renaming.names, months) == asked(renaming.group, same, 0)
