"""TimePlex (base): the sum of three ComplEx scores, of all pairs among subject, object and time::

    score(s, r, o, t) = Re(<s, r_so, conj(o)>) + a Re(<s, r_st, conj(t)>) + b Re(<o, r_ot, conj(t)>)

Jain, Rathi, Mausam and Chakrabarti, "Temporal Knowledge Base Completion: New Algorithms and Evaluation Protocols",
EMNLP 2020, equation 3, without its last term, which no relation takes part in (weight 0); the features of recurrence
and order that the full model adds are not here.
"""

from torch import Tensor

from temporal_qa.models.graph_embeddings.model import GraphEmbedding, Query, conj, inner, product


class TimePlex(GraphEmbedding):
    """See the module for the score. ``subject_time`` and ``object_time`` are its weights a and b."""

    relation_tables = ("relation", "subject_relation", "object_relation")
    subject_time, object_time = 5.0, 5.0

    def objects(self, subject: Tensor, relation: Tensor, time: Tensor) -> Query:
        """``s r_so + b conj(r_ot) t``; the part of subject and time is the same for all objects."""
        of_subject, of_time = self.entity(subject), self.time(time)
        plain, subject_time, object_time = (getattr(self, name)(relation) for name in self.relation_tables)
        vector = product(of_subject, plain) + self.object_time * product(conj(object_time), of_time)
        constant = self.subject_time * inner(product(of_subject, subject_time), of_time)
        factors = [(getattr(self, name).weight, relation) for name in self.relation_tables]
        return Query(vector, constant, [*factors, (self.time.weight, time)])

    def times(self, subject: Tensor, relation: Tensor, object: Tensor) -> Query:
        """``a s r_st + b o r_ot``; the part of subject and object is the same for all times."""
        of_subject, of_object = self.entity(subject), self.entity(object)
        vector = self.subject_time * product(of_subject, self.subject_relation(relation))
        vector = vector + self.object_time * product(of_object, self.object_relation(relation))
        return Query(vector, inner(product(of_subject, self.relation(relation)), of_object))
