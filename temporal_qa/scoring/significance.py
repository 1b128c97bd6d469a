"""Confidence intervals of mean scores (percentile bootstrap) and the difference of two runs (sign-flip test)."""

import math
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Numbers = NDArray[np.float64]

_CONFIDENCE = 0.95
_CELLS_AT_ONCE = 1 << 22  # bounds memory at about 32 MB of counts
_MAX_ENUMERATED = 1 << 16
_NORMAL_TAIL_FACTOR = 1 / (2 * math.erfc(1))
"""3.18: the tail of a sum of randomly signed numbers is never more than this times the normal tail (Bentkus and
Dzindzalieta, 2015, Bernoulli 21)."""


def mean_interval(
    values: ArrayLike, *, resamples: int = 1000, seed: int = 0, clusters: Sequence[str] | None = None
) -> tuple[float, float]:
    """95 % percentile bootstrap interval of the mean of per-question values.

    Each resample draws n questions with replacement; the interval holds the middle 95 % of the resampled means. The
    mean of a resample depends only on how often each distinct value was drawn, and these counts are multinomial.
    Drawing them is exact, is fast where there are few distinct values, as of scores, and does not depend on the order
    of the questions.

    Args:
        values: a finite number for each question, at least one. If all are equal, the interval is that value.
        resamples: how many, at least 1.
        seed: same values and seed, same interval.
        clusters: what each value belongs to, such as the question of which it is one wording; values of one cluster
            are drawn together, and the mean is still that of values.

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
        raise ValueError("expected finite values; leave undefined ones out and state their number")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, found {resamples}")
    means = _resampled_means(*_by_cluster(array, clusters), resamples, seed)
    low, high = np.quantile(means, [(1 - _CONFIDENCE) / 2, (1 + _CONFIDENCE) / 2])
    return float(low), float(high)


def _by_cluster(values: _Numbers, clusters: Sequence[str] | None) -> tuple[_Numbers, _Numbers]:
    """The sum and the number of the values of each cluster; of each value, where none share one."""
    if clusters is None:
        return values, np.ones(len(values))
    _, place = np.unique(np.asarray(clusters), return_inverse=True)
    sizes = np.bincount(place).astype(np.float64)
    if len(sizes) == len(values):
        return values, sizes
    return np.round(np.bincount(place, values), 9), sizes  # sums in another order differ in their last digits


class PairedDifference(NamedTuple):
    """The difference of two runs on the same questions.

    ``difference`` is the first mean minus the second, ``low`` and ``high`` its 95 % bootstrap interval, in the unit of
    the score; ``p`` is the probability of a difference at least as large, of either sign, between equal runs;
    ``better`` and ``worse`` count the questions on which the first run is better or worse.
    """

    difference: float
    low: float
    high: float
    p: float
    better: int
    worse: int


def paired_difference(
    first: ArrayLike, second: ArrayLike, *, resamples: int = 10_000, seed: int = 0,
    clusters: Sequence[str] | None = None,
) -> PairedDifference:  # fmt: skip
    """Paired permutation test of the mean scores of two runs on the same questions, and a bootstrap interval.

    If the runs were equal, the sign of each question's difference would be as random as a coin toss. ``p`` is the share
    of all ways to flip these signs that give a mean as far from 0 as the one found (Fisher's randomization test; Efron
    and Tibshirani, 1993, chapter 15). It is exact: the mean depends only on how many differences of each size are
    flipped, and differences with few sizes have few such cases. Those of set accuracy have one size, and the test is
    the sign test. With more than 65,536 cases, flips are drawn: ``p = (1 + #{|d*| >= |d|}) / (1 + resamples)``. If no
    draw is as far from 0, ``p`` is at most 3.18 times the tail of a normal distribution, an upper bound of the share.

    The interval is that of :func:`mean_interval` for the differences.

    Args:
        first: a finite number for each question, at least one.
        second: the numbers of the other run, in the same order of questions.
        resamples: the resamples of the interval, and the draws of a test that is not exact; at least 1.
        seed: same values and seed, same result.
        clusters: see :func:`mean_interval`; the differences of a cluster change their sign together.

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
    low, high = mean_interval(differences, resamples=resamples, seed=seed, clusters=clusters)
    sums, _ = _by_cluster(differences, clusters)
    return PairedDifference(
        float(differences.mean()), low, high,
        max(_sign_flip_p(sums, resamples, seed), sys.float_info.min),  # p is never 0
        int((differences > 0).sum()), int((differences < 0).sum()),
    )  # fmt: skip


def _sign_flip_p(differences: _Numbers, draws: int, seed: int) -> float:
    """The share of sign flips with a sum as far from 0, see :func:`paired_difference`."""
    # Rounding, and the margin of 1e-9, make sums and sizes equal that differ only by rounding errors.
    sizes, counts = np.unique(np.abs(differences).round(9), return_counts=True)
    sizes, counts = sizes[sizes > 0], counts[sizes > 0]
    found = abs(float(differences.sum())) - 1e-9 * differences.size
    if math.prod(n + 1 for n in counts.tolist()) <= _MAX_ENUMERATED:
        sums, shares = np.zeros(1), np.ones(1)
        for size, n in zip(sizes.tolist(), counts.tolist(), strict=True):
            sums = np.add.outer(sums, size * np.arange(-n, n + 1, 2)).ravel()
            shares = np.multiply.outer(shares, _coin_shares(n)).ravel()
        return float(f"{math.fsum(shares[np.abs(sums) >= found]):.10g}")  # later digits are rounding errors
    generator = np.random.default_rng(seed)
    as_far, step = 0, max(1, _CELLS_AT_ONCE // len(sizes))
    for start in range(0, draws, step):
        heads = generator.binomial(counts, 0.5, size=(min(step, draws - start), len(counts)))
        as_far += int((np.abs((2 * heads - counts) @ sizes) >= found).sum())
    p = (1 + as_far) / (1 + draws)
    if as_far:
        return p
    normal_tail = math.erfc(found / math.sqrt(2 * float((differences**2).sum())))
    return min(p, _NORMAL_TAIL_FACTOR * normal_tail)


def _coin_shares(n: int) -> _Numbers:
    """The probabilities of 0 to n heads among n tosses."""
    log_factorials = [math.lgamma(k + 1) for k in range(n + 1)]
    logs = [log_factorials[n] - log_factorials[k] - log_factorials[n - k] - n * math.log(2) for k in range(n + 1)]
    return np.exp(logs)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for their number, so that the chance of any false finding stays below the level (Holm, 1979).

    The smallest of m is multiplied by m, the next by m - 1, and so on; the results never fall and never exceed 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = np.array(p_values, dtype=np.float64)
    order = np.argsort(adjusted, kind="stable")
    multiplied = np.arange(len(order), 0, -1) * adjusted[order]
    adjusted[order] = np.minimum(np.maximum.accumulate(multiplied), 1.0)
    return list(map(float, adjusted))


def _resampled_means(sums: _Numbers, sizes: _Numbers, resamples: int, seed: int) -> _Numbers:
    pairs, counts = np.unique(sums + 1j * sizes, return_counts=True)
    levels = np.stack([pairs.real, pairs.imag])
    if len(np.unique(levels[0] / levels[1])) == 1:  # spares a rounding error in counts @ levels
        return np.full(resamples, levels[0, 0] / levels[1, 0])
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    for block in np.array_split(means, resamples * levels.shape[1] // _CELLS_AT_ONCE + 1):
        drawn = generator.multinomial(sums.size, counts / sums.size, size=len(block))
        block[:] = drawn @ levels[0] / (drawn @ levels[1])
    return means


def summarize(
    scores: Mapping[str, _Numbers],
    counts: Mapping[str, int] = MappingProxyType({}),
    *,
    bootstrap: int | None = None,
    seed: int = 0,
    clusters: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The mean of each score, ``n``, and with ``bootstrap`` resamples ``<name>_interval``: ``[low, high]``.

    ``counts``, such as ``n_unanswerable``, the number of questions without a right answer, are included if they are not
    0. ``clusters`` are those of :func:`mean_interval`.

    >>> summarize({"set_accuracy": np.array([100.0, 0.0])})
    {'set_accuracy': 50.0, 'n': 2}
    >>> summarize({"set_accuracy": np.array([100.0, 0.0])}, {"n_unanswerable": 1})
    {'set_accuracy': 50.0, 'n': 2, 'n_unanswerable': 1}
    """
    summary: dict[str, Any] = {name: float(values.mean()) for name, values in scores.items()}
    summary["n"] = len(next(iter(scores.values())))
    summary |= {name: number for name, number in counts.items() if number}
    if bootstrap is not None:
        for name, values in scores.items():
            summary[f"{name}_interval"] = list(mean_interval(values, resamples=bootstrap, seed=seed, clusters=clusters))
    return summary
