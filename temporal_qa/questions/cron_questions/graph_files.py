"""A graph as the configs ``graph``, ``events`` and ``aliases`` of a dataset: written for people to read, and read back.

::

    <folder>/graph/train-00000-of-00001.parquet     subject, subject_id, relation, object, object_id, start, end (years)
    <folder>/events/train-00000-of-00001.parquet    id, name, start, end
    <folder>/aliases/train-00000-of-00001.parquet   id, name, alias
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from temporal_qa.graph.events import Events, find_events, read_aliases
from temporal_qa.graph.fact_columns import first_statements
from temporal_qa.graph.fact_tables import read_fact_table
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.graph.graph_folder import is_graph_folder, read_events, read_graph
from temporal_qa.hub.dataset_repo import write_table_config
from temporal_qa.io import DropLog
from temporal_qa.questions.cron_questions.wordings import graph_wordings

CONFIGS = ("graph", "events", "aliases")
_FACTS, _EVENTS, _ALIASES = (Path(config, "train-00000-of-00001.parquet") for config in CONFIGS)


def read_graph_and_events(
    path: Path,
    events: Path | None = None,
    drops: DropLog | None = None,
    *,
    min_event_facts: int = 0,
    aliases: Path | None = None,
) -> tuple[TemporalGraph, Events]:
    """A graph and its events.

    Args:
        path: a dataset of this family, or what :func:`~temporal_qa.graph.graph_folder.read_graph` reads.
        events: a table of further ones, see :func:`~temporal_qa.graph.events.find_events`.
        drops: counts what is left out, by reason.
        min_event_facts: in how many facts an event of that table occurs at least.
        aliases: a table of other names, see :func:`~temporal_qa.graph.events.read_aliases`.

    Raises:
        InputError: bad input.
    """
    drops = DropLog() if drops is None else drops
    is_dataset = (path / _FACTS).is_file()
    graph = read_fact_table(path / _FACTS, drops) if is_dataset else read_graph(path, drops)
    graph = _with_relations_once(graph, drops)
    if is_dataset and (path / _ALIASES).is_file():
        aliases = aliases or path / _ALIASES
    if aliases is not None:
        graph = replace(graph, aliases=read_aliases(aliases, graph, drops))
    known = None
    if is_dataset:  # its table has all of them; its facts state rarer ones, too
        table = path / _EVENTS
        known = find_events(graph, drops, table if table.is_file() else None, min_facts=0, stated=False)
    elif is_graph_folder(path):
        known = read_events(path)
    if known is not None and events is None:
        return graph, known
    return graph, find_events(graph, drops, events, min_facts=min_event_facts, known=known)


def write_graph_and_events(folder: Path, graph: TemporalGraph, events: Events) -> dict[str, Any]:
    """Writes the configs, those that are not empty; returns what the card declares about each."""
    known = graph_wordings().relations_of(graph)
    relations = [known.get(number, graph.relations[number].as_py()) for number in range(len(graph.relations))]
    facts = {
        **_called(graph.subject, subject=graph.entities, subject_id=graph.entity_ids),
        **_called(graph.relation, relation=pa.array(relations, pa.string())),
        **_called(graph.object, object=graph.entities, object_id=graph.entity_ids),
        "start": np.ma.array(graph.first, mask=graph.first == UNKNOWN_FIRST),
        "end": np.ma.array(graph.last, mask=graph.last == UNKNOWN_LAST),
    }
    infos = {"graph": write_table_config(folder, "graph", {"train": facts})}
    names = {"id": graph.entity_ids, "name": graph.entities}
    if len(events.entity):
        spans = _called(events.entity, **names) | {"start": events.first, "end": events.last}
        infos["events"] = write_table_config(folder, "events", {"train": spans})
    if graph.aliases:
        entities = [entity for entity, aliases in graph.aliases.items() for _ in aliases]
        others = pa.array([alias for aliases in graph.aliases.values() for alias in aliases], pa.string())
        called = _called(np.array(entities, np.int32), **names) | {"alias": others}
        infos["aliases"] = write_table_config(folder, "aliases", {"train": called})
    return infos


def _called(numbers: Column, **texts: Any) -> dict[str, Any]:
    """Columns of what the numbers are called, as Arrow dictionaries: texts of all facts would outgrow the graph."""
    return {column: pa.DictionaryArray.from_arrays(numbers, called) for column, called in texts.items()}


def _with_relations_once(graph: TemporalGraph, drops: DropLog) -> TemporalGraph:
    """The graph with one number for a relation that it calls by several names, as "P54" and "member of sports team"."""
    first: dict[str, int] = {}
    of = np.arange(len(graph.relations), dtype=np.int32)
    for number, relation in graph_wordings().relations_of(graph).items():
        of[number] = first.setdefault(relation, number)
    if (of == np.arange(len(of))).all():
        return graph
    graph = replace(graph, relation=of[graph.relation])
    fresh, splits = first_statements(graph.columns, graph.splits, drops)
    return graph.take(fresh, splits)
