"""Columns of values written as text ("4 years and 6 months", "352 BC") as numbers in the unit of each item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from temporal_qa.scoring.responses import lenient_parser
from temporal_qa.scoring.responses.value_types import AnswerFormat, NoValue, Unit


def read_value_column(values: Sequence[object], units: Sequence[str] | None, name: str) -> list[object]:
    """The column with each text replaced by its number, or by None if it has none.

    The lenient parser reads text as an answer in the unit of its item: durations as counts of the unit, calendar years
    as the year (352 BC is -352), dates as days, counted as ``datetime.date.toordinal`` does. Other values stay. For
    whole responses use :func:`~temporal_qa.scoring.responses.temporal_values.parse_response`.

    Raises:
        ValueError: text without units, or an unknown unit.

    >>> read_value_column(["4 years and 6 months", "no idea", 3], ["years", "years", "days"], "predictions")
    [4.5, None, 3]
    """
    column = list(values)
    for index, value in enumerate(column):
        if isinstance(value, str):
            if units is None or index >= len(units):
                raise ValueError(f"{name}[{index}]: {value!r} is text; reading it needs the unit of each item")
            column[index] = _read(value, units[index], index)
    return column


def _read(text: str, unit: str, index: int) -> float | None:
    if unit not in get_args(Unit):
        raise ValueError(f"units[{index}]: no unit {unit!r}, expected one of {', '.join(get_args(Unit))}")
    try:
        return lenient_parser.read_fields({"answer": text}, AnswerFormat("tot", cast(Unit, unit), ""))[0]
    except NoValue:
        return None
