"""Embeddings in a folder: ``model.safetensors`` with the times, ``config.json``, and the names in Parquet.

A released state dictionary of tkbc can be read, too (Lacroix et al., ICLR 2020, and CronKGQA): its tables are ours, and
so is its score of entities. Its score of times has two wrong signs, see
:class:`temporal_qa.models.graph_qa.published_heads.CronKGQA`.
"""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from temporal_qa.graph.graph import TemporalGraph, checked_time_unit
from temporal_qa.io import InputError, first_line, read_json, write_json
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.models.graph_embeddings.models import MODELS
from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding

_TKBC_TABLES = {
    2: ("complex", ("entity", "relation")),
    3: ("tcomplex", ("entity", "relation", "time")),
    4: ("tntcomplex", ("entity", "relation", "time", "static_relation")),
}


def save(model: GraphEmbedding, graph: TemporalGraph, name: str, folder: Path, thresholds: Any = None) -> None:
    """Writes the model; :func:`load` reads it."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    times = torch.from_numpy(np.ascontiguousarray(graph.times))
    save_file(model.state_dict() | {"times": times}, folder / "model.safetensors", {"format": "pt"})
    relations = {"name": graph.relations, "id": graph.relation_ids}
    if thresholds is not None:
        relations["threshold"] = pa.array(thresholds)
    pq.write_table(pa.table({"name": graph.entities, "id": graph.entity_ids}), folder / "entities.parquet")
    pq.write_table(pa.table(relations), folder / "relations.parquet")
    write_json(folder / "config.json", {"embedding": name, "rank": model.rank, "time_unit": graph.time_unit})


def load(folder: Path) -> TrainedEmbedding:
    """A model that :func:`save` wrote.

    Raises:
        InputError: there is none, files are damaged or do not fit together, or a weight is not finite.
    """
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    config = read_json(folder / "config.json", dict, "the settings of embeddings")
    kind = config.get("embedding")
    if kind not in list(MODELS):
        raise InputError(f"embedding is {kind!r}, expected {' or '.join(MODELS)}", folder / "config.json")
    unit = checked_time_unit(config.get("time_unit"), folder / "config.json")
    weights = folder / "model.safetensors"
    try:
        tables = load_file(weights)
    except (OSError, SafetensorError) as error:
        raise InputError(f"cannot be read as safetensors: {first_line(error)}", weights) from None
    entities, relations = (_read_names(folder / f"{what}.parquet") for what in ("entities", "relations"))
    times = tables.pop("times", torch.empty(0, dtype=torch.int32))
    if times.ndim != 1 or times.dtype != torch.int32:
        raise InputError(f"times: found {times.dtype} of shape {tuple(times.shape)}, expected a row of int32", weights)
    model = _model(kind, tables, weights)
    sizes = {"entity": len(entities), "relation": 2 * len(relations), "time": len(times)}
    for table, size in sizes.items():
        if hasattr(model, table) and len(getattr(model, table).weight) != size:
            found = f"{len(getattr(model, table).weight)} rows of {table}, expected {size} as there are names"
            raise InputError(found, weights)
    return TrainedEmbedding(model, entities, relations, times.numpy(), unit)


def _read_names(file: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(file)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read as Parquet: {first_line(error)}", file) from None
    types = {field.name: str(field.type) for field in table.schema}
    for name, expected in (("name", "text"), ("id", "text"), ("threshold", "double")):
        found = types.get(name, "no such column").replace("large_string", "text").replace("string", "text")
        if found != expected and not (name == "threshold" and name not in types):
            raise InputError(f"column {name!r}: found {found}, expected {expected}", file)
        if name in types and table.column(name).null_count:
            raise InputError(f"column {name!r} lacks values, expected {expected} in each row", file)
    return table


def load_tkbc(path: Path) -> TrainedEmbedding:
    """A state dictionary of tkbc, with the names in ``ent_id``, ``rel_id`` and ``ts_id`` beside it, or with numbers.

    Raises:
        InputError: not such a file, it has more than tensors in it, or a weight is not finite.
    """
    import pyarrow as pa

    try:
        # The only file format of this model; with weights_only nothing but tensors is unpickled.
        state = torch.load(path, map_location="cpu", weights_only=True)  # noqa: TID251
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError) as error:
        refused = isinstance(error, pickle.UnpicklingError)
        why = "has more than tensors in it, and is not unpickled" if refused else first_line(error)
        raise InputError(f"{why}; expected a state dictionary", path) from None
    names = [f"embeddings.{number}.weight" for number in range(len(state))] if isinstance(state, dict) else []
    if len(names) not in _TKBC_TABLES or set(state) != set(names):
        expected = "embeddings.0.weight, embeddings.1.weight, ..."
        raise InputError(f"is not a state dictionary of tkbc, expected {expected}", path)
    kind, ours = _TKBC_TABLES[len(names)]
    tables = {f"{name}.weight": state[key].float() for name, key in zip(ours, names, strict=True)}
    model = _model(kind, tables, path)
    times = len(model.time.weight) if model.has_times else 0
    entities, relations, written = (
        _numbered_names(path.with_name(f"{what}_id"), number)
        for what, number in (("ent", len(model.entity.weight)), ("rel", model.relations), ("ts", times))
    )
    as_numbers = [int(text) if text.lstrip("-").isdigit() else place for place, text in enumerate(written)]
    of_entities, of_relations = (pa.table({"name": names, "id": names}) for names in (entities, relations))
    return TrainedEmbedding(model, of_entities, of_relations, np.array(as_numbers, np.int32), "step")


def _numbered_names(path: Path, number: int) -> list[str]:
    """The names in a file of ``NAME<tab>NUMBER`` lines; numbers where there is no such file."""
    names = [str(place) for place in range(number)]
    if path.is_file():
        for line, text in enumerate(path.read_text(encoding="utf-8", errors="replace").rstrip("\n").split("\n"), 1):
            name, _, place = text.rpartition("\t")
            if not place.strip().isdigit() or int(place) >= number:
                raise InputError(f"expected NAME<tab>NUMBER below {number}, found {text[:80]!r}", path, line)
            names[int(place)] = name
    return names


def _model(kind: str, tables: dict[str, Tensor], path: Path) -> GraphEmbedding:
    try:
        entities, width = tables["entity.weight"].shape
        relations, times = len(tables["relation.weight"]) // 2, len(tables.get("time.weight", ()))
        with torch.device("meta"):
            model = MODELS[kind](entities, relations, times, width // 2)
        model.load_state_dict(tables, assign=True)
    except (KeyError, ValueError, RuntimeError):
        raise InputError(f"does not have the tables of {kind}", path) from None
    for name, table in tables.items():
        if not bool(table.isfinite().all()):
            raise InputError(f"{name} has values that are not finite", path)
    model.eval()
    return model
