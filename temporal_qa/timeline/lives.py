"""Lives: when a person was born and died, or an organisation was founded and dissolved; and their files.

Files are read as those of facts are, see :mod:`~temporal_qa.timeline.fact_files`: JSON Lines, CSV or Parquet, with
dates of any precision as text, numbers or date columns.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporal_qa.io import DropLog, read_each, write_rows
from temporal_qa.timeline.dates import CalendarDate, surely_before
from temporal_qa.timeline.fact_files import date_in, dated_rows, id_in, optional_in, text_in
from temporal_qa.timeline.facts import check_name

_OTHER_NAMES = {"start": "birth", "end": "death"}


@dataclass(frozen=True, slots=True)
class Life:
    """One person or organisation with its first and its last day, of any precision.

    Attributes:
        id: unique in its source, such as Wikidata's ``Q42``.
        name: what questions call it; several lives may share a name.
        type: ``person``, ``organisation`` or another kind of entity.
        start: birth or inception; None if it is not known.
        end: death or dissolution; None if it is not known, or has not come.

    Raises:
        ValueError: an id or name that no fact may have, or an end that lies before the start.
    """

    id: str
    name: str
    type: str = "person"
    start: CalendarDate | None = None
    end: CalendarDate | None = None

    def __post_init__(self) -> None:
        check_name("id", self.id)
        check_name("name", self.name)
        if self.start and self.end and surely_before(self.end, self.start):
            raise ValueError(f"the end, {self.end}, lies before the start, {self.start}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Life, (self.id, self.name, self.type, self.start, self.end)  # in half the time, as of dates


def life_from_row(row: Mapping[str, Any]) -> Life:
    """A life from a row with ``id, name`` and, where known, ``type, start, end``; ``birth`` and ``death`` serve, too.

    Raises:
        ValueError: what is wrong with the row and what was expected.
    """
    if not isinstance(row, Mapping):
        raise ValueError(f"holds {type(row).__name__}, expected a life with 'id' and 'name'")
    kind = optional_in(row, "type") or "person"
    dates = (date_in(row, column) or date_in(row, other) for column, other in _OTHER_NAMES.items())
    return Life(id_in(row, "id"), text_in(row, "name"), kind, *dates)


def life_to_row(life: Life) -> dict[str, str | None]:
    """The row that :func:`life_from_row` reads back as the same life; a date that is not known is null."""
    start, end = (None if date is None else date.isoformat() for date in (life.start, life.end))
    return {"id": life.id, "name": life.name, "type": life.type, "start": start, "end": end}


def read_lives(path: Path | str, drops: DropLog | None = None) -> Iterator[Life]:
    """Lives of a file, in its order; a CSV file has at least the columns ``id`` and ``name``.

    Args:
        path: the file, see :func:`~temporal_qa.timeline.fact_files.dated_rows`.
        drops: decides whether a bad row is an error or is skipped.

    Raises:
        InputError: the file cannot be read, or a row is not a life.
    """
    drops = DropLog() if drops is None else drops
    rows = dated_rows(path, ("id", "name"), (*_OTHER_NAMES, *_OTHER_NAMES.values()), drops)
    yield from read_each(rows, lambda row: life_from_row(row.values), drops)


def write_lives(path: Path | str, lives: Iterable[Life]) -> int:
    """Writes lives as JSON Lines or as Parquet, as the name ends; returns how many."""
    return write_rows(path, map(life_to_row, lives))
