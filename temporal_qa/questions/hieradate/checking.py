"""The check of each sample before it is written: the solver answers every question from its text alone."""

from __future__ import annotations

from temporal_qa.questions.hieradate.sample import Sample
from temporal_qa.questions.hieradate.solver import solve_life_question
from temporal_qa.questions.unsolved import Unsolved


def wrong_label(sample: Sample) -> str | None:
    """The first question whose label the solver does not confirm, and what it says; None if there is none."""
    context = sample.context
    for probe in sample.probes:
        try:
            solved = solve_life_question(probe.question, context).value
        except Unsolved as problem:
            solved = f"nothing: {problem}"
        if solved != probe.value:
            return f"{sample.id}, {probe.question!r}: labelled {probe.value!r}, solved {solved!r}"
    return None


def check_sample(sample: Sample) -> None:
    """Raises ``RuntimeError`` where the solver does not confirm a label."""
    if wrong := wrong_label(sample):
        raise RuntimeError(wrong)
