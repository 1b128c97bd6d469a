"""Cross entropy over all candidates, without ever holding all scores: exact in chunks, or over a sample of candidates.

For queries ``q`` with answers ``a`` of weight ``w`` (a query that is asked several times is one query whose answers
weigh more), the loss is the sum of ``w (log sum_c exp score(q, c) - score(q, a))``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor


class Answers(NamedTuple):
    """The answers of queries, in coordinates.

    Attributes:
        query: (answers,) the row of the query, from 0.
        candidate: (answers,) the candidate that is right.
        weight: (answers,) how much it counts.
    """

    query: Tensor
    candidate: Tensor
    weight: Tensor

    def per_query(self, queries: int) -> Tensor:
        """The summed weight of the answers of each query, (queries,)."""
        return self.weight.new_zeros(queries).index_add_(0, self.query, self.weight)


def exact_cross_entropy(queries: Tensor, table: Tensor, answers: Answers, chunk: int = 256) -> Tensor:
    """The summed loss over all candidates; gradients are computed with it, chunk by chunk of queries.

    Args:
        queries: (queries, width), the vectors whose inner products with the table's rows are the scores.
        table: (candidates, width).
        answers: the right candidates.
        chunk: the number of queries that are scored at once; memory is ``chunk * candidates`` numbers.
    """
    loss: Tensor = _ExactCrossEntropy.apply(queries, table, *answers, chunk)
    return loss


class _ExactCrossEntropy(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(
        ctx: Any, queries: Tensor, table: Tensor, query: Tensor, candidate: Tensor, weight: Tensor, chunk: int
    ) -> Tensor:
        answers = Answers(query, candidate, weight)
        weights = answers.per_query(len(queries))
        loss = queries.new_zeros(())
        of_queries, of_table = torch.empty_like(queries), torch.zeros_like(table)
        scores = queries.new_empty(min(chunk, len(queries)), len(table))
        for start in range(0, len(queries), chunk):
            some = queries[start : start + chunk]
            out = torch.mm(some, table.T, out=scores[: len(some)])
            top = out.amax(1, keepdim=True)
            sums = out.sub_(top).exp_().sum(1)
            here = weights[start : start + chunk]
            loss += (here * (sums.log() + top[:, 0])).sum()
            out.mul_((here / sums)[:, None])  # from here on it is the gradient of the first part
            torch.mm(out, table, out=of_queries[start : start + chunk])
            of_table.addmm_(out.T, some)
        right, asked = table[candidate], queries[query]
        loss -= (weight * (asked * right).sum(1)).sum()
        of_queries.index_add_(0, query, right * -weight[:, None])
        of_table.index_add_(0, candidate, asked * -weight[:, None])
        ctx.save_for_backward(of_queries, of_table)
        return loss

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, None, None, None, None]:
        of_queries, of_table = ctx.saved_tensors
        return of_queries * grad, of_table * grad, None, None, None, None


def sampled_cross_entropy(queries: Tensor, table: Tensor, answers: Answers, negatives: Tensor, total: int) -> Tensor:
    """The summed loss over the batch's own answers and shared negatives, with scores corrected for being sampled.

    A candidate is in the sample with a probability; the logarithm of it is taken from its score, so that in expectation
    the sum of the exponentials is that over all candidates (Bengio and Senecal, 2008; the sampled softmax).

    Args:
        queries: (queries, width).
        table: (rows, width), the rows of the distinct candidates: first the batch's answers, then the negatives.
        answers: with places in ``table`` as candidates.
        negatives: (rows,) whether a row was only drawn as a negative; the others are answers, and surely there.
        total: the number of all candidates.
    """
    drawn = int(negatives.sum())
    certain = len(table) - drawn
    probability = drawn / max(total - certain, 1)
    correction = torch.where(negatives, torch.full((), probability).clamp(max=1.0).log(), torch.zeros(()))
    scores = queries @ table.T - correction.to(queries.dtype)
    loss = (answers.per_query(len(queries)) * scores.logsumexp(1)).sum()
    return loss - (answers.weight * scores[answers.query, answers.candidate]).sum()
