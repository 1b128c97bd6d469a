"""The loss of a batch of queries, as a function of the few rows of the tables that it touches, and the optimizer.

Its regularizers are those of Lacroix et al. (ICLR 2020): the nuclear 3-norm of facts, and smooth embeddings of times.

The cross entropy is over many candidates, without ever holding all scores; loss and gradient are one pass over chunks.
For queries ``q`` with answers ``a`` of weight ``w`` (a query that is asked several times is one query with several
answers), it is the sum of ``w (log sum_c exp score(q, c) - score(q, a))``.
"""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io import InputError
from temporal_qa.models.graph_embeddings.model import GraphEmbedding, new_table
from temporal_qa.models.graph_embeddings.trained import MODELS
from temporal_qa.models.recipes import N3_OF_ALL, EmbeddingRecipe

_SCORES_AT_ONCE = 1 << 23  # 32 MB
_MIN_CHUNK, _MAX_CHUNK = 16, 1024  # queries that are scored at once


class Answers(NamedTuple):
    """The answers of queries, in the order of queries; each query has one at least.

    Attributes:
        query: (answers,) the row of the query, from 0, never less than the one before.
        candidate: (answers,) the candidate that is right.
        weight: (answers,) how much it counts, more than 0.
    """

    query: Tensor
    candidate: Tensor
    weight: Tensor

    def per_query(self, queries: int) -> Tensor:
        """The summed weight of the answers of each query, (queries,)."""
        return self.weight.new_zeros(queries).index_add_(0, self.query, self.weight)


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


def new_learner(recipe: EmbeddingRecipe, graph: TemporalGraph) -> Learner:
    """New weights for a graph, and the loss; its weights that the recipe does not say depend on the facts.

    Raises:
        InputError: the graph is too small to learn from.
    """
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
    model = kind(*sizes, recipe.rank, recipe.initial_scale, new)
    time_loss = float(np.any(graph.first != graph.last)) if recipe.time_loss is None else recipe.time_loss
    n3 = min(N3_OF_ALL / facts, 0.1) if recipe.n3 is None else recipe.n3
    return Learner(model, n3, recipe.smooth, time_loss, recipe.accumulator == "row", new)


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
        before, after: (pairs, 2 * rank) embeddings of neighbours.
        gaps: (pairs,) steps between neighbours, at least 1: differences are then taken per step, and weigh by it, so
            that two times that lie far apart may differ more. Without them all neighbours count alike, as published.
    """
    if not len(before):
        return before.new_zeros(())
    summed = cubes(after - before)
    return summed.mean() if gaps is None else (summed / gaps**2).mean()


def cross_entropy(queries: Tensor, table: Tensor, answers: Answers, log_probability: Tensor | None = None) -> Tensor:
    """The summed loss over all candidates, or over a sample of them.

    In a sample, the logarithm of the probability with which a candidate is in it is taken from its score, so that in
    expectation the sum of the exponentials is that over all candidates (Bengio and Senecal, 2008).

    Args:
        queries: (queries, width), the vectors whose inner products with the table's rows are the scores.
        table: (candidates, width); of a sample with all right candidates.
        answers: the right candidates.
        log_probability: (candidates,), of being in the sample.
    """
    chunk = min(max(_SCORES_AT_ONCE // len(table), _MIN_CHUNK), _MAX_CHUNK)
    return _CrossEntropy.apply(queries, table, log_probability, *answers, chunk)


class _CrossEntropy(torch.autograd.Function):  # type: ignore[misc]  # torch is not typed where it is not installed
    @staticmethod
    def forward(
        ctx: Any, queries: Tensor, table: Tensor, log_probability: Tensor | None,
        query: Tensor, candidate: Tensor, weight: Tensor, chunk: int,
    ) -> Tensor:  # fmt: skip
        weights = Answers(query, candidate, weight).per_query(len(queries))
        loss = queries.new_zeros(())
        of_queries, of_table = torch.empty_like(queries), torch.zeros_like(table)
        starts = range(0, len(queries), chunk)
        bounds = torch.searchsorted(query, torch.tensor([*starts, len(queries)], device=query.device)).tolist()
        for start, low, high in zip(starts, bounds, bounds[1:], strict=False):
            some, weigh = queries[start : start + chunk], weights[start : start + chunk, None]
            row, right, counts = query[low:high] - start, candidate[low:high], weight[low:high]
            scores = some @ table.T
            if log_probability is not None:
                scores -= log_probability
            top = scores.amax(1, keepdim=True)
            loss -= (counts * (scores[row, right] - top[row, 0])).sum()
            sums = scores.sub_(top).exp_().sum(1, keepdim=True)
            loss += (weigh * sums.log()).sum()
            # From here on it is the gradient, apart from a factor for each row: so the matrix is read less often.
            factor = weigh / sums
            scores.index_put_((row, right), -counts / factor[row, 0], accumulate=True)
            torch.mm(scores, table, out=of_queries[start : start + chunk]).mul_(factor)
            of_table.addmm_(scores.T, some * factor)
        ctx.save_for_backward(of_queries, of_table)
        return loss

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        of_queries, of_table = ctx.saved_tensors
        if grad != 1:
            of_queries, of_table = of_queries * grad, of_table * grad
        return of_queries, of_table, None, None, None, None, None


class RowAdagrad(torch.optim.Optimizer):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Adagrad that reads and writes only the rows that a step has touched (Duchi, Hazan and Singer, JMLR 2011).

    A parameter's gradient is dense, or sparse with the indices of its touched rows, each once.

    The sums of squared gradients belong to the model, so that they are kept, and mapped into memory, with its tables.

    Args:
        tables: parameters with the sums of squared gradients, of the same shape, or of one column: then a row has one
            learning rate, and they take next to no memory.
        lr: the learning rate.
    """

    def __init__(self, tables: Iterable[tuple[Tensor, Tensor]], lr: float) -> None:
        self._sums = dict(tables)
        super().__init__(self._sums, {"lr": lr})

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self, closure: Callable[[], Any] | None = None) -> None:
        """Takes a step."""
        for group in self.param_groups:
            for parameter in group["params"]:
                gradient, sums = parameter.grad, self._sums[parameter]
                if gradient is None:
                    continue
                if not gradient.is_sparse:
                    _descend(parameter, sums, gradient, group["lr"])
                    continue
                rows, gradient = gradient._indices()[0], gradient._values()
                some, their_sums = parameter.index_select(0, rows), sums.index_select(0, rows)
                _descend(some, their_sums, gradient, group["lr"])
                parameter.index_copy_(0, rows, some)
                sums.index_copy_(0, rows, their_sums)


def _descend(rows: Tensor, sums: Tensor, gradient: Tensor, lr: float) -> None:
    if sums.shape[1] == 1:
        sums.add_(gradient.square().mean(1, keepdim=True))
        rows.addcmul_(gradient, sums.rsqrt().clamp_(max=1e10), value=-lr)
    else:
        sums.addcmul_(gradient, gradient)
        rows.addcdiv_(gradient, sums.sqrt().add_(1e-10), value=-lr)
