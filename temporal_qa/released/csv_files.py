"""Questions that others released as CSV files, row by row with their line numbers."""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, bounded_lines, open_bytes


def read_released_csv(path: Path, columns: Collection[str]) -> Iterator[Row]:
    """Rows of a CSV file, gzipped where its name ends in ``.gz``.

    The header names at least ``columns``. A row's line is the one that it begins on.

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
                if row:  # a blank line is no row
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
