"""The rows of a large table with the highest inner products with a query: exactly, or by an index of faiss.

An index looks only at the cells of the table that lie nearest to the query (inverted lists; Johnson, Douze and Jégou,
Billion-scale similarity search with GPUs, IEEE Transactions on Big Data 2021).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import explain_missing

Vectors = NDArray[np.float32]

_ROWS_AT_ONCE = 1 << 16
_TRAINING_ROWS_A_CELL = 40
_SEED = 0  # of the clusters


class Nearest(NamedTuple):
    """The best rows of each query, the best first.

    Attributes:
        rows: (queries, k); -1 where an index has found fewer.
        scores: (queries, k) inner products; of equal ones any order.
    """

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]


def nearest(queries: Vectors, table: Vectors, k: int) -> Nearest:
    """The best rows of all, exactly, in memory that does not grow with the table.

    Args:
        queries: (queries, width).
        table: (rows, width), which may be mapped from a file.
        k: from 1; at most the number of rows are found.

    >>> nearest(np.eye(1, 2, dtype=np.float32), np.array([[0, 9], [3, 0], [2, 0]], np.float32), 2).rows.tolist()
    [[1, 2]]
    """
    rows = np.empty((len(queries), 0), np.int64)
    scores = np.empty((len(queries), 0), np.float32)
    for start in range(0, len(table), _ROWS_AT_ONCE):
        here = queries @ table[start : start + _ROWS_AT_ONCE].T
        some = np.argpartition(-here, min(k, here.shape[1]) - 1, axis=1)[:, :k]
        rows = np.concatenate([rows, some + start], axis=1)
        scores = np.concatenate([scores, np.take_along_axis(here, some, axis=1)], axis=1)
        best = np.argsort(-scores, axis=1, kind="stable")[:, :k]
        rows, scores = np.take_along_axis(rows, best, axis=1), np.take_along_axis(scores, best, axis=1)
    return Nearest(rows, scores)


class NearestIndex:
    """An index of a table, in memory, with 4 bytes a number.

    Args:
        table: (rows, width).
        cells: how many lists the rows are sorted into; by default 4 times the root of their number.

    Raises:
        InputError: faiss is not installed.
    """

    def __init__(self, table: Vectors, cells: int | None = None) -> None:
        with explain_missing("searching by an index needs faiss", "search"):
            import faiss
        width = table.shape[1]
        self.cells = min(cells or max(1, round(4 * len(table) ** 0.5)), len(table))
        quantizer = faiss.IndexFlatIP(width)
        self._index: Any = faiss.IndexIVFFlat(quantizer, width, self.cells, faiss.METRIC_INNER_PRODUCT)
        self._index.cp.seed, self._index.cp.niter = _SEED, 10
        self._index.cp.min_points_per_centroid = 1
        wanted = min(len(table), self.cells * _TRAINING_ROWS_A_CELL)
        drawn = np.sort(np.argpartition(np.random.PCG64(_SEED).random_raw(len(table)), wanted - 1)[:wanted])
        self._index.train(np.ascontiguousarray(table[drawn], np.float32))
        for start in range(0, len(table), _ROWS_AT_ONCE):
            self._index.add(np.ascontiguousarray(table[start : start + _ROWS_AT_ONCE], np.float32))

    def nearest(self, queries: Vectors, k: int, *, probes: int = 32) -> Nearest:
        """The best rows that lie in the ``probes`` best cells of each query; more of them find more and take longer."""
        self._index.nprobe = min(probes, self.cells)
        scores, rows = self._index.search(np.ascontiguousarray(queries, np.float32), k)
        return Nearest(rows, scores)


def recall(found: NDArray[np.int64], exact: NDArray[np.int64]) -> float:
    """The share, 0 to 100, of the exact rows (queries, k) that were found.

    >>> recall(np.array([[1, 5]]), np.array([[5, 2]]))
    50.0
    """
    return 100 * float((found[:, :, None] == exact[:, None, :]).any(1).mean())
