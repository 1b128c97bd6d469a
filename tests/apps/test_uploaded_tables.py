"""Uploaded tables: four kinds of file give the same rows, and anything else an error of one line."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.apps import uploaded_tables
from temporal_qa.apps.uploaded_tables import read_table
from temporal_qa.io.errors import InputError

ROWS = [{"id": "1", "prediction": "Łódź, the city"}, {"id": "2", "prediction": 'a "b"\nc'}]


def written(folder, kind):
    path = folder / f"rows{kind}"
    if kind == ".parquet":
        pq.write_table(pa.Table.from_pylist([row | {"context": "x" * 1000} for row in ROWS]), path)
    elif kind == ".csv":
        path.write_text('\ufeffid,prediction\n1,"Łódź, the city"\n2,"a ""b""\nc"\n', encoding="utf-8")
    elif kind == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    else:
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", [".csv", ".json", ".jsonl", ".parquet"])
def test_each_kind_of_file(tmp_path, kind):
    assert read_table(written(tmp_path, kind), ("id", "prediction")) == ROWS


@pytest.mark.parametrize("kind", [".csv", ".json", ".jsonl", ".parquet"])
def test_the_case_of_a_name_does_not_matter(tmp_path, kind):
    path = written(tmp_path, kind)
    assert read_table(path.rename(path.with_suffix(kind.upper())), ("id", "prediction")) == ROWS


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("rows.pkl", b"\x80\x04N.", "unknown kind of file"),
        ("rows.csv.gz", b"\x1f\x8b", "unknown kind of file"),
        ("rows.csv", b"", "rows.csv: is empty, expected a CSV header"),
        ("rows.csv", b"a\n", "no rows"),
        ("rows.csv", b"a,a\n1,2\n", "rows.csv:1: two columns a in a, a, expected each once"),
        ("rows.csv", b"a,b\n1,2,3\n", "rows.csv:2: 3 cells, expected 2"),
        ("rows.csv", b"a\n\xff\n", "not UTF-8"),
        ("rows.csv", b'a\n"1', "rows.csv:2: not valid CSV"),
        ("rows.json", b"[1, 2]", "a list of objects"),
        ("rows.json", b'{"a": 1}', "a list of objects"),
        ("rows.json", b"[{", "not valid JSON"),
        ("rows.json", b"[" * 100_000, "not valid JSON"),
        ("rows.jsonl", b'{"a": 1}\n[1]\n', "rows.jsonl:2: found a JSON list"),
        ("rows.parquet", b"PAR1" + b"\0" * 40 + b"PAR1", "cannot be read as Parquet"),
        ("rows.parquet", b"", "cannot be read as Parquet"),
    ],
)
def test_errors_do_not_name_the_folder(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / name, ("a",))
    assert message in str(caught.value)
    assert str(caught.value).startswith("rows.")
    assert str(tmp_path) not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_time_zone_that_nobody_knows_is_one_line(tmp_path):
    pq.write_table(pa.table({"id": pa.array([0], pa.timestamp("us", tz="Nowhere/X"))}), tmp_path / "zone.parquet")
    with pytest.raises(InputError, match=r"zone\.parquet: cannot be read as Parquet past row 0: 'Nowhere/X'"):
        read_table(tmp_path / "zone.parquet", ("id",))


def test_limits_on_size_rows_and_unpacked_size(tmp_path, monkeypatch):
    monkeypatch.setattr(uploaded_tables, "MAX_ROWS", 1)
    for kind in (".csv", ".json", ".jsonl", ".parquet"):
        with pytest.raises(InputError, match="more than 1 rows"):
            read_table(written(tmp_path, kind), ("id",))
    monkeypatch.setattr(uploaded_tables, "MAX_ROWS", 10**6)
    assert uploaded_tables.MAX_UNPACKED_MEGABYTES == 400
    monkeypatch.setattr(uploaded_tables, "MAX_UNPACKED_MEGABYTES", 20)
    bomb = tmp_path / "bomb.parquet"
    pq.write_table(pa.table({"id": ["x" * 10_000] * 5000}), bomb)  # a dictionary of one entry
    assert bomb.stat().st_size < 50_000
    with pytest.raises(InputError, match="unpacks to more than 20 MB"):
        read_table(bomb, ("id",))
    monkeypatch.setattr(uploaded_tables, "MAX_MEGABYTES", 0)
    with pytest.raises(InputError, match="more than 0 MB"):
        read_table(bomb, ("id",))
