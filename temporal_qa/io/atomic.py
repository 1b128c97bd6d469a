"""Writing files that are whole or absent: a killed run never leaves half a file under its final name.

Every writer of files uses :func:`writing_beside`; writers of folders are in :mod:`temporal_qa.io.resumable`.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.errors import InputError, explain_full_disk

# filelock is slow to import, so it is imported where it is used.


@contextlib.contextmanager
def writing_beside(final: Path | str) -> Iterator[Path]:
    """A path beside ``final`` to write to, which is renamed to ``final`` when the block ends, or removed on an error.

    The file exists, is empty and is locked against other processes: open and fill it, do not replace it.

    >>> import pathlib, tempfile
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "numbers.txt"
    >>> with writing_beside(target) as beside:
    ...     _ = beside.write_text("1 2 3")
    >>> target.read_text()
    '1 2 3'
    """
    final = Path(final).resolve()  # replaces the target of a link, and not the link
    check_writable(final)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = _open_beside(final)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", final) from None
    try:
        with explain_full_disk(final):
            yield beside
        beside.chmod(0o666 & ~_umask())  # so far only its owner can read it
        beside.replace(final)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)


def _open_beside(final: Path) -> tuple[int, Path]:
    """An empty file beside ``final``, to which no other process writes while it is open here.

    Its name is always the same and its lock ends with the process, so the next run overwrites the file of a killed run.
    While another process writes the same file, the file gets a unique name.
    """
    beside = final.with_name(f".{final.name}.part")
    while True:
        try:
            handle = os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError:  # a link, or a file of another user
            return _open_private(final)
        try:
            lock(handle, final)
            if os.path.samestat(os.fstat(handle), os.lstat(beside)):
                os.truncate(handle, 0)
                return handle, beside
        except FileNotFoundError:
            pass
        except InputError:
            os.close(handle)
            return _open_private(final)
        os.close(handle)  # the other process has just renamed it


def _open_private(final: Path) -> tuple[int, Path]:
    handle, name = tempfile.mkstemp(dir=final.parent, prefix=f".{final.name}.")
    return handle, Path(name)


def lock(handle: int, path: Path) -> None:
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


def check_writable(final: Path) -> None:
    """Raises ``InputError`` if the name is that of a folder or a device; for a check before long work."""
    if final.exists() and not final.is_file():
        raise InputError("is a folder or a device, expected a file to write", final)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_json_lines(path: Path | str, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes one JSON object a line, compressed if the name ends in ``.gz``, and returns how many."""
    path, count = Path(path), 0
    with writing_beside(path) as beside, beside.open("wb") as raw:
        # The gzip header gets no name and no time: same rows, same bytes.
        out: Any = gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) if path.suffix == ".gz" else raw
        for row in rows:
            out.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
        if out is not raw:
            out.close()
    return count


def write_json(path: Path | str, value: Any) -> None:
    """Writes an indented JSON document with the keys in the given order."""
    with writing_beside(path) as beside:
        beside.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
