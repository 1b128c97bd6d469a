"""The solver against a second one that is slow and plain: it works on sets of months, and shares no code with it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.queries import KINDS, TemporalQuery
from temporal_qa.questions.solver import answer, proving_facts
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import Fact


def by_months(query: TemporalQuery, facts: list[Fact]) -> set[str]:
    def months(of: Fact) -> set[int]:
        first, last = of.start.year * 12 + (of.start.month or 1), of.end.year * 12 + (of.end.month or 1)
        return set(range(first, last + 1))

    def at(month: int | None) -> int:
        assert month is not None
        return month + 1  # from months since January of year 0, to year * 12 + month

    asked = [f for f in facts if (f.subject, f.relation) == (query.subject, query.relation)]
    event, duration = query.event, query.duration or 0
    if query.kind == "l2_at":
        wanted = {at(query.month)}
    elif query.kind == "l2_between":
        wanted = set(range(at(query.month), at(query.last_month) + 1))
    elif query.kind == "l2_offset":
        wanted = {at(query.month) - duration if query.direction == "before" else at(query.month) + duration}
    else:
        assert event is not None
        if query.kind == "l3_neighbour":
            step = 1 if query.direction == "after" else -1
            for away in range(1, 1000):
                found = {f.object for f in asked if min(months(f)) == min(months(event)) + step * away}
                if found:
                    return found
            return set()
        if query.kind == "l3_during":
            return {f.object for f in asked if months(f) & months(event) and f != event}
        wanted = {min(months(event)) - duration if query.direction == "before" else max(months(event)) + duration}
    return {f.object for f in asked if months(f) & wanted}


@st.composite
def groups(draw: st.DrawFn) -> list[Fact]:
    """Facts of one subject in a few years, so that they overlap, touch and tie; each (relation, object) once."""
    facts = []
    for number in range(draw(st.integers(1, 9))):
        start = draw(st.integers(0, 40))
        # One month, a few, or up to the date of the source, as facts that have no end.
        end = draw(st.one_of(st.just(start), st.integers(start, start + 12), st.just(60)))
        first, last = (CalendarDate(2000 + m // 12, m % 12 + 1) for m in (start, end))
        facts.append(Fact("Ann", draw(st.sampled_from(["P108", "P551", "P54"])), f"place {number}", first, last))
    return facts


@st.composite
def queries(draw: st.DrawFn, facts: list[Fact]) -> TemporalQuery:
    kind = draw(st.sampled_from(sorted(KINDS)))
    event = draw(st.sampled_from(facts)) if kind.startswith("l3") else None
    relation = draw(st.sampled_from(["P108", "P551", "P54"]))
    if kind == "l3_neighbour" and event is not None:
        relation = event.relation
    month = None if event else parse_month("2000-01") + draw(st.integers(-5, 65))
    return TemporalQuery(
        kind,
        "Ann",
        relation,
        month=month,
        last_month=month + draw(st.integers(0, 20)) if kind == "l2_between" and month is not None else None,
        duration=draw(st.integers(1, 30)) if kind.endswith("offset") else None,
        direction=draw(st.sampled_from(["before", "after"])) if kind.endswith(("offset", "neighbour")) else None,
        event=event,
    )


@given(st.data())
def test_agrees_with_the_solver_that_counts_months(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(queries(facts))
    found = answer(query, facts)
    assert set(found) == by_months(query, facts)
    assert len(found) == len(set(found))


@given(st.data())
def test_neither_the_order_nor_a_repetition_of_the_facts_matters(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(queries(facts))
    shuffled = data.draw(st.permutations([*facts, *facts]))
    assert answer(query, shuffled) == answer(query, facts)


@given(st.data())
def test_answers_are_chronological_and_proved(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(queries(facts))
    proof = proving_facts(query, facts)
    if query.event is not None:
        assert proof.pop() == query.event
    assert proof == sorted(proof, key=lambda f: (f.start, f.end, f.object))
    assert [f.object for f in proof] == answer(query, facts)
