"""Chosen candidates put into words, with their ids and contexts, each checked by the solver."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from temporal_qa.questions.queries import KINDS
from temporal_qa.questions.records import Question
from temporal_qa.questions.solver import solve, solve_text
from temporal_qa.questions.synthesis import Candidate
from temporal_qa.questions.templates import fact_sentence, question_text, subject_pronoun
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline.facts import FactGroup


def ask(chosen: Iterable[tuple[FactGroup, Candidate]], seed: int, not_asked: Counter[str]) -> Iterator[Question]:
    """The questions in words. Ids are ``<prefix>_<subject>_<relation>_<number>``, as ``L2_Q58345040_P108_0``.

    Wording and order of the context depend on the seed and the question's id alone. A question whose words the solver
    can read in more than one way is left out and counted in ``not_asked``.

    Raises:
        RuntimeError: the solver, which was written apart, gives other answers. One of the two is wrong.
    """
    numbers: Counter[str] = Counter()
    for group, candidate in chosen:
        query = candidate.query
        series = f"{KINDS[query.kind].id_prefix}_{subject_key(group)}_{query.relation}"
        question_id = f"{series}_{numbers[series]}"
        numbers[series] += 1
        rng = random.Random(f"{seed}/wording/{question_id}")
        facts = rng.sample(group.facts, len(group.facts))
        question = Question(
            id=question_id,
            question=question_text(query, rng, subject_pronoun(group)),
            answers=candidate.answers,
            kind=query.kind,
            relation=query.relation,
            subject=query.subject,
            reference_month=query.reference_month,
            facts=tuple(facts),
            fact_context="\n".join(map(fact_sentence, facts)),
        )
        try:
            _check(question)
        except Unparsable:
            not_asked[f"{query.kind}: its words can be read in more than one way"] += 1
        except Unanswerable as reason:
            raise RuntimeError(f"question {question_id} has answers, and the solver finds none: {reason}") from reason
        else:
            yield question


def _check(question: Question) -> None:
    for solution in (
        solve(question.question, question.facts),
        solve_text(question.question, question.fact_context),
    ):
        if tuple(solution.answers) != question.answers:
            raise RuntimeError(
                f"question {question.id}, {question.question!r}: asked for {question.answers}, solved as "
                f"{solution.answers}; please report this"
            )


def subject_key(group: FactGroup) -> str:
    """The subject's id where the source gives one; else its name without spaces and a hash that keeps it unique.

    >>> subject_key(FactGroup("Queen's Park F.C.", ()))
    'Queen_s_Park_F_C-3eabc7'
    """
    if group.subject_id:
        return group.subject_id
    readable = re.sub(r"\W+", "_", group.subject).strip("_")
    return f"{readable}-{blake2b(group.subject.encode(), digest_size=3).hexdigest()}"
