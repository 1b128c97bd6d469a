"""The years in which the facts of a graph hold, both ends included: all that questions and solver know of time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError

OPEN = "fact: no start or no end"


class RelationRules(NamedTuple):
    """What relations say of the questions about them, by their numbers in a graph.

    Attributes:
        pointwise: their facts happen in one year, such as awards.
        counts_named: "who was there together with X" counts X too.
    """

    pointwise: Collection[int] = ()
    counts_named: Collection[int] = ()


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


def facts_by_year(graph: TemporalGraph, pointwise: Collection[int], drops: DropLog | None = None) -> YearFacts:
    """The facts that hold in known years.

    A fact without an end, or without a start, says nothing of the years beyond; it is left out. Where a relation is an
    event (``pointwise``), such as an award, the one year that is told is the whole fact.

    Raises:
        InputError: the times of the graph are not years.
    """
    if graph.time_unit == "day":
        raise InputError("the times of the graph are days, expected years")
    opened, endless, is_open = _open(graph, pointwise)
    first, last = graph.first, graph.last
    kept = np.flatnonzero(~is_open).astype(np.int32)
    if drops is not None and len(kept) < len(graph):
        drops[OPEN] += len(graph) - len(kept)
    subject, relation, object = (column[kept] for column in (graph.subject, graph.relation, graph.object))
    return YearFacts(
        subject, relation, object, np.where(opened, last, first)[kept], np.where(endless, first, last)[kept], kept
    )


def open_facts_by_year(graph: TemporalGraph, pointwise: Collection[int]) -> YearFacts:
    """The facts that :func:`facts_by_year` leaves out, in all years in which they may hold: up to a year later than any
    fact tells, or from a year earlier, since nobody knows whether they go on."""
    opened, endless, is_open = _open(graph, pointwise)
    kept = np.flatnonzero(is_open).astype(np.int32)
    told = np.concatenate([graph.first[~opened], graph.last[~endless]])
    earliest, latest = (told.min() - 1, told.max() + 1) if len(told) else (0, 0)
    first, last = np.where(opened, earliest, graph.first)[kept], np.where(endless, latest, graph.last)[kept]
    return YearFacts(graph.subject[kept], graph.relation[kept], graph.object[kept], first, last, kept)


def _open(graph: TemporalGraph, pointwise: Collection[int]) -> tuple[Any, Any, Any]:
    """Which facts have no start, which have no end, and which of them do not happen in one year."""
    opened, endless = graph.first == UNKNOWN_FIRST, graph.last == UNKNOWN_LAST
    return opened, endless, (opened | endless) & ~np.isin(graph.relation, list(pointwise))
