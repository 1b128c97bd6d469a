"""Compares the solver with a second, slow and simple one, which works on sets of months and shares no code with it."""

from each_kind import RELATIONS, answers_read_open, drawn_queries, right_answers
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.complex_tr.solver import Solution, answer
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact


@st.composite
def groups(draw: st.DrawFn) -> list[Fact]:
    """Facts of one subject in a few years, so that they overlap, touch and tie; each (relation, object) once."""
    facts = []
    for number in range(draw(st.integers(1, 9))):
        start = draw(st.integers(0, 40))
        # One month, a few, or up to the date of the source, as facts that have no end.
        end = draw(st.one_of(st.just(start), st.integers(start, start + 12), st.just(60)))
        first, last = (CalendarDate(2000 + m // 12, m % 12 + 1) for m in (start, end))
        facts.append(Fact("Ann", draw(st.sampled_from(RELATIONS)), f"place {number}", first, last))
    return facts


@given(st.data())
def test_agrees_with_the_solver_that_counts_months(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts))
    assert answer(query, facts) == right_answers(query, facts)


@given(st.data())
def test_neither_the_order_nor_a_repetition_of_the_facts_matters(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts))
    shuffled = data.draw(st.permutations([*facts, *facts]))
    assert answer(query, shuffled) == answer(query, facts)


@given(st.data())
def test_answers_are_chronological_and_proved(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts))
    proof = Solution(query, [], facts).proof
    if query.event is not None:
        assert proof.pop() == query.event
    assert proof == sorted(proof, key=lambda f: (f.start, f.end, f.object))
    assert [f.object for f in proof] == answer(query, facts)


@given(st.data())
def test_read_open_those_answers_remain_that_share_a_point_with_the_time_asked_about(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts, ["l2_between", "l3_during"]))
    remaining = Solution(query, answer(query, facts), facts).answers_read_open
    assert remaining == [name for name in right_answers(query, facts) if name in answers_read_open(query, facts)]


@given(st.data())
def test_read_open_all_answers_of_other_kinds_remain(data: st.DataObject) -> None:
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts, ["l2_at", "l2_offset", "l3_neighbour", "l3_offset"]))
    assert Solution(query, answer(query, facts), facts).answers_read_open == answer(query, facts)
