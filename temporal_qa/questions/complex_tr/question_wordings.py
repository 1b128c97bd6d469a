"""The wordings of questions, arranged for reading questions back."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from temporal_qa.io import InputError
from temporal_qa.io.yaml_tables import wording_pattern
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.text.dates import MONTH_AND_YEAR

_NUMBER = "1"

_PRONOUNS = ("he/she", "it", "she", "he")  # Complex-TR, Table 8: "before she studied at Brunel University"

Clause = tuple[str, re.Pattern[str]]
"""A kind of question, and the words that one of its patterns adds to what is asked."""


@dataclass(frozen=True, slots=True)
class QuestionWordings:
    """The wordings of ``relations.yaml``, arranged by what a reader meets first.

    ``asks`` leads from the words before the subject to the words after it and the relation asked for. A ``closing``
    clause follows what is asked, an ``opening`` one precedes it; both are found by their :func:`first_word`. ``events``
    and ``events_during`` hold, by relation, the words around the object that name an event after "before" or "after",
    and in place of a time.
    """

    asks: Mapping[str, Collection[tuple[str, str]]]
    closing: Mapping[str, Collection[Clause]]
    opening: Mapping[str, Collection[Clause]]
    events: Mapping[str, frozenset[tuple[str, str]]]
    events_during: Mapping[str, frozenset[tuple[str, str]]]


@cache
def question_wordings() -> QuestionWordings:
    """The wordings as they stand in the file.

    Raises:
        InputError: a pattern with words on both sides of ``{ask}``, which the reader of questions does not expect.
    """
    asks: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    events, events_during = {}, {}
    for relation in wordings().relations.values():
        # Singular and plural are read alike: the time that is asked about shows which is meant.
        ours = relation.ask + relation.ask_span + relation.ask_other
        for ask in (*ours, relation.temp_reason_ask, *relation.complex_tr_ask):
            if ask is not None:
                before, after = ask.split("{subject}")
                asks[before][after, relation.id] = None
        events[relation.id] = _around_object(relation.event, *relation.complex_tr_event)
        events_during[relation.id] = _around_object(*relation.event_during, *relation.complex_tr_event_during)
    closing, opening = _clauses({before for pairs in events_during.values() for before, _ in pairs})
    return QuestionWordings(asks, closing, opening, events, events_during)


def _clauses(begins: Set[str]) -> tuple[Mapping[str, Sequence[Clause]], Mapping[str, Sequence[Clause]]]:
    """The closing and the opening clauses; ``begins`` are the words with which an event in place of a time begins."""
    during = [re.escape(words) for words in sorted(begins) if not any(words.startswith(b) for b in begins - {words})]
    slots = {
        "month": MONTH_AND_YEAR,
        "last_month": MONTH_AND_YEAR,
        "duration": r"[1-9][0-9]* (?:years?(?: and [1-9][0-9]* months?)?|months?)",
        "direction": "before|after",
        "nearest": "last before|next after",
        "event": ".+",
        "event_during": f"(?:{'|'.join(during)}).+",
    }
    # The words that a slot may begin with, if the clause begins with it.
    first_words = {
        "{duration}": [_NUMBER],
        "{direction}": ["before", "after"],
        "{nearest}": ["last", "next"],
        "{event_during}": sorted({words.split()[0] for words in begins}),
    }
    closing: defaultdict[str, list[Clause]] = defaultdict(list)
    opening: defaultdict[str, list[Clause]] = defaultdict(list)
    for kind, patterns in wordings().patterns.items():
        for pattern in patterns:
            before, after = pattern.split("{ask}")
            if before and after != "?":
                raise InputError(f"{kind}: {pattern!r} stands on both sides of {{ask}}", "generation/relations.yaml")
            clauses, words = (opening, before) if before else (closing, after.strip(" ?"))
            for word in first_words.get(words.split()[0], [first_word(words)]):
                clauses[word].append((kind, wording_pattern(before or after, slots)))
    return closing, opening


def first_word(text: str) -> str:
    """The first word of a text, by which its clause is found; all numbers count as one word."""
    word = text.partition(" ")[0]
    return _NUMBER if word.isdigit() else word


def _around_object(*names_of_event: str) -> frozenset[tuple[str, str]]:
    names = (name.replace("{subject}", pronoun) for name in names_of_event for pronoun in _PRONOUNS)
    return frozenset((before, after) for before, after in (name.split("{object}") for name in names))
