"""Writing files that are whole or absent: a killed run never leaves half a file under its final name.

Every writer of files uses :func:`writing_beside`; writers of folders are in :mod:`temporal_qa.io.resumable`.
"""

import contextlib
import gzip
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.errors import InputError, explain_errors, explain_full_disk, first_line, one_of
from temporal_qa.io.grouping import batched
from temporal_qa.io.read import JSON_LINES

# filelock and pyarrow are slow to import, so they are imported where they are used.


@contextlib.contextmanager
def writing_beside(final: Path | str) -> Iterator[Path]:
    """A path beside ``final`` to write to, which is renamed to ``final`` when the block ends, or removed on an error.

    The file exists, is empty and is locked against other processes: open and fill it, do not replace it.

    Raises:
        InputError: it cannot be written, or another process is writing it.

    >>> import pathlib, tempfile
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "numbers.txt"
    >>> with writing_beside(target) as beside:
    ...     _ = beside.write_text("1 2 3")
    >>> target.read_text()
    '1 2 3'
    """
    final = _file_to_write(final)  # replaces the target of a link, and not the link
    beside = final.with_name(f".{final.name}.part")  # always the same name: the next run overwrites a killed one's file
    with explain_errors("cannot be written", OSError, path=final):
        final.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = open_locked(beside, final)
        except OSError:  # left by a killed process of another user in a shared folder; a link
            beside = final.with_name(f".{final.name}.{os.getpid()}.part")
            handle = open_locked(beside, final)
        os.truncate(handle, 0)
    try:
        with explain_full_disk(final):
            yield beside
        beside.replace(final)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)


def open_locked(path: Path, final: Path | str) -> int:
    """The handle of a file that is made if it is absent, and locked for this process until the handle is closed.

    Raises:
        InputError: another process has locked it; the message names ``final``.
        OSError: it cannot be opened, or is a link.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            lock(handle, final)
        except InputError:
            os.close(handle)
            raise
        with contextlib.suppress(FileNotFoundError):  # another process has just removed it, or renamed it
            if os.path.samestat(os.fstat(handle), os.lstat(path)):
                return handle
        os.close(handle)


def lock(handle: int, path: Path | str) -> None:
    """Locks an open file or folder for this process, until it is closed or the process ends.

    Raises:
        InputError: another process has locked it.
    """
    import filelock

    try:
        free = filelock.lock_descriptor(handle, blocking=False)
    except OSError:  # a file system without locks
        return
    if not free:
        raise InputError("another process is writing it", path)


FILE_EXISTS = "the file exists; choose another, or pass --overwrite to replace it"


def check_writable(final: Path | str, *, overwrite: bool = True) -> None:
    """A check before long work.

    Raises:
        InputError: the name is that of a folder or a device, no file can be written there, or, without ``overwrite``,
            a file is there already; an empty one is no loss.
    """
    real = _file_to_write(final)
    with explain_errors("cannot be written", OSError, path=final):
        if not overwrite and real.exists() and real.stat().st_size:
            raise InputError(FILE_EXISTS, final)
        # Missing folders are made later. Only a try tells whether a folder takes files.
        tempfile.TemporaryFile(dir=next(parent for parent in real.parents if parent.exists())).close()


def resolved(path: Path | str) -> Path:
    """The absolute path without links.

    Raises:
        InputError: links that go in a circle, a name that is too long, a folder that may not be searched, a pipe.
    """
    real = Path(os.path.realpath(path))
    try:
        real.stat()
    except (FileNotFoundError, NotADirectoryError):
        # It is to be made, or what writes it says more; but what a shell's pipe is a link to has no path.
        if Path(path).exists():
            raise InputError("is a pipe, expected a file or folder to write", path) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None
    return real


def _file_to_write(final: Path | str) -> Path:
    real = resolved(final)
    if Path(final).exists() and not Path(final).is_file():
        raise InputError("is a folder or a device, expected a file to write", final)
    return real


def write_json_lines(path: Path | str, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes one JSON object a line, compressed if the name ends in ``.gz``, and returns how many.

    Raises:
        InputError: a value that JSON does not have, such as a decimal number or bytes of a Parquet file.
    """
    path, count = Path(path), 0
    with contextlib.ExitStack() as files:
        out: Any = files.enter_context(files.enter_context(writing_beside(path)).open("wb"))
        if path.suffix == ".gz":  # its header gets no name and no time: same rows, same bytes
            out = files.enter_context(gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0))
        for row in rows:
            try:
                line = orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
            except orjson.JSONEncodeError as error:
                raise InputError(f"cannot be written as JSON: {first_line(error)}; choose .parquet", path) from None
            out.write(line)
            count += 1
    return count


def write_json_list(path: Path, items: Iterable[Any], *, before: bytes = b"[", after: bytes = b"]") -> None:
    """Writes one JSON document, a list with an item a line, as the items come; ``before`` and ``after`` enclose it."""
    with writing_beside(path) as beside, beside.open("wb") as file:
        file.write(before)
        for number, item in enumerate(items):
            file.write((b",\n" if number else b"\n") + orjson.dumps(item))
        file.write(b"\n" + after + b"\n")


ROW_SUFFIXES = (*JSON_LINES, ".parquet")
"""The formats of rows, by the end of a file's name: those that :func:`~temporal_qa.io.read.read_rows` reads."""

_ROWS_AT_ONCE = 1_000
_BYTES_OF_GROUP = 1 << 28
_DICTIONARY = 1 << 24  # what is repeated, such as a passage that many questions find, is written once


def write_rows(path: Path | str, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes rows in the format of the name's end, one of :data:`ROW_SUFFIXES`, and returns how many.

    The columns of Parquet are those of all rows together; a value that a row lacks is null. Rows of Parquet are written
    in groups, so that not all are in memory, unless a column comes, or gets another type, after the first group.

    Raises:
        InputError: another end, or, for Parquet, values of several types in a column.
    """
    path = Path(path)
    check_suffix(path, *ROW_SUFFIXES)
    if path.suffix != ".parquet":
        return write_json_lines(path, rows)
    import pyarrow as pa

    count, writer = 0, None
    waiting = [pa.table({})]
    with writing_beside(path) as beside:
        try:
            for batch in batched(rows, _ROWS_AT_ONCE):
                columns = dict.fromkeys(name for row in batch for name in row)
                waiting.append(pa.table({name: [row.get(name) for row in batch] for name in columns}))
                count += len(batch)
                if sum(table.nbytes for table in waiting) > _BYTES_OF_GROUP:
                    writer, waiting = _write_group(beside, writer, waiting)
            if writer is None or len(waiting) > 1:
                writer, _ = _write_group(beside, writer, waiting)
            writer.close()
        except (pa.ArrowException, OverflowError) as error:
            raise InputError(f"cannot be written as Parquet: {first_line(error)}; choose .jsonl", path) from None
    return count


def _write_group(path: Path, writer: Any, tables: list[Any]) -> tuple[Any, list[Any]]:
    """Writes the tables as a group of rows; returns the writer, and an empty table with the columns of the file.

    Where the columns are other ones than those of the groups before, these are read and written again.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    group = pa.concat_tables(tables, promote_options="permissive")
    if writer is not None and group.schema != writer.schema:
        writer.close()
        writer, group = None, pa.concat_tables([pq.ParquetFile(path).read(), group], promote_options="permissive")
    if writer is None:
        writer = pq.ParquetWriter(path, group.schema, compression="zstd", dictionary_pagesize_limit=_DICTIONARY)
    writer.write_table(group)
    return writer, [group.schema.empty_table()]


def check_suffix(out: Path, *suffixes: str) -> None:
    """Raises ``InputError`` where the name ends otherwise."""
    if not out.name.endswith(suffixes):
        raise InputError(f"expected a name that ends in {one_of(suffixes)}", out)


def write_json(path: Path | str, value: Any) -> None:
    """Writes an indented JSON document with the keys in the given order."""
    with writing_beside(path) as beside:
        beside.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
