"""A temporal graph from whatever holds one, and the folder that ``import graph`` writes.

::

    <folder>/facts/train-00000-of-00001.parquet       subject, relation, object, first, last (null: not known)
    <folder>/entities/entities-00000-of-00001.parquet     number, id, name
    <folder>/relations/relations-00000-of-00001.parquet
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from temporal_qa.graph.benchmark_files import read_benchmark
from temporal_qa.graph.fact_tables import read_fact_table, split_facts
from temporal_qa.graph.graph import SPLITS, UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError, first_line
from temporal_qa.io.read import JSON_LINES, files_of

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
    if (path / "facts").is_dir():
        graph = read_graph_folder(path)
    elif files_of(path)[0].name.endswith((".parquet", ".csv", ".csv.gz", *JSON_LINES)):
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
    subject, relation, object, first, last = (np.concatenate(pieces.pop(0)) for _ in COLUMNS)
    entity_ids, entities = _read_names(folder, "entities")
    relation_ids, relations = _read_names(folder, "relations")
    names = entities, relations, splits, entity_ids, relation_ids
    try:
        return TemporalGraph(subject, relation, object, first, last, *names)
    except InputError as error:
        raise InputError(error.fault, folder) from None


def _read_facts(file: Path, pieces: list[list[Column]]) -> int:
    count = 0
    for batch in _batches(file, COLUMNS):
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

    batches = [batch for file in files_of(folder / what / what) for batch in _batches(file, ("id", "name"))]
    empty = pa.array([], pa.string())
    ids, names = (
        pa.chunked_array([empty, *(batch.column(name) for batch in batches)]).cast(pa.large_string()).combine_chunks()
        for name in ("id", "name")
    )
    return ids, names


def _batches(file: Path, columns: tuple[str, ...]) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as table:
            expected = pa.int32() if "subject" in columns else pa.string()
            for name in columns:
                if name not in table.schema_arrow.names or table.schema_arrow.field(name).type != expected:
                    raise InputError(f"no column {name!r} of {expected}, as import graph writes it", file)
            yield from table.iter_batches(1 << 20, columns=list(columns))
    except FileNotFoundError:
        raise InputError("no such file, expected a folder that `temporal-qa import graph` wrote", file) from None
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot be read as Parquet: {first_line(error)}", file) from None
