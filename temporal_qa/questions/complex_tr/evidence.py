"""The facts by which people judge a label against the solver's answer."""

from __future__ import annotations

from collections.abc import Sequence

from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import Solution
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.scoring.normalize import row_form
from temporal_qa.timeline.facts import Fact, chronological_order


def evidence(labels: Sequence[str], solved: Solution | Unsolved) -> list[str]:
    """Sentences in chronological order, each once.

    They state the facts that prove the solver's answers, the facts that the labels name, and the event of the question;
    for an unsolved question, the facts that show why.
    """
    if isinstance(solved, Unsolved):
        facts = solved.facts
    else:
        form = row_form(labels, solved.answers)
        labelled = set(map(form, labels)) - {""}
        asked = solved.query.relation
        named = (f for f in solved.facts if f.relation == asked and form(f.object) in labelled)
        facts = (*solved.proof, *named)
    return [_sentence(fact) for fact in sorted(dict.fromkeys(facts), key=chronological_order)]


def _sentence(fact: Fact) -> str:
    if fact.relation in wordings().relations:
        return fact_sentence(fact)
    return f"{fact.subject}, {fact.relation}, {fact.object}, from {fact.start} to {fact.end}"
