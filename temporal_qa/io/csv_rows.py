"""CSV files: rows that know the line on which they begin."""

import csv
import io
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError, counted
from temporal_qa.io.read import DAMAGE, bounded_lines, check_there, open_bytes
from temporal_qa.io.row import Row


def is_csv(path: Path) -> bool:
    """Whether the name is that of a CSV file, perhaps a gzipped one."""
    return path.name.endswith((".csv", ".csv.gz"))


def read_csv(
    path: Path, columns: Collection[str], drops: DropLog | None = None, *, by_hand: bool = False
) -> Iterator[Row]:
    """Rows of a CSV file, gzipped if its name ends in ``.gz``; a row's line is the one on which it begins.

    Cells are parted by what the header has most of: commas, semicolons (of spreadsheets in some countries) or tabs.

    Args:
        path: the file.
        columns: those that the header names at least.
        drops: decides whether a row with too few or too many cells is an error or is skipped.
        by_hand: reads tables as people write them: the names of columns may be in any case, white space around cells
            is dropped, and empty cells are None.

    Raises:
        InputError: no such file, an empty one, columns that are missing or occur twice, a quotation that is never
            closed, or text that is not UTF-8 (with or without a byte order mark).
    """
    check_there(path)
    drops = DropLog() if drops is None else drops
    line = 1
    try:
        with io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig", newline="") as file:
            lines = bounded_lines(file, path)
            first = next(lines, "")
            delimiter = max(",;\t", key=first.count)
            cells = csv.reader(chain([first], lines), strict=True, delimiter=delimiter, skipinitialspace=by_hand)
            header = next(cells, [])
            if by_hand:
                header = [name.strip().casefold() for name in header]
            if not any(header):
                fault, number = ("the line is empty", 1) if first else ("is empty", None)
                expected = "expected a CSV header" + " with " * bool(columns) + ", ".join(columns)
                raise InputError(f"{fault}, {expected}", path, number)
            _check_header(header, columns, path)
            line = cells.line_num + 1
            # A response or a table may be longer than the 128 KiB that the csv module allows a cell.
            csv.field_size_limit(1 << 24)
            for row in cells:
                values = [cell.strip() or None for cell in row] if by_hand else row
                if row and len(row) != len(header):  # a blank line is not a row
                    fault = f"{counted(len(row), 'cell')}, expected {len(header)} as in the header"
                    drops.bad_row(InputError(fault, path, line))
                elif any(values) or (row and not by_hand):
                    yield Row(line, dict(zip(header, values, strict=True)), path)
                line = cells.line_num + 1
    except csv.Error as error:
        raise InputError(f"not valid CSV ({error}), expected one row of quoted cells", path, line) from None
    except DAMAGE as error:
        raise InputError(f"cannot be read past line {line}: {error}", path) from None
    except UnicodeDecodeError as error:
        line += error.object[: error.start].count(b"\n")  # the file is decoded in pieces of many lines
        raise InputError(f"not UTF-8 ({error.reason}), expected a CSV file in UTF-8", path, line) from None


def _check_header(header: list[str], columns: Collection[str], path: Path) -> None:
    repeated = [name for name in header if name and header.count(name) > 1]  # cells without a name are not read
    if repeated or (missing := [name for name in columns if name not in header]):
        fault = f"two columns {repeated[0]}" if repeated else f"no column {', '.join(missing)}"
        expected = f"; expected {', '.join(columns)}" if columns else ", expected each once"
        raise InputError(f"{fault} in {', '.join(header):.200}{expected}", path, 1)
