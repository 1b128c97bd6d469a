"""An encoder alone: one linear layer from the question's vector to all entities and times.

The baselines BERT, RoBERTa and KnowBERT of CronKGQA (Saxena, Chakrabarti and Talukdar, ACL 2021, section 6.1).
"""

from torch import Tensor, nn

from temporal_qa.models.graph_qa.mentions import Mentions, Tables


class EncoderOnly(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module; arguments as of :class:`~.attended.Attended`."""

    def __init__(self, width: int, tables: Tables, dropout: float) -> None:
        super().__init__()
        self.answers = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, len(tables.entity) + len(tables.time)))

    def forward(self, question: Tensor, mentions: Mentions, tables: Tables) -> Tensor:
        """See :meth:`.attended.Attended.forward`."""
        return self.answers(question)
