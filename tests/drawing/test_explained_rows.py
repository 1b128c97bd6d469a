"""Rows explained: what is drawn, the reasons and the answers; of rows that cannot be solved, why."""

import pytest

from temporal_qa.drawing.explained_rows import explain_row

FACTS = [{"subject": "Ann", "relation": "P108", "object": "IBM", "start": "1990-05", "end": "1991-06"}]
ASKED = "Which employer did Ann work for in January 1991?"
OVER_GRAPH = {"kind": "simple_entity", "anchor": "Q1", "relation": "P39", "role": "object", "question": "Who?"}


def test_facts_are_drawn_and_explain_the_answers():
    told = explain_row({"question": ASKED, "facts": FACTS})
    assert (told.answers, told.reasons) == (["IBM"], [])
    assert told.explanation.answers == ["IBM"]
    assert "IBM" in str(told.timeline(None))


def test_dates_alone_have_reasons_and_no_picture():
    told = explain_row({"question": "What day of the week is May 1st, 1141?", "task": "weekday"})
    assert (told.answers, told.explanation, told.timeline(None)) == (["Thursday"], None, None)
    assert told.reasons


@pytest.mark.parametrize(
    ("row", "reason", "drawn"),
    [
        ({"question": "Whose?", "facts": FACTS}, "The solver has no answer: ", 1),
        ({"question": ASKED, "facts": "many"}, "The row cannot be read: column 'facts' holds str", 0),
        (OVER_GRAPH, "kind: simple_entity", 0),
    ],
)
def test_a_row_that_cannot_be_solved_says_why(row, reason, drawn):
    told = explain_row(row)
    assert told.reasons[0].startswith(reason)
    assert (told.answers, told.explanation, len(told.facts)) == (None, None, drawn)
    assert bool(told.timeline("Ann")) == bool(drawn)


def test_a_question_over_a_graph_says_what_is_asked_and_what_it_needs():
    assert explain_row(OVER_GRAPH).reasons[-1] == "The solver needs the graph: temporal-qa solve ROWS --graph GRAPH"


def test_lives_with_a_date_are_drawn_and_another_column_of_that_name_is_not():
    ann, bob = {"id": "1", "name": "Ann", "start": "1801-05-02"}, {"id": "2", "name": "Bob"}
    assert [life.name for life in explain_row(OVER_GRAPH | {"lives": [ann, bob]}).lives] == ["Ann"]
    assert explain_row(OVER_GRAPH | {"lives": "nine"}).lives == []
