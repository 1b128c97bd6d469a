"""The known answers to a query, which do not count against the one that is asked for (time-aware filtering).

``(subject, relation, ?, time)`` is answered by every object of a fact of that subject and relation, of any split, that
may hold at the time: a fact whose end is unknown may hold up to the last time of the graph, and one whose start is
unknown from the first one on.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.scoring.answer_columns import ranges

Places = NDArray[np.int64]

_PAIRS_AT_ONCE = 1 << 22


class KnownAnswers:
    """All facts of a graph by subject, relation and first time, to look up which objects answer at a time.

    Args:
        graph: the facts of all splits.
        inverse: answer by subjects, for queries ``(?, relation, object, time)``.
        spans: first and last times of the facts, instead of those in which they may hold.
    """

    def __init__(
        self, graph: TemporalGraph, *, inverse: bool = False, spans: tuple[Column, Column] | None = None
    ) -> None:
        given, found = (graph.object, graph.subject) if inverse else (graph.subject, graph.object)
        first, last = open_span(graph) if spans is None else spans
        self._relations, self._entities = len(graph.relations), len(graph.entities)
        keys = given.astype(np.int64) * self._relations + graph.relation
        order = np.lexsort((first, keys))
        self._answers, self._last = found[order], last[order]
        self._keys, starts = np.unique(keys[order], return_index=True)
        lasting = last[order].astype(np.int64) - first[order]
        self._longest = np.maximum.reduceat(lasting, starts) if len(starts) else lasting
        self._low = int(first.min(initial=0))
        self._width = int(first.max(initial=0)) - self._low + 3
        group = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
        self._starts = group * self._width + (first[order].astype(np.int64) - self._low + 1)

    def pairs(self, given: Column, relation: Column, time: Column) -> tuple[Places, Column]:
        """Which query is answered by which entity.

        Args:
            given, relation, time: one query in each place: the entity that is known, the relation and the time.

        Returns:
            The places of queries and, for each, an answer; every pair once, in order of queries.
        """
        keys = given.astype(np.int64) * self._relations + relation
        group = np.minimum(np.searchsorted(self._keys, keys), max(len(self._keys) - 1, 0))
        asked = np.flatnonzero(self._keys[group] == keys) if len(self._keys) else np.empty(0, np.int64)
        start, stop = self._candidates(group[asked], time[asked].astype(np.int64))
        pieces = [np.empty(0, np.int64)]
        for some in _parts(stop - start):
            query = np.repeat(asked[some], (stop - start)[some])
            fact = ranges(start[some], (stop - start)[some])
            holds = time[query] <= self._last[fact]
            pieces.append(np.unique(query[holds] * self._entities + self._answers[fact[holds]]))
        place, answer = np.divmod(np.concatenate(pieces), max(self._entities, 1))
        return place, answer.astype(np.int32)

    def _candidates(self, group: Places, time: Places) -> tuple[Places, Places]:
        """The range of facts of each group that start by the time, and not so early that all must have ended."""
        latest = np.clip(time - self._low + 1, 0, self._width - 2)
        earliest = np.clip(time - self._longest[group] - self._low + 1, 0, self._width - 1)
        stop = np.searchsorted(self._starts, group * self._width + latest, side="right")
        return np.minimum(np.searchsorted(self._starts, group * self._width + earliest), stop), stop


def _parts(sizes: Places) -> list[slice]:
    """Ranges of queries with so few candidates together that they fit into memory; at least one query each."""
    bounds = np.searchsorted(np.cumsum(sizes), np.arange(_PAIRS_AT_ONCE, sizes.sum(), _PAIRS_AT_ONCE))
    return [slice(start, stop) for start, stop in pairwise(np.unique([0, *bounds, len(sizes)]).tolist())]


def known_span(first: Column, last: Column) -> tuple[Column, Column]:
    """The times at which a fact is known to hold: where one end is unknown, the other alone."""
    return np.where(first == UNKNOWN_FIRST, last, first), np.where(last == UNKNOWN_LAST, first, last)


def open_span(graph: TemporalGraph) -> tuple[Column, Column]:
    """The times at which a fact may hold: an unknown end is the first or the last time of the graph."""
    first, last, times = graph.first, graph.last, graph.times
    return np.where(first == UNKNOWN_FIRST, times[:1], first), np.where(last == UNKNOWN_LAST, times[-1:], last)


def published_spans(graph: TemporalGraph) -> tuple[Column, Column]:
    """The spans, as places in the graph's times, after which the code released with CronQuestions filters.

    Facts leave in the year in which they end, so that points are never filtered; a fact without an end never leaves.
    """
    first, after = np.searchsorted(graph.times, graph.first), np.searchsorted(graph.times, graph.last, side="right")
    return first.astype(np.int32), np.where(graph.last == UNKNOWN_LAST, after, after - 2).astype(np.int32)


def published_times(time: Column, answer: Column) -> Column:
    """The places in the timeline at which that code looks for known answers: not that of a query's time, but the
    highest number of an answer so far, in order of times.

    Args:
        time: (queries,) at which each asks.
        answer: (queries,) the entity that each asks for.
    """
    order = np.argsort(time, kind="stable")
    times = np.empty_like(answer)
    times[order] = np.maximum.accumulate(answer[order])
    return times
