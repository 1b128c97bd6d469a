"""A question reader over a graph as one module: an encoder, the tables of the embeddings, and a head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from torch import Tensor, nn

from temporal_qa.models.graph_qa.attended import Attended
from temporal_qa.models.graph_qa.mentions import Mentions, Tables
from temporal_qa.models.graph_qa.published_heads import CronKGQA, EmbedKGQA, EncoderOnly, TEaE

if TYPE_CHECKING:
    from temporal_qa.models.graph_qa.reader import GraphQASettings

HEADS: Mapping[str, Callable[[int, Tables, float], nn.Module]] = {
    "attended": Attended,
    "cronkgqa": CronKGQA,
    "embedkgqa": EmbedKGQA,
    "t_eae_add": partial(TEaE, replace=False),
    "t_eae_replace": partial(TEaE, replace=True),
    "encoder": EncoderOnly,
}
"""Name in recipes -> head."""


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

    def train(self, mode: bool = True) -> GraphQA:
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
            tokens: see :class:`~.published_heads.TEaE`, for heads that read tokens.
            text: (batch,), which of the inputs each question is.
        """
        if vectors is not None:
            return self.head(vectors, mentions, self.tables)
        if self.reads_tokens:
            states = self.encoder(**inputs).last_hidden_state[text]
            mask = inputs["attention_mask"][text]
            return self.head(states, mentions, self.tables, mask, tokens)
        return self.head(self.vectors(inputs)[text], mentions, self.tables)
