"""The loss of a batch of queries, as a function of the few rows of the tables that it touches."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn

from temporal_qa.models.graph_embeddings.cross_entropy import Answers, cross_entropy
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.models.graph_embeddings.regularizers import cubes, smoothness


class Batch(NamedTuple):
    """Queries with their answers. Entities, relations and times are places among the touched rows of their tables.

    Attributes:
        subject, relation, time: (queries,).
        answers: of the queries, among the candidates; their weights sum to 1.
        candidates: how many of the touched entities are candidates, the first ones.
        unused: how many of the touched entities are neither subjects nor objects, the first ones.
        log_probability: (candidates,) of being in the sample; ``None``: all entities are candidates.
        earlier, later: (pairs,) neighbouring times, for their smoothness.
        gaps: (pairs,) steps between them, or ``None``.
    """

    subject: Tensor
    relation: Tensor
    time: Tensor
    answers: Answers
    candidates: int
    unused: int
    log_probability: Tensor | None
    earlier: Tensor
    later: Tensor
    gaps: Tensor | None


class Learner(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """A model with the sums of squared gradients of its tables.

    Args:
        model: to be trained.
        n3, smooth, time_loss: the weights of the regularizers and of the cross entropy over all times.
        per_row: one sum for each row, not for each number.
        new: makes the memory of a table of zeros, of its shape.
    """

    def __init__(
        self, model: GraphEmbedding, n3: float, smooth: float, time_loss: float, per_row: bool,
        new: Callable[[int, int], Tensor] = torch.zeros,
    ) -> None:  # fmt: skip
        super().__init__()
        self.model, self.n3, self.smooth, self.time_loss = model, n3, smooth, time_loss
        self.sums = nn.ParameterList(
            nn.Parameter(new(len(table), 1 if per_row else table.shape[1]), requires_grad=False)
            for table in model.parameters()
        )

    def tables(self) -> list[tuple[Tensor, Tensor]]:
        """Each table of the model with its sums of squared gradients."""
        return list(zip(self.model.parameters(), self.sums, strict=True))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The mean cross entropy of the answers, and the mean of the regularizers."""
        model, answers = self.model, batch.answers
        query = model.objects(batch.subject, batch.relation, batch.time)
        table = model.entity.weight
        candidates = table if batch.candidates == len(table) else table[: batch.candidates]
        loss = cross_entropy(query.vector, candidates, answers, batch.log_probability)
        if self.time_loss and model.has_times:
            loss = loss + self.time_loss * self._of_times(batch)
        penalty = loss.new_zeros(())
        if self.n3:
            asked = answers.per_query(len(batch.subject))
            often = asked.new_zeros(len(table))
            often.index_add_(0, batch.subject, asked).index_add_(0, answers.candidate, answers.weight)
            of_entities = (cubes(table[batch.unused :]) * often[batch.unused :]).sum()
            of_others = penalty
            for rows, row in query.factors:
                weight = asked if row is None else asked.new_zeros(len(rows)).index_add_(0, row, asked)
                of_others = of_others + (cubes(rows) * weight).sum()
            penalty = self.n3 * (model.entity_factors * of_entities + of_others)
        if self.smooth and model.has_times:
            penalty = penalty + self.smooth * smoothness(model.time(batch.earlier), model.time(batch.later), batch.gaps)
        return loss, penalty

    def _of_times(self, batch: Batch) -> Tensor:
        """The cross entropy over all times, of every answer."""
        asked, objects, weight = batch.answers
        query = self.model.times(batch.subject[asked], batch.relation[asked], objects)
        right = Answers(torch.arange(len(asked), device=asked.device), batch.time[asked], weight)
        return cross_entropy(query.vector, self.model.time.weight, right)
