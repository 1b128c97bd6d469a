"""What all embeddings of temporal graphs have in common: tables, and one score seen from three sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Query(NamedTuple):
    """What scores all candidates at once: candidate ``c`` gets ``inner(vector, c) + constant``.

    Attributes:
        vector: (batch, 2 * rank).
        constant: (batch,), the part of the score that is the same for all candidates.
        factors: of a query for objects, the factors of the score beside subject and object, for the nuclear 3-norm:
            (rows, 2 * rank), and (batch,) which row each query has; ``None``: each its own.
    """

    vector: Tensor
    constant: Tensor
    factors: Sequence[tuple[Tensor, Tensor | None]] = ()

    def scores(self, table: Tensor) -> Tensor:
        """The score of each row of a table, (batch, rows)."""
        return self.vector @ table.T + self.constant[:, None]


def _table(weight: Tensor) -> nn.Embedding:
    return nn.Embedding.from_pretrained(weight, freeze=False)


class GraphEmbedding(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Embeddings of entities, relations and times. A relation ``r`` has an inverse, number ``r + relations``.

    The score of a fact is one form; :meth:`objects`, :meth:`times` and :meth:`facts` agree on it.

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
        """The query that scores every time of each fact; all arguments (batch,)."""
        raise NotImplementedError

    def facts(self, subject: Tensor, relation: Tensor, object: Tensor, time: Tensor) -> Tensor:
        """The score of each fact, (batch,)."""
        query = self.objects(subject, relation, time)
        return (query.vector * self.entity(object)).sum(-1) + query.constant
