"""Reads released files: JSON Lines or one JSON array, both named ``.json``, and CSV."""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, bounded_lines, open_bytes, read_json, read_json_lines, read_rows


def read_released(path: Path) -> Iterator[Row]:
    """Rows of a ``.json`` or ``.json.gz`` file, and of whatever :func:`~temporal_qa.io.read.read_rows` reads.

    A ``.json`` file holds one object a line, as TempReason is released, or one array of objects, which is read whole.
    ``Row.line`` is the line, or the number of the object in its array, counted from 1.

    Raises:
        InputError: no such file, an unknown kind of file, a damaged archive, text that is not JSON, or rows that are
            not objects.
    """
    if not (path.name.endswith((".json", ".json.gz")) and path.is_file()):
        yield from read_rows(path)
    elif _begins_with_bracket(path):
        for number, record in enumerate(read_json(path, list, "an array of objects"), 1):
            if not isinstance(record, dict):
                raise InputError(f"found a JSON {type(record).__name__}, expected an object", path, number)
            yield Row(number, record, path)
    else:
        yield from read_json_lines(path)


def _begins_with_bracket(path: Path) -> bool:
    try:
        with open_bytes(path) as file:
            return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
    except (EOFError, zlib.error, OSError):  # the reader raises it again, with a message
        return False


def read_released_csv(path: Path, columns: Collection[str]) -> Iterator[Row]:
    """Rows of a CSV file, gzipped if its name ends in ``.gz``; a row's line is the one on which it begins.

    The header names at least ``columns``.

    Raises:
        InputError: no such file, an empty one, columns that are missing, a row with too few or too many cells, a
            quotation that is never closed, or text that is not UTF-8 (with or without a byte order mark).
    """
    if not path.is_file():
        raise InputError("no such file", path)
    line = 1
    try:
        with io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig", newline="") as file:
            cells = csv.reader(bounded_lines(file, path), strict=True)
            header = next(cells, [])
            if not header:
                raise InputError(f"is empty, expected a CSV header with {', '.join(columns)}", path)
            if missing := [name for name in columns if name not in header]:
                raise InputError(f"no column {', '.join(missing)}; expected {', '.join(columns)}", path, 1)
            line = cells.line_num + 1
            # A response or a table may be longer than the 128 KiB that the csv module allows a cell.
            csv.field_size_limit(1 << 24)
            for row in cells:
                if row:  # a blank line is not a row
                    if len(row) != len(header):
                        raise InputError(f"{len(row)} cells, expected {len(header)} as in the header", path, line)
                    yield Row(line, dict(zip(header, row, strict=True)), path)
                line = cells.line_num + 1
    except csv.Error as error:
        raise InputError(f"not valid CSV ({error}), expected one row of quoted cells", path, line) from None
    except (EOFError, zlib.error, OSError) as error:  # a truncated or mislabelled archive
        raise InputError(f"cannot be read past line {line}: {error}", path) from None
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 ({error.reason}) past line {line}, expected a CSV file", path) from None
