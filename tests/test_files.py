"""Rows bear the number of their line, and whatever is wrong is told in one line."""

import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.files import InputError, read_rows


def test_rows_bear_the_number_of_their_line(tmp_path):
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(b'\n{"a": 1}\n  \n{"a": 2}'))
    assert [row.line for row in read_rows(tmp_path / "rows.jsonl.gz")] == [2, 4]


@pytest.mark.parametrize("row_group_size", [700, 5000])
def test_parquet_is_read_in_parts_and_counted_through(tmp_path, row_group_size):
    rows = [{"id": number, "answers": [str(number)] * (number % 3)} for number in range(2500)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet", row_group_size=row_group_size)
    assert [tuple(row) for row in read_rows(tmp_path / "rows.parquet")] == list(enumerate(rows, 1))


def test_an_error_is_one_short_line_whatever_is_in_it():
    told = str(InputError(f"found '{'x' * 10**6}'\n\x1b[31m\u202e, expected a name", "a\nb.jsonl", 3))
    assert told.startswith("a\\nb.jsonl:3: found 'xxx")
    assert told.endswith(r"\n\x1b[31m\u202e, expected a name")
    assert len(told) < 2_000
