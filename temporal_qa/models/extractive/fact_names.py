"""What set readers share: the facts of a context, and how the names in them become answers.

Each fact has a logit, of whether its object is an answer; a name that several facts have is one if any of them says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from temporal_qa.engine.reader import Answer
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.timeline.facts import ANSWER_SEPARATOR, Fact


def names_of(facts: Sequence[Fact]) -> list[str]:
    """The objects of facts, each once, in chronological order."""
    return list(dict.fromkeys(fact.object for fact in sorted(facts, key=lambda fact: (fact.start, fact.end))))


def set_answer(facts: Sequence[Fact], logits: Any) -> Answer:
    """The names that are more likely answers than not; the score is the logarithm of the probability of this set.

    Args:
        facts: of the context. Without facts there is no answer.
        logits: (facts,).
    """
    import torch

    if not (names := names_of(facts)):
        return Answer("", [], 0.0)
    yes, no = log_probabilities(logits, torch.tensor([names.index(fact.object) for fact in facts]), len(names))
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


def facts_with_places(row: Mapping[str, Any], context: str) -> list[tuple[Fact, int, int]]:
    """The facts of a context with where their sentences start and end; none if they cannot be read.

    Of several readings that is taken whose objects are those of the row's ``facts``.
    """
    try:
        readings = fact_context_readings(context)
    except Unparsable:
        return []
    objects = sorted(fact["object"] for fact in row.get("facts") or ())
    facts = next((each for each in readings if sorted(fact.object for fact in each) == objects), readings[0])
    places, at = [], 0
    for line in context.split("\n"):
        if sentence := line.strip():
            start = context.index(sentence, at)
            places.append((start, start + len(sentence)))
        at += len(line) + 1
    return [(fact, *place) for fact, place in zip(facts, places, strict=True)]
