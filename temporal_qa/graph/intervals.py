"""Time intervals from a probability of each time, by greedy coalescing with a threshold for each relation.

The search starts at the most probable time and adds the better neighbour until the sum reaches the threshold (Jain et
al., TimePlex, EMNLP 2020, section 5.3). What it adds does not depend on the threshold, so one search serves all.
"""

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import Column
from temporal_qa.scoring.interval_overlap import interval_overlap

Thresholds = NDArray[np.float64]

GRID: Thresholds = np.round(np.arange(0.02, 1.0, 0.02), 2)
"""The thresholds that are tried."""

MIN_FACTS = 10
"""A relation with fewer facts to choose by takes the threshold that is best for all relations together."""


def coalesce(probabilities: NDArray[np.floating], thresholds: Thresholds) -> NDArray[np.int64]:
    """The intervals that a greedy search finds to hold enough probability.

    Args:
        probabilities: (facts, times).
        thresholds: (thresholds,) from 0 to 1; or (facts, thresholds), where each fact has its own.

    Returns:
        (facts, thresholds, 2): the places of the first and the last time of each interval, both included.

    >>> coalesce(np.array([[0.1, 0.4, 0.3, 0.2]]), np.array([0.3, 0.6, 1.0])).tolist()
    [[[1, 1], [1, 2], [0, 3]]]
    """
    facts, times = probabilities.shape
    found = np.full((facts, thresholds.shape[-1], 2), (0, times - 1))  # where the sum never reaches it
    padded = np.pad(probabilities, ((0, 0), (1, 1)), constant_values=-1.0)
    row = np.arange(facts)
    first = last = probabilities.argmax(1)
    mass, left = probabilities[row, first].astype(np.float64), np.ones(found.shape[:2], bool)
    for _ in range(times):
        fact, reached = np.nonzero(left & (mass[:, None] >= thresholds))
        found[fact, reached] = np.stack([first, last], axis=1)[fact]
        left[fact, reached] = False
        if not left.any():
            break
        before, after = padded[row, first], padded[row, last + 2]
        down = before > after
        first, last = first - down, last + ((~down) & (after >= 0))
        mass = mass + np.maximum(np.where(down, before, after), 0)
    return found


def choose_thresholds(
    found: NDArray[np.int64], spans: NDArray[np.int64], relation: Column, relations: int
) -> Thresholds:
    """The threshold of :data:`GRID` with the best mean aeIOU, for each relation.

    Args:
        found: (facts, thresholds, 2) first and last times of intervals, by the thresholds of the grid.
        spans: (facts, 2) first and last times of the facts.
        relation: (facts,).
        relations: how many there are.

    Returns:
        (relations,); of equal thresholds the lowest.
    """
    if not (facts := len(found)):
        return np.full(relations, 0.5)
    flat = found.reshape(-1, 2)
    scores = interval_overlap(flat, np.repeat(spans, len(GRID), axis=0))["aeiou"].reshape(facts, len(GRID))
    sums = np.zeros((relations, len(GRID)))
    np.add.at(sums, relation, scores)
    sums[np.bincount(relation, minlength=relations) < MIN_FACTS] = scores.sum(0)
    return np.asarray(GRID[sums.argmax(1)])
