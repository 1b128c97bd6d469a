"""Rows of released question files: JSON Lines, or one JSON array; released files of either kind end in ``.json``."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, bounded_lines, open_bytes, read_json_array, read_rows, why_no_json


def read_released(path: Path) -> Iterator[Row]:
    """Rows of a ``.json`` or ``.json.gz`` file, and of whatever :func:`~temporal_qa.io.read.read_rows` reads.

    A ``.json`` file holds one object a line, as TempReason is released, or one array of objects, which is read whole.
    ``Row.line`` is the line, or the number of the object in its array, counted from 1.

    Raises:
        InputError: no such file, an unknown kind of file, a damaged archive, text that is not JSON, or rows that are
            no objects.
    """
    if path.name.endswith((".json", ".json.gz")) and path.is_file():
        try:
            if _begins_with_bracket(path):
                for number, record in enumerate(read_json_array(path), 1):
                    yield Row(number, _an_object(record, path, number), path)
            else:
                yield from _lines(path)
        except (EOFError, zlib.error, OSError) as error:  # truncated, damaged, mislabelled, unreadable
            raise InputError(f"cannot be read: {error}", path) from None
    else:
        yield from read_rows(path)


def _begins_with_bracket(path: Path) -> bool:
    with open_bytes(path) as file:
        return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def _lines(path: Path) -> Iterator[Row]:
    with open_bytes(path) as lines:
        for number, line in enumerate(bounded_lines(lines, path), 1):
            if line.isspace():
                continue
            try:
                record = orjson.loads(line.removeprefix(b"\xef\xbb\xbf"))
            except orjson.JSONDecodeError as error:
                expected = "expected one JSON object a line, or one array of them"
                raise InputError(f"{why_no_json(error)}, {expected}", path, number) from None
            yield Row(number, _an_object(record, path, number), path)


def _an_object(record: Any, path: Path, number: int) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise InputError(f"found a JSON {type(record).__name__}, expected an object", path, number)
    return record
