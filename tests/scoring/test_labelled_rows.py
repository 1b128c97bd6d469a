"""The id and the right answers of a row, in the columns that each release has."""

import math

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.scoring.labelled_rows import candidate_names, facets_of, labelled_answers, row_id


@pytest.mark.parametrize(("value", "identity"), [("q1", "q1"), (7, "7"), (0, "0")])
def test_an_id_is_text(value, identity):
    assert row_id(Row(1, {"id": value}, "q.jsonl")) == identity


@pytest.mark.parametrize("values", [{}, {"id": None}, {"id": ""}, {"id": True}, {"id": 1.5}])
def test_other_ids_are_refused(values):
    with pytest.raises(InputError) as raised:
        row_id(Row(3, values, "q.jsonl"))
    found = repr(values.get("id"))
    assert str(raised.value) == f"q.jsonl:3: expected an 'id' (text or a whole number), found {found}"


@pytest.mark.parametrize(
    ("values", "answers"),
    [
        ({"answers": ["A $and B", "C"]}, ["A $and B", "C"]),
        ({"answer": ["A", "B"]}, ["A", "B"]),
        ({"answer": "A $and B"}, ["A", "B"]),
        ({"text_answers": {"text": ["A", "B"]}}, ["A", "B"]),
        # The first column that is there counts.
        ({"answers": ["A"], "answer": ["B"], "text_answers": {"text": ["C"]}}, ["A"]),
        ({"answers": None, "answer": ["B"], "text_answers": {"text": ["C"]}}, ["B"]),
        # A unit alone makes no row of TempAnswerQA.
        ({"answers": ["A"], "temporal_unit": "years"}, ["A"]),
        ({"answer": ["A"], "temporal_unit": "years"}, ["A"]),
        # No answer is right.
        ({"answers": []}, []),
        ({"answers": [], "answer": ["B"]}, []),
        ({"answer": ""}, []),
        ({"text_answers": {"text": []}}, []),
    ],
)
def test_right_answers(values, answers):
    assert labelled_answers(Row(1, values, "q.jsonl")) == answers


BLANK = "to hold an answer that is not blank, or to be empty: no answer is right"
OF_NUMBERS = "a row of TempAnswerQA; score it with temporal-qa score-responses"
NO_LIST = "expected 'answers' or 'answer' (list of strings), or 'text_answers.text'"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({}, NO_LIST),
        ({"answer": 44, "temporal_unit": "years"}, OF_NUMBERS),
        ({"answer": "44", "answer_value": 44.0, "temporal_unit": "years"}, OF_NUMBERS),
        ({"answers": "A"}, NO_LIST),
        ({"answers": ["A", 1]}, NO_LIST),
        ({"answer": {"text": ["A"]}}, NO_LIST),
        ({"text_answers": "A $and B"}, NO_LIST),
        ({"text_answers": {"texts": ["A"]}}, NO_LIST),
        (
            {"answers": [" "]},
            f"expected 'answers' {BLANK}",
        ),
        ({"answer": " "}, f"expected 'answer' {BLANK}"),
        (
            {"text_answers": {"text": ["", " "]}},
            f"expected 'text_answers' {BLANK}",
        ),
    ],
)
def test_bad_right_answers(values, problem):
    with pytest.raises(InputError) as raised:
        labelled_answers(Row(3, values, "q.jsonl"))
    assert str(raised.value) == f"q.jsonl:3: {problem}"


@pytest.mark.parametrize(
    ("values", "facets"),
    [
        ({"level": "L2", "hops": 2, "hard": False, "share": 0.1, "year": 2010.0}, ["L2", "2", "false", "0.1", "2010"]),
        ({"future": True, "kind": ""}, ["future", ""]),
        ({"future": False}, ["in-domain"]),
        ({"future": "soon"}, ["soon"]),
        ({"id": "q", "question": "Who?", "answer": "Ann", "text": "x" * 101}, []),
        ({"level": ["L2"], "facts": {}, "kind": None, "share": math.nan, "top": math.inf}, []),
    ],
)
def test_facets_are_the_columns_of_one_value(values, facets):
    assert list(facets_of(values).values()) == facets


FACTS, LIVES, SEGMENTS = (
    [{"object": "A"}, {"object": "A"}, {}],
    [{"name": "B"}, 5],
    [{"answers": ["C", "D"]}, {"answers": []}],
)


@pytest.mark.parametrize(("values", "names"), [
    ({"facts": FACTS}, ["A"]), ({"facts": []}, []), ({"facts": "A"}, None), ({}, None),
    ({"answer_type": "entity", "lives": LIVES, "segments": SEGMENTS}, ["B"]),
    ({"answer_type": "entity", "segments": SEGMENTS}, ["C", "D"]), ({"answer_type": "entity", "segments": []}, None),
    ({"answer_type": "date", "lives": LIVES}, None), ({"answer_type": "entity", "facts": FACTS, "lives": LIVES}, ["A"]),
])  # fmt: skip
def test_the_names_that_an_answer_may_have(values, names):
    assert candidate_names(values) == names


def test_ids_and_long_texts_are_facets_where_they_are_asked_for():
    values = {"id": 7, "question": "Who?", "fact_context": "x" * 101}
    assert facets_of(values, ["id", "fact_context"]) == {"id": "7", "fact_context": "x" * 101}
