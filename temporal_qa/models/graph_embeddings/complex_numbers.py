"""Complex vectors as real ones: the real parts, then the imaginary parts, in the last dimension of size ``2 * rank``.

The real part of ``<a, conj(b)>`` is then the plain inner product of the two real vectors.
"""

from typing import Any

import torch
from torch import Tensor


def product(a: Tensor, b: Tensor) -> Tensor:
    """The product of complex numbers, element by element; both of the same shape."""
    return _Product.apply(a, b)


class _Product(torch.autograd.Function):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Half as many passes over memory as the same by differentiated steps."""

    @staticmethod
    def forward(ctx: Any, a: Tensor, b: Tensor) -> Tensor:
        ctx.save_for_backward(a, b)
        return _product(a, b, 1)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor | None]:
        a, b = ctx.saved_tensors
        of_a, of_b = ctx.needs_input_grad
        return _product(grad, b, -1) if of_a else None, _product(grad, a, -1) if of_b else None


def _product(a: Tensor, b: Tensor, sign: int) -> Tensor:
    """``a b``, or ``a conj(b)`` for the sign -1."""
    (a_re, a_im), (b_re, b_im) = a.chunk(2, -1), b.chunk(2, -1)
    made = torch.empty_like(a)
    re, im = made.chunk(2, -1)
    torch.mul(a_re, b_re, out=re).addcmul_(a_im, b_im, value=-sign)
    torch.mul(a_im, b_re, out=im).addcmul_(a_re, b_im, value=sign)
    return made


def conj(a: Tensor) -> Tensor:
    """The complex conjugate."""
    re, im = a.chunk(2, -1)
    return torch.cat([re, -im], -1)


def inner(a: Tensor, b: Tensor) -> Tensor:
    """``Re(<a, conj(b)>)``, for each row."""
    return (a * b).sum(-1)
