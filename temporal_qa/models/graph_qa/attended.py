"""CronKGQA with attention in place of its rules of order: ``score(answer) = Re(<h, q, conj(answer), t>)``.

CronKGQA (Saxena, Chakrabarti and Talukdar, ACL 2021, equations 4 and 5) takes the first entity of the question as
``h`` and its year as ``t``, and projects the question to ``q``. Here the question decides: ``h`` and the second entity
``n`` of the time score are mixtures of the mentions, ``q`` is one of the relations and their inverses, so that both
ends of facts are asked, and ``t`` one of the years in the text and, where they are looked up, in the graph. A time that
is looked up may be the answer itself.
"""

import torch
from torch import Tensor, nn
from torch.nn.functional import softplus

from temporal_qa.models.graph_embeddings.complex_numbers import conj, product
from temporal_qa.models.graph_qa.looked_up import MAX_MENTIONS, ROLES
from temporal_qa.models.graph_qa.mentions import Mentions, Tables, attend, rows

_WIDTH = 256
"""The width of the hidden layer."""

_SCALES = (3.0, 3.0, 10.0)
"""The first values of the learned factors of the logits of entities, of times, and of times that are looked up."""


class Attended(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module.

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
