"""All models, by their names in recipes."""

from temporal_qa.models.graph_embeddings.complex import ComplEx
from temporal_qa.models.graph_embeddings.model import GraphEmbedding
from temporal_qa.models.graph_embeddings.tcomplex import TComplEx
from temporal_qa.models.graph_embeddings.timeplex import TimePlex
from temporal_qa.models.graph_embeddings.tntcomplex import TNTComplEx

MODELS: dict[str, type[GraphEmbedding]] = {
    "complex": ComplEx,
    "tcomplex": TComplEx,
    "tntcomplex": TNTComplEx,
    "timeplex": TimePlex,
}
"""Name in recipes -> model."""
