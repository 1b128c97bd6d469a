"""A file is whole or absent, and the same rows give the same bytes."""

import gzip

import pytest

from temporal_qa.files import InputError, folder_beside, read_rows, write_json, write_json_lines, writing_beside


def test_a_file_appears_only_when_it_is_whole(tmp_path):
    target = tmp_path / "deep" / "out.txt"
    with pytest.raises(ZeroDivisionError), writing_beside(target) as beside:
        beside.write_text(f"half {1 / 0}")
    assert list(target.parent.iterdir()) == []

    with writing_beside(target) as beside:
        beside.write_text("whole")
        assert not target.exists()
    assert target.read_text() == "whole"
    assert [path.name for path in target.parent.iterdir()] == ["out.txt"]


def test_a_failed_rewrite_keeps_the_old_file(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("old")
    with pytest.raises(RuntimeError), writing_beside(target):
        raise RuntimeError
    assert target.read_text() == "old"


def test_files_are_as_readable_as_others(tmp_path):
    (tmp_path / "usual").touch()
    write_json(tmp_path / "ours", {})
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_folder_is_replaced_only_when_asked_and_only_if_a_build_made_it(tmp_path):
    target = tmp_path / "made"
    with folder_beside(target) as beside:
        (beside / "build.json").write_text("{}")
        (beside / "old").touch()
    with pytest.raises(InputError, match="--overwrite"), folder_beside(target):
        pass
    with folder_beside(target, overwrite=True) as beside:
        (beside / "build.json").write_text("{}")
    assert [path.name for path in target.iterdir()] == ["build.json"]

    (target / "build.json").unlink()
    (target / "thesis.tex").touch()
    with pytest.raises(InputError, match="did not write it"), folder_beside(target, overwrite=True):
        pass
    assert [path.name for path in target.iterdir()] == ["thesis.tex"]
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_a_failed_build_leaves_the_old_folder_and_nothing_else(tmp_path):
    target = tmp_path / "made"
    with folder_beside(target) as beside:
        (beside / "build.json").write_text("{}")
    with pytest.raises(RuntimeError), folder_beside(target, overwrite=True):
        raise RuntimeError
    assert (target / "build.json").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_gzip_output_holds_neither_name_nor_time(tmp_path):
    rows = [{"id": "a", "n": 1}, {"id": "é", "n": 2}]
    for name in ("one.jsonl.gz", "other.jsonl.gz"):
        assert write_json_lines(tmp_path / name, rows) == 2
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "other.jsonl.gz").read_bytes()
    assert [row.values for row in read_rows(tmp_path / "one.jsonl.gz")] == rows


def test_rows_bear_the_number_of_their_line(tmp_path):
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(b'\n{"a": 1}\n  \n{"a": 2}'))
    assert [row.line for row in read_rows(tmp_path / "rows.jsonl.gz")] == [2, 4]
