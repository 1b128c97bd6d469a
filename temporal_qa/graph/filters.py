"""The known answers to a query, which do not count against the one that is asked for (time-aware filtering).

``(subject, relation, ?, time)`` is answered by every object of a fact of that subject and relation, of any split, that
holds at the time. A fact that is open at one end holds at the end that is known.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph

Places = NDArray[np.int64]


class KnownAnswers:
    """All facts of a graph by subject and relation, to look up which objects answer at a time.

    Args:
        graph: the facts of all splits.
        inverse: answer by subjects, for queries ``(?, relation, object, time)``.
    """

    def __init__(self, graph: TemporalGraph, *, inverse: bool = False) -> None:
        given, found = (graph.object, graph.subject) if inverse else (graph.subject, graph.object)
        self._relations = len(graph.relations)
        keys = given.astype(np.int64) * self._relations + graph.relation
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._answers = found[order]
        first, last = known_span(graph.first, graph.last)
        self._first, self._last = first[order], last[order]

    def pairs(self, given: Column, relation: Column, time: Column) -> tuple[Places, Column]:
        """Which query is answered by which entity.

        Args:
            given, relation, time: one query in each place: the entity that is known, the relation and the time.

        Returns:
            The places of queries and, for each, an answer; every pair once, in order of queries.
        """
        keys = given.astype(np.int64) * self._relations + relation
        start, stop = np.searchsorted(self._keys, keys), np.searchsorted(self._keys, keys, side="right")
        query = np.repeat(np.arange(len(keys)), stop - start)
        before = np.cumsum(stop - start) - (stop - start)
        fact = np.arange(len(query)) - np.repeat(before - start, stop - start)
        holds = (self._first[fact] <= time[query]) & (time[query] <= self._last[fact])
        pairs = np.unique(np.stack([query[holds], self._answers[fact[holds]]]), axis=1)
        return pairs[0], pairs[1].astype(np.int32)


def known_span(first: Column, last: Column) -> tuple[Column, Column]:
    """The times at which a fact is known to hold: where one end is unknown, the other alone."""
    return np.where(first == UNKNOWN_FIRST, last, first), np.where(last == UNKNOWN_LAST, first, last)
