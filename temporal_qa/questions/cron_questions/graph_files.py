"""The graph of a dataset: its configs ``graph`` and ``events``, readable as they are, and the graph they give back.

::

    <folder>/graph/train-00000-of-00001.parquet     subject, subject_id, relation, object, object_id, start, end (years)
    <folder>/events/train-00000-of-00001.parquet    id, name, start, end
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from temporal_qa.graph.events import Events, find_events
from temporal_qa.graph.fact_tables import read_fact_table
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.graph.graph_folder import is_graph_folder, read_events, read_graph
from temporal_qa.hub.dataset_repo import write_table_config
from temporal_qa.io.drops import DropLog
from temporal_qa.questions.cron_questions.wordings import graph_wordings

_FACTS, _EVENTS = Path("graph/train-00000-of-00001.parquet"), Path("events/train-00000-of-00001.parquet")


def read_graph_and_events(
    path: Path, events: Path | None = None, drops: DropLog | None = None, *, min_event_facts: int = 1
) -> tuple[TemporalGraph, Events]:
    """A graph and its events.

    Args:
        path: a dataset of this family, or what :func:`~temporal_qa.graph.graph_folder.read_graph` reads.
        events: a table of further ones, see :func:`~temporal_qa.graph.events.find_events`.
        drops: counts what is left out, by reason.
        min_event_facts: in how many facts an event of that table occurs at least.

    Raises:
        InputError: bad input.
    """
    drops = DropLog() if drops is None else drops
    if (path / _FACTS).is_file():
        graph = read_fact_table(path / _FACTS, drops)
        events = events or (path / _EVENTS if (path / _EVENTS).is_file() else None)
        return graph, find_events(graph, drops, events, min_facts=0)
    graph = read_graph(path, drops)
    known = read_events(path) if is_graph_folder(path) else None
    if known is not None and events is None:
        return graph, known
    return graph, find_events(graph, drops, events, min_facts=min_event_facts, known=known)


def write_graph_and_events(folder: Path, graph: TemporalGraph, events: Events) -> dict[str, Any]:
    """Writes both configs; returns what the card declares about each."""
    known = graph_wordings().relations_of(graph)
    relations = [known.get(number, graph.relations[number].as_py()) for number in range(len(graph.relations))]
    facts = {
        "subject": (_Called(graph.entities, graph.subject), None),
        "subject_id": (_Called(graph.entity_ids, graph.subject), None),
        "relation": (_Called(_texts(relations), graph.relation), None),
        "object": (_Called(graph.entities, graph.object), None),
        "object_id": (_Called(graph.entity_ids, graph.object), None),
        "start": (graph.first, graph.first == UNKNOWN_FIRST),
        "end": (graph.last, graph.last == UNKNOWN_LAST),
    }
    infos = {"graph": write_table_config(folder, "graph", {"train": facts})}
    if len(events.entity):
        spans = {
            "id": (_Called(graph.entity_ids, events.entity), None),
            "name": (_Called(graph.entities, events.entity), None),
            "start": (events.first, events.first == UNKNOWN_FIRST),
            "end": (events.last, events.last == UNKNOWN_LAST),
        }
        infos["events"] = write_table_config(folder, "events", {"train": spans})
    return infos


class _Called:
    """The texts of numbers, looked up part by part: a column of all of them would outgrow the graph."""

    def __init__(self, texts: Any, numbers: Column) -> None:
        self._texts, self._numbers = texts, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, some: slice) -> Any:
        return self._texts.take(_array(self._numbers[some]))


def _texts(values: list[Any]) -> Any:
    import pyarrow as pa

    return pa.array(values, pa.string())


def _array(numbers: Any) -> Any:
    import pyarrow as pa

    return pa.array(numbers)
