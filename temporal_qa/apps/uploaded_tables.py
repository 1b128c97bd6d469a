"""Tables that users upload to an app: CSV, JSON, JSON Lines and Parquet.

They are untrusted: everything that could fill the memory is limited, and no pickle, archive or path is read.
"""

import itertools
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.parquet_parts import parquet_parts
from temporal_qa.io.read import parse_json, read_json_lines

MAX_MEGABYTES = 20
MAX_ROWS = 100_000
MAX_UNPACKED_MEGABYTES = 400
"""The limit for Parquet, where a small file can unpack to a large one."""

KINDS_OF_FILE = (".csv", ".json", ".jsonl", ".parquet")

Rows = list[dict[str, Any]]


def read_table(path: Path, columns: Collection[str]) -> Rows:
    """All rows of an uploaded file. Errors show its name, without its folder.

    Args:
        path: the file.
        columns: the columns needed. Others, such as large contexts, are not read from a Parquet file.

    Raises:
        InputError: another kind of file, a damaged one, one without rows, or one that is too large.
    """
    if (kind := path.suffix.lower()) not in KINDS_OF_FILE:
        raise InputError(f"{path.name}: unknown kind of file, expected {', '.join(KINDS_OF_FILE)}")
    if path.stat().st_size > MAX_MEGABYTES << 20:
        raise InputError(f"{path.name}: more than {MAX_MEGABYTES} MB")
    try:
        if kind == ".json":
            rows = parse_json(path.read_bytes(), path.name, list, "a list of objects")
            if not all(isinstance(row, dict) for row in rows):
                raise InputError(f"{path.name}: expected a list of objects")
        elif kind == ".parquet":
            rows = list(itertools.islice(_read_parquet(path, columns), MAX_ROWS + 1))
        else:
            lines = read_csv(path, ()) if kind == ".csv" else read_json_lines(path)
            rows = [row.values for row in itertools.islice(lines, MAX_ROWS + 1)]
    except InputError as error:
        raise InputError(str(error).replace(str(path), path.name)) from None
    if not rows:
        raise InputError(f"{path.name}: no rows")
    if len(rows) > MAX_ROWS:
        raise InputError(f"{path.name}: more than {MAX_ROWS:,} rows")
    return rows


def _read_parquet(path: Path, columns: Collection[str]) -> Iterator[dict[str, Any]]:
    unpacked = 0

    def wanted(schema: Any) -> list[str]:
        return [name for name in schema.names if name in columns] or list(schema.names)

    def unpack(part: Any, _: int) -> list[dict[str, Any]]:
        nonlocal unpacked
        unpacked += part.nbytes
        if unpacked > MAX_UNPACKED_MEGABYTES << 20:
            raise InputError(f"{path.name}: unpacks to more than {MAX_UNPACKED_MEGABYTES} MB")
        return list(part.to_pylist())

    # Small parts, since a few bytes may unpack to a long text in each of many rows.
    return itertools.chain.from_iterable(parquet_parts(path, wanted, unpack, 64))
