"""All readers, by their names in recipes."""

from temporal_qa.engine.reader import Reader
from temporal_qa.models.extractive.fact_set import FactSetReader, WordFactSetReader
from temporal_qa.models.extractive.reader import SpanReader
from temporal_qa.models.extractive.span_windows import SpanWindowsReader
from temporal_qa.models.graph_qa.reader import GraphQAReader
from temporal_qa.models.seq2seq.reader import FusionReader, T5Reader

READERS: dict[str, type[Reader]] = {
    "t5": T5Reader,
    "fusion_in_decoder": FusionReader,
    "extractive": SpanReader,
    "extractive_encoder": SpanWindowsReader,
    "fact_set": FactSetReader,
    "word_fact_set": WordFactSetReader,
    "graph_qa": GraphQAReader,
}
"""Name in recipes -> reader."""
