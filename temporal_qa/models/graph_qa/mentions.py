"""What a question mentions, as tensors; and what a graph looks up for it."""

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor


class Mentions(NamedTuple):
    """Places in the tables of entities and times; -1 where there is nothing.

    Attributes:
        entity: (batch, 3), in the order of the text, events last.
        year: (batch,), of the year in the text.
        looked_up: (batch, roles), see :mod:`temporal_qa.models.graph_qa.looked_up`.
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
    weights = logits.masked_fill(~there, float("-inf")).softmax(-1)
    return torch.where(there, weights, 0.0)


def rows(table: Tensor, places: Tensor) -> Tensor:
    """The rows at these places; zeros for -1."""
    return table[places.clamp(min=0)] * (places >= 0)[..., None]


def collate_mentions(examples: Any, device: Any) -> Mentions:
    """The mentions of examples; each has ``entities`` (up to 3), ``year``, ``looked_up`` and ``ends``."""
    entities = [(list(example.entities) + [-1] * 3)[:3] for example in examples]
    return Mentions(
        torch.tensor(entities, device=device),
        torch.tensor([example.year for example in examples], device=device),
        torch.from_numpy(np.stack([example.looked_up for example in examples])).to(device),
        torch.from_numpy(np.stack([example.ends for example in examples])).to(device),
    )
