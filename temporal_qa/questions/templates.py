"""Facts and queries put into words."""

from __future__ import annotations

import random

from temporal_qa.questions.queries import KINDS, TemporalQuery
from temporal_qa.questions.relations import Relation, wordings
from temporal_qa.timeline.dates import format_duration, format_month
from temporal_qa.timeline.facts import Fact


def fact_sentence(fact: Fact) -> str:
    """The sentence that states a fact in a ReasonQA context; a fact of one month is said to be ``in`` that month.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> fact_sentence(Fact("Kobe Bryant", "P54", "Los Angeles Lakers", CalendarDate(1996, 7), CalendarDate(2016, 4)))
    'Kobe Bryant played for Los Angeles Lakers from July 1996 to April 2016.'
    """
    # Slots are filled by plain replacement and not by str.format: a name may contain braces.
    sentence = _fill(wordings().relations[fact.relation].sentence, subject=fact.subject, object=fact.object)
    start, end = fact.span.start, fact.span.end
    time = f"in {format_month(start)}" if start == end else f"from {format_month(start)} to {format_month(end)}"
    return f"{sentence} {time}."


def question_text(query: TemporalQuery, rng: random.Random) -> str:
    """One of the query's wordings, chosen by ``rng``.

    In naming an event the subject is "he/she" where it is a person and "it" where it is not.
    """
    table = wordings()
    relation = table.relations[query.relation]
    ask = rng.choice(relation.ask_span if KINDS[query.kind].asks_span else relation.ask)
    pattern = rng.choice(table.patterns[query.kind])
    if not pattern.startswith("{ask}"):  # "In June 2007, which team did ..."
        pattern, ask = pattern[0].upper() + pattern[1:], ask[0].lower() + ask[1:]
    slots = {"ask": _fill(ask, subject=query.subject)}
    if query.month is not None:
        slots["month"] = format_month(query.month)
    if query.last_month is not None:
        slots["last_month"] = format_month(query.last_month)
    if query.duration is not None:
        slots["duration"] = format_duration(query.duration)
    if query.direction is not None:
        slots["direction"] = query.direction
    if query.event is not None:
        event_relation = table.relations[query.event.relation]
        named = {"subject": pronoun(query.event, event_relation), "object": query.event.object}
        slots["event"] = _fill(event_relation.event, **named)
        slots["event_during"] = _fill(rng.choice(event_relation.event_during), **named)
    return _fill(pattern, **slots)


def pronoun(fact: Fact, relation: Relation) -> str:
    """What stands for the fact's subject in the name of an event: ``he/she`` for persons, ``it`` for others."""
    return "he/she" if (fact.subject_type or relation.subject_types[0]) == "person" else "it"


def _fill(wording: str, **slots: str) -> str:
    """Fills each ``{slot}`` once, left to right, and never looks inside what it has filled in."""
    filled, rest = "", wording
    while True:
        before, opening, rest = rest.partition("{")
        filled += before
        if not opening:
            return filled
        slot, _, rest = rest.partition("}")
        filled += slots[slot]
