"""Facts in files: JSON Lines, CSV or Parquet, one fact a row.

A date is ISO text of any precision (``2007``, ``2007-06``, ``2007-06-15``; the time of a day is not read), a year as a
number, or a value of a date or timestamp column. Numbers are astronomical years: 0 is 1 BC.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from numbers import Integral
from pathlib import Path
from typing import Any

from temporal_qa.io import DropLog, InputError, Row, read_each, read_rows, write_rows
from temporal_qa.io.csv_rows import is_csv, read_csv
from temporal_qa.io.missing import is_missing
from temporal_qa.io.read import JSON_LINES
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, ReversedSpan

REQUIRED_COLUMNS = ("subject", "relation", "object", "start", "end")
OPTIONAL_COLUMNS = ("subject_id", "object_id", "subject_type", "object_type")

_MAX_YEAR = 9999
_TIMESTAMP = re.compile(r"([+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2})[T ][0-9]{2}:[0-9]{2}.*")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.0+)?")

PropertyOf = Callable[[str], str]
"""From a relation as a file writes it, such as ``educated at``, to its property, such as ``P69``."""


def fact_from_row(
    row: Mapping[str, Any], as_of: CalendarDate | None = None, property_of: PropertyOf | None = None
) -> Fact:
    """A fact from a row with ``subject, relation, object, start, end`` and, where present, ids and types.

    A fact without an ``end`` (absent or null) still held at ``as_of``, the date of the source. Relations stay as they
    are written unless ``property_of`` is given.

    Raises:
        ValueError: what is wrong with the row and what was expected.
    """
    # Names recur: one object for equal ones saves a third of the memory of a fact.
    subject, relation, name = [sys.intern(str(text_in(row, column))) for column in ("subject", "relation", "object")]
    if property_of is not None:
        relation = property_of(relation)
    has_optional = not row.keys().isdisjoint(OPTIONAL_COLUMNS)
    optional = [optional_in(row, column) for column in OPTIONAL_COLUMNS] if has_optional else ()
    if (start := date_in(row, "start")) is None:
        raise ValueError(f"column 'start' holds nothing, expected {_EXPECTED_DATE}{_columns_without('start', row)}")
    if (end := date_in(row, "end")) is None:
        if as_of is None:
            raise MissingEnd(f"no end, expected a date, or --as-of{_columns_without('end', row)}")
        if start.month_number > as_of.month_number:
            raise ReversedSpan(f"the start, {start}, lies after --as-of {as_of}, and there is no end")
        end = as_of
    return Fact(subject, relation, name, start, end, *optional)


def has_open_end(row: Mapping[str, Any], fact: Fact, as_of: CalendarDate | None) -> bool:
    """Whether a fact that was read from a row ends at ``as_of`` because the row has no end."""
    return fact.end is as_of and date_in(row, "end") is None  # equal dates may be one object


class MissingEnd(ValueError):
    """A row has no end, and the date of its source is not known."""


def text_in(row: Mapping[str, Any], column: str, expected: str = "text") -> str:
    """The text in a column of a row. Raises ``ValueError`` with what was ``expected`` where it holds none."""
    if not isinstance(value := row.get(column), str):
        others = _columns_without(column, row)
        raise ValueError(f"column {column!r} holds {kind_of(value)}, expected {expected}{others}")
    return value


def _columns_without(column: str, row: Mapping[str, Any]) -> str:
    """For errors: the columns that a row has, if this one is not among them; it may have another name."""
    return "" if column in row or not row else f"; the columns are {', '.join(map(str, row.keys())):.200}"


def id_in(row: Mapping[str, Any], column: str) -> str:
    """The id in a column of a row, text or a whole number, as text; pandas has floats where some are missing.

    Raises:
        ValueError: it holds something else.
    """
    number = _whole(row.get(column))
    return text_in(row, column, "text or a whole number") if number is None else str(number)


def _whole(value: object) -> int | None:
    """The value of a whole number, numpy's and that of a float included; None for anything else."""
    if isinstance(value, Integral | float) and not isinstance(value, bool) and value % 1 == 0:
        return int(value)
    return None


def optional_in(row: Mapping[str, Any], column: str) -> str | None:
    """The text in a column that may be empty; an id may be a whole number. Raises ``ValueError`` for anything else."""
    value = row.get(column)
    if value is None or isinstance(value, str):
        return value
    if is_missing(value):
        return None
    return id_in(row, column) if column.endswith("_id") else text_in(row, column)


def kind_of(value: object) -> str:
    """What a column holds, for errors: the name of a type, or ``nothing``."""
    return "nothing" if is_missing(value) else type(value).__name__


_EXPECTED_DATE = "a date: YYYY, YYYY-MM or YYYY-MM-DD"


def date_in(row: Mapping[str, Any], column: str) -> CalendarDate | None:
    """The date in a column of a row, None where it holds nothing. Raises ``ValueError`` where it is not a date."""
    value = row.get(column)
    if isinstance(value, str):
        return _parse_date(value) if value else None  # as an empty cell of a CSV file
    if is_missing(value):
        return None
    if isinstance(value, date):
        return CalendarDate(value.year, value.month, value.day)
    if (year := _whole(value)) is not None and abs(year) <= _MAX_YEAR:
        return CalendarDate(year)
    raise ValueError(f"column {column!r} holds {value!r:.40}, expected {_EXPECTED_DATE}")


@lru_cache(maxsize=1 << 14)  # dates recur
def _parse_date(text: str) -> CalendarDate:
    return CalendarDate.fromisoformat(timestamp[1] if (timestamp := _TIMESTAMP.fullmatch(text)) else text)


def fact_to_row(fact: Fact) -> dict[str, str]:
    """The row that :func:`fact_from_row` reads back as the same fact; absent ids and types are left out."""
    row = {
        "subject": fact.subject, "relation": fact.relation, "object": fact.object,
        "start": fact.start.isoformat(), "end": fact.end.isoformat(),
    }  # fmt: skip
    return row | {column: value for column in OPTIONAL_COLUMNS if (value := getattr(fact, column)) is not None}


def read_facts(
    path: Path | str,
    *,
    as_of: CalendarDate | None = None,
    drops: DropLog | None = None,
    property_of: PropertyOf | None = None,
) -> Iterator[Fact]:
    """Facts of a file, in its order; see :func:`fact_rows`.

    Args:
        path: the file.
        as_of: the date of the source, which is the end of facts without one.
        drops: decides whether a bad row is an error or is skipped.
        property_of: tells the property of a relation; without it relations stay as they are written.

    Raises:
        InputError: the file cannot be read, or a row is not a fact.
    """
    drops = DropLog() if drops is None else drops

    def fact_of(row: Row) -> Fact:
        fact = fact_from_row(row.values, as_of, property_of)
        drops.open_ends += has_open_end(row.values, fact, as_of)
        return fact

    return read_each(fact_rows(path, drops, may_lack_end=as_of is not None), fact_of, drops)


def fact_rows(path: Path | str, drops: DropLog, *, may_lack_end: bool = True) -> Iterator[Row]:
    """Rows of a file of facts, not yet read as facts; see :func:`dated_rows`."""
    return dated_rows(path, REQUIRED_COLUMNS[:-1] if may_lack_end else REQUIRED_COLUMNS, ("start", "end"), drops)


def dated_rows(
    path: Path | str, columns: Collection[str], date_columns: Collection[str], drops: DropLog
) -> Iterator[Row]:
    """Rows of a ``.jsonl``, ``.csv`` (both also ``.gz``) or ``.parquet`` file, whose dates :func:`date_in` reads.

    A CSV file has a header with at least these ``columns``; a cell of digits in one of ``date_columns`` is a year.

    Raises:
        InputError: the file cannot be read, or is of another kind; a bad row, unless ``drops`` skips it.
    """
    path = Path(path)
    if not is_csv(path):
        if path.is_dir():
            raise InputError("is a folder, expected a file: .jsonl, .csv (both also .gz) or .parquet", path)
        if path.is_file() and not path.name.endswith((*JSON_LINES, ".parquet")):
            graph = "; temporal-qa import graph reads benchmark files" if ".tsv" in path.suffixes else ""
            raise InputError(f"unknown kind of file, expected .jsonl, .csv (both also .gz) or .parquet{graph}", path)
        yield from read_rows(path, drops)
        return
    for row in read_csv(path, columns, drops, by_hand=True):
        for column in date_columns:
            if (text := row.values.get(column)) and _NUMBER.fullmatch(text):
                row.values[column] = int(text.partition(".")[0][:20])
        yield row


def write_facts(path: Path | str, facts: Iterable[Fact]) -> int:
    """Writes facts as JSON Lines or as Parquet, as the name ends; returns how many."""
    return write_rows(path, map(fact_to_row, facts))
