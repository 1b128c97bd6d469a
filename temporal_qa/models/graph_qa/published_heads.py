"""The heads that Saxena, Chakrabarti and Talukdar compare (ACL 2021, section 6.1): CronKGQA, and its baselines.

Each gives the logits of all entities, then of all times; arguments as of :class:`~.attended.Attended`.
"""

import torch
from torch import Tensor, nn

from temporal_qa.models.graph_embeddings.complex_numbers import conj, product
from temporal_qa.models.graph_qa.mentions import Mentions, Tables, rows

_MAX_TOKENS, _LAYERS, _HEADS = 100, 6, 8
"""The sizes of :class:`TEaE`."""


class CronKGQA(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """As released: entities by ``Re(<e1, q, conj(answer), t>)``, times by ``Re(<e1, q2, conj(e2), answer>)``.

    Equations 4 and 5; its code: the question's vector is projected to ``2 * rank`` and goes through two branches with
    batch norm and dropout (.3), without a non-linearity. The first entity stands in for a second one that is absent,
    and the earliest year for an absent year; a third entity is ignored. The time score is ours, whose signs are right
    (the released one has two that are not; training and answering shared them).
    """

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        columns = tables.entity.shape[1]
        self.project = nn.Linear(width, columns)
        self.of_times, self.of_entities = (
            nn.Sequential(nn.Linear(columns, columns), nn.BatchNorm1d(columns), nn.Dropout(dropout)) for _ in range(2)
        )

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`.attended.Attended.forward`."""
        projected = self.project(question)
        first = rows(tables.entity, mentions.entity[:, 0])
        second = torch.where(mentions.entity[:, 1:2] >= 0, rows(tables.entity, mentions.entity[:, 1]), first)
        time = tables.time[mentions.year.clamp(min=0)]
        entities = product(product(first, self.of_entities(projected)), time) @ tables.entity.T
        times = conj(product(product(first, self.of_times(projected)), conj(second))) @ tables.time.T
        return torch.cat([entities, times], 1)


class EmbedKGQA(nn.Module):  # type: ignore[misc]
    """``Re(<e1, q, conj(answer)>)`` for entities and times alike; times are learned anew.

    Saxena, Tripathi and Talukdar, ACL 2020: entities of ComplEx, which stay as they are; the times are random, and
    learned as objects. Only the first entity is used.
    """

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        columns = tables.entity.shape[1]
        self.project = nn.Sequential(
            nn.Linear(width, columns), nn.Linear(columns, columns), nn.BatchNorm1d(columns), nn.Dropout(dropout)
        )
        self.times = nn.Embedding(len(tables.time), columns)

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`.attended.Attended.forward`."""
        query = product(rows(tables.entity, mentions.entity[:, 0]), self.project(question))
        return query @ torch.cat([tables.entity, self.times.weight]).T


class EncoderOnly(nn.Module):  # type: ignore[misc]
    """BERT, RoBERTa and KnowBERT: one linear layer from the question's vector to all entities and times."""

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        self.answers = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, len(tables.entity) + len(tables.time)))

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`.attended.Attended.forward`."""
        return self.answers(question)


class TEaE(nn.Module):  # type: ignore[misc]
    """Temporal entities as experts: embeddings of mentions are added to the tokens of an encoder, or replace them.

    Entities as Experts (Fevry et al., EMNLP 2020) as a baseline; its code: token states go to ``2 * rank``, the
    embedding of each mention is added at its first token, or put in its place after one more layer; then learned
    positions, layer norm, a transformer of 6 layers and 8 heads, and the first token scores all embeddings by their
    inner product.

    Args:
        replace: whether embeddings replace the tokens of a mention.
    """

    def __init__(self, width: int, tables: Tables, dropout: float, replace: bool) -> None:
        super().__init__()
        columns, self.replace = tables.entity.shape[1], replace
        self.project, self.place = nn.Linear(width, columns), nn.Embedding(_MAX_TOKENS, columns)
        self.of_mention = nn.Linear(columns, columns) if replace else nn.Identity()
        self.norm = nn.LayerNorm(columns)
        heads = next(heads for heads in range(_HEADS, 0, -1) if columns % heads == 0)
        layer = nn.TransformerEncoderLayer(columns, heads, 4 * columns, dropout, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, _LAYERS, enable_nested_tensor=False)

    def forward(self, states: Tensor, mentions: Mentions, tables: Tables, mask: Tensor, tokens: Tensor) -> Tensor:
        """See :meth:`.attended.Attended.forward`.

        Args:
            states: (batch, tokens, width), of the encoder.
            mentions, tables: see there.
            mask: (batch, tokens), whether a token is one.
            tokens: (batch, 4), the first token of each entity, and of the year; -1 where there is none.
        """
        states = self.project(states[:, :_MAX_TOKENS])
        mask = mask[:, :_MAX_TOKENS].bool()
        known = torch.cat([rows(tables.entity, mentions.entity), rows(tables.time, mentions.year)[:, None]], 1)
        there = (tokens >= 0) & (tokens < states.shape[1])
        place = torch.where(there, tokens, 0)[..., None].expand_as(known)
        added = self.of_mention(known) * there[..., None]
        if self.replace:
            kept = torch.ones_like(states).scatter_reduce(
                1, place, 1.0 - there[..., None].expand_as(known).float(), "prod"
            )
            states = states * kept
        states = states.scatter_add(1, place, added)
        states = self.norm(states + self.place.weight[: states.shape[1]])
        first = self.layers(states, src_key_padding_mask=~mask)[:, 0]
        return first @ torch.cat([tables.entity, tables.time]).T
