"""Helpers for each kind of question: the fields of its query, its answers found month by month, and small groups."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from hypothesis import strategies as st

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact, FactGroup, group_facts

FIELDS = {
    "l2_at": ("month",),
    "l2_between": ("month", "last_month"),
    "l2_offset": ("month", "duration", "direction"),
    "l3_neighbour": ("event", "direction"),
    "l3_during": ("event",),
    "l3_offset": ("event", "duration", "direction"),
}
"""The fields of :class:`TemporalQuery` that each kind sets, besides subject and relation."""

EVENT_OF_THE_RELATION_ASKED_FOR = {"l3_neighbour"}
MORE_THAN_ANSWERS_TOUCHES_THE_WINDOW = {"l3_neighbour"}
"""Of the other kinds, every fact that holds in some month of the window (see ``Explanation``) is an answer."""
RELATIONS = ["P108", "P551", "P54"]


def every_query(subject: str, relation: str, events: Mapping[str, Fact]) -> Iterator[TemporalQuery]:
    """Queries of every kind: June 2007, to January 2009, 1 and 42 months, both directions, each of the events.

    Args:
        subject: who is asked about.
        relation: what is asked for.
        events: one fact a relation; among them, of ``relation``.
    """
    june = parse_month("2007-06")
    for kind in KINDS:
        same = kind in EVENT_OF_THE_RELATION_ASKED_FOR
        choices = {
            "month": [june], "last_month": [june + 19], "duration": [1, 42], "direction": ["before", "after"],
            "event": [events[relation]] if same else [*events.values()],
        }  # fmt: skip
        for values in product(*(choices[field] for field in FIELDS[kind])):
            yield TemporalQuery(kind, subject, relation, **dict(zip(FIELDS[kind], values, strict=True)))


@st.composite
def drawn_queries(draw: st.DrawFn, facts: Sequence[Fact], kinds: Sequence[str] = (*KINDS,)) -> TemporalQuery:
    """A query about Ann, of one of the kinds, with one of the facts as its event, or a month around 2000 to 2005."""
    kind = draw(st.sampled_from(kinds))
    event, month = draw(st.sampled_from(facts)), parse_month("2000-01") + draw(st.integers(-5, 65))
    values = {
        "month": st.just(month), "last_month": st.integers(month, month + 20), "duration": st.integers(1, 30),
        "direction": st.sampled_from(["before", "after"]), "event": st.just(event),
    }  # fmt: skip
    relation = event.relation if kind in EVENT_OF_THE_RELATION_ASKED_FOR else draw(st.sampled_from(RELATIONS))
    return TemporalQuery(kind, "Ann", relation, **{field: draw(values[field]) for field in FIELDS[kind]})


def right_answers(query: TemporalQuery, facts: Sequence[Fact]) -> list[str]:
    """The table of :class:`TemporalQuery`, read on sets of months: slow, simple, without code of the library."""

    def months(of: Fact) -> set[int]:
        return set(range(of.start.year * 12 + of.start.month - 1, of.end.year * 12 + of.end.month))

    asked = [fact for fact in facts if (fact.subject, fact.relation) == (query.subject, query.relation)]
    of_event = months(query.event) if query.event else set()
    sign = {"before": -1, "after": 1, None: 0}[query.direction]
    match query.kind:
        case "l2_at":
            found = [fact for fact in asked if query.month in months(fact)]
        case "l2_between":
            found = [fact for fact in asked if months(fact) & set(range(query.month, query.last_month + 1))]
        case "l2_offset":
            found = [fact for fact in asked if query.month + sign * query.duration in months(fact)]
        case "l3_neighbour":
            away = {fact: sign * (min(months(fact)) - min(of_event)) for fact in asked}
            nearest = min((months for months in away.values() if months > 0), default=None)
            found = [fact for fact in asked if away[fact] == nearest]
        case "l3_during":
            found = [fact for fact in asked if months(fact) & of_event and fact != query.event]
        case "l3_offset":
            edge = min(of_event) if query.direction == "before" else max(of_event)
            found = [fact for fact in asked if edge + sign * query.duration in months(fact)]
    found.sort(key=lambda fact: (min(months(fact)), max(months(fact)), fact.object))
    return list(dict.fromkeys(fact.object for fact in found))


def answers_read_open(query: TemporalQuery, facts: Sequence[Fact]) -> set[str]:
    """The answers of ``l2_between`` or ``l3_during`` where no fact of several months holds in its first or last month.

    Time is a line of points, two a month: a fact has the points between its months, or that of its only month.
    """

    def points(fact: Fact) -> set[int]:
        first, last = (date.year * 24 + date.month * 2 - 2 for date in (fact.start, fact.end))
        return set(range(first + 1, last)) or {first}

    asked = points(query.event) if query.event else set(range(2 * query.month, 2 * query.last_month + 1))
    others = [fact for fact in facts if (fact.subject, fact.relation) == (query.subject, query.relation)]
    return {fact.object for fact in others if fact != query.event and points(fact) & asked}


def fact(relation: str, object_: str, start: int, end: int) -> Fact:
    """A fact whose start and end are month numbers."""
    dates = [CalendarDate(month // 12, month % 12 + 1) for month in (start, end)]
    return Fact("Ann", relation, object_, *dates)


@st.composite
def groups(draw: st.DrawFn) -> FactGroup:
    """Few names, few months: overlapping, touching, equal, one-month and repeated facts all occur."""
    relations, names = st.sampled_from(["P108", "P69"]), st.sampled_from("ABCD")
    facts = st.tuples(relations, names, st.integers(24000, 24020), st.integers(0, 9))
    drawn = draw(st.lists(facts, min_size=1, max_size=7))
    return group_facts([fact(relation, name, start, start + length) for relation, name, start, length in drawn])[0]
