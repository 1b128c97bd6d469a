"""The years in which the facts of a graph hold, both ends included: all that questions and solver know of time."""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.filters import known_span, open_span
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.io import InputError


class RelationRules(NamedTuple):
    """What relations say of the questions about them: relations by their ids, or by their numbers in a graph.

    Attributes:
        pointwise: their facts happen in one year, such as awards.
        counts_named: time joins count the named entity too, as the release does: who was on a team, or held an office,
            in the years of somebody. A colleague at work is another.
        symmetric: a fact says the same of its object, such as a marriage: a question is asked only where its answers
            are those of both ends.
    """

    pointwise: Collection[Any] = ()
    counts_named: Collection[Any] = ()
    symmetric: Collection[Any] = ()


class YearFacts(NamedTuple):
    """Facts whose years are known, as columns of equal length.

    Attributes:
        subject, relation, object: numbers of the graph.
        first, last: years, both included.
        fact: the number of the fact in the graph.
    """

    subject: Column
    relation: Column
    object: Column
    first: Column
    last: Column
    fact: Column


def facts_by_year(graph: TemporalGraph, pointwise: Collection[int]) -> YearFacts:
    """The facts that hold in known years.

    A fact without an end, or without a start, says nothing of the years beyond; it is left out. Where a relation is an
    event (``pointwise``), such as an award, its one known year is the whole fact.

    Raises:
        InputError: the times of the graph are not years.
    """
    if graph.time_unit == "day":
        raise InputError("the times of the graph are days, expected years")
    return _some(graph, ~_is_open(graph, pointwise), *known_span(graph.first, graph.last))


def uncertain_facts_by_year(graph: TemporalGraph, rules: RelationRules) -> YearFacts:
    """The facts that may hold, beside those of :func:`facts_by_year`.

    A fact without a start or an end may go on: it may hold in all years of the graph on that side, and in one beyond. A
    symmetric fact holds from its other end, too, even if it is stated from one: the release asks as it is stored, but
    a reader of "Ann married Bob" knows whom Bob married.
    """
    first, last = open_span(graph)
    first, last = first - (graph.first == UNKNOWN_FIRST), last + (graph.last == UNKNOWN_LAST)
    unknown = _some(graph, _is_open(graph, rules.pointwise), first, last)
    stated = np.array(_some(graph, np.isin(graph.relation, list(rules.symmetric)), first, last))
    exchanged = stated[[2, 1, 0, 3, 4, 5]]
    _, places = np.unique(np.concatenate([stated, exchanged], axis=1)[:5], axis=1, return_index=True)
    new = exchanged[:, places[places >= stated.shape[1]] - stated.shape[1]]
    return YearFacts(*(np.concatenate(columns) for columns in zip(unknown, new, strict=True)))


def _is_open(graph: TemporalGraph, pointwise: Collection[int]) -> NDArray[np.bool_]:
    """Which facts have no start or no end, and do not happen in one year."""
    is_open: NDArray[np.bool_] = (graph.first == UNKNOWN_FIRST) | (graph.last == UNKNOWN_LAST)
    return is_open & ~np.isin(graph.relation, list(pointwise))


def _some(graph: TemporalGraph, which: NDArray[np.bool_], first: Column, last: Column) -> YearFacts:
    kept = np.flatnonzero(which).astype(np.int32)
    return YearFacts(graph.subject[kept], graph.relation[kept], graph.object[kept], first[kept], last[kept], kept)
