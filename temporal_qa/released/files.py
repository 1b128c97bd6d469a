"""Reads released files: JSON Lines or one JSON array, both named ``.json``, and pickles of plain rows."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, open_bytes, read_json, read_json_lines, read_rows
from temporal_qa.released.plain_pickles import read_plain_pickle

_PICKLES = (".pickle", ".pkl")


def read_released(path: Path) -> Iterator[Row]:
    """Rows of a ``.json[.gz|.gzip]`` or ``.pickle`` file, and of what :func:`~temporal_qa.io.read.read_rows` reads.

    A ``.json`` file holds one object a line, as TempReason is released, or one array of objects, which is read whole.
    ``Row.line`` is the line, or the number of the object in its array, counted from 1.

    Raises:
        InputError: no such file, an unknown kind of file, a damaged archive, text that is not JSON, a pickle of
            anything but plain values, or rows that are not objects.
    """
    if path.name.endswith(_PICKLES) and path.is_file():
        yield from _objects(read_plain_pickle(path), path)
        return
    if not (path.name.endswith((".json", ".json.gz", ".json.gzip")) and path.is_file()):
        yield from read_rows(path)
    elif _begins_with_bracket(path):
        yield from _objects(read_json(path, list, "an array of objects"), path)
    else:
        yield from read_json_lines(path)


def _objects(records: object, path: Path) -> Iterator[Row]:
    if not isinstance(records, list):
        raise InputError(f"found a {type(records).__name__}, expected a list of objects", path)
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict) or not all(isinstance(column, str) for column in record):
            raise InputError(f"found a JSON {type(record).__name__}, expected an object", path, number)
        yield Row(number, record, path)


def _begins_with_bracket(path: Path) -> bool:
    try:
        with open_bytes(path) as file:
            return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
    except (EOFError, zlib.error, OSError):  # the reader raises it again, with a message
        return False
