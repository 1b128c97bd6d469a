"""Intervals by greedy coalescing, against a plain search of one fact and one threshold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph.intervals import GRID, MIN_FACTS, choose_thresholds, coalesce


def searched(probabilities, threshold):
    first = last = max(range(len(probabilities)), key=lambda place: probabilities[place])
    mass = probabilities[first]
    while mass < threshold:
        before = probabilities[first - 1] if first else -1
        after = probabilities[last + 1] if last + 1 < len(probabilities) else -1
        if before < 0 and after < 0:
            break
        if before > after:
            first, mass = first - 1, mass + before
        else:
            last, mass = last + 1, mass + after
    return [first, last] if mass >= threshold else [0, len(probabilities) - 1]


@given(
    st.integers(1, 6).flatmap(lambda times: st.lists(
        st.lists(st.integers(0, 16), min_size=times, max_size=times), min_size=1, max_size=5)),
    st.lists(st.integers(0, 64), min_size=1, max_size=4, unique=True).map(sorted),
)  # fmt: skip
def test_it_is_the_search_of_each_fact(weights, thresholds):
    probabilities = np.array(weights) / 16  # exact sums
    found = coalesce(probabilities, np.array(thresholds) / 16)
    assert found.tolist() == [
        [searched(row, threshold / 16) for threshold in thresholds] for row in probabilities.tolist()
    ]
    own = np.resize(np.array(thresholds) / 16, (len(weights), 1))
    pairs = zip(probabilities.tolist(), own[:, 0].tolist(), strict=True)
    assert coalesce(probabilities, own)[:, 0].tolist() == [searched(row, threshold) for row, threshold in pairs]


def intervals(best, facts):
    """Intervals that are right at one place of the grid and far off at the others."""
    found = np.tile(np.array([90, 99]), (facts, len(GRID), 1))
    found[:, best] = (3, 5)
    return found


def test_each_relation_has_its_own_threshold_and_rare_ones_that_of_all():
    many, some, few = 3 * MIN_FACTS, MIN_FACTS, MIN_FACTS - 1
    found = np.concatenate([intervals(7, many), intervals(20, some), intervals(30, few)])
    relation = np.repeat([0, 1, 2], [many, some, few]).astype(np.int32)
    spans = np.tile(np.array([3, 5]), (len(found), 1))
    assert choose_thresholds(found, spans, relation, 4).tolist() == [GRID[7], GRID[20], GRID[7], GRID[7]]


def test_of_equal_thresholds_the_lowest():
    found = np.tile(np.array([3, 5]), (MIN_FACTS, len(GRID), 1))
    spans = np.tile(np.array([3, 5]), (MIN_FACTS, 1))
    assert choose_thresholds(found, spans, np.zeros(MIN_FACTS, np.int32), 1).tolist() == [GRID[0]]


def test_without_facts_a_half():
    none = np.empty((0, len(GRID), 2), np.int64)
    assert choose_thresholds(none, none[:, 0], np.empty(0, np.int32), 2).tolist() == [0.5, 0.5]


def test_the_grid_goes_from_two_hundredths_to_98():
    assert (len(GRID), GRID[0], GRID[-1]) == (49, 0.02, 0.98)
    assert np.diff(GRID) == pytest.approx(0.02)
