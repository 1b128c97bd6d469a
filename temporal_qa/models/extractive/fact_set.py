"""Readers of ReasonQA that say of each fact in the context whether its object is an answer; and their recipes.

Several answers, or none, are as natural as one. The logit of a fact is the mean of those of its tokens. One reader
starts from any encoder, the other is a small Transformer over words that is trained from nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Count, ReaderRecipe
from temporal_qa.models.extractive import fact_names
from temporal_qa.models.extractive.encoders import EncoderReader, EncoderRecipe, Head
from temporal_qa.models.extractive.fact_names import FactExample, Place, fact_logits
from temporal_qa.models.extractive.reader import SpanReader, collate_words
from temporal_qa.models.extractive.windows import Window, collate_windows
from temporal_qa.models.extractive.words import Words


class FactSetRecipe(EncoderRecipe, frozen=True, kw_only=True):
    """The recipe of a set reader."""

    context: Literal["facts"]


@dataclass(frozen=True, slots=True)
class FactSetExample(FactExample):
    """A question with the facts of its context, in windows, at least one."""

    windows: tuple[Window, ...]


class FactSetReader(EncoderReader):
    """An encoder that says of each fact in the context of a temporal question whether it answers it."""

    recipe_type: ClassVar[type[ReaderRecipe]] = FactSetRecipe
    head: ClassVar[Head] = "TokenClassification"

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[FactSetExample]:
        """See the protocol. A context that states no facts has no answers, and is not learned from."""
        contexts = zip(rows, self.contexts(rows, counts), strict=True)
        examples = [_in_windows(row, context, windows, counts) for row, (context, windows) in contexts]
        return fact_names.learned(examples, counts) if training else examples

    def collate(self, examples: Sequence[FactSetExample], device: Any) -> dict[str, Any]:
        """The ``inputs`` of the model for all windows; and what :func:`~.fact_names.collate_facts` has."""
        windows = [window for example in examples for window in example.windows]
        facts = fact_names.collate_facts(examples, [len(example.windows) for example in examples], device)
        return {"inputs": collate_windows(windows, self.tokenizer, self.padding, device)} | facts

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`~.fact_names.set_loss`."""
        return fact_names.set_loss(fact_logits(model(**batch["inputs"]).logits[..., 0], batch["places"]), batch)

    def answer(self, model: Any, examples: Sequence[FactSetExample]) -> list[Answer]:
        """See :func:`~.fact_names.set_answer`."""
        import torch

        def logits(windows: Sequence[Window]) -> Any:
            inputs = collate_windows(windows, self.tokenizer, self.padding, model.device)
            return model(**inputs).logits[..., 0].cpu()

        with torch.inference_mode():
            of_examples = zip(examples, self.of_windows(examples, logits), strict=True)
            return [_answer(example, of_windows) for example, of_windows in of_examples]


def _in_windows(
    row: Mapping[str, Any], context: str, windows: tuple[Window, ...], counts: Counter[str]
) -> FactSetExample:
    def find(start: int, end: int) -> Place | None:
        tokens = ((number, window.tokens_of(start, end)) for number, window in enumerate(windows))
        return next(((number, *span) for number, span in tokens if span), None)

    facts, places = fact_names.facts_with_places(row, context, find, counts)
    return FactSetExample(str(row["id"]), tuple(row.get("answers") or ()), facts, places, windows)


def _answer(example: FactSetExample, logits: Sequence[Any]) -> Answer:
    """The answer, by the logits of each window, (tokens,)."""
    import torch

    of_facts = [fact_logits(logits[place][None], torch.tensor([[0, *span]])) for place, *span in example.places]
    return fact_names.set_answer(example, torch.cat([torch.zeros(0), *of_facts]))


class WordFactSetRecipe(ReaderRecipe, frozen=True, kw_only=True):
    """The recipe of a set reader from nothing.

    Attributes:
        init: a shape of :data:`~.reader.SHAPES`; its words are the common ones of the training data.
        context: the column that is read after the question, ``fact_context``.
        max_input_words: longer contexts are cut from the end, by whole facts.
    """

    init: Literal["tiny", "small"] | None
    context: Literal["facts"]
    max_input_words: Count


@dataclass(frozen=True, slots=True)
class WordFactSetExample(FactExample):
    """A question with the facts of its context, and the words of both."""

    words: Words


class WordFactSetReader(SpanReader):
    """A small Transformer encoder that says of each fact beside a temporal question whether it answers it."""

    recipe_type: ClassVar[type[ReaderRecipe]] = WordFactSetRecipe

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[Any]:
        """See the protocol."""
        examples = [self._with_facts(row, counts) for row in rows]
        return fact_names.learned(examples, counts) if training else examples

    def _with_facts(self, row: Mapping[str, Any], counts: Counter[str]) -> WordFactSetExample:
        text, words = self._text_and_words(row, counts)
        starts, ends = words.spans.T
        context = len(row["question"]) + 1

        def find(start: int, end: int) -> Place | None:
            first, after = np.searchsorted(starts, (start + context, end + context)).tolist()
            return (0, first, after - 1) if first < len(starts) and ends[after - 1] == end + context else None

        facts, places = fact_names.facts_with_places(row, text[context:], find, counts)
        return WordFactSetExample(str(row["id"]), tuple(row.get("answers") or ()), facts, places, words)

    def collate(self, examples: Sequence[WordFactSetExample], device: Any) -> dict[str, Any]:
        """``input_ids`` and ``lines`` (batch, words); and what :func:`~.fact_names.collate_facts` has."""
        return collate_words(examples, device) | fact_names.collate_facts(examples, [1] * len(examples), device)

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`~.fact_names.set_loss`."""
        scores = model(batch["input_ids"], batch["lines"])
        unused = 0 * scores.classes.sum()  # several processes wait for a gradient of every weight
        return unused + fact_names.set_loss(_start_logits(scores, batch), batch)

    def answer(self, model: Any, examples: Sequence[WordFactSetExample]) -> list[Answer]:
        """See :func:`~.fact_names.set_answer`."""
        import torch

        with torch.inference_mode():
            batch = self.collate(examples, model.device)
            logits = _start_logits(model(batch["input_ids"], batch["lines"]), batch).cpu()
        of_examples = logits.split([len(example.facts) for example in examples])
        return [fact_names.set_answer(example, own) for example, own in zip(examples, of_examples, strict=True)]


def _start_logits(scores: Any, batch: Mapping[str, Any]) -> Any:
    """The logits of the facts: the means of the scores of their words as the start of an answer."""
    return fact_logits(scores.starts.masked_fill(scores.starts.isinf(), 0.0), batch["places"])
