"""How sure a mean score is, and the difference of two: percentile bootstrap over questions, and sign flips."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

_CELLS_AT_ONCE = 1 << 22  # bounds memory at some 32 MB of counts
_MAX_ENUMERATED = 1 << 16
_OF_THE_NORMAL_TAIL = 1 / (2 * math.erfc(1))
"""3.18, the least factor with which the normal tail bounds that of every sum of signed numbers (Bentkus and
Dzindzalieta, 2015, Bernoulli 21)."""


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
    low, high = np.quantile(_resampled_means(array, resamples, seed), [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


class PairedDifference(NamedTuple):
    """How much better one run is than another on the same questions.

    ``difference`` is the first mean minus the second, ``low`` and ``high`` its 95 % bootstrap interval, in the unit of
    the score; ``p`` the probability of a difference as large, of either sign, if there were none; ``better`` and
    ``worse`` count the questions on which the first is better or worse.
    """

    difference: float
    low: float
    high: float
    p: float
    better: int
    worse: int


def paired_difference(
    first: ArrayLike, second: ArrayLike, *, resamples: int = 10_000, seed: int = 0
) -> PairedDifference:
    """Paired permutation test of the mean scores of two runs on the same questions, and a bootstrap interval.

    If the runs were equal, either of the two scores of a question could be that of the first run, and the sign of their
    difference would be a coin's. ``p`` is the share of all ways to flip these signs that give a mean as far from 0 as
    the one found (Fisher's randomization test; Efron and Tibshirani, 1993, chapter 15). It is exact, also for few
    questions: only on how many of them a difference of each size was flipped matters, and these cases are few where
    differences have few sizes. Set accuracy has one, and the test is the sign test. Where there are more than 65,536
    cases, flips are drawn: ``p = (1 + #{|d*| >= |d|}) / (1 + resamples)``; and where no draw is as far from 0, ``p`` is
    at most 3.18 times the tail of a normal distribution, which no share of flips exceeds.

    The interval is that of :func:`mean_interval` for the differences.

    Args:
        first: one finite number a question, at least one.
        second: those of the other run, in the same order of questions.
        resamples: of the interval, and draws of the test where it is not exact; at least 1.
        seed: same values and seed, same result.

    Raises:
        ValueError: as :func:`mean_interval`, or runs of unequal length.

    >>> better = paired_difference([100.0] * 60 + [0.0] * 40, [100.0] * 45 + [0.0] * 55)
    >>> better.difference, better.low > 0, better.p, better.better
    (15.0, True, 6.103515625e-05, 15)
    >>> paired_difference([0.0, 100.0], [0.0, 100.0]).p, paired_difference([100.0], [0.0]).p
    (1.0, 1.0)
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != other.shape:
        raise ValueError(f"expected two scores of each question, found shapes {one.shape} and {other.shape}")
    differences = one - other
    low, high = mean_interval(differences, resamples=resamples, seed=seed)
    return PairedDifference(
        float(differences.mean()), low, high,
        max(_sign_flip_p(differences, resamples, seed), sys.float_info.min),  # what is too small for a float is not 0
        int((differences > 0).sum()), int((differences < 0).sum()),
    )  # fmt: skip


def _sign_flip_p(differences: NDArray[np.float64], draws: int, seed: int) -> float:
    """The share of sign flips with a sum as far from 0, see :func:`paired_difference`."""
    # Sums and sizes that are equal but for rounding are equal.
    sizes, counts = np.unique(np.abs(differences).round(9), return_counts=True)
    sizes, counts = sizes[sizes > 0], counts[sizes > 0]
    found = abs(float(differences.sum())) - 1e-9 * differences.size
    if math.prod(n + 1 for n in counts.tolist()) <= _MAX_ENUMERATED:
        sums, shares = np.zeros(1), np.ones(1)
        for size, n in zip(sizes.tolist(), counts.tolist(), strict=True):
            sums = np.add.outer(sums, size * np.arange(-n, n + 1, 2)).ravel()
            shares = np.multiply.outer(shares, _coin_shares(n)).ravel()
        share = math.fsum(shares[np.abs(sums) >= found])
        return float(f"{share:.10g}")  # the digits after these are rounding errors
    generator = np.random.default_rng(seed)
    as_far, step = 0, max(1, _CELLS_AT_ONCE // len(sizes))
    for start in range(0, draws, step):
        heads = generator.binomial(counts, 0.5, size=(min(step, draws - start), len(counts)))
        as_far += int((np.abs((2 * heads - counts) @ sizes) >= found).sum())
    p = (1 + as_far) / (1 + draws)
    if as_far:
        return p
    normal_tail = math.erfc(found / math.sqrt(2 * float((differences**2).sum())))
    return min(p, _OF_THE_NORMAL_TAIL * normal_tail)


def _coin_shares(n: int) -> NDArray[np.float64]:
    """The probabilities of 0 to n heads among n tosses."""
    log_factorials = [math.lgamma(k + 1) for k in range(n + 1)]
    logs = [log_factorials[n] - log_factorials[k] - log_factorials[n - k] - n * math.log(2) for k in range(n + 1)]
    return np.exp(logs)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for how many there are, so that the chance of any false finding stays below the level (Holm,
    1979): the smallest of m is multiplied by m, the next by m - 1, and so on; never falling, never above 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def _resampled_means(array: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    levels, counts = np.unique(array, return_counts=True)
    if len(levels) == 1:  # spares a rounding error in counts @ levels
        return np.full(resamples, levels[0])
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    step = max(1, _CELLS_AT_ONCE // len(levels))
    for start in range(0, resamples, step):
        block = means[start : start + step]
        block[:] = generator.multinomial(array.size, counts / array.size, size=len(block)) @ levels / array.size
    return means


def summarize(
    scores: Mapping[str, NDArray[np.float64]],
    *,
    n_unanswerable: int = 0,
    bootstrap: int | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """The mean of each score, ``n``, and with ``bootstrap`` resamples ``<name>_interval``: ``[low, high]``.

    ``n_unanswerable``, how many of the questions have no right answer, is there where it is not 0.

    >>> summarize({"set_accuracy": np.array([100.0, 0.0])})
    {'set_accuracy': 50.0, 'n': 2}
    >>> summarize({"set_accuracy": np.array([100.0, 0.0])}, n_unanswerable=1)
    {'set_accuracy': 50.0, 'n': 2, 'n_unanswerable': 1}
    """
    summary: dict[str, Any] = {name: float(values.mean()) for name, values in scores.items()}
    summary["n"] = len(next(iter(scores.values())))
    if n_unanswerable:
        summary["n_unanswerable"] = n_unanswerable
    if bootstrap is not None:
        for name, values in scores.items():
            summary[f"{name}_interval"] = list(mean_interval(values, resamples=bootstrap, seed=seed))
    return summary
