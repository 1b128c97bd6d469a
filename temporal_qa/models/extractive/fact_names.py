"""What set readers share: the facts of a context, what is learned of them, and how their names become answers.

Each fact has a logit: whether its object is an answer. A name that several facts have is an answer if one of them says
so.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from temporal_qa.engine.reader import Answer, Example
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
    import torch

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
    import torch

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
    import torch

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
    import torch

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
    places, at = list[Place | None](), 0
    for line in context.split("\n"):
        if sentence := line.strip():
            start = context.index(sentence, at)
            places.append(find(start, start + len(sentence)))
        at += len(line) + 1
    counts["sentences"] += len(places)
    counts["sentences cut"] += places.count(None)
    found = [(fact, place) for fact, place in zip(facts, places, strict=True) if place is not None]
    return tuple(fact for fact, _ in found), tuple(place for _, place in found)
