"""Puts facts and queries into words."""

import random

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.relations import Relation, wordings
from temporal_qa.text.durations import format_duration
from temporal_qa.timeline import Fact, FactGroup, format_month


def fact_sentence(fact: Fact) -> str:
    """The sentence that states a fact in a ReasonQA context; a fact of one month is said to be ``in`` that month.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> fact_sentence(Fact("Kobe Bryant", "P54", "Los Angeles Lakers", CalendarDate(1996, 7), CalendarDate(2016, 4)))
    'Kobe Bryant played for Los Angeles Lakers from July 1996 to April 2016.'
    """
    sentence = wordings().relations[fact.relation].sentence.format(subject=fact.subject, object=fact.object)
    return f"{sentence} {fact.span.in_words()}."


def question_text(query: TemporalQuery, rng: random.Random, pronoun: str) -> str:
    """One of the query's wordings, chosen by ``rng``; in the name of an event the subject is the ``pronoun``."""
    table = wordings()
    ask = rng.choice(_ways_to_ask(query, table.relations[query.relation]))
    pattern = rng.choice(table.patterns[query.kind])
    if not pattern.startswith("{ask}"):  # "In June 2007, which team did ..."
        pattern, ask = pattern[0].upper() + pattern[1:], ask[0].lower() + ask[1:]
    slots = {"ask": ask.format(subject=query.subject)}
    if query.month is not None:
        slots["month"] = format_month(query.month)
    if query.last_month is not None:
        slots["last_month"] = format_month(query.last_month)
    if query.duration is not None:
        slots["duration"] = format_duration(query.duration)
    if query.direction is not None:
        slots["direction"] = query.direction
        slots["nearest"] = {"before": "last before", "after": "next after"}[query.direction]
    if query.event is not None:
        event_relation = table.relations[query.event.relation]
        named = {"subject": pronoun, "object": query.event.object}
        slots["event"] = event_relation.event.format_map(named)
        slots["event_during"] = rng.choice(event_relation.event_during).format_map(named)
    return pattern.format_map(slots)


def _ways_to_ask(query: TemporalQuery, relation: Relation) -> tuple[str, ...]:
    if not KINDS[query.kind].asks_span:
        return relation.ask
    # The event is not an answer: if it has the relation asked for, the question asks for "other teams".
    same_relation = query.event is not None and query.event.relation == query.relation
    return relation.ask_other if same_relation else relation.ask_span


def subject_pronoun(group: FactGroup) -> str:
    """The pronoun of the subject in the name of an event: ``he/she`` for persons, ``it`` for others.

    If no fact gives the subject's type, its relations show it: only organisations and places have a head coach.
    """
    types = {fact.subject_type or wordings().relations[fact.relation].subject_types[0] for fact in group.facts}
    return "he/she" if types == {"person"} else "it"
