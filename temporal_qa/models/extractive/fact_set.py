"""Readers of ReasonQA that say of each fact in the context whether its object is an answer.

Several answers, or none, are as natural as one. Each fact has a logit, the mean of those of its tokens; a name that
several facts have is an answer if one of them says so. One reader starts from any encoder, the other is a small
Transformer over words that is trained from nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

import numpy as np
import torch

from temporal_qa.engine.reader import Answer, Example
from temporal_qa.models.extractive.encoders import EncoderReader, Head
from temporal_qa.models.extractive.reader import SpanReader, collate_words
from temporal_qa.models.extractive.windows import Window
from temporal_qa.models.extractive.words import Words
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.timeline import ANSWER_SEPARATOR, Fact

Place: TypeAlias = tuple[int, int, int]
"""An input of the model, and the first and the last token there."""


@dataclass(frozen=True, slots=True)
class FactExample(Example):
    """A question with the facts of its context.

    Attributes:
        facts: those that stand in one input whole.
        places: of each fact, among the inputs of the question.
    """

    facts: tuple[Fact, ...]
    places: tuple[Place, ...]

    @property
    def names(self) -> list[str]:
        """The objects of the facts, each once, in chronological order."""
        return list(dict.fromkeys(fact.object for fact in sorted(self.facts, key=lambda fact: (fact.start, fact.end))))


_Facts = TypeVar("_Facts", bound=FactExample)


def learned(examples: Sequence[_Facts], counts: Counter[str]) -> list[_Facts]:
    """The examples whose answers are objects of their facts; the others are counted."""
    kept = [example for example in examples if example.facts and set(example.answers) <= set(example.names)]
    counts["answers not among the facts, not trained on"] += len(examples) - len(kept)
    return kept


def collate_facts(examples: Sequence[FactExample], inputs: Sequence[int], device: Any) -> dict[str, Any]:
    """The ``places`` (facts, 3) of all facts among the inputs of the batch, and ``names`` (facts,): the number of the
    object; ``right`` (names,), whether it is an answer; and the number of ``questions``.

    Args:
        examples: of one batch.
        inputs: how many each of them has.
        device: of the tensors.
    """
    places, names, right, before = list[Place](), list[int](), list[bool](), 0
    for example, own in zip(examples, inputs, strict=True):
        number = {name: len(right) + place for place, name in enumerate(example.names)}
        places += [(before + place, first, last) for place, first, last in example.places]
        names += [number[fact.object] for fact in example.facts]
        right += [name in example.answers for name in number]
        before += own
    return {
        "places": torch.tensor(places, dtype=torch.int64, device=device).reshape(-1, 3),
        "names": torch.tensor(names, dtype=torch.int64, device=device),
        "right": torch.tensor(right, dtype=torch.bool, device=device),
        "questions": len(examples),
    }


def fact_logits(logits: Any, places: Any) -> Any:
    """The mean of the logits of the tokens of each fact, (facts,), from those of all tokens, (inputs, tokens)."""
    sums = torch.nn.functional.pad(logits.float().cumsum(1), (1, 0))
    place, first, last = places.unbind(1)
    return (sums[place, last + 1] - sums[place, first]) / (last + 1 - first)


def set_loss(logits: Any, batch: Mapping[str, Any]) -> Any:
    """The mean of ``-log p(right set of names)`` over the questions, from the logits of the facts, (facts,)."""
    yes, no = log_probabilities(logits, batch["names"], len(batch["right"]))
    return -yes.where(batch["right"], no).sum() / batch["questions"]


def set_answer(example: FactExample, logits: Any) -> Answer:
    """The names that are more likely answers than not, in chronological order; the score is the logarithm of the
    probability of this set.

    Args:
        example: without facts there is no answer.
        logits: (facts,).
    """
    if not (names := example.names):
        return Answer("", [], 0.0)
    yes, no = log_probabilities(logits, torch.tensor([names.index(fact.object) for fact in example.facts]), len(names))
    chosen = [name for name, is_answer in zip(names, (yes > no).tolist(), strict=True) if is_answer]
    return Answer(ANSWER_SEPARATOR.join(chosen), chosen, float(yes.maximum(no).sum()))


def log_probabilities(logits: Any, names: Any, number: int) -> tuple[Any, Any]:
    """The logarithms of ``p(name)`` and of ``1 - p(name)``, (names,) each:
    ``p(name) = 1 - prod (1 - sigmoid(logit))`` over the facts with this object.

    Args:
        logits: (facts,).
        names: (facts,), of each fact the number of its name.
        number: of names; each has a fact.
    """
    no = logits.new_zeros(number).index_add(0, names, torch.nn.functional.logsigmoid(-logits))
    return torch.log(-torch.expm1(no.clamp(max=-1e-7))), no


def facts_with_places(
    row: Mapping[str, Any], context: str, find: Callable[[int, int], Place | None], counts: Counter[str]
) -> tuple[tuple[Fact, ...], tuple[Place, ...]]:
    """The facts of a context whose sentences stand in an input whole, and where; the others are counted as cut.

    Args:
        row: of the context.
        context: if its facts cannot be read, it has none.
        find: from where a sentence starts and ends, in characters, to its place.
        counts: gets the numbers of sentences, and of those that were cut.

    Where a context can be read in several ways, the objects of the row's ``facts`` decide.
    """
    try:
        readings = fact_context_readings(context)
    except Unparsable:
        return (), ()
    objects = sorted(str(fact.get("object")) for fact in row.get("facts") or () if isinstance(fact, dict))
    facts = next((each for each in readings if sorted(fact.object for fact in each) == objects), readings[0])
    # A sentence is a line without the white space around it.
    places = [find(*sentence.span()) for sentence in re.finditer(r"\S(?:.*\S)?", context)]
    counts["sentences"] += len(places)
    counts["sentences cut"] += places.count(None)
    found = [(fact, place) for fact, place in zip(facts, places, strict=True) if place is not None]
    return tuple(fact for fact, _ in found), tuple(place for _, place in found)


@dataclass(frozen=True, slots=True)
class FactSetExample(FactExample):
    """A question with the facts of its context, in windows, at least one."""

    windows: tuple[Window, ...]


class FactSetReader(EncoderReader):
    """An encoder that says of each fact in the context of a temporal question whether it answers it."""

    head: ClassVar[Head] = "TokenClassification"

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[FactSetExample]:
        """See the protocol. A context that states no facts has no answers, and is not learned from."""
        examples = [_in_windows(row, context, windows, counts) for row, context, windows in self.contexts(rows, counts)]
        return learned(examples, counts) if training else examples

    def collate(self, examples: Sequence[FactSetExample], device: Any) -> dict[str, Any]:
        """The ``inputs`` of the model for all windows; and what :func:`collate_facts` has."""
        windows = [window for example in examples for window in example.windows]
        facts = collate_facts(examples, [len(example.windows) for example in examples], device)
        return {"inputs": self.collated(windows, device)} | facts

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`set_loss`."""
        return set_loss(fact_logits(model(**batch["inputs"]).logits[..., 0], batch["places"]), batch)

    def score(self, model: Any, windows: Sequence[Window]) -> Any:
        """The logits of the tokens of each window."""
        return model(**self.collated(windows, model.device)).logits[..., 0].cpu()

    def answer_by(self, example: FactSetExample, scores: Sequence[Any]) -> Answer:
        """See :func:`set_answer`."""
        of_facts = [fact_logits(scores[place][None], torch.tensor([[0, *span]])) for place, *span in example.places]
        return set_answer(example, torch.cat([torch.zeros(0), *of_facts]))


def _in_windows(
    row: Mapping[str, Any], context: str, windows: tuple[Window, ...], counts: Counter[str]
) -> FactSetExample:
    def find(start: int, end: int) -> Place | None:
        tokens = ((number, window.tokens_of(start, end)) for number, window in enumerate(windows))
        return next(((number, *span) for number, span in tokens if span), None)

    facts, places = facts_with_places(row, context, find, counts)
    return FactSetExample(str(row["id"]), tuple(row.get("answers") or ()), facts, places, windows)


@dataclass(frozen=True, slots=True)
class WordFactSetExample(FactExample):
    """A question with the facts of its context, and the words of both."""

    words: Words


class WordFactSetReader(SpanReader):
    """A small Transformer encoder that says of each fact beside a temporal question whether it answers it."""

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[Any]:
        """See the protocol."""
        examples = [self._with_facts(row, counts) for row in rows]
        return learned(examples, counts) if training else examples

    def _with_facts(self, row: Mapping[str, Any], counts: Counter[str]) -> WordFactSetExample:
        text, words = self._text_and_words(row, counts)
        starts, ends = words.spans.T
        context = len(row["question"]) + 1

        def find(start: int, end: int) -> Place | None:
            first, after = np.searchsorted(starts, (start + context, end + context)).tolist()
            return (0, first, after - 1) if first < len(starts) and ends[after - 1] == end + context else None

        facts, places = facts_with_places(row, text[context:], find, counts)
        return WordFactSetExample(str(row["id"]), tuple(row.get("answers") or ()), facts, places, words)

    def collate(self, examples: Sequence[WordFactSetExample], device: Any) -> dict[str, Any]:
        """``input_ids`` and ``lines`` (batch, words); and what :func:`collate_facts` has."""
        return collate_words(examples, device) | collate_facts(examples, [1] * len(examples), device)

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`set_loss`."""
        scores = model(batch["input_ids"], batch["lines"])
        unused = 0 * scores.classes.sum()  # several processes wait for a gradient of every weight
        return unused + set_loss(_start_logits(scores, batch), batch)

    def answer(self, model: Any, examples: Sequence[WordFactSetExample]) -> list[Answer]:
        """See :func:`set_answer`."""
        with torch.inference_mode():
            batch = self.collate(examples, model.device)
            logits = _start_logits(model(batch["input_ids"], batch["lines"]), batch).cpu()
        of_examples = logits.split([len(example.facts) for example in examples])
        return [set_answer(example, own) for example, own in zip(examples, of_examples, strict=True)]


def _start_logits(scores: Any, batch: Mapping[str, Any]) -> Any:
    """The logits of the facts: the means of the scores of their words as the start of an answer."""
    return fact_logits(scores.starts.masked_fill(scores.starts.isinf(), 0.0), batch["places"])
