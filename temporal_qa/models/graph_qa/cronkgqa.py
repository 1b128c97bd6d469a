"""CronKGQA as released: entities by ``Re(<e1, q, conj(answer), t>)``, times by ``Re(<e1, q2, conj(e2), answer>)``.

Saxena, Chakrabarti and Talukdar, ACL 2021, equations 4 and 5; its code: the question's vector is projected to ``2 *
rank`` and goes through two branches with batch norm and dropout .3, without a non-linearity. Where there is no second
entity, the first stands again; where there is no year, the earliest one; a third entity is ignored. The time score is
ours, whose signs are right (the released one has two that are not; training and answering shared them).
"""

import torch
from torch import Tensor, nn

from temporal_qa.models.graph_embeddings.complex_numbers import conj, product
from temporal_qa.models.graph_qa.mentions import Mentions, Tables, rows


class CronKGQA(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module; arguments as of :class:`~.attended.Attended`, whose dropout is not the released .3."""

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
