"""The JSON files of released questions: lines or one array, compressed or not, and broken ones."""

import gzip
import json

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.released.files import read_released

from .conftest import MORAN


@pytest.mark.parametrize("name", ["rows.json", "rows.json.gz", "rows.jsonl"])
@pytest.mark.parametrize("layout", ["lines", "array"])
def test_json_files_hold_lines_or_one_array(tmp_path, name, layout):
    rows = [MORAN, MORAN | {"id": "L2_other"}]
    text = "\ufeff" + ("\n\n".join(map(json.dumps, rows)) if layout == "lines" else json.dumps(rows, indent=1))
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    if layout == "array" and name == "rows.jsonl":
        with pytest.raises(InputError, match=r"rows\.jsonl:1: "):
            list(read_released(path))
    else:
        assert [row.values for row in read_released(path)] == rows
        assert [row.line for row in read_released(path)] == ([1, 3] if layout == "lines" else [1, 2])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": 1}\nnonsense\n', r"rows\.json:2: not valid JSON"),
        (b'{"id": 1}\n[]\n', r"rows\.json:2: found a JSON list, expected one JSON object a line"),
        (b'[{"id": 1},\n 7]', r"rows\.json:2: found a JSON int, expected an object"),
        (b'[{"id": 1},\n', r"rows\.json:\d: not valid JSON .*expected an array"),
        (b"\x1f\x8b\x08broken", r"rows\.json"),
        (b'{"version": "v2.0", "data": [{"title": "A"}]}', r"rows\.json: expected the layout of SQuAD: .*'paragraphs'"),
        (b'{"version": "v2.0", "data": 7}', r"rows\.json: expected the layout of SQuAD: "),
    ],
)
def test_a_broken_file_is_told_with_its_line(tmp_path, content, message):
    path = tmp_path / "rows.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_released(path))


def test_a_csv_file_has_texts(tmp_path):
    (tmp_path / "rows.csv").write_text("idx,targets\n/wiki/A#P54#0,\"['B', 'C']\"\n")
    assert [row.values for row in read_released(tmp_path / "rows.csv")] == [
        {"idx": "/wiki/A#P54#0", "targets": "['B', 'C']"}
    ]
    (tmp_path / "empty.csv").touch()
    with pytest.raises(InputError, match=r"empty\.csv: is empty, expected a CSV header$"):
        next(read_released(tmp_path / "empty.csv"))


def test_a_damaged_archive_and_another_kind_of_file_are_told(tmp_path):
    (tmp_path / "rows.json.gz").write_bytes(b"[1, 2]")
    with pytest.raises(InputError, match=r"rows\.json\.gz: cannot be read"):
        list(read_released(tmp_path / "rows.json.gz"))
    (tmp_path / "rows.tsv").write_text("id\tquestion\n")
    with pytest.raises(InputError, match=r"unknown kind of file, expected \.json, \.jsonl, \.csv \(all also \.gz\), "):
        list(read_released(tmp_path / "rows.tsv"))
    with pytest.raises(InputError, match="no such file"):
        list(read_released(tmp_path / "absent.json"))
