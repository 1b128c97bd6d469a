"""Spans of a text by the scores of their ends: the search for the best one, and the likelihood of several places."""

import torch
from torch import Tensor


def best_spans(
    starts: Tensor, ends: Tensor, max_length: int, num_best: int | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The best span of each row: the joint argmax of ``starts[i] + ends[j]`` over ``i <= j < i + max_length``.

    Args:
        starts, ends: (batch, positions) of each position as the first and the last one; minus infinity where it cannot
            be one.
        max_length: of a span, in positions, from 1.
        num_best: looks at pairs of the so many best first and last positions only, as TimeQA's released code does at 8.

    Returns:
        (batch,) each: the first position, the last one, and the sum; minus infinity if there is no span.
    """
    if num_best is not None:
        starts, ends = _only_best(starts, num_best), _only_best(ends, num_best)
    padded = torch.nn.functional.pad(ends, (0, max_length - 1), value=-torch.inf)
    sums = starts[:, :, None] + padded.unfold(1, max_length, 1)  # (batch, first, length - 1)
    best, place = sums.flatten(1).max(1)
    first = place // max_length
    return first, first + place % max_length, best


def _only_best(scores: Tensor, number: int) -> Tensor:
    best, places = scores.topk(min(number, scores.shape[1]), dim=1)
    return torch.full_like(scores, -torch.inf).scatter(1, places, best)


def log_likelihood(starts: Tensor, ends: Tensor, places: Tensor) -> Tensor:
    """The sum of ``log sum p(first) p(last)`` over the rows that have places, the inner sum over the places of a row
    (the marginal likelihood of Clark and Gardner, 2018, section 3.2).

    Args:
        starts, ends: (batch, positions); a softmax over the positions gives the probabilities.
        places: (places, 3), at least one: the row, the first and the last position.
    """
    row, first, last = places.unbind(1)
    logs = starts.log_softmax(-1)[row, first] + ends.log_softmax(-1)[row, last]
    highest = logs.new_full((len(starts),), -torch.inf).scatter_reduce(0, row, logs, "amax")
    sums = logs.new_zeros(len(starts)).index_add(0, row, (logs - highest[row].detach()).exp())
    asked = row.unique()
    return (sums[asked].log() + highest[asked].detach()).sum()
