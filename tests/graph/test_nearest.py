"""The best rows of a table, exactly and by an index."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.graph import nearest as module
from temporal_qa.graph.nearest import NearestIndex, nearest, recall


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(1, 12))
def test_exact_rows_have_the_best_scores(seed, rows, k):
    rng = np.random.default_rng(seed)
    queries, table = (rng.integers(-3, 4, (n, 4)).astype(np.float32) for n in (5, rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_ROWS_AT_ONCE", 7)
        found = nearest(queries, table, k)
    scores = queries @ table.T
    best = -np.sort(-scores, axis=1)[:, :k]
    assert np.array_equal(found.scores, best)
    assert np.array_equal(np.take_along_axis(scores, found.rows, axis=1), best)
    assert all(len(set(row)) == min(k, rows) for row in found.rows.tolist())


def clustered(rng, rows, width=16, clusters=50):
    centres = rng.normal(size=(clusters, width))
    return (centres[rng.integers(0, clusters, rows)] + 0.3 * rng.normal(size=(rows, width))).astype(np.float32)


def test_an_index_finds_nearly_all_and_with_all_cells_all():
    pytest.importorskip("faiss")
    rng = np.random.default_rng(1)
    table, queries = clustered(rng, 3000), clustered(rng, 20)
    index, exact = NearestIndex(table), nearest(queries, table, 10)
    in_all_cells = index.nearest(queries, 10, probes=index.cells)
    assert recall(in_all_cells.rows, exact.rows) == 100
    assert np.allclose(in_all_cells.scores, exact.scores, rtol=1e-4)
    assert recall(index.nearest(queries, 10, probes=40).rows, exact.rows) > 80
    again = NearestIndex(table).nearest(queries, 10, probes=40)
    assert np.array_equal(index.nearest(queries, 10, probes=40).rows, again.rows)


def test_a_table_of_one_row_has_an_index():
    pytest.importorskip("faiss")
    one = np.ones((1, 3), np.float32)
    assert NearestIndex(one).nearest(one, 1).rows.tolist() == [[0]]
