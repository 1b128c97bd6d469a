"""A temporal knowledge graph: facts as columns of numbers, with tables of names; no Python object for a fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import InputError, one_of
from temporal_qa.timeline import CalendarDate, date_of_day

Column = NDArray[np.int32]

UNKNOWN_FIRST, UNKNOWN_LAST = -(2**31), 2**31 - 1
"""The first and the last time of a fact where it is not known: such a fact is open at that end."""

SPLITS = ("train", "valid", "test")

TIME_UNITS = ("year", "day", "step")
"""What times count: years, days, or steps of the source."""


@dataclass(frozen=True, eq=False)
class TemporalGraph:
    """Facts ``(subject, relation, object, first, last)``, as columns of equal length.

    A fact holds at every time from ``first`` to ``last``, both included. Times are years, or steps such as days; a year
    before 1 is astronomical.

    Attributes:
        subject, object: numbers of entities, from 0.
        relation: numbers of relations, from 0.
        first, last: the times between which a fact holds; one of them may be unknown.
        entities, relations: the names, as Arrow arrays of text, by number.
        splits: split -> the range of its facts; together they are all facts, in order.
        entity_ids, relation_ids: what the source calls them, by number; the names, where it has nothing else.
        time_unit: one of :data:`TIME_UNITS`.
        aliases: number of an entity -> what else it is called, and no other entity is.

    Raises:
        InputError: columns of different lengths, a number without a name, a reversed or timeless fact.
    """

    subject: Column
    relation: Column
    object: Column
    first: Column
    last: Column
    entities: Any
    relations: Any
    splits: dict[str, range] = field(default_factory=dict)
    entity_ids: Any = None
    relation_ids: Any = None
    time_unit: str = "step"
    aliases: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for ids, names in (("entity_ids", self.entities), ("relation_ids", self.relations)):
            if getattr(self, ids) is None:
                object.__setattr__(self, ids, names)
        if len({len(column) for column in self.columns}) != 1:
            raise InputError(f"columns of {', '.join(str(len(column)) for column in self.columns)} facts")
        for what, column, names in (
            ("a subject", self.subject, self.entities),
            ("an object", self.object, self.entities),
            ("a relation", self.relation, self.relations),
        ):
            if len(column) and not 0 <= column.min() <= column.max() < len(names):
                raise InputError(f"{what} outside of 0 to {len(names) - 1}")
        if np.any(self.first > self.last):
            raise InputError(f"fact {int(np.argmax(self.first > self.last))} ends before it starts")
        if np.any((self.first == UNKNOWN_FIRST) & (self.last == UNKNOWN_LAST)):
            raise InputError("a fact without any time")

    def __len__(self) -> int:
        return len(self.subject)

    @cached_property
    def names(self) -> list[str]:
        """The names of the entities as texts of Python, for who needs many, one by one."""
        return list(self.entities.to_pylist())

    @cached_property
    def ids(self) -> list[str]:
        """What the source calls the entities, likewise."""
        return list(self.entity_ids.to_pylist())

    @cached_property
    def numbers_by_name(self) -> dict[str, int]:
        """Id, name or alias -> number of an entity; -1 for a name that several have. An id comes before a name."""
        return numbers_by_name(self.names, self.ids, self.aliases)

    @property
    def columns(self) -> tuple[Column, Column, Column, Column, Column]:
        """Subject, relation, object, first and last time."""
        return self.subject, self.relation, self.object, self.first, self.last

    @cached_property
    def times(self) -> Column:
        """The times that occur as the start or the end of a fact, sorted; nothing is known of others."""
        ends = np.concatenate([np.unique(self.first), np.unique(self.last)])
        return np.unique(ends[(ends != UNKNOWN_FIRST) & (ends != UNKNOWN_LAST)])

    def of_split(self, split: str) -> TemporalGraph:
        """The facts of one split, with all names; an empty split gives no facts."""
        some = self.splits.get(split, range(0))
        return self.take(slice(some.start, some.stop), {split: range(len(some))})

    def take(self, facts: slice | NDArray[Any], splits: dict[str, range] | None = None) -> TemporalGraph:
        """Some facts by their numbers, with all names, and their ``splits``, if they have some."""
        names = ("subject", "relation", "object", "first", "last")
        columns: dict[str, Any] = {name: getattr(self, name)[facts] for name in names}
        return replace(self, splits=splits or {}, **columns)

    def relation_number(self, name: str) -> int:
        """The number of a relation by its name or id. Raises ``InputError`` where none or several are called so."""
        names, ids = self.relations.to_pylist(), self.relation_ids.to_pylist()
        if len(called := [number for number, own in enumerate(names) if own == name]) == 1:
            return called[0]
        if name in ids:
            return int(ids.index(name))
        if called:
            some = ", ".join(ids[number] for number in called[:3])
            raise InputError(f"{len(called):,} are called {name!r}, expected an id, such as {some}")
        raise InputError(f"no relation {name!r} among {len(names):,}, such as {', '.join(names[:3])}")

    def time_name(self, time: int) -> str:
        """A time in words: a year (``44 BC``), a step, or a day as ISO text."""
        if self.time_unit == "day":
            return date_of_day(time).isoformat()
        return str(CalendarDate(time) if self.time_unit == "year" else time)


def consecutive(sizes: Mapping[str, int]) -> dict[str, range]:
    """The ranges of splits of these sizes, one after another.

    >>> consecutive({"train": 3, "test": 2})
    {'train': range(0, 3), 'test': range(3, 5)}
    """
    stops = pairwise(accumulate(sizes.values(), initial=0))
    return {split: range(*bounds) for split, bounds in zip(sizes, stops, strict=True)}


def checked_time_unit(unit: object, path: Path) -> str:
    """The unit of times that a file names. Raises ``InputError`` where it is not one of :data:`TIME_UNITS`."""
    if unit not in TIME_UNITS:
        raise InputError(f"time_unit is {unit!r}, expected {one_of(TIME_UNITS)}", path)
    return str(unit)


def are_one_line(names: Any) -> NDArray[np.bool_]:
    """Whether each of some names, of Arrow, is one line without blanks at its ends. The joiners that Persian and the
    scripts of India write within words may stand in it, other format and control characters may not."""
    import pyarrow.compute as pc

    end, within = r"[^\s\pZ\pC]", r"(?:[^\p{Zl}\p{Zp}\pC]|[\x{200C}\x{200D}])"
    found = pc.match_substring_regex(names, f"^{end}({within}*{end})?$")
    return np.asarray(found.to_numpy(zero_copy_only=False), bool)


def numbers_by_name(names: Iterable[str], ids: Iterable[str], aliases: Mapping[int, Iterable[str]]) -> dict[str, int]:
    """What leads to each of some things that are numbered from 0, see :attr:`TemporalGraph.numbers_by_name`."""
    numbers = {alias: number for number, of_one in aliases.items() for alias in of_one}
    own: dict[str, int] = {}
    for number, name in enumerate(names):
        own[name] = -1 if name in own else number
    return numbers | own | {identity: number for number, identity in enumerate(ids)}
