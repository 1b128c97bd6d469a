"""ComplEx: ``score(s, r, o) = Re(<s, r, conj(o)>)``; facts have no time.

Trouillon, Welbl, Riedel, Gaussier and Bouchard, "Complex Embeddings for Simple Link Prediction", ICML 2016,
equation 11.
"""

from torch import Tensor

from temporal_qa.models.graph_embeddings.model import GraphEmbedding, Query, product


class ComplEx(GraphEmbedding):
    """See the module for the score."""

    has_times = False

    def objects(self, subject: Tensor, relation: Tensor, time: Tensor) -> Query:
        """``s r``; the time does not count."""
        return Query(product(self.entity(subject), self.relation(relation)), factors=[(self.relation.weight, relation)])
