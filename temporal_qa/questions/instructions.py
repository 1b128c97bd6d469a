"""Questions as instructions with a target, for instruction tuning as in FLAN (Wei et al., 2022)."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.slots import check_slots
from temporal_qa.timeline import ANSWER_SEPARATOR


@cache
def instruction_wordings() -> Mapping[str, Sequence[str]]:
    """The wordings of ``generation/instructions.yaml``, checked: ``templates`` of whole inputs, ``conventions``, which
    say in which months a fact holds, and sentences that ask for the orders ``chronological`` and
    ``reverse_chronological``.

    Raises:
        InputError: a template that lacks one of its four slots, or has it twice; an order that does not name the
            separator.
    """
    with yaml_table("instructions.yaml", dict[str, list[str]]) as table:
        check_slots("templates", table["templates"], {"context", "question", "convention", "order"})
        for order in (*table["chronological"], *table["reverse_chronological"]):
            if ANSWER_SEPARATOR not in order:
                raise ValueError(f"expected {ANSWER_SEPARATOR!r} in {order!r}")
        return table


def instruction_and_target(
    question: str, fact_context: str, answers: tuple[str, ...], rng: random.Random
) -> tuple[str, str]:
    """An instruction in one of the wordings, and its target.

    It has the facts, the question, the convention that both end months of a fact count, and the order of answers.

    The target joins the answers by ``" $and "``, in chronological or reverse chronological order, as the instruction
    says. ``fact_context`` states one fact a line; ``answers`` are in chronological order; ``rng`` draws the wording and
    the order.
    """
    wordings = instruction_wordings()
    backwards = rng.random() < 0.5
    order = rng.choice(wordings["reverse_chronological" if backwards else "chronological"])
    template, convention = rng.choice(wordings["templates"]), rng.choice(wordings["conventions"])
    instruction = template.format(context=fact_context, question=question, convention=convention, order=order)
    return instruction, ANSWER_SEPARATOR.join(reversed(answers) if backwards else answers)
