"""Answers that hang on one shared boundary month, beside a reading of time as a line of points."""

from each_kind import answers_read_open as points_answer
from each_kind import drawn_queries, right_answers
from hypothesis import given
from hypothesis import strategies as st
from test_solver_by_months import groups

from temporal_qa.questions.complex_tr.boundary_months import answers_read_open
from temporal_qa.questions.complex_tr.solver import Solution, answer


@given(st.data())
def test_what_remains_is_what_shares_a_point_with_the_time_asked_about(data):
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts, ["l2_between", "l3_during"]))
    remaining = answers_read_open(Solution(query, answer(query, facts), facts))
    assert remaining == [name for name in right_answers(query, facts) if name in points_answer(query, facts)]


@given(st.data())
def test_all_answers_of_other_kinds_remain(data):
    facts = data.draw(groups())
    query = data.draw(drawn_queries(facts, ["l2_at", "l2_offset", "l3_neighbour", "l3_offset"]))
    assert answers_read_open(Solution(query, answer(query, facts), facts)) == answer(query, facts)
