"""Complex vectors as real ones: the real parts, then the imaginary parts, in the last dimension of size ``2 * rank``.

The real part of ``<a, conj(b)>`` is then the plain inner product of the two real vectors.
"""

from __future__ import annotations

import torch
from torch import Tensor


def product(a: Tensor, b: Tensor) -> Tensor:
    """The product of complex numbers, element by element."""
    (a_re, a_im), (b_re, b_im) = a.chunk(2, -1), b.chunk(2, -1)
    return torch.cat([a_re * b_re - a_im * b_im, a_re * b_im + a_im * b_re], -1)


def conj(a: Tensor) -> Tensor:
    """The complex conjugate."""
    re, im = a.chunk(2, -1)
    return torch.cat([re, -im], -1)


def inner(a: Tensor, b: Tensor) -> Tensor:
    """``Re(<a, conj(b)>)``, for each row."""
    return (a * b).sum(-1)
