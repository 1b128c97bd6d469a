"""A temporal graph from whatever holds one, and the folder that ``import graph`` writes.

::

    <folder>/facts/train-00000-of-00001.parquet         subject, relation, object, first, last (null: not known)
    <folder>/entities/entities-00000-of-00001.parquet   number, id, name, facts, event_first, event_last
    <folder>/relations/relations-00000-of-00001.parquet     number, id, name, facts
    <folder>/README.md, build.json
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.graph.benchmark_files import benchmark_inputs, read_benchmark
from temporal_qa.graph.events import Events, fact_counts
from temporal_qa.graph.fact_tables import read_fact_table, split_facts
from temporal_qa.graph.graph import SPLITS, UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph, checked_time_unit
from temporal_qa.hub.dataset_repo import write_table_config
from temporal_qa.io import DropLog, InputError, read_json
from temporal_qa.io.parquet_parts import parquet_parts
from temporal_qa.io.read import JSON_LINES, files_of

if TYPE_CHECKING:
    from datasets import DatasetInfo

KIND = "temporal_graph"
_NAMES = {"id": "string", "name": "string"}
_EVENT = ("number", "event_first", "event_last")
UNKNOWN = {"first": UNKNOWN_FIRST, "last": UNKNOWN_LAST}
COLUMNS = ("subject", "relation", "object", *UNKNOWN)


def read_graph(
    path: Path | str, drops: DropLog | None = None, *, valid: float = 0, test: float = 0, seed: int = 0
) -> TemporalGraph:
    """The temporal graph in a folder or file.

    Args:
        path: a folder that ``import graph`` wrote; a folder of benchmark files, or one such file; or facts of ours
            (``.parquet``, ``.jsonl``, ``.csv``).
        drops: counts what is left out, by reason.
        valid, test: shares of facts to split off, if ``path`` is not split already.
        seed: of the split.

    Raises:
        InputError: nothing of this kind, or bad input in it; shares for what is split already.
    """
    path, drops = Path(path), DropLog() if drops is None else drops
    if is_graph_folder(path):
        graph = read_graph_folder(path)
    elif _is_fact_table(path):
        graph = read_fact_table(path, drops)
    else:
        graph = read_benchmark(path, drops)
    if not valid and not test:
        return graph
    if len(graph.splits) > 1:
        raise InputError(
            f"is split into {', '.join(graph.splits)} already; leave out the shares of valid and test", path
        )
    return split_facts(graph, valid, test, seed)


def graph_inputs(path: Path) -> dict[str, Path]:
    """The files that :func:`read_graph` reads, by their role."""
    if is_graph_folder(path):
        return {str(file.relative_to(path)): file for file in sorted(path.glob("*/*.parquet"))}
    return {"facts": path} if _is_fact_table(path) else benchmark_inputs(path)


def is_graph_folder(path: Path) -> bool:
    """Whether ``import graph`` wrote it; it may not be whole."""
    return (path / "facts").is_dir()


def _is_fact_table(path: Path) -> bool:
    return not path.is_dir() and files_of(path)[0].name.endswith((".parquet", ".csv", ".csv.gz", *JSON_LINES))


def read_graph_folder(folder: Path) -> TemporalGraph:
    """The graph in a folder that ``import graph`` wrote. Raises ``InputError`` where it is not whole."""
    splits, start = {}, 0
    pieces: list[list[Column]] = [[] for _ in COLUMNS]
    for split in SPLITS:
        files = files_of(folder / "facts" / split)
        if not files[0].exists():
            continue
        facts = sum(_read_facts(file, pieces) for file in files)
        splits[split], start = range(start, start + facts), start + facts
    if not splits:
        raise InputError("no facts, expected facts/train-00000-of-00001.parquet", folder)
    subject, relation, object, first, last = (np.concatenate(pieces.pop(0)) for _ in COLUMNS)  # frees the pieces
    entity_ids, entities = _read_names(folder, "entities")
    relation_ids, relations = _read_names(folder, "relations")
    time_unit = _time_unit(folder)
    try:
        return TemporalGraph(
            subject, relation, object, first, last, entities=entities, relations=relations, splits=splits,
            entity_ids=entity_ids, relation_ids=relation_ids, time_unit=time_unit,
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.fault, folder) from None


def read_events(folder: Path | str) -> Events:
    """The events in a folder that ``import graph`` wrote. Raises ``InputError`` where it is not whole."""
    pieces = [
        np.stack([batch.column(name).filter(batch.column("event_first").is_valid()).to_numpy() for name in _EVENT])
        for file in files_of(Path(folder) / "entities" / "entities")
        for batch in _batches(file, dict.fromkeys(_EVENT, "int32"))
    ]
    entity, first, last = np.concatenate([np.empty((3, 0), np.int32), *pieces], axis=1)
    return Events(entity, first, last)


def write_graph(folder: Path, graph: TemporalGraph, events: Events) -> dict[str, DatasetInfo]:
    """Writes the tables of a graph, and returns what its card declares about each.

    Args:
        folder: an empty one.
        graph: its facts; a split without any is not written.
        events: of its entities.
    """
    facts = {}
    for split, some in graph.splits.items():
        if len(some):
            columns = dict(zip(COLUMNS, (column[some.start : some.stop] for column in graph.columns), strict=True))
            facts[split] = {
                name: (column, column == UNKNOWN[name] if name in UNKNOWN else None) for name, column in columns.items()
            }
    entities, relations = len(graph.entities), len(graph.relations)
    own = np.ones(entities, bool)
    own[events.entity] = False
    spans = np.zeros((2, entities), np.int32)
    spans[:, events.entity] = events.first, events.last
    of_entities = {
        **_names(graph.entity_ids, graph.entities),
        "facts": (fact_counts(graph), None),
        "event_first": (spans[0], own),
        "event_last": (spans[1], own),
    }
    of_relations = _names(graph.relation_ids, graph.relations)
    of_relations["facts"] = np.bincount(graph.relation, minlength=relations).astype(np.int64), None
    return {
        "facts": write_table_config(folder, "facts", facts),
        "entities": write_table_config(folder, "entities", {"entities": of_entities}),
        "relations": write_table_config(folder, "relations", {"relations": of_relations}),
    }


def _names(ids: Any, names: Any) -> dict[str, Any]:
    return {"number": (np.arange(len(ids), dtype=np.int32), None), "id": (ids, None), "name": (names, None)}


def _time_unit(folder: Path) -> str:
    record = read_json(folder / "build.json", dict, "the record of a graph, as import graph writes it")
    return checked_time_unit(record.get("time_unit"), folder / "build.json")


def _read_facts(file: Path, pieces: list[list[Column]]) -> int:
    count = 0
    for batch in _batches(file, dict.fromkeys(COLUMNS, "int32")):
        for place, name in enumerate(COLUMNS):
            column = batch.column(name)
            if column.null_count:
                if name not in UNKNOWN:
                    raise InputError(f"column {name!r} holds nothing, expected a number", file)
                column = column.fill_null(UNKNOWN[name])
            pieces[place].append(column.to_numpy())
        count += len(batch)
    return count


def _read_names(folder: Path, what: str) -> tuple[Any, Any]:
    import pyarrow as pa

    batches = [batch for file in files_of(folder / what / what) for batch in _batches(file, _NAMES)]
    empty = pa.array([], pa.string())
    ids, names = (
        pa.chunked_array([empty, *(batch.column(name) for batch in batches)]).cast(pa.large_string()).combine_chunks()
        for name in ("id", "name")
    )
    return ids, names


def _batches(file: Path, columns: Mapping[str, str]) -> Iterator[Any]:
    """The rows of a Parquet file, in parts; of these columns with their Arrow types."""
    if not file.exists():
        raise InputError("no such file, expected a folder that `temporal-qa import graph` wrote", file)

    def checked(schema: Any) -> list[str]:
        found = {field.name: str(field.type) for field in schema}
        for name, kind in columns.items():
            if found.get(name) != kind:
                here = found.get(name, "no such column")
                raise InputError(f"column {name!r}: found {here}, expected {kind}", file)
        return list(columns)

    return parquet_parts(file, checked, lambda part, _: part, 1 << 20)
