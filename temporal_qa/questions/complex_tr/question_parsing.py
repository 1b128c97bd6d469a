"""Questions read back from their words, in our wordings and in those of the released TempReason and Complex-TR.

A question is read against its facts: its subject and its event must be names in them. So names may hold any words
("before", "in June 2007", a question mark), and no end of a name has to be guessed. Every reading that the wordings
allow is found; if two remain that ask different things, the question is unparsable.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.io import InputError
from temporal_qa.io.yaml_tables import wording_pattern
from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.unsolved import Unanswerable, Unparsable, Unsolved
from temporal_qa.text.dates import MONTH_AND_YEAR, parse_date
from temporal_qa.text.durations import parse_duration
from temporal_qa.text.positions import positions
from temporal_qa.timeline import Fact

_MAX_QUESTION = 20_000
"""In characters. The time to find every reading of a question grows with the square of its length."""

_NUMBER = "1"

_PRONOUNS = ("he/she", "it", "she", "he")  # Complex-TR, Table 8: "before she studied at Brunel University"

Clause: TypeAlias = tuple[str, re.Pattern[str]]
"""A kind of question, and the words that one of its patterns adds to what is asked."""


class _Reading(NamedTuple):
    """A question split into its parts, whose event is still a text."""

    kind: str
    subject: str
    relation: str
    slots: Mapping[str, str]


def parse_question(question: str, facts: Sequence[Fact]) -> TemporalQuery:
    """What the question asks; it must name the subject of the facts.

    Events are named as we name them ("after he/she worked for IBM"), or by the bare object of the relation asked for,
    as TempReason does ("after IBM"). The question mark may be missing, as in Tables 8 and 14 of Complex-TR.

    Raises:
        Unparsable: the question names no subject of the facts, is in no known wording, or can be read in two ways.
        Unanswerable: its event is not a fact, or is several (the object occurs twice); its stretch of time ends
            before it starts.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> facts = [Fact("Ann", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))]
    >>> query = parse_question("Which employer did Ann work for in May 1990?", facts)
    >>> query.kind, query.relation, query.month
    ('l2_at', 'P108', 23884)
    """
    question = question.strip()
    if len(question) > _MAX_QUESTION:
        raise Unparsable(f"the question has more than {_MAX_QUESTION:,} characters")
    if not question.endswith("?"):
        question += "?"
    known = dict.fromkeys([fact.subject for fact in facts])
    if not known:
        raise Unparsable("there are no facts")
    subjects = [subject for subject in known if subject in question]
    if not subjects:
        raise Unparsable(f"the question names no subject of the facts ({', '.join(map(repr, known))})")
    readings = [reading for subject in subjects for reading in _readings(question, subject)]
    queries = [query for reading in readings for query in _queries(reading, facts)]
    query = queries[0] if len(queries) == 1 else _only_query(queries, readings)
    if query.last_month is not None and query.month is not None and query.last_month < query.month:
        raise Unanswerable("the stretch of time in the question ends before it starts")
    return query


def _readings(question: str, subject: str) -> Iterator[_Reading]:
    """Every way to split the question into what is asked, of this subject, and when."""
    table = question_wordings()
    for at in positions(subject, question):
        before, after = question[:at], question[at + len(subject) :]
        for ask_end, relation in table.asks.get(before, ()):
            if after.startswith(ask_end):
                for kind, clause in table.closing.get(_first_word(after[len(ask_end) + 1 :]), ()):
                    if found := clause.fullmatch(after, len(ask_end)):
                        yield _Reading(kind, subject, relation, found.groupdict())
        for kind, clause in table.opening.get(_first_word(before), ()):
            if found := clause.match(before):
                ask = before[found.end() :]  # "which team did", for "Which team did"
                for ask_end, relation in table.asks.get(ask[:1].upper() + ask[1:], ()):
                    if after == ask_end + "?":
                        yield _Reading(kind, subject, relation, found.groupdict())


def _queries(reading: _Reading, facts: Sequence[Fact]) -> Iterator[TemporalQuery]:
    """The queries that a reading can stand for: one for each fact that its event can be; none if a time is misspelt."""
    kind, subject, relation, slots = reading
    try:
        month = parse_date(slots["month"]).month_number if "month" in slots else None
        last_month = parse_date(slots["last_month"]).month_number if "last_month" in slots else None
        duration = parse_duration(slots["duration"]) if "duration" in slots else None
    except ValueError:
        return
    direction: Any = slots.get("direction") or slots.get("nearest", "").rpartition(" ")[2] or None
    events = _events(reading, facts) if "event" in slots or "event_during" in slots else (None,)
    for event in events:
        yield TemporalQuery(kind, subject, relation, month, last_month, duration, direction, event)


def _events(reading: _Reading, facts: Sequence[Fact]) -> Iterator[Fact]:
    """The facts of the subject that the words of the event name; a neighbour's event has the relation asked for."""
    slot = "event" if "event" in reading.slots else "event_during"
    named, names = reading.slots[slot], question_wordings().events[slot]
    neighbour = reading.kind == "l3_neighbour"
    for fact in facts:
        name = fact.object
        if name not in named or fact.subject != reading.subject or (neighbour and fact.relation != reading.relation):
            continue
        around = [(named[:at], named[at + len(name) :]) for at in positions(name, named)]
        if (neighbour and named == name) or not names.get(fact.relation, frozenset()).isdisjoint(around):
            yield fact


def settle_reading(
    question: str, readings: Sequence[Sequence[Fact]], *, released: bool = False
) -> tuple[TemporalQuery, Sequence[Fact]]:
    """What the question asks, and which of the readings of its context it is about.

    Args:
        question: the question.
        readings: the facts of its context, as :func:`~.fact_parsing.fact_context_readings` gives them.
        released: the context is not ours. So if the question asks for a party, and nothing shows whether "the" is part
            of its name, it is not: neither TempReason nor Complex-TR counts it as part.

    Raises:
        Unparsable: as :func:`parse_question`; or the question fits several readings, and its answer depends on which.
        Unanswerable: as :func:`parse_question`, in every reading that it fits.
    """
    if len(readings) == 1:
        return parse_question(question, readings[0]), readings[0]
    understood: list[tuple[TemporalQuery | Unsolved, Sequence[Fact]]] = []
    for facts in readings:
        try:
            understood.append((parse_question(question, facts), facts))
        except Unsolved as why:
            understood.append((why, facts))
    fitting = [(read, facts) for read, facts in understood if not isinstance(read, Unparsable)] or understood
    if len({facts[0].subject for _, facts in fitting}) != 1:
        subjects = ", ".join(repr(subject) for subject in dict.fromkeys(facts[0].subject for facts in readings))
        raise Unparsable(f"the subject of the context can be any of {subjects}, and the question does not settle which")
    # The readings that are left have the same subject: only the names of its parties differ.
    queries = [(read, facts) for read, facts in fitting if isinstance(read, TemporalQuery)]
    if not queries:
        raise max((read for read, _ in fitting if isinstance(read, Unsolved)), key=lambda why: len(why.facts))
    query, facts = queries[-1]
    differ = any(other != query or other.candidates(theirs) != query.candidates(facts) for other, theirs in queries)
    if differ and not released:
        first, theirs = queries[0]
        message = "the question does not settle whether 'the' is part of the names of the parties"
        raise Unparsable(message, first.candidates(theirs))
    return query, facts


def _only_query(queries: Sequence[TemporalQuery], readings: Sequence[_Reading]) -> TemporalQuery:
    """The one query that all of these are. Raises with the reason if there is none."""
    if not queries:
        for reading in readings:
            if named := reading.slots.get("event") or reading.slots.get("event_during"):
                asked = " of the relation asked for" if reading.kind == "l3_neighbour" else ""
                raise Unanswerable(f"no fact{asked} is the event {named!r}")
        raise Unparsable("the question is in no known wording")
    distinct = {query.meaning: query for query in queries}  # an object that occurs at two times is two events
    if len(distinct) == 1:
        return queries[0]
    events = [query.event for query in distinct.values() if query.event is not None]
    if len({(apart, event and event[:3]) for apart, event in distinct}) == 1:
        raise Unanswerable(f"the event {events[0].object!r} occurs {len(events)} times", events)
    raise Unparsable(f"the question can be read in {len(distinct)} ways", events)


class QuestionWordings(NamedTuple):
    """The wordings of ``relations.yaml``, arranged by what a reader meets first.

    ``asks`` leads from the words before the subject to the words after it and the relation asked for. A ``closing``
    clause follows what is asked, an ``opening`` one precedes it; both are found by their first word. ``events`` hold
    the words around the object that name an event, by slot and relation: those of ``event`` stand after "before" or
    "after", those of ``event_during`` in place of a time.
    """

    asks: Mapping[str, Collection[tuple[str, str]]]
    closing: Mapping[str, Collection[Clause]]
    opening: Mapping[str, Collection[Clause]]
    events: Mapping[str, Mapping[str, frozenset[tuple[str, str]]]]


@cache
def question_wordings() -> QuestionWordings:
    """The wordings as they stand in the file.

    Raises:
        InputError: a pattern with words on both sides of ``{ask}``, which the reader of questions does not expect.
    """
    asks: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    events: dict[str, dict[str, frozenset[tuple[str, str]]]] = {"event": {}, "event_during": {}}
    for relation in wordings().relations.values():
        # Singular and plural are read alike: the time that is asked about shows which is meant.
        ours, theirs = relation.ask + relation.ask_span + relation.ask_other, relation.complex_tr
        for ask in ours + relation.temp_reason.ask + theirs.ask:
            before, after = ask.split("{subject}")
            asks[before][after, relation.id] = None
        events["event"][relation.id] = _around_object(relation.event, *theirs.event)
        events["event_during"][relation.id] = _around_object(*relation.event_during, *theirs.event_during)
    closing, opening = _clauses({before for pairs in events["event_during"].values() for before, _ in pairs})
    return QuestionWordings(asks, closing, opening, events)


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
            for word in first_words.get(words.split()[0], [_first_word(words)]):
                clauses[word].append((kind, wording_pattern(before or after, slots)))
    return closing, opening


def _first_word(text: str) -> str:
    """The first word of a text, by which its clause is found; all numbers count as one word."""
    word = text.partition(" ")[0]
    return _NUMBER if word.isdigit() else word


def _around_object(*names_of_event: str) -> frozenset[tuple[str, str]]:
    names = (name.replace("{subject}", pronoun) for name in names_of_event for pronoun in _PRONOUNS)
    return frozenset((before, after) for before, after in (name.split("{object}") for name in names))
