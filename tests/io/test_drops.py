"""Drops are counted; bad rows are errors, or skipped and counted."""

import copy

import pytest

from temporal_qa.io.drops import BAD_ROW, DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows


def test_a_bad_row_is_an_error_unless_bad_rows_are_skipped(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"id": 1}\n[]\nnonsense\n{"id": 2}\n7\n8\n')
    with pytest.raises(InputError, match=r"rows\.jsonl:2: found a JSON list, expected one JSON object a line"):
        list(read_rows(tmp_path / "rows.jsonl", DropLog()))
    drops = DropLog(skip_bad_rows=True)
    assert [row.values["id"] for row in read_rows(tmp_path / "rows.jsonl", drops)] == [1, 2]
    assert drops == {BAD_ROW: 4}
    assert drops.bad_rows == 4
    assert [str(error).split("rows.jsonl:")[1][0] for error in drops.first_bad_rows] == ["2", "3", "5"]
    drops["no time"] += 2
    assert drops.message().startswith("; left out: 4 (a bad row, such as ")
    assert drops.message().endswith("rows.jsonl:2: found a JSON list, expected one JSON object a line), 2 (no time)")


def test_it_counts_like_a_counter():
    drops = DropLog({"a": 1})
    drops["a"] += 1
    drops.update({"b": 2})
    assert drops == copy.copy(drops) == {"a": 2, "b": 2}
    assert isinstance(drops, DropLog)
