"""TComplEx: ``score(s, r, o, t) = Re(<s, r, conj(o), t>)``, a form of four factors.

Lacroix, Obozinski and Usunier, "Tensor Decompositions for Temporal Knowledge Base Completion", ICLR 2020, equation 3.
"""

from torch import Tensor

from temporal_qa.models.graph_embeddings.model import GraphEmbedding, Query, conj, product


class TComplEx(GraphEmbedding):
    """See the module for the score."""

    def objects(self, subject: Tensor, relation: Tensor, time: Tensor) -> Query:
        """``s r t``; the factors are those of section 3.2."""
        timed = product(self.relation(relation), self.time(time))
        return Query(product(self.entity(subject), timed), factors=[(timed, None)])

    def times(self, subject: Tensor, relation: Tensor, object: Tensor) -> Query:
        """``conj(s r conj(o))``, since ``Re(<a, t>) = Re(<conj(a), conj(t)>)``."""
        form = product(product(self.entity(subject), self.relation(relation)), conj(self.entity(object)))
        return Query(conj(form))
