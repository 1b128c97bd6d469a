"""Columns of numbers to score: read and checked once, so that the scores themselves are only arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.value_types import Unit

Numbers: TypeAlias = NDArray[np.float64]
Names: TypeAlias = NDArray[np.str_]

ONE_GROUP = "all"  # the group of every item where neither groups nor units are given


class Items(NamedTuple):
    """Predictions (NaN: unparsed), labels, and the unit and the group of each item."""

    predictions: Numbers
    labels: Numbers
    units: Names | None
    groups: Names


def check_items(
    predictions: ArrayLike,
    labels: ArrayLike,
    units: Sequence[str] | Names | None = None,
    groups: Sequence[str] | Names | None = None,
) -> Items:
    """The columns as arrays; items without a group are grouped by their unit, or else all together.

    Raises:
        TypeError: an entry that is neither a number nor None, or a unit or group that is no string.
        ValueError: no items, unequal lengths, an infinite prediction, a label that is not a finite number, or a unit
            that does not exist.

    >>> check_items([1, None], [1, 2], units=["days", "years"]).groups
    array(['days', 'years'], dtype='<U5')
    """
    found, expected = prediction_column(predictions), label_column(labels)
    if len(found) != len(expected):
        raise ValueError(f"{len(found)} predictions but {len(expected)} labels; expected one each an item")
    if not len(expected):
        raise ValueError("no items to score")
    unit_names = None if units is None else _name_column(units, "units", len(expected))
    if unit_names is not None and (unknown := set(unit_names.tolist()) - set(get_args(Unit))):
        # A misspelt date_years would be given the percentage error that it does not have.
        raise ValueError(f"no unit {min(unknown)!r}, expected some of {', '.join(get_args(Unit))}")
    if groups is not None:
        group_names = _name_column(groups, "groups", len(expected))
    else:
        group_names = np.full(len(expected), ONE_GROUP) if unit_names is None else unit_names
    return Items(found, expected, unit_names, group_names)


def prediction_column(values: ArrayLike, name: str = "predictions") -> Numbers:
    """The column as float64, None (unparsed) as NaN. Text is refused, "12" too: reading it is a parser's work.

    >>> prediction_column([3, None])
    array([ 3., nan])
    """
    column = _number_column(values, name)
    if np.isinf(column).any():
        index = int(np.isinf(column).argmax())
        raise ValueError(f"{name}[{index}]: {column[index]} is no time; an unparsed prediction is None or NaN")
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
        entries = np.asarray(values, dtype=object)
        for index, entry in enumerate(entries if entries.ndim == 1 else []):
            if entry is not None and (not isinstance(entry, Real) or isinstance(entry, bool | np.bool_)):
                raise TypeError(f"{name}[{index}]: expected a number or None, found {entry!r}")
    if entries.ndim != 1:
        raise TypeError(f"{name}: expected one list of numbers, found shape {entries.shape}")
    return entries.astype(np.float64)


def _name_column(values: Sequence[str] | Names, name: str, length: int) -> Names:
    entries = [values] if isinstance(values, str) else list(values)
    for index, entry in enumerate(entries):
        if not isinstance(entry, str):
            raise TypeError(f"{name}[{index}]: expected a string, found {entry!r}")
    if isinstance(values, str) or len(entries) != length:
        raise ValueError(
            f"{name}: expected {length}, one an item, found {values if isinstance(values, str) else len(entries)}"
        )
    return np.array(entries, dtype=np.str_)
