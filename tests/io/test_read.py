"""Rows know their line, and every error is one line."""

import gzip
import hashlib
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import open_bytes, read_json, read_rows, sha256


def test_rows_know_the_number_of_their_line(tmp_path):
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(b'\n{"a": 1}\n  \n{"a": 2}'))
    assert [row.line for row in read_rows(tmp_path / "rows.jsonl.gz")] == [2, 4]


@pytest.mark.parametrize("row_group_size", [700, 5000])
def test_parquet_is_read_in_parts_and_numbered_through(tmp_path, row_group_size):
    rows = [{"id": number, "answers": [str(number)] * (number % 3)} for number in range(2500)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet", row_group_size=row_group_size)
    assert [(row.line, row.values) for row in read_rows(tmp_path / "rows.parquet")] == list(enumerate(rows, 1))


def test_a_split_is_all_its_files_in_their_order(tmp_path):
    for name, ids in {
        "train-00001-of-00002": [2],
        "train-00000-of-00002": [0, 1],
        "training-00000-of-00001": [9],
    }.items():
        pq.write_table(pa.table({"id": ids}), tmp_path / f"{name}.parquet")
    assert [(row.line, row.values) for row in read_rows(tmp_path / "train")] == [(n, {"id": n - 1}) for n in (1, 2, 3)]
    whole = b"".join((tmp_path / f"train-0000{n}-of-00002.parquet").read_bytes() for n in (0, 1))
    assert sha256(tmp_path / "train") == hashlib.sha256(whole).hexdigest()
    (tmp_path / "train-00000-of-00002.parquet").unlink()
    with pytest.raises(
        InputError, match=r"not whole: found train-00001-of-00002\.parquet, expected train-00000-of-00001"
    ):
        [*read_rows(tmp_path / "train")]


@pytest.mark.parametrize("name", ["dev", "nowhere/dev"])
def test_a_missing_split_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="no such file"):
        next(read_rows(tmp_path / name))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("test", "; did you mean {0}/easy/test or {0}/hard/test?"),
        ("dev", ""),
        ("test.parquet", ""),
        ("*", ""),
        ("middling/test", "; did you mean {0}/easy/test or {0}/hard/test?"),
        ("middling/dev", ""),
    ],
)
def test_a_split_without_its_config_or_in_an_unknown_one_is_told_with_those_that_have_it(tmp_path, name, hint):
    for config in ("hard", "easy"):
        (tmp_path / config).mkdir()
        (tmp_path / config / "test-00000-of-00001.parquet").touch()
    with pytest.raises(InputError) as told:
        next(read_rows(tmp_path / name))
    assert str(told.value) == f"{tmp_path / name}: no such file{hint.format(tmp_path)}"


@pytest.mark.parametrize(
    ("name", "splits", "message"),
    [
        ("validation", ["train", "dev"], "no split 'validation', expected dev or train; this dataset calls it dev"),
        ("val", ["validation"], "no split 'val', expected validation; this dataset calls it validation"),
        ("dev", ["a", "b", "c"], "no split 'dev', expected a, b or c"),
        ("tests", ["test", "dev"], "no split 'tests', expected dev or test"),
        ("dev.parquet", ["dev"], "no such file"),
    ],
)
def test_a_split_that_is_not_there_is_told_with_those_that_are(tmp_path, name, splits, message):
    for split in splits:
        pq.write_table(pa.table({"id": [1]}), tmp_path / f"{split}-00000-of-00001.parquet")
    with pytest.raises(InputError) as told:
        next(read_rows(tmp_path / name))
    assert str(told.value) == f"{tmp_path / name}: {message}"


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.parquet", "rows.csv", "rows.json"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path, name):
    readers = {".csv": lambda path: next(read_csv(path, ["id"])), ".json": lambda path: read_json(path, dict, "")}
    os.mkfifo(tmp_path / name)
    for read in (readers.get(Path(name).suffix, lambda path: next(read_rows(path))), sha256):
        with pytest.raises(InputError, match="is a pipe or a device, expected a file"):
            read(tmp_path / name)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_of_a_csv_file_are_parted_by_what_its_header_has_most_of(tmp_path, mark):
    (tmp_path / "rows.csv").write_text(mark.join(["id", "text"]) + "\n" + mark.join(["q1", '" A, B; C\t"']) + "\n")
    assert next(read_csv(tmp_path / "rows.csv", ["id"])).values == {"id": "q1", "text": " A, B; C\t"}


def test_a_pipe_among_the_files_of_a_split_is_refused(tmp_path):
    pq.write_table(pa.table({"id": [1]}), tmp_path / "dev-00000-of-00002.parquet")
    os.mkfifo(tmp_path / "dev-00001-of-00002.parquet")
    with pytest.raises(InputError, match=r"00001-of-00002\.parquet: is a pipe or a device, expected a file"):
        list(read_rows(tmp_path / "dev"))


@pytest.mark.parametrize("name", ["rows.csv", "rows.json", "rows.txt.gz"])
def test_a_folder_is_no_file(tmp_path, name):
    (tmp_path / name).mkdir()
    readers = {".csv": lambda path: next(read_csv(path, ["id"])), ".json": lambda path: read_json(path, dict, "")}
    with pytest.raises(InputError, match=f"{name}: is a folder, expected a file$"):
        readers.get(Path(name).suffix, open_bytes)(tmp_path / name)


def test_text_that_is_not_utf_8_is_refused(tmp_path):
    (tmp_path / "latin.jsonl").write_bytes('{"id": "Müller"}'.encode("latin-1"))
    with pytest.raises(InputError, match=r"latin\.jsonl:1: not UTF-8, expected one JSON object a line"):
        next(read_rows(tmp_path / "latin.jsonl"))


def test_a_time_zone_that_nobody_knows_is_one_line(tmp_path):
    pq.write_table(pa.table({"at": pa.array([0], pa.timestamp("us", tz="Nowhere/X"))}), tmp_path / "zone.parquet")
    with pytest.raises(InputError, match=r"zone\.parquet: cannot be read as Parquet past row 0: 'Nowhere/X'"):
        next(read_rows(tmp_path / "zone.parquet"))


def test_an_error_is_one_short_line_whatever_its_message():
    told = str(InputError(f"found '{'x' * 10**6}'\n\x1b[31m\u202e, expected a name", "a\nb.jsonl", 3))
    assert told.startswith("a\\nb.jsonl:3: found 'xxx")
    assert told.endswith(r"\n\x1b[31m\u202e, expected a name")
    assert len(told) < 2_000


@pytest.mark.parametrize("name", ["rows.jsonl.gz", "rows.parquet"])
def test_columns_are_chosen_if_the_file_has_them(tmp_path, name):
    rows = [{"id": n, "facts": [{"subject": "Ann"}], "context": "long"} for n in range(3)]
    if name == "rows.parquet":
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / name)
    else:
        write_json_lines(tmp_path / name, rows)
    read = [row.values for row in read_rows(tmp_path / name, columns=["facts", "answers", "id"])]
    assert read == [{"id": n, "facts": [{"subject": "Ann"}]} for n in range(3)]
    assert [row.values for row in read_rows(tmp_path / name, without=["context", "answers", "facts"])] == [
        {"id": n} for n in range(3)
    ]


@pytest.mark.parametrize("name", ["dev.easy.json", "tram.csv"])
def test_a_released_file_is_sent_to_import(tmp_path, name):
    (tmp_path / name).write_text("{}")
    with pytest.raises(InputError, match=r"or \.parquet; temporal-qa import reads released questions, pandas"):
        next(read_rows(tmp_path / name))
