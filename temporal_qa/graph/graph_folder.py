"""A temporal graph from whatever holds one, and the folder that ``import graph`` writes.

::

    <folder>/facts/train-00000-of-00001.parquet         subject, relation, object, first, last (null: not known)
    <folder>/entities/entities-00000-of-00001.parquet   number, id, name, facts, event_first, event_last
    <folder>/relations/relations-00000-of-00001.parquet     number, id, name, facts
    <folder>/README.md, build.json
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.graph.benchmark_files import benchmark_inputs, read_benchmark
from temporal_qa.graph.events import Events, fact_counts
from temporal_qa.graph.fact_tables import read_fact_table, split_facts
from temporal_qa.graph.graph import SPLITS, UNKNOWN_FIRST, UNKNOWN_LAST, TemporalGraph, checked_time_unit, consecutive
from temporal_qa.hub.dataset_repo import write_table_config
from temporal_qa.io import DropLog, InputError, read_json
from temporal_qa.io.parquet_parts import parquet_parts
from temporal_qa.io.read import JSON_LINES, files_of

if TYPE_CHECKING:
    from datasets import DatasetInfo

KIND = "temporal_graph"
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
        splits = ", ".join(graph.splits)
        raise InputError(f"is split into {splits} already; leave out the shares of valid and test", path)
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
    facts = folder / "facts"
    numbers = dict.fromkeys(COLUMNS, "int32")
    read = {split: _read_columns(facts / split, numbers) for split in SPLITS if files_of(facts / split)[0].exists()}
    if not read:
        raise InputError("no facts, expected facts/train-00000-of-00001.parquet", folder)
    splits = consecutive({split: len(columns["subject"]) for split, columns in read.items()})
    subject, relation, object, first, last = (
        np.concatenate([columns.pop(name).fill_null(UNKNOWN.get(name, 0)).to_numpy() for columns in read.values()])
        for name in COLUMNS  # each column of Arrow is freed when it is copied
    )
    entity_ids, entities, relation_ids, relations = (
        column.cast("large_string").combine_chunks()
        for what in ("entities", "relations")
        for column in _read_columns(folder / what / what, {"id": "string", "name": "string"}).values()
    )
    record = read_json(folder / "build.json", dict, "the record of a graph, as import graph writes it")
    time_unit = checked_time_unit(record.get("time_unit"), folder / "build.json")
    try:
        return TemporalGraph(
            subject, relation, object, first, last, entities=entities, relations=relations, splits=splits,
            entity_ids=entity_ids, relation_ids=relation_ids, time_unit=time_unit,
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.fault, folder) from None


def read_events(folder: Path | str) -> Events:
    """The events in a folder that ``import graph`` wrote. Raises ``InputError`` where it is not whole."""
    numbers = dict.fromkeys(("number", "event_first", "event_last"), "int32")
    columns = _read_columns(Path(folder) / "entities" / "entities", numbers)
    are_events = columns["event_first"].is_valid()
    return Events(*(column.filter(are_events).to_numpy() for column in columns.values()))


def _read_columns(path: Path, kinds: Mapping[str, str]) -> dict[str, Any]:
    """The columns of a table of the folder, with their Arrow types, as chunked arrays; only times may be null."""
    import pyarrow as pa

    def checked(schema: Any) -> list[str]:
        found = {field.name: str(field.type) for field in schema}
        for name, kind in kinds.items():
            if found.get(name) != kind:
                raise InputError(f"column {name!r}: found {found.get(name, 'no such column')}, expected {kind}", file)
        return list(kinds)

    pieces: dict[str, list[Any]] = {name: [] for name in kinds}
    for file in files_of(path):
        if not file.exists():
            raise InputError("no such file, expected a folder that `temporal-qa import graph` wrote", file)
        for batch in parquet_parts(file, checked, lambda part, _: part, 1 << 20):
            for name, column in zip(batch.schema.names, batch.columns, strict=True):
                if column.null_count and name in ("subject", "relation", "object"):
                    raise InputError(f"column {name!r} holds nothing, expected a number", file)
                pieces[name].append(column)
    return {name: pa.chunked_array(some, kinds[name]) for name, some in pieces.items()}


def write_graph(folder: Path, graph: TemporalGraph, events: Events) -> dict[str, DatasetInfo]:
    """Writes the tables of a graph, and returns what its card declares about each.

    Args:
        folder: an empty one.
        graph: its facts; a split without any is not written.
        events: of its entities.
    """
    facts = {split: _facts(graph.of_split(split)) for split, some in graph.splits.items() if some}
    entities, relations = len(graph.entities), len(graph.relations)
    spans = np.ma.array(np.zeros((2, entities), np.int32), mask=True)
    spans[:, events.entity] = events.first, events.last
    of_entities = {
        **_names(graph.entity_ids, graph.entities),
        "facts": fact_counts(graph),
        "event_first": spans[0],
        "event_last": spans[1],
    }
    of_relations = _names(graph.relation_ids, graph.relations)
    of_relations["facts"] = np.bincount(graph.relation, minlength=relations).astype(np.int64)
    configs = {"facts": facts, "entities": {"entities": of_entities}, "relations": {"relations": of_relations}}
    return {config: write_table_config(folder, config, splits) for config, splits in configs.items()}


def _facts(graph: TemporalGraph) -> dict[str, Any]:
    columns = dict(zip(COLUMNS, graph.columns, strict=True))
    return columns | {end: np.ma.array(columns[end], mask=columns[end] == unknown) for end, unknown in UNKNOWN.items()}


def _names(ids: Any, names: Any) -> dict[str, Any]:
    return {"number": np.arange(len(ids), dtype=np.int32), "id": ids, "name": names}
