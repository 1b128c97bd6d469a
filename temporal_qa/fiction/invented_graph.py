"""A temporal graph of invented people and organisations by years, with invented events."""

import random
from collections.abc import Iterator

import numpy as np

from temporal_qa.fiction.names import FictionalNames
from temporal_qa.fiction.world import invent_groups
from temporal_qa.graph.events import Events, entities_called
from temporal_qa.graph.fact_columns import FactBatch, FactColumns, NameTable
from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io import DropLog, batched

_AT_ONCE = 1 << 16
_SUBJECTS_PER_EVENT = 100
_EVENTS = ("Siege of {}", "{} Exhibition", "Battle of {}", "{} Games", "Flood of {}", "{} Rising")
_YEARS = range(1850, 2021)
_MAX_LAST = 2023


def invented_graph(subjects: int, seed: int) -> tuple[TemporalGraph, Events]:
    """The facts of the first subjects of the invented world of this seed, by years, and events for them to fall into.

    Entities are told apart by their names, and are named as ids, too: no two of a type are called the same.

    Args:
        subjects: how many, of about ten facts each.
        seed: any whole number; it decides everything.
    """
    columns = FactColumns(NameTable(), NameTable(), DropLog())
    facts = (
        (fact.subject, fact.relation, fact.object, fact.start.year, fact.end.year)
        for group in invent_groups(subjects, seed)
        for fact in group.facts
    )
    kept = 0
    for block in batched(facts, _AT_ONCE):
        kept += columns.add(_columns(block))
    events = list(_events(subjects // _SUBJECTS_PER_EVENT, seed))
    if stated := [(name, "P793", "occurred", first, last) for name, first, last in events]:
        kept += columns.add(_columns(stated))
    graph = columns.graph({"train": range(kept)})
    places = entities_called([name for name, _, _ in events], graph)
    rows = np.array([(place, *span) for place, (_, *span) in zip(places, events, strict=True)], np.int32).reshape(-1, 3)
    return graph, Events(*rows[rows[:, 0].argsort()].T)


def _columns(rows: list[tuple[str, str, str, int, int]]) -> FactBatch:
    import pyarrow as pa

    subject, relation, object, first, last = zip(*rows, strict=True)
    years = np.array(first, np.int32), np.array(last, np.int32)
    return FactBatch(pa.array(subject), pa.array(relation), pa.array(object), *years)


def _events(number: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """Name, first and last year of each event."""
    names, rng = FictionalNames(seed), random.Random(f"{seed}/events")
    for place in range(number):
        first = rng.choice(_YEARS)
        # The numbers of towns are counted down: facts name the low ones.
        name = _EVENTS[place % len(_EVENTS)].format(names.nth("town", names.number_of("town") - 1 - place))
        yield name, first, min(first + rng.choice((0, 0, 0, 1, 2, 4)), _MAX_LAST)
