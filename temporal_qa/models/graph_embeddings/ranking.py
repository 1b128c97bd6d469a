"""Ranks of the right entities of facts, filtered by what is known at their time, and intervals predicted for facts.

Every fact is asked from both sides, ``(s, r, ?, t)`` and ``(?, r, o, t)``, the second by the inverse relation. A rank
is 1 plus the number of other candidates that score at least as high: ties count against the answer. Other right
answers, of any split, are left out. A fact that lasts is asked in the middle of its known span.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from temporal_qa.graph.filters import KnownAnswers, known_span
from temporal_qa.graph.graph import Column, TemporalGraph
from temporal_qa.models.graph_embeddings.model import GraphEmbedding, Query

_QUERIES_AT_ONCE = 256


class FactRanks(NamedTuple):
    """The ranks of the facts of a graph, in order.

    Attributes:
        objects, subjects: (facts,) from 1.
    """

    objects: NDArray[np.float64]
    subjects: NDArray[np.float64]

    @property
    def both(self) -> NDArray[np.float64]:
        """Those of both directions."""
        return np.concatenate([self.objects, self.subjects])


def rank_facts(
    model: GraphEmbedding, facts: TemporalGraph, graph: TemporalGraph, *, filtered: bool = True
) -> FactRanks:
    """The ranks of facts.

    Args:
        model: in evaluation mode; its times are those of ``graph``.
        facts: those to be asked.
        graph: the facts of all splits, which filter.
        filtered: leave out other right answers; else they count like wrong ones.
    """
    first, last = known_span(facts.first, facts.last)
    time = midpoint(first, last, graph.times)
    ranks = []
    for inverse in (False, True):
        given, answer = (facts.object, facts.subject) if inverse else (facts.subject, facts.object)
        known = KnownAnswers(graph, inverse=inverse) if filtered else None
        ranks.append(_ranks(model, given, facts.relation, answer, time, graph, known, inverse=inverse))
    return FactRanks(*ranks)


def midpoint(first: Column, last: Column, times: Column) -> Column:
    """The time that lies in the middle of a span among the times that occur in it; the first and last one do."""
    low, high = np.searchsorted(times, first), np.searchsorted(times, last)
    middle: Column = times[(low + high) // 2].astype(np.int32)
    return middle


def _ranks(
    model: GraphEmbedding, given: Column, relation: Column, answer: Column, time: Column, graph: TemporalGraph,
    known: KnownAnswers | None, *, inverse: bool,
) -> NDArray[np.float64]:  # fmt: skip
    places = np.searchsorted(graph.times, time)
    ranks = np.empty(len(given))
    with torch.inference_mode():
        for start in range(0, len(given), _QUERIES_AT_ONCE):
            some = slice(start, start + _QUERIES_AT_ONCE)
            relations = relation[some] + (len(graph.relations) if inverse else 0)
            query = model.objects(*map(_tensor, (given[some], relations, places[some])))
            scores = query.scores(model.entity.weight)
            target = scores.gather(1, _tensor(answer[some])[:, None])
            if known is not None:
                row, other = known.pairs(given[some], relation[some], time[some])
                wrong = other != answer[some][row]
                scores[_tensor(row[wrong]), _tensor(other[wrong])] = -torch.inf
            ranks[some] = (scores >= target).sum(1).numpy()  # the answer itself is the 1
    return ranks


def _tensor(column: Any) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(column, dtype=np.int64))


def time_probabilities(query: Query, times: Tensor) -> Tensor:
    """The softmax over all times, (batch, times)."""
    return query.scores(times).softmax(-1)


def coalesce(probabilities: NDArray[np.float64], threshold: float) -> tuple[int, int]:
    """The shortest interval that a greedy search finds to hold enough probability, as first and last place.

    It starts at the most probable time and adds the better neighbour until the sum reaches the threshold (Jain et al.,
    TimePlex, EMNLP 2020, section 5.3).

    Args:
        probabilities: (times,), of one fact.
        threshold: from 0 to 1.

    >>> coalesce(np.array([0.1, 0.4, 0.3, 0.2]), 0.6)
    (1, 2)
    """
    first = last = int(probabilities.argmax())
    mass = probabilities[first]
    while mass < threshold and (first > 0 or last < len(probabilities) - 1):
        before = probabilities[first - 1] if first > 0 else -1.0
        after = probabilities[last + 1] if last < len(probabilities) - 1 else -1.0
        if before > after:
            first, mass = first - 1, mass + before
        else:
            last, mass = last + 1, mass + after
    return first, last
