"""Pasted and uploaded input becomes columns of equal length, or one line says what is wrong."""

import json

import pytest

from temporal_qa.apps.metric_page import pasted_columns, uploaded_columns
from temporal_qa.io.errors import InputError


@pytest.mark.parametrize(
    ("predictions", "references", "expected"),
    [
        ("a\nb", "c\nd", (["a", "b"], ["c", "d"])),
        (" a \r\nb\n\n\n", "c\nd\n", (["a", "b"], ["c", "d"])),  # empty lines after the last item do not count
        ("\n\n", "c\nd", (["", ""], ["c", "d"])),  # an empty line is an item without an answer
        ("", "c", ([""], ["c"])),
        ('["a", "b"]\n["c"]', "c\nd", (['["a", "b"]', '["c"]'], ["c", "d"])),  # a list on each line
        ("[unknown]\n[sic]", "c\nd", (["[unknown]", "[sic]"], ["c", "d"])),
    ],
)
def test_pasted(predictions, references, expected):
    columns = pasted_columns(predictions, references)
    assert (columns.predictions, columns.references) == expected
    assert columns.ids == ["1", "2"][: len(columns.references)]
    assert columns.units is columns.groups is None


def test_one_unit_for_all_or_one_a_line():
    assert pasted_columns("1\n2", "1\n2", "years").units == ["years", "years"]
    assert pasted_columns("1\n2", "1\n2", "years\ndays\n").units == ["years", "days"]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (("a", ""), "no references"),
        (("a\nb\nc", "a\nb"), "predictions: 3, references: 2"),
        (("a", "a\nb"), "predictions: 1, references: 2"),
        (("a\nb", "a\nb", "years\ndays\ndays"), "3 units but 2 references"),
        (("1\n" * 100_001, "1"), "100,002 items"),
    ],
)
def test_bad_pasted_text_is_refused(texts, message):
    with pytest.raises(InputError, match=message):
        pasted_columns(*texts)


def file(folder, name, rows):
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_one_file_with_both(tmp_path):
    rows = [{"id": 7, "prediction": "a", "answers": ["a", "b"], "unit": "days", "group": "x"}]
    columns = uploaded_columns(file(tmp_path, "both", rows))
    assert (columns.ids, columns.predictions, columns.references) == (["7"], ["a"], [["a", "b"]])
    assert (columns.units, columns.groups) == (["days"], ["x"])


def test_two_files_are_joined_by_id_in_the_order_of_the_references(tmp_path):
    found = file(tmp_path, "found", [{"id": 2, "answers": ["y"]}, {"id": 1, "answers": []}])
    values = [("1", 1.5, "1 1/2"), ("2", 2.0, "2")]
    right = [{"id": n, "answer_value": value, "answer": text, "temporal_unit": "days"} for n, value, text in values]
    columns = uploaded_columns(found, file(tmp_path, "right", right))
    assert columns.ids == ["1", "2"]
    assert columns.predictions == [[], ["y"]]
    assert columns.references == [1.5, 2.0]
    assert columns.units == ["days", "days"]


def test_two_files_without_ids_are_joined_in_their_order(tmp_path):
    found = file(tmp_path, "found", [{"text": "a"}, {"text": None}])
    columns = uploaded_columns(found, file(tmp_path, "right", [{"label": "b"}, {"label": "c"}]))
    assert (columns.ids, columns.predictions, columns.references) == (["1", "2"], ["a", None], ["b", "c"])


@pytest.mark.parametrize(
    ("found", "right", "message"),
    [
        ([{"answers": "a"}], None, "found.jsonl: no column of predictions, expected one of prediction, predictions"),
        ([{"prediction": "a"}], None, "found.jsonl: no column of references"),
        ([{"id": 1, "answers": "a"}] * 2, [{"id": 1, "answers": "a"}], "found.jsonl: the id '1' occurs twice"),
        ([{"id": 1, "answers": "a"}], [{"id": 1, "answers": "a"}] * 2, "right.jsonl: the id '1' occurs twice"),
        (
            [{"id": 1, "answers": "a"}, {"answers": "b"}],
            [{"id": n, "answers": "a"} for n in (1, 2)],
            "found.jsonl: row 2 has no id, expected one in each row or in none",
        ),
        ([{"answers": "a"}] * 2, [{"answers": "a"}, {"id": 1, "answers": "a"}], "right.jsonl: row 1 has no id"),
        ([{"prediction": "a", "answers": "a"}, {"id": 1, "prediction": "a", "answers": "a"}], None, "row 1 has no id"),
        ([{"id": 1, "answers": "a"}], [{"id": 2, "answers": "a"}], "no prediction for 1 id, the first is '2'"),
        ([{"id": n, "answers": "a"} for n in (1, 2)], [{"id": 2, "answers": "a"}], "does not have"),
        ([{"answers": "a"}] * 2, [{"answers": "a"}], "expected equally many, or ids"),
        ([{"prediction": "a", "answer": "a", "unit": 3}], None, "row 1: expected 'unit' to be text"),
    ],
)
def test_bad_uploads_are_refused(tmp_path, found, right, message):
    with pytest.raises(InputError, match=message) as caught:
        uploaded_columns(file(tmp_path, "found", found), right and file(tmp_path, "right", right))
    assert str(tmp_path) not in str(caught.value)
