"""Cross entropy over many candidates, without ever holding all scores; loss and gradient are one pass over chunks.

For queries ``q`` with answers ``a`` of weight ``w`` (a query that is asked several times is one query with several
answers), the loss is the sum of ``w (log sum_c exp score(q, c) - score(q, a))``.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor

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
    return _CrossEntropy.apply(queries, table, log_probability, answers)


class _CrossEntropy(torch.autograd.Function):  # type: ignore[misc]  # torch is not typed where it is not installed
    @staticmethod
    def forward(ctx: Any, queries: Tensor, table: Tensor, log_probability: Tensor | None, answers: Answers) -> Tensor:
        query, candidate, weight = answers
        weights = answers.per_query(len(queries))
        loss = queries.new_zeros(())
        of_queries, of_table = torch.empty_like(queries), torch.zeros_like(table)
        chunk = min(max(_SCORES_AT_ONCE // len(table), _MIN_CHUNK), _MAX_CHUNK)
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
        return of_queries, of_table, None, None
