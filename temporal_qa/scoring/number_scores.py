"""Numbers to score: columns checked once, so that the scores themselves are only arithmetic, and the score of errors.

The score is the mean, the number of items behind it, and its parts by unit and by group.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from numbers import Real
from typing import Any, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.io.missing import is_missing
from temporal_qa.scoring.lengths import check_lengths
from temporal_qa.scoring.significance import mean_interval
from temporal_qa.scoring.value_types import MAX_NUMBER, Unit

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
    check_lengths("items", predictions=found, labels=expected)
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
    if len(wrong := np.flatnonzero(np.isinf(column))):
        found = f"predictions[{wrong[0]}]: {column[wrong[0]]}"
        raise ValueError(f"{found} is not a time; an unparsed prediction is None or NaN")
    return column


def label_column(values: ArrayLike, name: str = "labels") -> Numbers:
    """The column as float64; every entry is a finite number."""
    column = _number_column(values, name)
    if len(wrong := np.flatnonzero(~np.isfinite(column))):
        raise ValueError(f"{name}[{wrong[0]}]: expected a finite number, found {column[wrong[0]]}")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PartScore:
    """The mean of one error measure over some items, such as those of one unit.

    Attributes:
        score: mean over the items where it is defined; NaN if it is defined for none.
        n: number of items.
        n_defined: number of items in the mean.
        coverage: share of the n items whose prediction could be parsed, 0 to 1.
        deviation: mean absolute deviation of the labels of a group, for MASE; otherwise None.
    """

    score: float
    n: int
    n_defined: int
    coverage: float
    deviation: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorScore(PartScore):
    """The mean over all items, and its parts. Undefined values (0/0) are NaN, and None in :meth:`to_dict`.

    Attributes:
        off_by_one: the share of errors of exactly 1 (a year, a day, ...) among those that are not zero, 0 to 1.
        direction: mean sign of the errors, -1 (always too small or too early) to 1 (too large or too late).
        signed_score: mean of the measure with the sign of the error, so that errors up and down cancel out.
        by_unit: unit -> the score of its items; empty where no units were given.
        by_group: group -> the score of its items.
        interval: bootstrap interval of the score over items, where asked for and defined. The scales of errors are not
            resampled.
        values: the measure of each item; NaN where it is undefined. They are not in :meth:`to_dict`.
    """

    off_by_one: float
    direction: float
    signed_score: float
    by_unit: Mapping[str, PartScore]
    by_group: Mapping[str, PartScore]
    interval: tuple[float, float] | None
    values: Numbers = field(repr=False, compare=False)

    def to_dict(self, name: str) -> dict[str, Any]:
        """For JSON: the score is ``name``, its interval ``<name>_interval`` if there is one; NaN is None."""
        summary = asdict(self, dict_factory=_for_json)
        score, interval, _ = (summary.pop(name) for name in ("score", "interval", "values"))
        return {name: score} | summary | ({} if interval is None else {f"{name}_interval": list(interval)})


def error_score(
    items: Items, values: Numbers, *, deviations: Mapping[str, float] | None = None, bootstrap: int | None, seed: int
) -> ErrorScore:
    """Summarises the values of items (NaN: undefined). The order of the items does not matter.

    Args:
        items: the items that the values were computed from.
        values: one for each item.
        deviations: group -> mean absolute deviation, if the measure has one.
        bootstrap: number of resamples for the 95 % interval; without it there is none.
        seed: of the bootstrap.
    """
    errors = items.predictions - items.labels
    sizes = np.abs(errors[~np.isnan(errors) & (errors != 0)])
    defined = values[~np.isnan(values)]
    interval = None if bootstrap is None or not len(defined) else mean_interval(defined, resamples=bootstrap, seed=seed)
    return ErrorScore(
        **_figures(items.predictions, values),
        off_by_one=_mean_of_whole(np.isclose(sizes, 1.0, rtol=0.0, atol=1e-9)),  # minutes are seconds / 60
        direction=_mean_of_whole(np.sign(errors[~np.isnan(errors)])),
        signed_score=mean(np.sign(errors) * values),
        by_unit=_parts(items.by_unit, items, values, {}),
        by_group=_parts(items.by_group, items, values, deviations or {}),
        interval=interval,
        values=values,
    )


def mean(values: Numbers) -> float:
    """The mean of the values that are not NaN, or NaN; exactly rounded, so that their order does not matter.

    It is NaN, too, where infinities of both signs are among them.

    >>> mean(np.array([1.0, np.nan, 2.0])), mean(np.array([]))
    (1.5, nan)
    """
    there = values[~np.isnan(values)].tolist()
    try:
        return math.fsum(there) / len(there) if there else math.nan
    except ValueError:  # infinities of both signs
        return math.nan


def means_with_intervals(columns: Mapping[str, Numbers], *, bootstrap: int | None, seed: int) -> dict[str, Any]:
    """The mean of the values of each column that are not NaN, None where there are none, as JSON has it.

    Args:
        columns: values by name.
        bootstrap: number of resamples for the 95 % interval of each mean, ``<name>_interval``, unless values are
            infinite; without it there is none.
        seed: of the bootstrap.

    >>> means_with_intervals({"em": np.array([1.0, np.nan]), "mase": np.array([])}, bootstrap=10, seed=0)
    {'em': 1.0, 'em_interval': [1.0, 1.0], 'mase': None}
    """
    means: dict[str, Any] = {}
    for name, values in columns.items():
        defined = values[~np.isnan(values)]
        means[name] = mean(defined) if len(defined) else None
        if bootstrap is not None and len(defined) and np.isfinite(defined).all():
            means[f"{name}_interval"] = list(mean_interval(defined, resamples=bootstrap, seed=seed))
    return means


def _mean_of_whole(numbers: Numbers | np.ndarray[Any, np.dtype[np.bool_]]) -> float:
    # Plain sums of whole numbers are exact, and ten times as fast.
    return float(numbers.sum() / len(numbers)) if len(numbers) else math.nan


def _parts(
    by_name: Mapping[str, Places], items: Items, values: Numbers, deviations: Mapping[str, float]
) -> dict[str, PartScore]:
    return {
        name: PartScore(**_figures(items.predictions[here], values[here]), deviation=deviations.get(name))
        for name, here in by_name.items()
    }


def _figures(predictions: Numbers, values: Numbers) -> dict[str, Any]:
    defined, parsed = (int(np.count_nonzero(~np.isnan(column))) for column in (values, predictions))
    return {"score": mean(values), "n": len(values), "n_defined": defined, "coverage": parsed / len(predictions)}


def _for_json(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = [(name, value) for name, value in fields if name != "deviation" or value is not None]
    return {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in fields}
