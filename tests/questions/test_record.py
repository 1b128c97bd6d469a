"""The checks of every question record, whatever its family."""

import pytest

from temporal_qa.questions.record import checked_row

COLUMNS = {"id": str, "question": str, "answers": list, "year": int}
ROW = {"id": "q1", "question": "Who?", "answers": ["Ann", "Bob"], "year": 1990}


@pytest.mark.parametrize("answers", [["Ann", "Bob"], ["Ann"], []], ids=["several", "one", "none, which is a label"])
def test_a_whole_row_is_returned_as_it_is(answers):
    row = ROW | {"answers": answers}
    assert checked_row(dict(row), COLUMNS, set()) == row


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": ""}, "question q1: question is '', expected a str"),
        ({"question": None}, "question q1: question is None, expected a str"),
        ({"year": "1990"}, "question q1: year is '1990', expected a int"),
        ({"answers": "Ann"}, "question q1: answers is 'Ann', expected a list"),
        ({"answers": ["Ann", None]}, "question q1: answers are .*, expected texts"),
        ({"answers": ["Ann", ""]}, "question q1: answers are .*, expected texts"),
        ({"answers": ["Ann", "Ann"]}, "question q1: an answer is given twice"),
        ({"id": ""}, "id is '', expected a str"),
    ],
)
def test_a_broken_row_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        checked_row(ROW | change, COLUMNS, set())


def test_an_absent_column_is_refused():
    with pytest.raises(ValueError, match="question q1: year is None"):
        checked_row({name: ROW[name] for name in ("id", "question", "answers")}, COLUMNS, set())


def test_no_id_occurs_twice_in_a_dataset():
    seen = set()
    checked_row(ROW, COLUMNS, seen)
    with pytest.raises(ValueError, match="question q1: the id occurs twice"):
        checked_row(ROW, COLUMNS, seen)
