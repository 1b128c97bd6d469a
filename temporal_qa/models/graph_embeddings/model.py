"""What all embeddings of temporal graphs have in common: complex numbers, tables, and one score seen from two sides.

Complex vectors are real ones: the real parts, then the imaginary parts, in the last dimension of size ``2 * rank``. The
real part of ``<a, conj(b)>`` is then the plain inner product of the two real vectors.
"""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import torch
from torch import Tensor, nn

from temporal_qa.io import InputError
from temporal_qa.io.errors import explain_full_disk

_SHARE = 0.2
"""A table that would take a larger share of the machine's memory is mapped: the optimizer has one as large."""


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
    """``Re(<a, conj(b)>)``, for each row; (rows, 1)."""
    return (a * b).sum(-1, keepdim=True)


def new_table(folder: Path, rows: int, columns: int) -> Tensor:
    """A table of zeros, in 32-bit floats.

    Args:
        folder: for the file, where there is one; it has no name and vanishes with the process, however it ends.
        rows, columns: its shape.
    """
    size, page = rows * columns, os.sysconf("SC_PAGE_SIZE")
    if 4 * size <= _SHARE * page * os.sysconf("SC_PHYS_PAGES"):
        return torch.zeros(rows, columns)
    with explain_full_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        if free < 4 * size:
            raise InputError(f"{free / 1e9:.1f} GB free, expected {4 * size / 1e9:.1f} for a table", folder)
        with tempfile.NamedTemporaryFile(prefix=".table-", dir=folder) as file:
            file.truncate(4 * size)
            return torch.from_file(file.name, shared=True, size=size, dtype=torch.float32).view(rows, columns)


class Query(NamedTuple):
    """What scores all candidates at once: candidate ``c`` gets ``inner(vector, c) + constant``.

    Attributes:
        vector: (batch, 2 * rank).
        constant: (batch, 1), the part of the score that is the same for all candidates; or the same for all queries.
        factors: of a query for objects, the factors of the score beside subject and object, for the nuclear 3-norm:
            (rows, 2 * rank), and (batch,) which row each query has; ``None``: each its own.
    """

    vector: Tensor
    constant: Tensor | float = 0.0
    factors: Sequence[tuple[Tensor, Tensor | None]] = ()

    def scores(self, table: Tensor) -> Tensor:
        """The score of each row of a table, (batch, rows)."""
        return self.vector @ table.T + self.constant


def _table(weight: Tensor) -> nn.Embedding:
    return nn.Embedding.from_pretrained(weight, freeze=False)


class GraphEmbedding(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Embeddings of entities, relations and times. A relation ``r`` has an inverse, number ``r + relations``.

    The score of a fact is one form; :meth:`objects` and :meth:`times` agree on it.

    Args:
        entities, relations, times: how many there are.
        rank: complex numbers of an embedding.
        scale: standard deviation of new weights.
        new: makes the memory of a table, of its shape.
    """

    relation_tables: ClassVar[Sequence[str]] = ("relation",)
    has_times: ClassVar[bool] = True
    entity_factors: ClassVar[int] = 1
    """The number of summands of the score with subject and object; the nuclear 3-norm counts them that often."""

    def __init__(
        self, entities: int, relations: int, times: int, rank: int, scale: float = 1e-2,
        new: Callable[..., Tensor] = torch.empty,
    ) -> None:  # fmt: skip
        super().__init__()
        self.rank, self.relations = rank, relations
        self.entity = _table(new(entities, 2 * rank))
        for name in self.relation_tables:
            setattr(self, name, _table(new(2 * relations, 2 * rank)))
        if self.has_times:
            self.time = _table(new(times, 2 * rank))
        for table in self.children():
            nn.init.normal_(table.weight, std=scale)

    def objects(self, subject: Tensor, relation: Tensor, time: Tensor) -> Query:
        """The query that scores every entity as the object of each fact; all arguments (batch,)."""
        raise NotImplementedError

    def times(self, subject: Tensor, relation: Tensor, object: Tensor) -> Query:
        """The query that scores every time of each fact; all arguments (batch,).

        Raises:
            InputError: the model has no embeddings of times.
        """
        raise InputError(f"{type(self).__name__} has no times, expected TComplEx, TNTComplEx or TimePlex to score them")
