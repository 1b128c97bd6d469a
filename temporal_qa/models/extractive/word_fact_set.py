"""A set reader of ReasonQA from nothing: the small Transformer over words says of each fact whether its object is an
answer; and its recipe.

The logit of a fact is the mean of those of its words. See :mod:`.fact_set` for the same on an encoder of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from temporal_qa.engine.batches import Size
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Count, ReaderRecipe
from temporal_qa.models.extractive.fact_names import facts_with_places, log_probabilities, names_of, set_answer
from temporal_qa.models.extractive.reader import SpanReader, padded
from temporal_qa.models.extractive.words import Words
from temporal_qa.timeline.facts import Fact


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
class WordFactSetExample:
    """A question as words, with the facts of its context.

    Attributes:
        id: of the row.
        words: of the question and the context.
        facts: those that are read.
        places: the first and the last word of each.
        answers: the right answers; empty if no answer is right, or if the row has no ``answers``.
        training: whether it is learned from.
    """

    id: str
    words: Words
    facts: tuple[Fact, ...]
    places: tuple[tuple[int, int], ...]
    answers: tuple[str, ...]
    training: bool

    @property
    def weight(self) -> int:
        """Every question counts alike."""
        return 1


@dataclass
class WordFactSetReader(SpanReader):
    """Reads the question with all facts and scores each fact yes or no."""

    recipe_type: ClassVar[type[ReaderRecipe]] = WordFactSetRecipe
    description: ClassVar[str] = (
        "A small Transformer encoder that says of each fact beside a temporal question whether it answers it."
    )

    def _example(  # type: ignore[override]
        self, row: Mapping[str, Any], counts: Counter[str], *, training: bool
    ) -> WordFactSetExample | None:
        text, words = self._text_and_words(row, counts)
        starts, ends = words.spans.T
        context = len(row["question"]) + 1
        facts, places = list[Fact](), list[tuple[int, int]]()
        for fact, start, end in facts_with_places(row, text[context:]):
            counts["sentences"] += 1
            first, after = np.searchsorted(starts, (start + context, end + context)).tolist()
            if first < len(starts) and ends[after - 1] == end + context:
                facts.append(fact)
                places.append((first, after - 1))
            else:
                counts["sentences cut"] += 1
        answers = tuple(row.get("answers") or ())
        if training and not (facts and set(answers) <= {fact.object for fact in facts}):
            counts["answers not among the facts, not trained on"] += 1
            return None
        return WordFactSetExample(str(row["id"]), words, tuple(facts), tuple(places), answers, training)

    def size(self, example: WordFactSetExample) -> Size:  # type: ignore[override]
        """See the protocol."""
        return Size((len(example.words.ids),), 0)

    def collate(self, examples: Sequence[WordFactSetExample], device: Any) -> dict[str, Any]:  # type: ignore[override]
        """``input_ids`` and ``lines`` (batch, words); for all facts ``places`` (facts, 3): the row, the first and the
        last word; ``names`` (facts,): the number of its object; with targets ``right`` (names,)."""
        import torch

        places, names, right = list[tuple[int, int, int]](), list[int](), list[bool]()
        for row, example in enumerate(examples):
            number = {name: len(right) + place for place, name in enumerate(names_of(example.facts))}
            places += [(row, *place) for place in example.places]
            names += [number[fact.object] for fact in example.facts]
            right += [name in example.answers for name in number]
        batch = padded([example.words for example in examples], device)
        batch["places"] = torch.tensor(places, dtype=torch.int64, device=device).reshape(-1, 3)
        batch["names"] = torch.tensor(names, dtype=torch.int64, device=device)
        if all(example.training for example in examples):
            batch["right"] = torch.tensor(right, device=device)
        return batch

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean of ``-log p(right set of names)`` over the questions."""
        scores = model(batch["input_ids"], batch["lines"])
        yes, no = log_probabilities(_fact_logits(scores, batch), batch["names"], len(batch["right"]))
        unused = 0 * scores.classes.sum()  # several processes wait for a gradient of every weight
        return unused - yes.where(batch["right"], no).sum() / len(batch["input_ids"])

    def answer(self, model: Any, examples: Sequence[WordFactSetExample]) -> list[Answer]:  # type: ignore[override]
        """The names of the facts that say yes, in chronological order; the score is the logarithm of the probability
        of this set."""
        import torch

        with torch.inference_mode():
            batch = self.collate(examples, model.device)
            logits = _fact_logits(model(batch["input_ids"], batch["lines"]), batch).cpu()
        of_examples = logits.split([len(example.facts) for example in examples])
        return [set_answer(example.facts, own) for example, own in zip(examples, of_examples, strict=True)]


def _fact_logits(scores: Any, batch: Mapping[str, Any]) -> Any:
    """The mean over the words of each fact, (facts,), of their scores as the start of an answer."""
    import torch

    starts = scores.starts.float()
    sums = torch.nn.functional.pad(starts.masked_fill(starts.isinf(), 0.0).cumsum(1), (1, 0))
    row, first, last = batch["places"].unbind(1)
    return (sums[row, last + 1] - sums[row, first]) / (last + 1 - first)
