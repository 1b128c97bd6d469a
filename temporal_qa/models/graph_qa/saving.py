"""A reader over a graph in a folder: ``head.safetensors``, and beside it all that it stands on.

::

    <folder>/head.safetensors
    <folder>/encoder/                   of transformers, with its tokenizer
    <folder>/embeddings/                see :mod:`temporal_qa.models.graph_embeddings.saving`
    <folder>/graph/, <folder>/events/, <folder>/aliases/    see :mod:`temporal_qa.questions.cron_questions.graph_files`
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io import InputError, first_line
from temporal_qa.models.graph_embeddings.saving import load as load_embeddings
from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding
from temporal_qa.models.graph_qa.mentions import Tables
from temporal_qa.models.graph_qa.model import GraphQA
from temporal_qa.models.seq2seq.t5 import load_tokenizer
from temporal_qa.questions.cron_questions.graph_files import CONFIGS, read_graph_and_events, write_graph_and_events

if TYPE_CHECKING:
    from temporal_qa.models.graph_qa.reader import GraphQASettings

_HEAD = "head.safetensors"
_SHARED = ("embeddings", *CONFIGS)


def create(folder: Path, embeddings: str, graph: str, encoder: str) -> None:
    """Copies what a new reader stands on; its head comes with the first :func:`load`.

    Args:
        folder: to be made.
        embeddings: a folder of embeddings.
        graph: what :func:`~temporal_qa.questions.cron_questions.graph_files.read_graph_and_events` reads.
        encoder: a name on the Hub, or a folder.

    Raises:
        InputError: one of them cannot be read, or the times of the graph are not years.
    """
    load_embeddings(Path(embeddings))
    known, events = read_graph_and_events(Path(graph))
    tokenizer = load_tokenizer(encoder)
    model = _load_encoder(encoder)
    folder.mkdir(parents=True)
    shutil.copytree(embeddings, folder / "embeddings", ignore=shutil.ignore_patterns("*.png", "*.json.gz"))
    write_graph_and_events(folder, known, events)
    model.save_pretrained(folder / "encoder")
    tokenizer.save_pretrained(folder / "encoder")


def load(folder: Path, settings: GraphQASettings) -> tuple[GraphQA, Any, TrainedEmbedding]:
    """Reads a folder: encoder, tables and head, in evaluation mode; the tokenizer; the embeddings with their names.

    Where nothing was trained yet, the head is new.

    Raises:
        InputError: it is not such a folder, or its head is of another shape.
    """
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    for name in ("embeddings", "encoder", "graph"):
        if not (folder / name).is_dir():
            raise InputError(f"no folder {name!r}, expected a reader over a graph", folder)
    saved = load_embeddings(folder / "embeddings")
    embedding = saved.model
    time = embedding.time.weight if embedding.has_times else torch.zeros(len(saved.known_times), 2 * embedding.rank)
    tables = Tables(embedding.entity.weight.detach(), time.detach(), embedding.relation.weight.detach())
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model = GraphQA(_load_encoder(str(folder / "encoder")), tables, settings)
    if (weights := folder / _HEAD).is_file() or (folder / "recipe.json").is_file():
        try:
            found = {name.removeprefix("head."): tensor for name, tensor in load_file(weights).items()}
            model.head.load_state_dict(found)
        except (RuntimeError, SafetensorError, OSError) as error:
            why = f"does not have the weights of the head {settings.head!r}: {first_line(error)}"
            raise InputError(why, weights) from None
    return model.eval(), load_tokenizer(str(folder / "encoder")), saved


def save(model: GraphQA, tokenizer: Any, source: Path, folder: Path) -> None:
    """Writes a model with what it stands on, which is copied from the folder ``source``."""
    from safetensors.torch import save_file

    for name in _SHARED:
        if (source / name).is_dir() and source != folder:
            shutil.copytree(source / name, folder / name)
    model.encoder.save_pretrained(folder / "encoder")
    tokenizer.save_pretrained(folder / "encoder")
    weights = {f"head.{name}": tensor.contiguous() for name, tensor in model.head.state_dict().items()}
    save_file(weights, folder / _HEAD)


def _load_encoder(name_or_path: str) -> Any:
    import transformers

    load, failure = transformers.AutoModel.from_pretrained, f"encoder {name_or_path} cannot be loaded"
    return load_or_explain(load, name_or_path, failure, dtype="float32")
