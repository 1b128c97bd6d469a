"""Regularizers of Lacroix et al. (ICLR 2020): the nuclear 3-norm of facts, and smooth embeddings of times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def n3(factors: Sequence[Tensor]) -> Tensor:
    """The mean over facts of the summed cubes of the moduli (section 3.2).

    Args:
        factors: (facts, rank) each, not negative.
    """
    return sum((factor**3).sum() for factor in factors) / len(factors[0])


def smoothness(times: Tensor, gaps: Tensor | None = None) -> Tensor:
    """``Λ3``: the mean of the cubed differences of neighbouring times (equation 6).

    Args:
        times: (times, 2 * rank) embeddings, in order.
        gaps: (times - 1,) steps between neighbours, at least 1: differences are then taken per step, and weigh by it,
            so that two times that lie far apart may differ more. Without them all neighbours count alike, as published.
    """
    if len(times) < 2:
        return times.new_zeros(())
    step = times[1:] - times[:-1]
    re, im = step.chunk(2, -1)
    cubes = (re**2 + im**2).sqrt().pow(3).sum(-1)
    return cubes.mean() if gaps is None else (cubes / gaps**2).mean()
