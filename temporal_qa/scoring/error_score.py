"""The score of numeric errors: the mean, the number of items behind it, and its parts by unit and by group."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from temporal_qa.scoring.number_columns import Items, Numbers, Places
from temporal_qa.scoring.significance import mean_interval


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
        intervals = {} if interval is None else {f"{name}_interval": list(interval)}
        return {name: score} | summary | intervals


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
    return ErrorScore(
        **_figures(items.predictions, values),
        off_by_one=_mean_of_whole(np.isclose(sizes, 1.0, rtol=0.0, atol=1e-9)),  # minutes are seconds / 60
        direction=_mean_of_whole(np.sign(errors[~np.isnan(errors)])),
        signed_score=mean(np.sign(errors) * values),
        by_unit=_parts(items.by_unit, items, values, {}),
        by_group=_parts(items.by_group, items, values, deviations or {}),
        interval=None
        if bootstrap is None or not len(defined)
        else mean_interval(defined, resamples=bootstrap, seed=seed),
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
