"""Regularizers of Lacroix et al. (ICLR 2020): the nuclear 3-norm of facts, and smooth embeddings of times."""

from typing import Any

import torch
from torch import Tensor


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
