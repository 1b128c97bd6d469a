"""How sure a mean score is: percentile bootstrap over questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_CELLS_AT_ONCE = 1 << 22  # bounds memory at some 32 MB of counts


def mean_interval(
    values: ArrayLike, *, confidence: float = 0.95, resamples: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean of per-question values.

    Each resample draws n questions with replacement, independently of the others; the interval holds the middle
    ``confidence`` of the resampled means. A resample only matters through how often each distinct value was drawn, and
    these counts are multinomial: drawing them is exact, takes time by the number of distinct values rather than of
    questions (scores have few), and does not depend on the order of the questions.

    Args:
        values: one finite number a question, at least one. With one, or all equal, the interval is that value.
        confidence: between 0 and 1, both excluded.
        resamples: how many, at least 1.
        seed: same values and seed, same interval.

    Raises:
        ValueError: no values, values that are not finite, or an argument out of range.

    >>> low, high = mean_interval([100.0] * 60 + [0.0] * 40)
    >>> low < 60 < high, mean_interval([42.0])
    (True, (42.0, 42.0))
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not array.size:
        raise ValueError(f"expected a list of at least one value, found shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("expected finite values; leave undefined ones out, and say how many")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, found {confidence}")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, found {resamples}")
    levels, counts = np.unique(array, return_counts=True)
    if len(levels) == 1:  # spares a rounding error in counts @ levels
        return float(levels[0]), float(levels[0])
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    step = max(1, _CELLS_AT_ONCE // len(levels))
    for start in range(0, resamples, step):
        block = means[start : start + step]
        block[:] = generator.multinomial(array.size, counts / array.size, size=len(block)) @ levels / array.size
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def summarize(
    scores: Mapping[str, NDArray[np.float64]], *, bootstrap: int | None = None, seed: int = 0
) -> dict[str, Any]:
    """The mean of each score, ``n``, and with ``bootstrap`` resamples ``<name>_interval``: ``[low, high]``.

    >>> summarize({"set_accuracy": np.array([100.0, 0.0])})
    {'set_accuracy': 50.0, 'n': 2}
    """
    summary: dict[str, Any] = {name: float(values.mean()) for name, values in scores.items()}
    summary["n"] = len(next(iter(scores.values())))
    if bootstrap is not None:
        for name, values in scores.items():
            summary[f"{name}_interval"] = list(mean_interval(values, resamples=bootstrap, seed=seed))
    return summary
