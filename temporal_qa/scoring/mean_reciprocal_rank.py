"""Mean reciprocal rank (MRR): the mean of ``1 / rank``, from 0 to 1, as everywhere in the literature."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.answer_ranks import checked_ranks
from temporal_qa.scoring.hits_at_k import hits_at_k


def reciprocal_ranks(ranks: ArrayLike) -> NDArray[np.float64]:
    """``1 / rank``, from 0 to 1; 0 for what is not ranked.

    Args:
        ranks: (n,) from 1; infinite for what is not ranked.

    Raises:
        ValueError: a rank that is not a number from 1.

    >>> reciprocal_ranks([1, 4, float("inf")]).tolist()
    [1.0, 0.25, 0.0]
    """
    return 1 / checked_ranks(ranks)


KS = (1, 3, 10)


def rank_summary(ranks: ArrayLike) -> dict[str, float]:
    """The number of ranks, their MRR (0 to 1) and hits at 1, 3 and 10 (0 to 100); NaN without ranks.

    >>> {name: round(value, 2) for name, value in rank_summary([1, 2, 4]).items()}
    {'n': 3, 'mrr': 0.58, 'hits_at_1': 33.33, 'hits_at_3': 66.67, 'hits_at_10': 100.0}
    """
    ranks = checked_ranks(ranks)
    mean = {"mrr": reciprocal_ranks(ranks), **{f"hits_at_{k}": hits_at_k(ranks, k) for k in KS}}
    return {"n": len(ranks)} | {name: float(values.mean()) if len(ranks) else np.nan for name, values in mean.items()}


def ranks_by_relation(ranks: ArrayLike, relations: ArrayLike, names: Sequence[str]) -> list[dict[str, Any]]:
    """:func:`rank_summary` of each relation, the most frequent first, with ``relation``, its name.

    Args:
        ranks: (n,) from 1.
        relations: (n,) the number of each rank's relation.
        names: of relations, by number; those without ranks are left out.

    >>> ranks_by_relation([1, 2, 4], [1, 0, 1], ["born in", "works at"])[0]["mrr"]
    0.625
    """
    ranks, relations = checked_ranks(ranks), np.asarray(relations)
    counts = np.bincount(relations, minlength=len(names))
    order = sorted(np.flatnonzero(counts).tolist(), key=lambda number: (-counts[number], number))
    return [{"relation": names[number]} | rank_summary(ranks[relations == number]) for number in order]
