"""A Transformer encoder over words, with heads for the start and the end of an answer and for its class."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from transformers import PretrainedConfig, PreTrainedModel

from temporal_qa.models.extractive.words import PAD

CLASSES = ("span", "yes", "no", "none")
"""What an answer is: words of the text, ``yes``, ``no``, or none at all."""


class SpanConfig(PretrainedConfig):  # type: ignore[misc]
    """The shape of the model, and the words that it knows."""

    model_type = "temporal_qa_span_reader"

    def __init__(
        self, common_words: tuple[str, ...] = (), num_tokens: int = 1, max_words: int = 512, width: int = 96,
        layers: int = 3, heads: int = 4, dropout_rate: float = 0.1, **others: Any,
    ) -> None:  # fmt: skip
        self.common_words, self.num_tokens, self.max_words = list(common_words), num_tokens, max_words
        self.width, self.layers, self.heads, self.dropout_rate = width, layers, heads, dropout_rate
        super().__init__(**others)


class SpanModel(PreTrainedModel):  # type: ignore[misc]
    """Scores of every word as the start and as the end of the answer, and of each class."""

    config_class = SpanConfig

    def __init__(self, config: SpanConfig) -> None:
        super().__init__(config)
        self.words = nn.Embedding(config.num_tokens, config.width, padding_idx=PAD)
        self.places = nn.Embedding(config.max_words, config.width)
        layer = nn.TransformerEncoderLayer(
            config.width, config.heads, 4 * config.width, config.dropout_rate, "gelu", batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(
            layer, config.layers, nn.LayerNorm(config.width), enable_nested_tensor=False
        )
        self.ends = nn.Linear(config.width, 2)
        self.classes = nn.Linear(config.width, len(CLASSES))
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        if isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=0.02 if module is self.places else 0.1)

    def forward(self, input_ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of words and classes.

        Args:
            input_ids: (batch, words), padded by ``PAD``.

        Returns:
            Starts and ends, (batch, words), minus infinity at padding; classes, (batch, 4).
        """
        padding = input_ids == PAD
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        hidden = self.encoder(self.words(input_ids) + self.places(places), src_key_padding_mask=padding)
        starts, ends = self.ends(hidden).masked_fill(padding[..., None], -torch.inf).unbind(-1)
        return starts, ends, self.classes(hidden[:, 0])


def span_loss(scores: tuple[Tensor, Tensor, Tensor], spans: Tensor, classes: Tensor) -> Tensor:
    """The mean of ``-log p(class) - log sum p(start) p(end)`` over all places of the answer (marginal likelihood).

    Args:
        scores: the result of :meth:`SpanModel.forward`.
        spans: (places, 3): the row of the batch, the first and the last word of each place of its answer.
        classes: (batch,) places in ``CLASSES``.
    """
    starts, ends, of_classes = scores
    loss = nn.functional.cross_entropy(of_classes, classes, reduction="sum")
    if len(spans):
        row, first, last = spans.unbind(1)
        logs = starts.log_softmax(-1)[row, first] + ends.log_softmax(-1)[row, last]
        highest = logs.new_full((len(classes),), -torch.inf).scatter_reduce(0, row, logs, "amax")
        sums = logs.new_zeros(len(classes)).index_add(0, row, (logs - highest[row].detach()).exp())
        asked = row.unique()
        loss = loss - (sums[asked].log() + highest[asked].detach()).sum()
    return loss / len(classes)


def best_spans(starts: Tensor, ends: Tensor, max_words: int) -> tuple[Tensor, Tensor, Tensor]:
    """The best first and last word of each row, at most ``max_words`` long, and the logarithm of their probability."""
    pairs = starts.log_softmax(-1)[:, :, None] + ends.log_softmax(-1)[:, None, :]
    inside = torch.ones_like(pairs[0], dtype=torch.bool).triu().tril(max_words - 1)
    best, place = pairs.masked_fill(~inside, -torch.inf).flatten(1).max(1)
    width = starts.shape[1]
    return place // width, place % width, best
