"""Hits at k: the share of right answers among the best k candidates, ``100 [rank <= k]``, from 0 to 100."""

from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.answer_ranks import checked_ranks


def hits_at_k(ranks: ArrayLike, k: int) -> NDArray[np.float64]:
    """100 for each rank of at most ``k``, 0 for others.

    Args:
        ranks: (n,) from 1; infinite for what is not ranked.
        k: from 1.

    Raises:
        ValueError: a rank that is not a number from 1, or another ``k``.

    >>> hits_at_k([1, 2, 11, float("inf")], k=10).tolist()
    [100.0, 100.0, 0.0, 0.0]
    """
    if isinstance(k, bool) or not isinstance(k, Real) or k % 1 or k < 1:
        raise ValueError(f"k: found {k!r}, expected a whole number from 1")
    return np.where(checked_ranks(ranks) <= k, 100.0, 0.0)
