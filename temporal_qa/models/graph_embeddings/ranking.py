"""Ranks of the right entities of facts, filtered by what is known at their time, and intervals predicted for facts.

Every fact is asked from both sides, ``(s, r, ?, t)`` and ``(?, r, o, t)``, the second by the inverse relation. A rank
is 1 plus the number of other candidates that do not score lower: ties count against the answer. Other right answers,
of any split, are left out. A fact that lasts is asked in the middle of its known span.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from temporal_qa.graph.filters import KnownAnswers, known_span, published_spans, published_times
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.graph.intervals import GRID, Thresholds, choose_thresholds, coalesce
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.scoring.interval_overlap import interval_overlap

_QUERIES_AT_ONCE, _SCORES_AT_ONCE = 512, 1 << 26
"""A chunk of queries has at most as many scores, 256 MB, however many entities there are."""


def rank_facts(
    model: GraphEmbedding, facts: TemporalGraph, graph: TemporalGraph, *, as_published: bool = False
) -> NDArray[np.int64]:
    """The ranks of the objects of facts, from 1, then those of the subjects.

    Args:
        model: in evaluation mode; its times are those of ``graph``.
        facts: those to be asked.
        graph: the facts of all splits, which filter.
        as_published: leave out what the code released with CronQuestions does: where facts last, nearly nothing (see
            :func:`~temporal_qa.graph.filters.published_times`). Without facts that last it is right.
    """
    low, high = (np.searchsorted(graph.times, end) for end in known_span(facts.first, facts.last))
    places = (low + high) // 2  # the middle of a span among the times that occur in it
    time = graph.times[places].astype(np.int32)
    as_published = as_published and bool(np.any(graph.first != graph.last))
    ranks = np.empty((2, len(facts)), np.int64)
    for inverse in (False, True):
        given, answer = (facts.object, facts.subject) if inverse else (facts.subject, facts.object)
        known = KnownAnswers(graph, inverse=inverse, spans=published_spans(graph) if as_published else None)
        filter_time = published_times(time, answer) if as_published else time
        for some in _chunks(len(given), len(graph.entities)):
            left_out = known.pairs(given[some], facts.relation[some], filter_time[some])
            relation = facts.relation[some] + (len(graph.relations) if inverse else 0)
            ranks[int(inverse), some] = _ranks(model, given[some], relation, places[some], answer[some], left_out)
    return ranks.ravel()


def _chunks(queries: int, candidates: int) -> Iterator[slice]:
    size = min(_QUERIES_AT_ONCE, max(_SCORES_AT_ONCE // max(candidates, 1), 1))
    return (slice(start, start + size) for start in range(0, queries, size))


def _ranks(
    model: GraphEmbedding, given: Column, relation: Column, places: Column, answer: Column, left_out: Any
) -> NDArray[np.int64]:
    """The ranks of answers without the pairs of query and entity that are left out."""
    table, (row, other) = model.entity.weight, left_out
    wrong = other != answer[row]
    with torch.inference_mode():
        query = model.objects(*(_tensor(column, table) for column in (given, relation, places)))
        scores = query.vector @ table.T  # without the constant, which no rank depends on
        target = scores.gather(1, _tensor(answer, table)[:, None])
        scores[_tensor(row[wrong], table), _tensor(other[wrong], table)] = -torch.inf
        lower = torch.count_nonzero(scores < target, dim=1)  # what is not a number is not lower
    return np.asarray((len(table) - lower).cpu())


def _tensor(column: Any, table: Tensor) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(column, dtype=np.int64)).to(table.device)


def fit_thresholds(model: GraphEmbedding, facts: TemporalGraph, graph: TemporalGraph) -> Thresholds:
    """For each relation the threshold with the best mean aeIOU of the intervals of facts with both ends known.

    Args:
        model: in evaluation mode; its times are those of ``graph``.
        facts: those to choose by, such as the split ``valid``.
        graph: of all splits.
    """
    closed = facts.take(_closed(facts))
    found = [coalesce(part, GRID) for _, part in _time_probabilities(model, closed, len(graph.times))]
    places = np.concatenate([np.empty((0, len(GRID), 2), np.int64), *found])
    spans = np.stack([closed.first, closed.last], axis=1).astype(np.int64)
    return choose_thresholds(graph.times[places].astype(np.int64), spans, closed.relation, len(graph.relations))


def predict_intervals(
    model: GraphEmbedding, facts: TemporalGraph, graph: TemporalGraph, thresholds: Thresholds
) -> NDArray[np.int64]:
    """(facts, 2): the first and the last time in which each fact is predicted to hold.

    Args:
        model: in evaluation mode; its times are those of ``graph``.
        facts: whose times are asked for; their own times are not looked at.
        graph: of all splits.
        thresholds: (relations,) see :func:`fit_thresholds`.
    """
    every = _time_probabilities(model, facts, len(graph.times))
    pieces = [graph.times[coalesce(part, thresholds[relation, None])[:, 0]] for relation, part in every]
    return np.concatenate([np.empty((0, 2), np.int64), *pieces]).astype(np.int64)


def overlap_scores(intervals: NDArray[np.int64], facts: TemporalGraph) -> dict[str, float]:
    """The mean of each measure of :func:`~temporal_qa.scoring.interval_overlap.interval_overlap`, from 0 to 100, over
    the facts with both ends known; ``n`` is how many those are.

    Args:
        intervals: (facts, 2) of :func:`predict_intervals`.
        facts: those that they were predicted for.
    """
    closed = _closed(facts)
    scores = interval_overlap(intervals[closed], np.stack([facts.first[closed], facts.last[closed]], axis=1))
    means = {name: float(values.mean()) if len(values) else float("nan") for name, values in scores.items()}
    return means | {"n": len(closed)}


def _closed(facts: TemporalGraph) -> NDArray[np.int64]:
    return np.flatnonzero((facts.first != UNKNOWN_FIRST) & (facts.last != UNKNOWN_LAST))


def _time_probabilities(
    model: GraphEmbedding, facts: TemporalGraph, times: int
) -> Iterator[tuple[Column, NDArray[np.float64]]]:
    """The relations of the facts, and their softmax over all times, (some facts, times) at once."""
    for some in _chunks(len(facts), times):
        with torch.inference_mode():
            query = model.times(*(_tensor(column[some], model.entity.weight) for column in facts.columns[:3]))
            probabilities = query.scores(model.time.weight).double().softmax(-1).cpu().numpy()
        yield facts.relation[some], probabilities
