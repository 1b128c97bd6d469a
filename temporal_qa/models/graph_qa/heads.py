"""The heads of a reader over a graph: :class:`Attended`, and those that Saxena, Chakrabarti and Talukdar compare (ACL
2021, section 6.1), CronKGQA and its baselines.

Each gives the logits of all entities, then of all times; arguments as of :class:`Attended`.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import softplus

from temporal_qa.models.graph_embeddings.model import conj, product
from temporal_qa.models.graph_qa.known import MAX_MENTIONS, ROLES

_WIDTH = 256
"""The width of the hidden layer."""

_SCALES = (3.0, 3.0, 10.0)
"""The first values of the learned factors of the logits of entities, of times, and of times that are looked up."""

_MAX_TOKENS, _LAYERS, _HEADS = 100, 6, 8
"""The sizes of :class:`TEaE`."""


class Mentions(NamedTuple):
    """Places in the tables of entities and times; -1 where there is nothing.

    Attributes:
        entity: (batch, 3), in the order of the text, events last.
        year: (batch,), of the year in the text.
        looked_up: (batch, roles), see :mod:`temporal_qa.models.graph_qa.known`.
        ends: (batch, 2, 2 * relations), the first and the last time of the first entity's facts.
    """

    entity: Tensor
    year: Tensor
    looked_up: Tensor
    ends: Tensor


class Tables(NamedTuple):
    """The embeddings of a graph, real and imaginary parts: (entities, 2 * rank), (times, ...), (2 * relations, ...)."""

    entity: Tensor
    time: Tensor
    relation: Tensor


def attend(logits: Tensor, there: Tensor) -> Tensor:
    """Softmax over what is there, (batch, n); zeros where nothing is."""
    return torch.where(there, logits.masked_fill(~there, float("-inf")).softmax(-1), 0.0)


def rows(table: Tensor, places: Tensor) -> Tensor:
    """The rows at these places; zeros for -1."""
    return table[places.clamp(min=0)] * (places >= 0)[..., None]


def collate_mentions(examples: Any, device: Any) -> Mentions:
    """The mentions of examples, which have attributes of these names."""
    columns = ([getattr(example, name) for example in examples] for name in Mentions._fields)
    return Mentions(*(torch.from_numpy(np.stack(column)).to(device) for column in columns))


class Attended(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """CronKGQA with attention in place of its rules of order: ``score(answer) = Re(<h, q, conj(answer), t>)``.

    CronKGQA (equations 4 and 5) takes the first entity of the question as ``h`` and its year as ``t``, and projects the
    question to ``q``. Here the question decides: ``h`` and the second entity ``n`` of the time score are mixtures of
    the mentions, ``q`` is one of the relations and their inverses, so that both ends of facts are asked, and ``t`` one
    of the years in the text and, where they are looked up, in the graph. A time that is looked up may be the answer
    itself.

    Args:
        width: of the question's vector.
        tables: of the graph, which stay as they are.
        dropout: of the hidden layer.
    """

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        relations = len(tables.relation)
        self.parts = {
            "head": MAX_MENTIONS, "second": MAX_MENTIONS, "mentioned": MAX_MENTIONS, "relation": relations,
            "time_relation": relations, "time": ROLES + 4, "copy": 1, "is_time": 1,
        }  # fmt: skip
        self.hidden = nn.Sequential(nn.Linear(width, _WIDTH), nn.ReLU(), nn.Dropout(dropout))
        self.out = nn.Linear(_WIDTH, sum(self.parts.values()))
        self.scale = nn.Parameter(torch.tensor(_SCALES))
        self.no_time = nn.Parameter(tables.time.mean(0) if len(tables.time) else torch.zeros(tables.entity.shape[1]))

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """The logits of all entities, then of all times, (batch, entities + times).

        Args:
            question: (batch, width).
            mentions: of the questions.
            tables: those that the constructor got.
        """
        out = dict(zip(self.parts, self.out(self.hidden(question)).split(list(self.parts.values()), -1), strict=True))
        there = mentions.entity >= 0
        entities = rows(tables.entity, mentions.entity)
        head = (attend(out["head"], there)[..., None] * entities).sum(1)
        second = (attend(out["second"], there)[..., None] * entities).sum(1)
        # Where the graph is asked, only relations that the first entity has can be meant, if it has any.
        known = (mentions.ends >= 0).any(1)
        known = known | ~known.any(-1, keepdim=True)
        relation = attend(out["relation"], known)
        time, weights, places = self._times(out["time"], relation, mentions, tables)

        of_entities = product(product(head, relation @ tables.relation), time) @ tables.entity.T * self.scale[0]
        penalty = torch.where(there, -5 * softplus(out["mentioned"]), 0.0)
        of_entities = of_entities.scatter_add(1, mentions.entity.clamp(min=0), penalty)

        of_relation = out["time_relation"].softmax(-1) @ tables.relation
        query = conj(product(product(head, of_relation), conj(second)))
        copied = torch.zeros(len(question), len(tables.time), device=question.device)
        copied.scatter_add_(1, places.clamp(min=0), torch.where(places >= 0, weights, 0.0))
        of_times = query @ tables.time.T * self.scale[1] + softplus(out["copy"]) * self.scale[2] * copied
        return torch.cat([of_entities, of_times + 5 * out["is_time"]], 1)

    def _times(
        self, logits: Tensor, relation: Tensor, mentions: Mentions, tables: Tables
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The mixture of times, (batch, 2 * rank); and the weight and place of each that is looked up."""
        ends = (relation[:, None, :, None] * rows(tables.time, mentions.ends)).sum(2)
        single = torch.cat([mentions.year[:, None], mentions.looked_up], 1)
        nothing = self.no_time.expand(len(single), 1, -1)
        candidates = torch.cat([nothing, rows(tables.time, single), ends], 1)
        always = torch.ones(len(single), 1, dtype=torch.bool, device=single.device)
        there = torch.cat([always, single >= 0, (mentions.ends >= 0).any(-1)], 1)
        weights = attend(logits, there)
        of_ends = (weights[:, -2:, None] * relation[:, None]).flatten(1)
        places = torch.cat([mentions.looked_up, mentions.ends.flatten(1)], 1)
        return (weights[..., None] * candidates).sum(1), torch.cat([weights[:, 2:-2], of_ends], 1), places


def _branch(columns: int, dropout: float) -> nn.Sequential:
    """A layer with batch norm and dropout, without a non-linearity."""
    return nn.Sequential(nn.Linear(columns, columns), nn.BatchNorm1d(columns), nn.Dropout(dropout))


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
        self.of_times, self.of_entities = _branch(columns, dropout), _branch(columns, dropout)

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`Attended.forward`."""
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
        self.project = nn.Sequential(nn.Linear(width, columns), *_branch(columns, dropout))
        self.times = nn.Embedding(len(tables.time), columns)

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`Attended.forward`."""
        query = product(rows(tables.entity, mentions.entity[:, 0]), self.project(question))
        return query @ torch.cat([tables.entity, self.times.weight]).T


class EncoderOnly(nn.Module):  # type: ignore[misc]
    """BERT, RoBERTa and KnowBERT: one linear layer from the question's vector to all entities and times."""

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        self.answers = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, len(tables.entity) + len(tables.time)))

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`Attended.forward`."""
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
        """See :meth:`Attended.forward`.

        Args:
            states: (batch, tokens, width), of the encoder.
            mentions, tables: see there.
            mask: (batch, tokens), whether a token is one.
            tokens: (batch, 4), the first token of each entity, and of the year; -1 where there is none.
        """
        states = self.project(states[:, :_MAX_TOKENS])
        mask = mask[:, :_MAX_TOKENS].bool()
        known = torch.cat([rows(tables.entity, mentions.entity), rows(tables.time, mentions.year)[:, None]], 1)
        there = ((tokens >= 0) & (tokens < states.shape[1]))[..., None].expand_as(known)
        place = torch.where(there, tokens[..., None], 0)
        if self.replace:
            states = states * torch.ones_like(states).scatter_reduce(1, place, 1.0 - there.float(), "prod")
        states = states.scatter_add(1, place, self.of_mention(known) * there)
        states = self.norm(states + self.place.weight[: states.shape[1]])
        first = self.layers(states, src_key_padding_mask=~mask)[:, 0]
        return first @ torch.cat([tables.entity, tables.time]).T
