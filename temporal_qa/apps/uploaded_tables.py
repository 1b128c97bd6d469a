"""Tables that users upload to an app: CSV, JSON, JSON Lines and Parquet.

They are untrusted: everything that could fill the memory is limited, and no pickle, archive or path is read.
"""

import itertools
from collections.abc import Collection
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, first_line
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.read import parse_json, read_json_lines

MAX_MEGABYTES = 20
MAX_ROWS = 100_000
MAX_UNPACKED_MEGABYTES = 400
"""For Parquet: a small file can unpack to a large one."""

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
        if kind == ".parquet":
            rows = _read_parquet(path, columns)
        elif kind == ".json":
            rows = parse_json(path.read_bytes(), path.name, list, "a list of objects")
            if not all(isinstance(row, dict) for row in rows):
                raise InputError(f"{path.name}: expected a list of objects")
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


def _read_parquet(path: Path, columns: Collection[str]) -> Rows:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows: Rows = []
    unpacked = 0
    try:
        with pq.ParquetFile(path) as table:
            wanted = [name for name in table.schema_arrow.names if name in columns]
            # Small batches, since a few bytes may unpack to a long text in each of many rows.
            for batch in table.iter_batches(64, columns=wanted or None):
                unpacked += batch.nbytes
                if unpacked > MAX_UNPACKED_MEGABYTES << 20:
                    raise InputError(f"{path.name}: unpacks to more than {MAX_UNPACKED_MEGABYTES} MB")
                rows += batch.to_pylist()
                if len(rows) > MAX_ROWS:
                    break
    except (pa.ArrowException, OSError, ValueError, OverflowError, KeyError) as error:  # as in io/read.py
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path.name}: cannot be read as Parquet: {first_line(error)}") from None
    return rows
