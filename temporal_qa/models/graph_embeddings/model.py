"""What all embeddings of temporal graphs have in common: tables, and one score seen from three sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from collections.abc import Sequence


class Query(NamedTuple):
    """What scores all candidates at once: candidate ``c`` gets ``inner(vector, c) + constant``.

    Attributes:
        vector: (batch, 2 * rank).
        constant: (batch,), the part of the score that is the same for all candidates.
    """

    vector: Tensor
    constant: Tensor

    def scores(self, table: Tensor) -> Tensor:
        """The score of each row of a table, (batch, rows)."""
        return self.vector @ table.T + self.constant[:, None]


class GraphEmbedding(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Embeddings of entities, relations and times. A relation ``r`` has an inverse, number ``r + relations``.

    The score of a fact is one form; :meth:`objects`, :meth:`times` and :meth:`facts` agree on it.

    Args:
        entities, relations, times: how many there are.
        rank: complex numbers of an embedding.
        scale: standard deviation of new weights.
    """

    relation_tables: ClassVar[Sequence[str]] = ("relation",)
    has_times: ClassVar[bool] = True

    def __init__(self, entities: int, relations: int, times: int, rank: int, scale: float = 1e-2) -> None:
        super().__init__()
        self.rank, self.relations = rank, relations
        self.entity = nn.Embedding(entities, 2 * rank)
        for name in self.relation_tables:
            setattr(self, name, nn.Embedding(2 * relations, 2 * rank))
        if self.has_times:
            self.time = nn.Embedding(times, 2 * rank)
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

    def factors(self, subject: Tensor, relation: Tensor, object: Tensor, time: Tensor) -> list[Tensor]:
        """The moduli of the factors of the score, (batch, rank) each, for the nuclear 3-norm."""
        raise NotImplementedError

    def inverse(self, relation: Tensor) -> Tensor:
        """The numbers of the inverse relations."""
        return torch.where(relation < self.relations, relation + self.relations, relation - self.relations)
