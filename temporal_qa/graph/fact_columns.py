"""Facts from a source, batch by batch, made into the columns of a graph; what is left out is counted by reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.graph.name_table import NameTable
from temporal_qa.io.drops import DropLog

MAX_YEAR, MIN_YEAR = 2100, -5000
"""Years outside are taken for mistakes: ends of facts in Wikidata reach the year 9500."""

TOO_COARSE, NO_TIME, REVERSED, OUTLIER, REPEATED = (
    "a time that is coarser than a year", "no time", "an end before the start", "a year before -5000 or after 2100",
    "a fact stated again in its split",
)  # fmt: skip

COARSE = 2**31 - 3
"""Stands for a time that is coarser than a year."""


class FactBatch(NamedTuple):
    """Some facts of a source.

    Attributes:
        subject, relation, object: Arrow arrays of ids.
        first, last: times; unknown ones and coarse ones by their constants.
        subject_name, object_name: Arrow arrays of names, if the source has them beside ids.
    """

    subject: Any
    relation: Any
    object: Any
    first: Column
    last: Column
    subject_name: Any = None
    object_name: Any = None


class FactColumns:
    """Columns that grow by 20 bytes a fact.

    Args:
        entities, relations: the tables of names.
        drops: counts the facts that are left out.
    """

    def __init__(self, entities: NameTable, relations: NameTable, drops: DropLog) -> None:
        self._entities, self._relations, self._drops = entities, relations, drops
        self._pieces: list[list[Column]] = [[] for _ in range(5)]

    def add(self, batch: FactBatch, *, years: bool) -> int:
        """Adds facts, and returns how many are kept; ``years``: whether the times are years, which have bounds."""
        kept = _usable(batch.first, batch.last, self._drops, years=years)
        subject, relation, object, subject_name, object_name = (
            texts if texts is None or kept.all() else texts.filter(_arrow(kept))
            for texts in (batch.subject, batch.relation, batch.object, batch.subject_name, batch.object_name)
        )
        columns = (
            self._entities.add(subject, subject_name),
            self._relations.add(relation),
            self._entities.add(object, object_name),
            batch.first[kept],
            batch.last[kept],
        )
        for pieces, column in zip(self._pieces, columns, strict=True):
            pieces.append(column)
        return int(kept.sum())

    def graph(self, splits: Mapping[str, range], time_unit: str) -> TemporalGraph:
        """The graph of all facts; those that are stated again in their split are left out."""
        self._entities.settle()
        self._relations.settle()
        columns = [_joined(pieces) for pieces in self._pieces]
        kept, new_splits, start = [], {}, 0
        for split, facts in splits.items():
            fresh = first_statements([column[facts.start : facts.stop] for column in columns])
            if repeated := len(facts) - int(fresh.sum()):
                self._drops[REPEATED] += repeated
            kept.append(fresh)
            new_splits[split] = range(start, start + len(facts) - repeated)
            start = new_splits[split].stop
        if start < len(columns[0]):
            which = np.concatenate(kept)
            for place, column in enumerate(columns):
                columns[place] = column[which]
        subject, relation, object, first, last = columns
        return TemporalGraph(
            subject, relation, object, first, last, self._entities.names, self._relations.names, new_splits,
            self._entities.ids, self._relations.ids, time_unit,
        )  # fmt: skip


def first_statements(columns: list[Column]) -> NDArray[np.bool_]:
    """Which facts are not equal to an earlier one."""
    order = np.lexsort(columns)  # stable: of equal facts the first one stays first
    same = np.ones(max(len(order) - 1, 0), bool)
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    fresh = np.ones(len(order), bool)
    fresh[order[1:][same]] = False
    return fresh


def _joined(pieces: list[Column]) -> Column:
    column: Column = np.concatenate([np.empty(0, np.int32), *pieces])
    pieces.clear()
    return column


def _arrow(mask: NDArray[np.bool_]) -> Any:
    import pyarrow as pa

    return pa.array(mask)


def _usable(first: Column, last: Column, drops: DropLog, *, years: bool) -> NDArray[np.bool_]:
    reasons = {
        TOO_COARSE: (first == COARSE) | (last == COARSE),
        NO_TIME: (first == UNKNOWN_FIRST) & (last == UNKNOWN_LAST),
        OUTLIER: (first != UNKNOWN_FIRST) & _outside(first) | (last != UNKNOWN_LAST) & _outside(last)
        if years
        else np.zeros(len(first), bool),
        REVERSED: first > last,
    }
    kept = np.ones(len(first), bool)
    for reason, which in reasons.items():
        if number := int(np.count_nonzero(which & kept)):
            drops[reason] += number
        kept &= ~which
    return kept


def _outside(years: Column) -> NDArray[np.bool_]:
    return (years < MIN_YEAR) | (years > MAX_YEAR)
