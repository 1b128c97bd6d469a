"""Candidates put into words as questions, with ids and contexts, each checked by the solver."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.solver import solve, solve_text
from temporal_qa.questions.complex_tr.synthesis import Candidate
from temporal_qa.questions.complex_tr.templates import fact_sentence, question_text, subject_pronoun
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline import Fact, FactGroup


def build_questions(
    chosen: Iterable[tuple[FactGroup, Candidate]], seed: int, not_asked: Counter[str]
) -> Iterator[Question]:
    """The questions in words. Ids are ``<prefix>_<subject>_<relation>_<number>``, as ``L2_Q58345040_P108_0``.

    Wording and order of the context depend on the seed and the question's id alone. A question whose words the solver
    can read in more than one way is left out and counted in ``not_asked``.

    Raises:
        RuntimeError: the solver gives other answers, so synthesis or solver is wrong.
    """
    numbers: Counter[str] = Counter()
    contexts: dict[str, ContextFacts] = {}
    for group, candidate in chosen:
        key = subject_slug(group)
        if key not in contexts:
            contexts[key] = context_facts(group)
        question_id = next_id(group, candidate, numbers)
        rng = random.Random(f"{seed}/wording/{question_id}")
        if question := verbalize(contexts[key], candidate, question_id, rng, not_asked):
            yield question


def next_id(group: FactGroup, candidate: Candidate, numbers: Counter[str]) -> str:
    """The id of the group's next question of this kind and relation; ``numbers`` counts those so far."""
    series = f"{KINDS[candidate.query.kind].id_prefix}_{subject_slug(group)}_{candidate.query.relation}"
    numbers[series] += 1
    return f"{series}_{numbers[series] - 1}"


class ContextFacts(NamedTuple):
    """The facts of a group with their sentences, read back once for all of its questions.

    ``pronoun`` stands for the subject in the names of events. ``unambiguous`` says that the sentences, in any order,
    can be read as these facts only. Then the text of a question and its facts give the same answers, and solving it
    from the facts is enough.
    """

    sentences: tuple[tuple[Fact, str], ...]
    pronoun: str
    unambiguous: bool


def context_facts(group: FactGroup, others: Iterable[FactGroup] = ()) -> ContextFacts:
    """Puts the facts of the group into words, and reads them back.

    ``others`` are groups whose facts stand in the context as well, and are not asked about.

    Raises:
        RuntimeError: the sentences, read back, give other facts.
    """
    sentences = tuple((fact, fact_sentence(fact)) for fact in group.facts)
    contexts = [context_facts(other) for other in others]
    around = tuple(sentence for context in contexts for sentence in context.sentences)
    try:
        readings = fact_context_readings("\n".join(sentence for _, sentence in sentences))
    except Unparsable:
        readings = []
    unambiguous = len(readings) == 1 and all(each.unambiguous for each in contexts)
    if len(readings) == 1 and [fact.statement for fact in readings[0]] != [fact.statement for fact in group.facts]:
        raise RuntimeError(f"the sentences about {group.subject!r} state other facts than its own; please report this")
    return ContextFacts(sentences + around, subject_pronoun(group), unambiguous)


def verbalize(
    context: ContextFacts, candidate: Candidate, question_id: str, rng: random.Random, not_asked: Counter[str]
) -> Question | None:
    """The question in words, its wording and the order of its context drawn by ``rng``, checked by the solver.

    None, counted in ``not_asked``, if the solver can read its words in more than one way, or if two answers differ in
    case, punctuation or articles alone, which scores do not see.

    Raises:
        RuntimeError: the solver gives other answers.
    """
    query = candidate.query
    if 1 < len(candidate.answers) > len({*map(normalize_answer, candidate.answers)}):
        not_asked[f"{query.kind}: two answers are one name to scores"] += 1
        return None
    facts, sentences = zip(*sorted(context.sentences, key=lambda _: rng.random()), strict=True)
    question = Question(
        id=question_id, question=question_text(query, rng, context.pronoun), answers=candidate.answers, kind=query.kind,
        relation=query.relation, subject=query.subject, reference_month=query.reference_month, facts=facts,
        fact_context="\n".join(sentences),
    )  # fmt: skip
    try:
        solutions = [solve(question.question, question.facts)]
        if not context.unambiguous:
            solutions.append(solve_text(question.question, question.fact_context))
    except Unparsable:
        not_asked[f"{query.kind}: its words can be read in more than one way"] += 1
        return None
    except Unanswerable as reason:
        raise RuntimeError(f"question {question_id} has answers, and the solver finds none: {reason}") from reason
    for solution in solutions:
        if tuple(solution.answers) != question.answers:
            raise RuntimeError(
                f"question {question.id}, {question.question!r}: asked for {question.answers}, solved as "
                f"{solution.answers}; please report this"
            )
    return question


def subject_slug(group: FactGroup) -> str:
    """The subject's id if the source gives one; else its name without spaces, and a hash that keeps it unique.

    >>> subject_slug(FactGroup("Queen's Park F.C.", ()))
    'Queen_s_Park_F_C-3eabc7'
    """
    if group.subject_id:
        return group.subject_id
    readable = re.sub(r"\W+", "_", group.subject).strip("_")
    return f"{readable}-{blake2b(group.subject.encode(), digest_size=3).hexdigest()}"
