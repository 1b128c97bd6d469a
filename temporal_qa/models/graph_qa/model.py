"""A question reader over a graph as one module: an encoder, the tables of the embeddings, and a head.

In a folder it is ``head.safetensors``, and beside it all that it stands on::

    <folder>/head.safetensors
    <folder>/encoder/                   of transformers, with its tokenizer
    <folder>/embeddings/                see :mod:`temporal_qa.models.graph_embeddings.trained`
    <folder>/graph/, <folder>/events/, <folder>/aliases/    see :mod:`temporal_qa.questions.cron_questions.graph_files`
"""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self

import torch
import transformers
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from temporal_qa.engine.recipes import Share
from temporal_qa.hub.hub_errors import load_or_explain
from temporal_qa.io import InputError, first_line
from temporal_qa.models.graph_embeddings.trained import TrainedEmbedding
from temporal_qa.models.graph_embeddings.trained import load as load_embeddings
from temporal_qa.models.graph_qa.heads import Attended, CronKGQA, EmbedKGQA, EncoderOnly, Mentions, Tables, TEaE
from temporal_qa.models.recipes import Head
from temporal_qa.models.seq2seq.t5 import load_tokenizer
from temporal_qa.questions.cron_questions.graph_files import CONFIGS, read_graph_and_events, write_graph_and_events

HEADS: Mapping[str, Callable[[int, Tables, float], nn.Module]] = {
    "attended": Attended,
    "cronkgqa": CronKGQA,
    "embedkgqa": EmbedKGQA,
    "t_eae_add": partial(TEaE, replace=False),
    "t_eae_replace": partial(TEaE, replace=True),
    "encoder": EncoderOnly,
}
"""Name in recipes -> head."""

_HEAD = "head.safetensors"
_SHARED = ("embeddings", *CONFIGS)


@dataclass(frozen=True, slots=True)
class GraphQASettings:
    """The settings that the reader takes from its recipe.

    Attributes:
        head: see :data:`HEADS`.
        pooling: the vector of a question is that of the encoder's first token, or the mean of all.
        frozen: whether the encoder stays as it is; the vectors of questions are then computed once.
        mentions: the encoder reads letters for names, one year for all and "the event", or the question as it is.
        time: only that in the question, or also those that the graph tells of its entities, see :mod:`.known`.
        targets: all right answers alike, or one that is drawn anew each time, as released.
        dropout: of the head.
        seed: of a new head.
    """

    head: Head
    pooling: Literal["cls", "mean"] = "mean"
    frozen: bool = True
    mentions: Literal["masked", "as_written"] = "masked"
    time: Literal["predicted", "looked_up"] = "looked_up"
    targets: Literal["all", "drawn"] = "all"
    dropout: Share = 0.1
    seed: int = 0


class GraphQA(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module.

    Args:
        encoder: of transformers.
        tables: of the graph; they stay as they are.
        settings: of the reader.
    """

    def __init__(self, encoder: Any, tables: Tables, settings: GraphQASettings) -> None:
        super().__init__()
        self.encoder = encoder.requires_grad_(not settings.frozen)
        self.frozen, self.pooling = settings.frozen, settings.pooling
        self.head = HEADS[settings.head](encoder.config.hidden_size, tables, settings.dropout)
        for name, table in tables._asdict().items():
            self.register_buffer(name, table, persistent=False)

    @property
    def tables(self) -> Tables:
        """The tables, where the module is."""
        return Tables(self.entity, self.time, self.relation)

    @property
    def reads_tokens(self) -> bool:
        """Whether the head reads all tokens, not one vector."""
        return isinstance(self.head, TEaE)

    def train(self, mode: bool = True) -> Self:
        """A frozen encoder has no dropout."""
        super().train(mode)
        self.encoder.train(mode and not self.frozen)
        return self

    def vectors(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """The vector of each question, (batch, width)."""
        states: Tensor = self.encoder(**inputs).last_hidden_state
        if self.pooling == "cls":
            return states[:, 0]
        mask = inputs["attention_mask"][..., None]
        return (states * mask).sum(1) / mask.sum(1)

    def forward(
        self, mentions: Mentions, inputs: Any = None, vectors: Tensor | None = None, tokens: Tensor | None = None,
        text: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        """The logits of all entities, then of all times.

        Args:
            mentions: of the questions.
            inputs: the arguments of the encoder, of each different text once; or none with ``vectors``.
            vectors: (batch, width), of a frozen encoder.
            tokens: see :class:`~.heads.TEaE`, for heads that read tokens.
            text: (batch,), which of the inputs each question is.
        """
        if vectors is not None:
            return self.head(vectors, mentions, self.tables)
        if self.reads_tokens:
            states = self.encoder(**inputs).last_hidden_state[text]
            return self.head(states, mentions, self.tables, inputs["attention_mask"][text], tokens)
        return self.head(self.vectors(inputs)[text], mentions, self.tables)


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
    for name in _SHARED:
        if (source / name).is_dir() and source != folder:
            shutil.copytree(source / name, folder / name)
    model.encoder.save_pretrained(folder / "encoder")
    tokenizer.save_pretrained(folder / "encoder")
    weights = {f"head.{name}": tensor.contiguous() for name, tensor in model.head.state_dict().items()}
    save_file(weights, folder / _HEAD)


def _load_encoder(name_or_path: str) -> Any:
    load, failure = transformers.AutoModel.from_pretrained, f"encoder {name_or_path} cannot be loaded"
    return load_or_explain(load, name_or_path, failure, dtype="float32")
