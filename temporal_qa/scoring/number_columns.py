"""Columns of numbers to score: checked once, so that the scores themselves are only arithmetic."""

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.io.missing import is_missing
from temporal_qa.scoring.responses.value_types import MAX_NUMBER, Unit

Numbers: TypeAlias = NDArray[np.float64]
NameColumn: TypeAlias = Sequence[str] | NDArray[np.str_]
Places: TypeAlias = NDArray[np.intp]


class Items(NamedTuple):
    """Predictions (NaN: unparsed), labels, and the indices of the items of each unit and of each group.

    Without a column of units, ``by_unit`` is empty.
    """

    predictions: Numbers
    labels: Numbers
    by_unit: Mapping[str, Places]
    by_group: Mapping[str, Places]


def check_items(
    predictions: ArrayLike, labels: ArrayLike, units: NameColumn | None = None, groups: NameColumn | None = None
) -> Items:
    """The columns as arrays. Without groups, items are grouped by unit, or else all together.

    Raises:
        TypeError: an entry that is neither a number nor None, or a unit or group that is not a string.
        ValueError: no items, unequal lengths, an infinite prediction, a label that is not finite, or an unknown unit.

    >>> check_items([1, None, 3], [1, 2, 3], units=["years", "days", "years"]).by_group
    {'days': array([1]), 'years': array([0, 2])}
    """
    found, expected = prediction_column(predictions), label_column(labels)
    if len(found) != len(expected):
        raise ValueError(f"predictions: {len(found)}, labels: {len(expected)}; expected one of each for an item")
    if not len(expected):
        raise ValueError("no items to score")
    by_unit = {} if units is None else _places(units, "units", len(expected))
    if unknown := by_unit.keys() - set(get_args(Unit)):
        # A misspelt date_years would get a percentage error, which years do not have.
        raise ValueError(f"no unit {min(unknown)!r}, expected some of {', '.join(get_args(Unit))}")
    if groups is None:
        return Items(found, expected, by_unit, by_unit or {"all": np.arange(len(expected))})
    return Items(found, expected, by_unit, _places(groups, "groups", len(expected)))


def _places(values: NameColumn, name: str, length: int) -> dict[str, Places]:
    """The indices of each name of a column, the names in alphabetical order."""
    column: list[str] = values.tolist() if isinstance(values, np.ndarray) else list(values)
    if isinstance(values, str) or len(column) != length:
        found = repr(values) if isinstance(values, str) else len(column)
        raise ValueError(f"{name}: expected {length}, one for each item, found {found}")
    if set(map(type, column)) != {str}:  # one pass in C; the slower loop below only names what is wrong
        for index, entry in enumerate(column):
            if not isinstance(entry, str):
                raise TypeError(f"{name}[{index}]: expected a string, found {entry!r}")
    distinct = sorted(set(column))
    numbers = {name: number for number, name in enumerate(distinct)}
    numbered = np.fromiter(map(numbers.__getitem__, column), np.intp, len(column))
    ends = np.cumsum(np.bincount(numbered))
    return dict(zip(distinct, np.split(np.argsort(numbered, kind="stable"), ends[:-1]), strict=True))


def prediction_column(values: ArrayLike) -> Numbers:
    """The column as float64, None (unparsed) as NaN. Text is refused, even "12": a parser has to read it first.

    >>> prediction_column([3, None])
    array([ 3., nan])
    """
    column = _number_column(values, "predictions")
    if np.isinf(column).any():
        index = int(np.isinf(column).argmax())
        raise ValueError(f"predictions[{index}]: {column[index]} is not a time; an unparsed prediction is None or NaN")
    return column


def label_column(values: ArrayLike, name: str = "labels") -> Numbers:
    """The column as float64; every entry is a finite number."""
    column = _number_column(values, name)
    if not np.isfinite(column).all():
        index = int((~np.isfinite(column)).argmax())
        raise ValueError(f"{name}[{index}]: expected a finite number, found {column[index]}")
    return column


def _number_column(values: ArrayLike, name: str) -> Numbers:
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiu":
        entries = values
    else:
        entries = np.array(values, dtype=object)
        for index, entry in enumerate(entries if entries.ndim == 1 else []):
            if not isinstance(entry, Real) or isinstance(entry, bool | np.bool_):
                if not is_missing(entry):
                    raise TypeError(f"{name}[{index}]: expected a number or None, found {entry!r}")
                entries[index] = None
    if entries.ndim != 1:
        raise TypeError(f"{name}: expected one list of numbers, found shape {entries.shape}")
    try:
        column = entries.astype(np.float64)
        large = np.flatnonzero((np.abs(column) > MAX_NUMBER) & np.isfinite(column))
    except OverflowError:
        large = np.flatnonzero([entry is not None and abs(entry) > MAX_NUMBER for entry in entries])
    if len(large):
        raise ValueError(f"{name}[{large[0]}]: expected a number from {-MAX_NUMBER:g} to {MAX_NUMBER:g}")
    return column
