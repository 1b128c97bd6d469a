"""TNTComplEx: ``score(s, r, o, t) = Re(<s, r t + r', conj(o)>)``; ``r'`` does not depend on time.

Lacroix, Obozinski and Usunier, "Tensor Decompositions for Temporal Knowledge Base Completion", ICLR 2020, equation 5.
"""

from torch import Tensor

from temporal_qa.models.graph_embeddings.model import GraphEmbedding, Query, conj, inner, product


class TNTComplEx(GraphEmbedding):
    """See the module for the score."""

    relation_tables = ("relation", "static_relation")
    entity_factors = 2

    def objects(self, subject: Tensor, relation: Tensor, time: Tensor) -> Query:
        """``s (r t + r')``; the factors are those of section 3.3."""
        timed = product(self.relation(relation), self.time(time))
        vector = product(self.entity(subject), timed + self.static_relation(relation))
        return Query(vector, factors=[(timed, None), (self.static_relation.weight, relation)])

    def times(self, subject: Tensor, relation: Tensor, object: Tensor) -> Query:
        """TComplEx's query; the static part of the score is the same for all times."""
        pair = product(self.entity(subject), conj(self.entity(object)))
        constant = inner(product(self.entity(subject), self.static_relation(relation)), self.entity(object))
        return Query(conj(product(pair, self.relation(relation))), constant)
