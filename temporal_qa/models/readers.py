"""All readers, by their names in recipes."""

from temporal_qa.engine.reader import Reader
from temporal_qa.io import explain_missing


def readers() -> dict[str, type[Reader]]:
    """Name in recipes -> reader; see :data:`~temporal_qa.models.recipes.READER_RECIPES`.

    Raises:
        InputError: torch or transformers, which take seconds to import, are not installed.
    """
    with explain_missing("models need {}", "train"):
        from temporal_qa.models.extractive.fact_set import FactSetReader, WordFactSetReader
        from temporal_qa.models.extractive.reader import SpanReader
        from temporal_qa.models.extractive.span_windows import SpanWindowsReader
        from temporal_qa.models.graph_qa.reader import GraphQAReader
        from temporal_qa.models.seq2seq.reader import FusionReader, T5Reader
    return {
        "t5": T5Reader,
        "fusion_in_decoder": FusionReader,
        "extractive": SpanReader,
        "extractive_encoder": SpanWindowsReader,
        "fact_set": FactSetReader,
        "word_fact_set": WordFactSetReader,
        "graph_qa": GraphQAReader,
    }
