"""Embeddings of temporal knowledge graphs: one file a model, its formula on top.

Trained ones are used by names::

    from temporal_qa.models.graph_embeddings import load
    embedding = load("runs/tntcomplex_icews14/model")
    embedding.rank("Barack Obama", "Make a visit", "2014-03-26")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from temporal_qa.hub.hub_errors import folder_of
from temporal_qa.io import InputError, explain_missing

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding


def load(path: str | Path) -> TrainedEmbedding:
    """The embeddings in a folder or a repository on the Hub, or in a state dictionary of tkbc.

    Raises:
        InputError: there are none, or they cannot be used.
    """
    with explain_missing("embeddings need {}", "train"):
        from temporal_qa.models.graph_embeddings import trained
    place = folder_of(path, "embeddings")
    if not place.exists():
        raise InputError("no such file or folder, expected trained embeddings", place)
    if ((model := place / "model") / "config.json").is_file():
        raise InputError(f"is the folder of a run, expected its model, {model}", place)
    return trained.load_tkbc(place) if place.is_file() else trained.load(place)
