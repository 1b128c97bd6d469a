"""Temporal resampling: thins out the questions of common periods (Complex-TR, section 3.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from temporal_qa.questions.periods import FUTURE, PERIODS, period

MIN_KEPT = 0.05
"""No period keeps less, so that none is empty."""


def keep_probabilities(training_months: Iterable[int], min_kept: float = MIN_KEPT) -> dict[str, float]:
    """The probability with which a generated question of each period is kept.

    ``P_i = 1 - n_i / max n``, equation (3) of the paper, where ``n_i`` counts the training questions whose reference
    time lies in period ``i``. So a period without training questions keeps all, and the most frequent one keeps
    ``min_kept``. From 2020 on, ``P = 1``.

    Args:
        training_months: the reference months of the training questions, in any order.
        min_kept: the least probability of any period; 0 as published, where the most frequent period is left out.

    Raises:
        ValueError: no month before 2020.

    >>> keep_probabilities([1910 * 12, 2010 * 12, 2011 * 12])["1900-1919"]
    0.5
    """
    counts = Counter(map(period, training_months))
    del counts[FUTURE]
    if not counts:
        raise ValueError("no training question before 2020, expected at least one to count, or --no-resample")
    largest = max(counts.values())
    return {name: 1.0 if name == FUTURE else max(min_kept, 1 - counts[name] / largest) for name in PERIODS}


KEEP_ALL: Mapping[str, float] = dict.fromkeys(PERIODS, 1.0)
"""No resampling."""
