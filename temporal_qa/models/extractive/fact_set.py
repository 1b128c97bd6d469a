"""A reader of ReasonQA that says of each fact in the context whether its object is an answer; and its recipe.

Several answers, or none, are as natural as one. The logit of a fact is the mean of those of its tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from temporal_qa.engine.batches import Size
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import ReaderRecipe
from temporal_qa.models.extractive.encoders import EncoderReader, EncoderRecipe, EncoderSettings, Head
from temporal_qa.models.extractive.fact_names import facts_with_places, log_probabilities, names_of, set_answer
from temporal_qa.models.extractive.windows import Window, by_length, collate_windows
from temporal_qa.timeline.facts import Fact


class FactSetRecipe(EncoderRecipe, frozen=True, kw_only=True):
    """The recipe of a set reader."""

    context: Literal["facts"]


@dataclass(frozen=True, slots=True)
class FactSetExample:
    """A question with the facts of its context.

    Attributes:
        id: of the row.
        windows: of the context, at least one.
        facts: those that a window holds whole.
        places: of each fact the window and its first and last token there.
        answers: the right answers; empty if no answer is right, or if the row has no ``answers``.
        training: whether it is learned from.
    """

    id: str
    windows: tuple[Window, ...]
    facts: tuple[Fact, ...]
    places: tuple[tuple[int, int, int], ...]
    answers: tuple[str, ...]
    training: bool

    @property
    def weight(self) -> int:
        """Every question counts alike."""
        return 1

    @property
    def names(self) -> list[str]:
        """The objects of the facts, each once, in chronological order."""
        return names_of(self.facts)


class FactSetReader(EncoderReader):
    """Reads the question with all facts and scores each fact yes or no."""

    recipe_type: ClassVar[type[ReaderRecipe]] = FactSetRecipe
    description: ClassVar[str] = (
        "An encoder that says of each fact in the context of a temporal question whether it answers it."
    )
    head: ClassVar[Head] = "TokenClassification"
    settings_type: ClassVar[type[EncoderSettings]] = EncoderSettings

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[FactSetExample]:
        """See the protocol. A context that states no facts has no answers, and is not learned from."""
        counts["questions"] += len(rows)
        contexts = zip(rows, self.contexts(rows, counts), strict=True)
        examples = [_example(row, context, windows, counts, training) for row, (context, windows) in contexts]
        if not training:
            return examples
        learned = [example for example in examples if example.facts and set(example.answers) <= set(example.names)]
        counts["answers not among the facts, not trained on"] += len(examples) - len(learned)
        return learned

    def size(self, example: FactSetExample) -> Size:
        """See the protocol."""
        return Size(tuple(map(len, example.windows)), 0)

    def collate(self, examples: Sequence[FactSetExample], device: Any) -> dict[str, Any]:
        """The ``inputs`` of the model for all windows, and for all facts ``places`` (facts, 3): the window, the first
        and the last token; ``names`` (facts,): the number of its object; with targets ``right`` (names,)."""
        import torch

        windows = [window for example in examples for window in example.windows]
        places, names, right, before = list[tuple[int, int, int]](), list[int](), list[bool](), 0
        for example in examples:
            number = {name: len(right) + place for place, name in enumerate(example.names)}
            places += [(before + window, first, last) for window, first, last in example.places]
            names += [number[fact.object] for fact in example.facts]
            right += [name in example.answers for name in number]
            before += len(example.windows)
        batch = {
            "inputs": collate_windows(windows, self.tokenizer, self.padding, device),
            "places": torch.tensor(places, dtype=torch.int64, device=device).reshape(-1, 3),
            "names": torch.tensor(names, dtype=torch.int64, device=device),
        }
        if all(example.training for example in examples):
            batch |= {"right": torch.tensor(right, device=device), "questions": len(examples)}
        return batch

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean of ``-log p(right set of names)`` over the questions."""
        logits = _fact_logits(model(**batch["inputs"]).logits, batch["places"])
        yes, no = log_probabilities(logits, batch["names"], len(batch["right"]))
        return -yes.where(batch["right"], no).sum() / batch["questions"]

    def answer(self, model: Any, examples: Sequence[FactSetExample]) -> list[Answer]:
        """The names of the facts that say yes, in chronological order; the score is the logarithm of the probability
        of this set."""
        import torch

        flat = [window for example in examples for window in example.windows]
        of_window: dict[int, Any] = {}
        with torch.inference_mode():
            for group in by_length(flat, self.padding):
                inputs = collate_windows([flat[place] for place in group], self.tokenizer, self.padding, model.device)
                of_window |= zip(group, model(**inputs).logits.cpu(), strict=True)
            logits = iter([of_window[place] for place in range(len(flat))])
            return [_answer(example, [next(logits) for _ in example.windows]) for example in examples]


def _example(
    row: Mapping[str, Any], context: str, windows: tuple[Window, ...], counts: Counter[str], training: bool
) -> FactSetExample:
    facts, places = [], []
    for fact, start, end in facts_with_places(row, context):
        counts["sentences"] += 1
        tokens = ((number, window.tokens_of(start, end)) for number, window in enumerate(windows))
        found = next(((number, *span) for number, span in tokens if span), None)
        if found is None:
            counts["sentences cut"] += 1
            continue
        facts.append(fact)
        places.append(found)
    answers = tuple(row.get("answers") or ())
    return FactSetExample(str(row["id"]), windows, tuple(facts), tuple(places), answers, training)


def _answer(example: FactSetExample, logits: Sequence[Any]) -> Answer:
    """The answer, by the logits of each window, (tokens, 1)."""
    import torch

    places = torch.tensor(example.places).reshape(-1, 3)
    of_facts = [_fact_logits(logits[w][None], places[i : i + 1] * torch.tensor([0, 1, 1]))
                for i, (w, _, _) in enumerate(example.places)]  # fmt: skip
    return set_answer(example.facts, torch.cat([torch.zeros(0), *of_facts]))


def _fact_logits(logits: Any, places: Any) -> Any:
    """The mean of the logits of the tokens of each fact, (facts,), from those of all tokens, (windows, tokens, 1)."""
    import torch

    sums = torch.nn.functional.pad(logits[..., 0].float().cumsum(1), (1, 0))
    window, first, last = places.unbind(1)
    return (sums[window, last + 1] - sums[window, first]) / (last + 1 - first)
