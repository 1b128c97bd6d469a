"""Facts in files: JSON Lines or Parquet, one fact a row, dates as ISO text of any precision."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from temporal_qa.io.atomic import write_json_lines, writing_beside
from temporal_qa.io.drops import DropLog
from temporal_qa.io.read import read_rows
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

REQUIRED_COLUMNS = ("subject", "relation", "object", "start", "end")
OPTIONAL_COLUMNS = ("subject_id", "object_id", "subject_type", "object_type")

# Names and dates recur: one object for equal ones saves a third of the memory of a fact.
_parse_date = lru_cache(maxsize=1 << 14)(CalendarDate.fromisoformat)


def fact_from_row(row: Mapping[str, Any], as_of: CalendarDate | None = None) -> Fact:
    """A fact from a row with ``subject, relation, object, start, end`` and, where present, ids and types.

    A fact without an ``end`` (absent or null) still held at ``as_of``, the date of the source.

    Raises:
        ValueError: what is wrong with the row and what was expected.
    """
    names = {column: sys.intern(str(_text(row, column))) for column in ("subject", "relation", "object")}
    optional = {column: _text(row, column) for column in OPTIONAL_COLUMNS if row.get(column) is not None}
    start = _parse_date(_text(row, "start"))
    if row.get("end") is not None:
        end = _parse_date(_text(row, "end"))
    elif as_of is None:
        raise ValueError("no end, and no date of the source (--as-of) to stand for it")
    else:
        end = as_of
    return Fact(**names, start=start, end=end, **optional)


def _text(row: Mapping[str, Any], column: str) -> str:
    value = row.get(column)
    if not isinstance(value, str):
        found = "nothing" if value is None else type(value).__name__
        raise ValueError(f"column {column!r} holds {found}, expected text")
    return value


def fact_to_row(fact: Fact) -> dict[str, str]:
    """The row that :func:`fact_from_row` reads back as the same fact; absent ids and types are left out."""
    row = {
        "subject": fact.subject,
        "relation": fact.relation,
        "object": fact.object,
        "start": fact.start.isoformat(),
        "end": fact.end.isoformat(),
    }
    return row | {column: value for column in OPTIONAL_COLUMNS if (value := getattr(fact, column)) is not None}


def read_facts(path: Path | str, *, as_of: CalendarDate | None = None, drops: DropLog | None = None) -> Iterator[Fact]:
    """Facts of a ``.jsonl``, ``.jsonl.gz`` or ``.parquet`` file, in file order.

    Args:
        path: the file.
        as_of: the date of the source, which is the end of facts without one.
        drops: decides whether a bad row is an error or is skipped.

    Raises:
        InputError: the file cannot be read, or a row is not a fact.
    """
    drops = DropLog() if drops is None else drops
    for row in read_rows(path, drops):
        try:
            fact = fact_from_row(row.values, as_of)
        except ValueError as problem:
            drops.bad_row(row.error(str(problem)))
        else:
            yield fact


def write_facts(path: Path | str, facts: Iterable[Fact]) -> int:
    """Writes facts as JSON Lines, or as Parquet if the name ends in ``.parquet``; returns how many."""
    path = Path(path)
    if path.suffix != ".parquet":
        return write_json_lines(path, map(fact_to_row, facts))
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [fact_to_row(fact) for fact in facts]
    columns = REQUIRED_COLUMNS + tuple(column for column in OPTIONAL_COLUMNS if any(column in row for row in rows))
    schema = pa.schema([(column, pa.string()) for column in columns])
    with writing_beside(path) as beside:
        pq.write_table(pa.Table.from_pylist(rows, schema=schema), beside, compression="zstd")
    return len(rows)
