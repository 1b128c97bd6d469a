"""The loss of a batch of queries, as a function of the few rows of the tables that it touches.

Its regularizers are those of Lacroix et al. (ICLR 2020): the nuclear 3-norm of facts, and smooth embeddings of times.
"""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io import InputError
from temporal_qa.models.graph_embeddings.cross_entropy import Answers, cross_entropy
from temporal_qa.models.graph_embeddings.model import new_table
from temporal_qa.models.graph_embeddings.trained import MODELS
from temporal_qa.models.recipes import N3_OF_ALL, EmbeddingRecipe


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
    """A new model of a graph with the sums of squared gradients of its tables, and its loss.

    The weights in the loss that the recipe does not say depend on the facts.

    Attributes:
        model: to be trained.
        sums: of each of its parameters.

    Raises:
        InputError: the graph is too small to learn from.
    """

    def __init__(self, recipe: EmbeddingRecipe, graph: TemporalGraph) -> None:
        super().__init__()
        kind, facts = MODELS[recipe.embedding], len(graph.of_split("train"))
        if len(graph.entities) < 2:
            raise InputError("has 1 entity, expected at least 2 to tell apart", recipe.graph)
        if kind.has_times and len(graph.times) < 2:
            other = "ComplEx needs none (embed --model complex; in a recipe, embedding: complex)"
            raise InputError(f"all facts are at one time, expected several; {other}", recipe.graph)
        if not facts:
            raise InputError("has no training facts", recipe.graph)
        torch.manual_seed(recipe.seed)
        new, sizes = partial(new_table, Path(recipe.out)), (len(graph.entities), len(graph.relations), len(graph.times))
        self.model = kind(*sizes, recipe.rank, recipe.initial_scale, new)
        self.n3 = min(N3_OF_ALL / facts, 0.1) if recipe.n3 is None else recipe.n3
        self.smooth = recipe.smooth
        self.time_loss = float(np.any(graph.first != graph.last)) if recipe.time_loss is None else recipe.time_loss
        self.sums = nn.ParameterList(
            nn.Parameter(new(len(table), 1 if recipe.accumulator == "row" else table.shape[1]), requires_grad=False)
            for table in self.model.parameters()
        )

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


def cubes(numbers: Tensor) -> Tensor:
    """The summed cubes of the absolute values of complex numbers, for each row; its gradient at 0 is 0."""
    return _Cubes.apply(numbers)


class _Cubes(torch.autograd.Function):  # type: ignore[misc]  # torch is not typed where it is not installed
    @staticmethod
    def forward(ctx: Any, numbers: Tensor) -> Tensor:
        re, im = numbers.chunk(2, -1)
        square = (re * re).addcmul_(im, im)
        modulus = square.sqrt()
        ctx.save_for_backward(numbers, modulus)
        return square.mul_(modulus).sum(-1)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        numbers, modulus = ctx.saved_tensors
        scale = (modulus * (3 * grad[..., None])).unsqueeze(-2)
        return (numbers.unflatten(-1, (2, -1)) * scale).flatten(-2)


def smoothness(before: Tensor, after: Tensor, gaps: Tensor | None = None) -> Tensor:
    """``Λ3``: the mean of the cubed differences of neighbouring times (equation 6).

    Args:
        before, after: (pairs, 2 * rank) embeddings of neighbours, at least one pair.
        gaps: (pairs,) steps between neighbours, at least 1: differences are then taken per step, and weigh by it, so
            that two times that lie far apart may differ more. Without them all neighbours count alike, as published.
    """
    summed = cubes(after - before)
    return summed.mean() if gaps is None else (summed / gaps**2).mean()
