"""Events and aliases of the entities of a graph, which questions may refer to.

An event is an entity with a start and an end of its own, such as World War II. The rule is that of CronQuestions
(Saxena et al., ACL 2021, section 3.1): no shows, series or films, and in at least 50 facts. Starts and ends are known
from facts of the form ``(event, P793, Q1190554, first, last)``, "significant event, occurrence", and from a table of
spans. Only the types in that table say what is a show. An alias is another name, such as "Magic Johnson" for Earvin
Johnson.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph, are_one_line
from temporal_qa.io import DropLog, InputError, Row, grouped, read_each
from temporal_qa.text.positions import merged_spans
from temporal_qa.timeline import CalendarDate
from temporal_qa.timeline.fact_files import date_in, dated_rows

MIN_FACTS = 50
_DATES = ("start", "end")
_RELATION, _OBJECTS = ("P793", "significant event"), ("Q1190554", "occurrence", "occurred")
_NO_EVENT = re.compile(r"\b(shows?|series|films?|movies?|person|human)\b", re.IGNORECASE)


class Events(NamedTuple):
    """The events of a graph, by number.

    Attributes:
        entity: (events,) numbers of entities, ascending.
        first, last: (events,) times, both included.
    """

    entity: Column
    first: Column
    last: Column

    def spans(self) -> dict[int, tuple[int, int]]:
        """Entity -> first and last time."""
        entity, first, last = (column.tolist() for column in self)
        return dict(zip(entity, zip(first, last, strict=True), strict=True))


def find_events(
    graph: TemporalGraph, drops: DropLog, spans: Path | None = None, *, min_facts: int = MIN_FACTS,
    known: Events | None = None, stated: bool = True,
) -> Events:  # fmt: skip
    """The events of a graph.

    Args:
        graph: one of years, if ``spans`` are given.
        drops: counts what has a start and an end and is no event here, by reason.
        spans: a table (``.parquet``, ``.jsonl``, ``.csv``) with the columns id or name, start, end and, where known,
            type; that of ``mine --lives`` is one.
        min_facts: in how many facts an event occurs at least, those of its own span aside.
        known: events of an earlier import of the same entities; ``spans`` replace theirs.
        stated: whether those count whose span a fact states.

    Raises:
        InputError: a table that cannot be read or holds nothing, or one for a graph whose times are not years.
    """
    found, counts = dict[int, tuple[int, int]](), fact_counts(graph)
    for entity, (first, last, facts) in _stated_spans(graph).items():
        counts[entity] -= facts
        if stated:
            found[entity] = first, last
    if known is not None:
        found |= known.spans()
    if spans is not None:
        if graph.time_unit != "year":
            raise InputError(f"spans of events are years, but the times of the graph are {graph.time_unit}s", spans)
        found |= _spans_of_table(graph, spans, drops)
    kept = sorted(entity for entity in found if counts[entity] >= min_facts)
    drops += Counter({"event: in too few facts": len(found) - len(kept)})
    return Events(*np.array([(entity, *found[entity]) for entity in kept], np.int32).reshape(-1, 3).T)


def fact_counts(graph: TemporalGraph) -> NDArray[np.int64]:
    """(entities,) in how many facts each occurs."""
    entities = len(graph.entities)
    both = graph.subject == graph.object
    return np.bincount(graph.subject, minlength=entities) + np.bincount(graph.object[~both], minlength=entities)


def _stated_spans(graph: TemporalGraph) -> dict[int, tuple[int, int, int]]:
    """Entity -> span, of the facts that state one, and the number of these facts. Of several spans, those that share a
    year are one; the longest counts, so that no year between two of them does."""
    relation = _numbers_of(_RELATION, graph.relations, graph.relation_ids)
    object = _numbers_of(_OBJECTS, graph.entities, graph.entity_ids)
    which = np.isin(graph.relation, relation) & np.isin(graph.object, object)
    which &= (graph.first != UNKNOWN_FIRST) & (graph.last != UNKNOWN_LAST)
    rows = zip(*(column[which].tolist() for column in (graph.subject, graph.first, graph.last)), strict=True)
    spans = grouped((entity, (first, last)) for entity, first, last in rows)
    longest = {entity: max(merged_spans(some), key=lambda span: span[1] - span[0]) for entity, some in spans.items()}
    return {entity: (*span, len(spans[entity])) for entity, span in longest.items()}


def _numbers_of(wanted: tuple[str, ...], names: Any, ids: Any) -> list[int]:
    """The numbers of what has one of these names or ids."""
    some = pa.array(wanted, "large_string")
    which = pc.or_(pc.is_in(names, value_set=some), pc.is_in(ids, value_set=some))
    return [int(place) for place in np.flatnonzero(which.to_numpy(zero_copy_only=False))]


def _spans_of_table(graph: TemporalGraph, path: Path, drops: DropLog) -> dict[int, tuple[int, int]]:
    usable: list[tuple[str, tuple[int, int]]] = []
    if not (stated := list(read_each(dated_rows(path, _DATES, _DATES, drops), _stated_event, drops))):
        raise InputError("holds no events, expected rows with id or name, start and end", path)
    for name, start, end, kind in stated:
        if start is None or end is None:
            drops["event: no start or no end"] += 1
        elif _NO_EVENT.search(kind):
            drops["event: a show, a series, a film or a person"] += 1
        elif start.year > end.year:
            drops["event: an end before the start"] += 1
        else:
            usable.append((name, (start.year, end.year)))
    places = entities_called([name for name, _ in usable], graph)
    drops += Counter({"event: not an entity of the graph": places.count(None)})
    return {place: span for place, (_, span) in zip(places, usable, strict=True) if place is not None}


def _stated_event(row: Row) -> tuple[str, CalendarDate | None, CalendarDate | None, str]:
    """Its id or name, its start and end, and its type."""
    start, end = (date_in(row.values, column) for column in _DATES)
    return row.text("id", "") or row.text("name"), start, end, row.text("type", "")


def entities_called(called: list[str], graph: TemporalGraph) -> list[int | None]:
    """The entity with each id, or else each name; None where there is none, or several have the name."""
    texts = pa.array(called, "large_string")
    by_id, by_name = (pc.index_in(texts, value_set=known) for known in (graph.entity_ids, graph.entities))
    names = pc.value_counts(graph.entities)
    shared = names.field("values").filter(pc.greater(names.field("counts"), 1))
    by_name = pc.if_else(pc.is_in(texts, value_set=shared), None, by_name)
    return list(pc.coalesce(by_id, by_name).to_pylist())


def read_aliases(path: Path, graph: TemporalGraph, drops: DropLog) -> dict[int, tuple[str, ...]]:
    """The aliases of entities, by number. Each belongs to one entity; an alias that is a name or id is left out.

    Args:
        path: a table (``.parquet``, ``.jsonl``, ``.csv``) with the columns id or name, and alias, one a row.
        graph: has the entities.
        drops: counts what is left out, by reason.

    Raises:
        InputError: a table that cannot be read, or holds nothing.
    """
    rows = dated_rows(path, ("alias",), (), drops)
    stated = list(read_each(rows, lambda row: (row.text("id", "") or row.text("name"), row.text("alias")), drops))
    if not stated:
        raise InputError("holds no aliases, expected rows with id or name, and alias", path)
    found = set[tuple[int, str]]()
    entities = entities_called([name for name, _ in stated], graph)
    sound = are_one_line(pa.array([alias for _, alias in stated], pa.string()))
    for entity, (_, alias), is_sound in zip(entities, stated, sound, strict=True):
        if entity is None:
            drops["alias: not of one entity of the graph"] += 1
        elif not is_sound:
            drops["alias: more than one line, or blank at an end"] += 1
        elif alias != graph.names[entity]:
            found.add((entity, alias))
    often = Counter(alias for _, alias in found)
    names = {*graph.names, *graph.ids}
    own = [(entity, alias) for entity, alias in sorted(found) if often[alias] == 1 and alias not in names]
    drops += Counter({"alias: another entity is called so, too": len(found) - len(own)})
    return {entity: tuple(aliases) for entity, aliases in grouped(own).items()}
