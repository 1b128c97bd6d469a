"""Facts from a source, batch by batch, made into the columns of a graph; what is left out is counted by reason.

Texts are numbered in the order in which they first come, in Arrow: no Python object for a text or a fact.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph, consecutive
from temporal_qa.io import DropLog

_FEW = 1 << 20


class UnknownId(LookupError):
    """A text that is not in a closed table, or an empty one."""


class NameTable:
    """The ids of entities or relations, with their names where the source has both.

    Texts wait until they are as many as those that are numbered, so that the work stays linear and the memory within a
    small multiple of the ids.

    Args:
        ids, names: Arrow arrays of those that are known before; a table that begins with some takes no others.

    Attributes:
        ids, names: Arrow arrays, by number; right after :meth:`settle`.
    """

    def __init__(self, ids: Any = None, names: Any = None) -> None:
        self._closed = ids is not None
        self.ids = pa.array([], pa.large_string()) if ids is None else ids
        self.names = self.ids if names is None else names
        self._waiting: list[tuple[Any, Any, Column]] = []

    def add(self, ids: Any, names: Any = None) -> Column:
        """The number of each id, in an array that is right only after :meth:`settle`.

        Args:
            ids: Arrow array of texts without nulls.
            names: what they are called, if that is known; the first name of an id is kept.
        """
        encoded = ids.dictionary_encode()
        numbers: Column = encoded.indices.to_numpy().astype(np.int32)
        if not len(numbers):
            return numbers
        distinct = encoded.dictionary.cast("large_string")
        called = distinct if names is None else names.take(_first_places(numbers, len(distinct))).cast("large_string")
        self._waiting.append((distinct, called, numbers))
        if sum(len(waiting[0]) for waiting in self._waiting) > max(_FEW, len(self.ids)):
            self.settle()
        return numbers

    def settle(self) -> None:
        """Makes all numbers that were given final. Raises :class:`UnknownId` where the table is closed or
        an id is empty."""

        if not self._waiting:
            return
        before = len(self.ids)
        names = pa.chunked_array([self.names, *(called for _, called, _ in self._waiting)])
        encoded = pa.chunked_array([self.ids, *(distinct for distinct, _, _ in self._waiting)]).dictionary_encode()
        ids = encoded.chunk(0).dictionary
        if self._closed and len(ids) > before:
            raise UnknownId(ids[before].as_py())
        if pc.index(ids, "").as_py() >= before:
            raise UnknownId("")
        final = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks])
        if not self._closed:
            self.ids, self.names = ids, names.take(_first_places(final, len(ids))).combine_chunks()
        start = before
        for distinct, _, numbers in self._waiting:
            numbers[:] = final[start : start + len(distinct)][numbers]
            start += len(distinct)
        self._waiting.clear()


def _first_places(numbers: NDArray[Any], distinct: int) -> NDArray[np.int64]:
    first = np.empty(distinct, np.int64)
    first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)  # of equal numbers the last one stays
    return first


MAX_YEAR, MIN_YEAR = 2100, -5000
"""Years outside are taken for mistakes: ends of facts in Wikidata reach the year 9500."""


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
        time_unit: of the graph; years have bounds.
    """

    def __init__(self, entities: NameTable, relations: NameTable, drops: DropLog, time_unit: str = "year") -> None:
        self._entities, self._relations, self._drops, self._time_unit = entities, relations, drops, time_unit
        self._pieces: list[list[Column]] = [[] for _ in range(5)]

    def add(self, batch: FactBatch) -> int:
        """Adds facts, and returns how many are kept."""
        kept = _usable(batch.first, batch.last, self._drops, are_years=self._time_unit == "year")
        subject, relation, object, subject_name, object_name = (
            texts if texts is None or kept.all() else texts.filter(kept)
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

    def graph(self, splits: Mapping[str, range]) -> TemporalGraph:
        """The graph of all facts; those that are stated again in their split are left out."""
        self._entities.settle()
        self._relations.settle()
        columns = [np.concatenate([np.empty(0, np.int32), *self._pieces.pop(0)]) for _ in range(5)]  # frees the pieces
        fresh, new_splits = first_statements(columns, splits, self._drops)
        if not fresh.all():
            for place, column in enumerate(columns):
                columns[place] = column[fresh]
        subject, relation, object, first, last = columns
        return TemporalGraph(
            subject, relation, object, first, last, entities=self._entities.names, relations=self._relations.names,
            splits=new_splits, entity_ids=self._entities.ids, relation_ids=self._relations.ids,
            time_unit=self._time_unit,
        )  # fmt: skip


def first_statements(
    columns: Sequence[Column], splits: Mapping[str, range], drops: DropLog
) -> tuple[NDArray[np.bool_], dict[str, range]]:
    """Which facts do not state an earlier one of their split again, and the ranges of the splits without those that do.

    ``drops`` counts the others.
    """
    of_split = ([column[facts.start : facts.stop] for column in columns] for facts in splits.values())
    of_splits = [*map(not_stated_before, of_split)]
    fresh = np.concatenate([np.empty(0, bool), *of_splits])
    drops += Counter({"a fact stated again in its split": int(np.count_nonzero(~fresh))})
    return fresh, consecutive({split: int(each.sum()) for split, each in zip(splits, of_splits, strict=True)})


def not_stated_before(columns: Sequence[Column]) -> NDArray[np.bool_]:
    """Which facts are not equal to an earlier one."""
    order = np.lexsort(columns)  # stable: of equal facts the first one stays first
    same = np.ones(max(len(order) - 1, 0), bool)
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    fresh = np.ones(len(order), bool)
    fresh[order[1:][same]] = False
    return fresh


def _usable(first: Column, last: Column, drops: DropLog, *, are_years: bool) -> NDArray[np.bool_]:
    outliers = ((first != UNKNOWN_FIRST) & _outside(first)) | ((last != UNKNOWN_LAST) & _outside(last))
    reasons = {
        "a time that is coarser than a year": (first == COARSE) | (last == COARSE),
        "no time": (first == UNKNOWN_FIRST) & (last == UNKNOWN_LAST),
        "a year before -5000 or after 2100": outliers & are_years,
        "an end before the start": first > last,
    }
    kept = np.ones(len(first), bool)
    for reason, which in reasons.items():
        drops += Counter({reason: int(np.count_nonzero(which & kept))})
        kept &= ~which
    return kept


def _outside(years: Column) -> NDArray[np.bool_]:
    return (years < MIN_YEAR) | (years > MAX_YEAR)
