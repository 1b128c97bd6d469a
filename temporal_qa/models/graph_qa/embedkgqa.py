"""EmbedKGQA on a temporal graph: ``Re(<e1, q, conj(answer)>)`` for entities and times alike; times are learned anew.

Saxena, Tripathi and Talukdar, ACL 2020; as a baseline of CronKGQA (Saxena et al., ACL 2021, section 5): entities of
ComplEx, which stay as they are; the times are random, and learned as objects. Only the first entity is used.
"""

import torch
from torch import Tensor, nn

from temporal_qa.models.graph_embeddings.complex_numbers import product
from temporal_qa.models.graph_qa.mentions import Mentions, Tables, rows


class EmbedKGQA(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module; arguments as of :class:`~.attended.Attended`."""

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
