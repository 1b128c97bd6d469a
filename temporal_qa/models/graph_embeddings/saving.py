"""Embeddings in a folder: ``model.safetensors``, ``config.json``, and the names in Parquet."""

from __future__ import annotations

from pathlib import Path

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io.atomic import write_json
from temporal_qa.models.graph_embeddings.model import GraphEmbedding


def save(model: GraphEmbedding, graph: TemporalGraph, name: str, folder: Path) -> None:
    """Writes the model; :func:`load` reads it."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    times = torch.from_numpy(np.ascontiguousarray(graph.times))
    save_file(model.state_dict() | {"times": times}, folder / "model.safetensors", {"format": "pt"})
    for what, names in (("entities", graph.entities), ("relations", graph.relations)):
        pq.write_table(pa.table({"name": names}), folder / f"{what}.parquet")
    write_json(folder / "config.json", {"embedding": name, "rank": model.rank})
