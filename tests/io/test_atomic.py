"""A file is whole or absent, and the same rows give the same bytes."""

import errno
import gzip
import os
import random
import signal
import subprocess
import sys
from datetime import timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from temporal_qa.io import atomic
from temporal_qa.io.atomic import check_writable, write_json, write_json_lines, write_rows, writing_beside
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.io.resumable import check_replaceable

GZIP = gzip.GzipFile


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


def test_the_final_name_shows_the_old_file_until_the_new_one_is_whole(tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    seen = []

    def rows():
        for number in range(20_000):  # more than any buffer holds
            seen.append(target.read_text())
            yield {"number": number}

    assert write_json_lines(target, rows()) == 20_000
    assert set(seen) == {"old"}
    assert target.read_text().count("\n") == 20_000


def test_the_target_of_a_link_is_replaced_and_the_link_kept(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "real").write_text("old")
    (tmp_path / "link").symlink_to("data/real")
    with writing_beside(tmp_path / "link") as beside:
        beside.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "data" / "real").read_text() == "new"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "device"])
def test_folders_and_devices_are_never_replaced(tmp_path, make):
    make(tmp_path / "out")
    with pytest.raises(InputError, match="is a folder or a device"), writing_beside(tmp_path / "out"):
        pytest.fail("refused only after the work")
    assert (tmp_path / "out").is_fifo() or (tmp_path / "out").is_dir()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_files_have_the_usual_permissions(tmp_path):
    (tmp_path / "usual").touch()
    write_json(tmp_path / "ours", {})
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_gzip_output_has_neither_name_nor_time(tmp_path):
    rows = [{"id": "a", "n": 1}, {"id": "é", "n": 2}]
    for name in ("one.jsonl.gz", "other.jsonl.gz"):
        assert write_json_lines(tmp_path / name, rows) == 2
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "other.jsonl.gz").read_bytes()
    assert [row.values for row in read_rows(tmp_path / "one.jsonl.gz")] == rows


def test_a_gzip_file_that_fails_is_closed_before_the_file_under_it(tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(gzip, "GzipFile", lambda **given: made.append(GZIP(**given)) or made[-1])
    with pytest.raises(InputError, match="cannot be written as JSON"):
        write_json_lines(tmp_path / "one.jsonl.gz", [{"n": Decimal(1)}])
    assert [file.closed for file in made] == [True]  # one that is closed later tells of it on stderr, in Python 3.13


def test_the_file_of_a_killed_process_is_overwritten(tmp_path):
    code = (
        "import os, sys\n"
        "from temporal_qa.io.atomic import writing_beside\n"
        "with writing_beside(sys.argv[1]) as beside:\n"
        "    beside.write_text('half of something long')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, tmp_path / "out"])
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == [".out.part"]
    with writing_beside(tmp_path / "out") as beside:
        assert beside.read_bytes() == b""
        beside.write_text("whole")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"out": "whole"}


def test_a_file_beside_that_cannot_be_opened_does_not_stop_the_writing(tmp_path):
    (tmp_path / "theirs").write_text("theirs")
    (tmp_path / ".out.part").symlink_to("theirs")
    with writing_beside(tmp_path / "out") as beside:
        beside.write_text("whole")
    (tmp_path / ".out.part").unlink()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"out": "whole", "theirs": "theirs"}


def test_two_processes_do_not_write_the_same_file(tmp_path):
    with writing_beside(tmp_path / "out") as first:
        with pytest.raises(InputError, match="another process is writing it"), writing_beside(tmp_path / "out"):
            pass
        first.write_text("first")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"out": "first"}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_the_error_of_a_full_disk_names_the_file(tmp_path, number):
    with pytest.raises(InputError) as told, writing_beside(tmp_path / "out"):
        raise OSError(number, os.strerror(number), str(tmp_path / ".hidden"))
    assert str(told.value) == f"{tmp_path / 'out'}: cannot be written: {os.strerror(number)}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), ValueError("File is too large")])
def test_other_errors_are_not_changed(tmp_path, error):
    with pytest.raises(type(error)) as told, writing_beside(tmp_path / "out"):
        raise error
    assert told.value is error


def test_bad_input_is_not_a_full_disk_whatever_its_message(tmp_path):
    bad = InputError("not a date: 'File too large', expected YYYY", "facts.jsonl", 3)
    with pytest.raises(InputError) as told, writing_beside(tmp_path / "out"):
        raise bad
    assert told.value is bad
    with pytest.raises(RuntimeError), writing_beside(tmp_path / "out"):  # as datasets wraps it
        raise RuntimeError from bad


ROWS = [
    {"id": "a", "answers": [], "when": "2020-01-01", "n": 1},
    {"id": "é", "answers": ["x", "y"], "when": None, "n": 2.5, "facts": [{"subject": "Ann", "start": None}]},
]


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.ndjson", "x.ndjson.gz", "x.parquet"])
def test_rows_are_written_in_the_format_of_the_name_and_read_back(tmp_path, name):
    rows = ROWS * 6_000  # more than one batch
    assert write_rows(tmp_path / name, iter(rows)) == len(rows)
    read = [
        {key: value for key, value in row.values.items() if value is not None} for row in read_rows(tmp_path / name)
    ]
    assert read == [{key: value for key, value in row.items() if value is not None} for row in rows]
    assert (tmp_path / name).read_bytes()[:4] == b"PAR1" or name != "x.parquet"
    assert write_rows(tmp_path / f"none-{name}", []) == 0
    assert list(read_rows(tmp_path / f"none-{name}")) == []


def test_long_texts_that_come_again_are_in_parquet_once(tmp_path):
    texts = [f"{number} {random.Random(number).randbytes(500).hex()}" for number in range(3_000)]  # 3 MB
    for times in (1, 4):
        write_rows(tmp_path / f"{times}.parquet", ({"text": text} for text in texts * times))
    once, again = ((tmp_path / f"{times}.parquet").stat().st_size for times in (1, 4))
    assert again < 1.1 * once


@pytest.mark.parametrize("late", [{}, {"b": 1}, {"a": 2.5}, {"list": [{"x": 1}]}], ids=str)
def test_rows_of_parquet_are_written_in_groups(tmp_path, monkeypatch, late):
    rows = [{"a": number, "text": str(number), "list": []} for number in range(5_500)]
    rows[3_700] |= late
    write_rows(tmp_path / "whole.parquet", rows)
    monkeypatch.setattr(atomic, "_BYTES_OF_GROUP", 20_000)
    assert write_rows(tmp_path / "x.parquet", iter(rows)) == 5_500
    whole, found = (pq.ParquetFile(tmp_path / name) for name in ("whole.parquet", "x.parquet"))
    assert found.read().equals(whole.read())
    assert (whole.num_row_groups, found.num_row_groups) == (1, 2 if late else 3)


def test_columns_that_begin_late_are_kept_in_parquet(tmp_path):
    rows = [{"id": str(n), "answers": []} for n in range(10_000)] + [{"id": "z", "answers": ["x"], "reason": "late"}]
    write_rows(tmp_path / "x.parquet", rows)
    read = [row.values for row in read_rows(tmp_path / "x.parquet")]
    assert (read[0], read[-1]) == (rows[0] | {"reason": None}, rows[-1])


@pytest.mark.parametrize("rows", [[{"n": 1}, {"n": "one"}], [{"n": [1]}, {"n": 1}], [{"n": 2**70}]])
def test_what_parquet_cannot_hold_is_refused(tmp_path, rows):
    with pytest.raises(InputError, match=r"x\.parquet: cannot be written as Parquet: .*; choose \.jsonl"):
        write_rows(tmp_path / "x.parquet", rows)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
@pytest.mark.parametrize("value", [Decimal("1.5"), b"x", timedelta(1)])
def test_what_json_does_not_have_is_refused(tmp_path, name, value):
    with pytest.raises(InputError, match=r"x\.jsonl.*: cannot be written as JSON: .*; choose \.parquet"):
        write_rows(tmp_path / name, [{"a": 1}, {"a": value}])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x", "x.json", "x.csv", "x.JSONL", "x.jsonl.bz2", "parquet"])
def test_other_formats_are_refused(tmp_path, name):
    with pytest.raises(InputError, match=r"expected a name that ends in \.jsonl, .* or \.parquet"):
        write_rows(tmp_path / name, ROWS)


def test_a_pipe_of_a_shell_is_no_file():
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w"):
        of_folder = partial(check_replaceable, kind="complex_tr", overwrite=True)
        for opened in (check_writable, lambda name: write_json_lines(name, ROWS), of_folder):
            with pytest.raises(InputError, match=f"/dev/fd/{writing}: is a pipe, expected a file or folder to write"):
                opened(f"/dev/fd/{writing}")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("/", "is a folder or a device"),
        ("/dev/full", "is a folder or a device"),
        ("pipe", "is a folder or a device"),
        ("/proc/x", "cannot be written"),
        ("/proc/x/y", "cannot be written"),
        ("file/x", "cannot be written: Not a directory"),
        ("circle", "cannot be written: Too many levels of symbolic links"),
        ("x" * 300, "cannot be written: File name too long"),
        ("file", "the file exists; choose another, or pass --overwrite"),
        ("link", "the file exists; choose another, or pass --overwrite"),
    ],
)
def test_what_cannot_be_written_is_known_before_the_work(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    Path("link").symlink_to("file")
    Path("circle").symlink_to("circle")
    os.mkfifo("pipe")
    with pytest.raises(InputError, match=message):
        check_writable(name, overwrite=False)
    assert Path("file").read_text() == "mine"


@pytest.mark.parametrize("name", ["new", "empty", "missing/folder/new", "link"])
def test_new_and_empty_files_can_be_written(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path("empty").touch()
    Path("link").symlink_to("nothing yet")
    check_writable(name, overwrite=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "link"]
