"""A set reader of ReasonQA from nothing: the small Transformer over words says of each fact whether its object is an
answer; and its recipe.

The logit of a fact is the mean of those of its words. See :mod:`.fact_set` for the same on an encoder of others.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Count, ReaderRecipe
from temporal_qa.models.extractive.fact_names import (
    FactExample,
    Place,
    collate_facts,
    fact_logits,
    facts_with_places,
    learned,
    set_answer,
    set_loss,
)
from temporal_qa.models.extractive.reader import SpanReader, collate_words
from temporal_qa.models.extractive.words import Words


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
    """Reads the question with all facts and scores each fact yes or no."""

    recipe_type: ClassVar[type[ReaderRecipe]] = WordFactSetRecipe
    description: ClassVar[str] = (
        "A small Transformer encoder that says of each fact beside a temporal question whether it answers it."
    )

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[Any]:
        """See the protocol."""
        examples = [self._with_facts(row, counts, training) for row in rows]
        return learned(examples, counts) if training else examples

    def _with_facts(self, row: Mapping[str, Any], counts: Counter[str], training: bool) -> WordFactSetExample:
        text, words = self._text_and_words(row, counts)
        starts, ends = words.spans.T
        context = len(row["question"]) + 1

        def find(start: int, end: int) -> Place | None:
            first, after = np.searchsorted(starts, (start + context, end + context)).tolist()
            return (0, first, after - 1) if first < len(starts) and ends[after - 1] == end + context else None

        facts, places = facts_with_places(row, text[context:], find, counts)
        return WordFactSetExample(str(row["id"]), tuple(row.get("answers") or ()), facts, places, training, words)

    def collate(self, examples: Sequence[WordFactSetExample], device: Any) -> dict[str, Any]:
        """``input_ids`` and ``lines`` (batch, words); and what :func:`~.fact_names.collate_facts` has."""
        return collate_words(examples, device) | collate_facts(examples, [1] * len(examples), device)

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`~.fact_names.set_loss`."""
        scores = model(batch["input_ids"], batch["lines"])
        unused = 0 * scores.classes.sum()  # several processes wait for a gradient of every weight
        return unused + set_loss(_fact_logits(scores, batch), batch)

    def answer(self, model: Any, examples: Sequence[WordFactSetExample]) -> list[Answer]:
        """See :func:`~.fact_names.set_answer`."""
        import torch

        with torch.inference_mode():
            batch = self.collate(examples, model.device)
            logits = _fact_logits(model(batch["input_ids"], batch["lines"]), batch).cpu()
        of_examples = logits.split([len(example.facts) for example in examples])
        return [set_answer(example, own) for example, own in zip(examples, of_examples, strict=True)]


def _fact_logits(scores: Any, batch: Mapping[str, Any]) -> Any:
    """The mean over the words of each fact, (facts,), of their scores as the start of an answer."""
    return fact_logits(scores.starts.masked_fill(scores.starts.isinf(), 0.0), batch["places"])
