"""A question reader over a graph as one module: an encoder, the tables of the embeddings, and a head."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Self

from torch import Tensor, nn

from temporal_qa.engine.recipes import Share
from temporal_qa.models.graph_qa.heads import Attended, CronKGQA, EmbedKGQA, EncoderOnly, Mentions, Tables, TEaE
from temporal_qa.models.recipes import Head

HEADS: Mapping[str, Callable[[int, Tables, float], nn.Module]] = {
    "attended": Attended,
    "cronkgqa": CronKGQA,
    "embedkgqa": EmbedKGQA,
    "t_eae_add": partial(TEaE, replace=False),
    "t_eae_replace": partial(TEaE, replace=True),
    "encoder": EncoderOnly,
}
"""Name in recipes -> head."""


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

    Attributes:
        reads_tokens: whether the head reads all tokens, not one vector.
    """

    def __init__(self, encoder: Any, tables: Tables, settings: GraphQASettings) -> None:
        super().__init__()
        self.encoder = encoder.requires_grad_(not settings.frozen)
        self.frozen, self.pooling = settings.frozen, settings.pooling
        self.head = HEADS[settings.head](encoder.config.hidden_size, tables, settings.dropout)
        self.reads_tokens = isinstance(self.head, TEaE)
        for name, table in tables._asdict().items():
            self.register_buffer(name, table, persistent=False)

    @property
    def tables(self) -> Tables:
        """The tables, where the module is."""
        return Tables(self.entity, self.time, self.relation)

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
