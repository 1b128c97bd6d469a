"""Whether a rewording of a question asks the same, by rule.

Our own parser reads it first. A wording that the parser does not know is compared in its parts: the names must stand
in it as they are, and no others; the dates and lengths of time must be the same; one phrase of time must say what the
question says; and all that is left must be one of the questions that ``generation/rewordings.yaml`` makes, from its
first word to its last. In doubt the answer is no: a rewording that is lost costs little, one with another meaning has a
wrong label.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.question_parsing import parse_question
from temporal_qa.questions.complex_tr.rewording_words import RelationWords, compiled, filled, rewording_table
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.text.dates import MONTH, parse_date
from temporal_qa.text.durations import find_durations, with_plain_amounts
from temporal_qa.timeline import Fact

NOT_ONE_QUESTION = "not one question"
OTHER_QUESTION = "reads as another question"
NAME_MISSING = "a name is missing"
OTHER_NAME = "another name"
OTHER_DATE = "other dates"
OTHER_DURATION = "another length of time"
OTHER_TIME = "the time is said in another way than we can check"
OTHER_RELATION = "the relation is said in another way than we can check"

_MAX_REWORDING = 2_000


def rewording_fault(query: TemporalQuery, facts: Sequence[Fact], reworded: str) -> str | None:
    """Why a rewording is not sure to ask the same as the query; None if it is.

    Args:
        query: what the original question asks, as :func:`~.question_parsing.parse_question` gives it.
        facts: the facts that the question is about.
        reworded: the rewording, one question.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> facts = [Fact("Ann", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))]
    >>> query = parse_question("Which employer did Ann work for in May 1990?", facts)
    >>> rewording_fault(query, facts, "In 05/1990, which company was Ann employed by?")
    >>> rewording_fault(query, facts, "Before May 1990, which company was Ann employed by?")
    'the time is said in another way than we can check'
    """
    try:
        read = parse_question(reworded, facts)
    except Unsolved:
        return _fault_of_parts(query, facts, reworded)
    return None if read.meaning == query.meaning else OTHER_QUESTION


def _fault_of_parts(query: TemporalQuery, facts: Sequence[Fact], reworded: str) -> str | None:
    text = " ".join(reworded.split())
    if len(text) > _MAX_REWORDING or re.search(r"[\ue000-\uf8ff]", text) or not re.search(r"[?.]$", text):
        return NOT_ONE_QUESTION
    event, table = query.event, rewording_table().words
    text, names = _masked(text, query, facts)
    same_name = event is not None and event.object == query.subject
    if _SUBJECT not in names or names.count(_OBJECT) != (event is not None) or same_name:
        return NAME_MISSING
    if _OTHER in names:
        return OTHER_NAME
    text, dates = _with_dates_masked(text)
    if dates != [month for month in (query.month, query.last_month) if month is not None]:
        return OTHER_DATE
    text, durations = _with_durations_masked(text, query)
    if durations != ([] if query.duration is None else [query.duration]):
        return OTHER_DURATION
    words = _in_words(text, table[query.relation].person)
    if re.search(r"[?.] .", words):
        return NOT_ONE_QUESTION
    words = words.rstrip("?. ")
    relations = {fact.relation for fact in facts if event is not None and fact.object == event.object}
    asking = _without_time(words, query, None if event is None else table[event.relation], len(relations) == 1)
    if asking is None:
        return OTHER_TIME
    return None if _asks_for(asking.replace(" ,", ""), query, words) else OTHER_RELATION


def _without_time(text: str, query: TemporalQuery, event: RelationWords | None, only_relation: bool) -> str | None:
    """The words that are left where the time of the question is taken out; None unless it is said, just once.

    Args:
        text: the words of the rewording, with SUBJECT, OBJECT, DATE and DURATION in the places of names and times.
        query: what the original question asks.
        event: the words of the relation of its event, if it has one.
        only_relation: the event's object occurs in no other relation, so that its name is enough ("his time at ...").
    """
    found = [match for pattern in _time_patterns(query, event, only_relation) for match in re.finditer(pattern, text)]
    found = [match for match in found if not any(_inside(match, other) for other in found)]
    if len({match.span() for match in found}) != 1:
        return None
    before, after = text[: found[0].start()].rstrip(" ,"), text[found[0].end() :].lstrip(" ,")
    if query.duration is not None and not _is_point(before, after):
        return None
    return f"{before} {after}".strip()


def _inside(match: re.Match[str], other: re.Match[str]) -> bool:
    return match.span() != other.span() and other.start() <= match.start() and match.end() <= other.end()


def _is_point(before: str, after: str) -> bool:
    """Whether what precedes a length of time leaves it a distance: "in the 3 years before ..." is a stretch.

    A preposition there must belong to the verb, as in "Which team did she play for 3 years before ...?".
    """
    words = before.split()
    if not words or words[-1] not in {"for", "in", "of", "at", "to", "with", "by", "the", "a", "an", "on"}:
        return True
    stranded = re.match(r"(?:(?:\w+ )*)?(?:which|what|who|whom|name) ", before)
    return words[-1] not in {"the", "a", "an"} and words.count(words[-1]) == 1 and bool(stranded) and not after


def _time_patterns(query: TemporalQuery, event: RelationWords | None, only_relation: bool) -> Iterator[str]:
    table = rewording_table()
    for pattern in table.times[" ".join(filter(None, (query.kind, query.direction)))]:
        if event is None:
            yield pattern
        else:
            named = f"(?:{event.event}|{table.stay})" if only_relation and event.person else event.event
            yield filled(pattern, {"event": named, "start": event.start, "end": event.end})
    if query.kind == "l3_neighbour" and event is not None and not event.person:
        yield table.succession[query.direction or "after"]


def _asks_for(asking: str, query: TemporalQuery, words: str) -> bool:
    """Whether the words without the time, all of them, ask for the objects of the query's subject and relation."""
    relation = rewording_table().words[query.relation]
    event_relation = None if query.event is None else query.event.relation
    pattern = relation.ask
    if event_relation == query.relation:
        asking = _OTHERS.sub(r"\1", asking)
    if query.kind == "l3_neighbour":
        pattern = relation.ask_next if query.direction == "after" else relation.ask_last
        asking = _without_order(asking, query, words)
    tokens = asking.split()
    if "all" in tokens and not KINDS[query.kind].asks_span:
        return False
    # "Before Ann married Bob, where did he live?" may be about either.
    if "SUBJECT" not in tokens and (not relation.person or event_relation == "P26" or "SUBJECT" not in words):
        return False
    return compiled(pattern).fullmatch(asking) is not None


_OTHERS = re.compile(r"\b(which|what|who|whom|where|the) (?:other|else)\b")


def _without_order(asking: str, query: TemporalQuery, words: str) -> str:
    """What asks for the next or the last before, without a word that says so.

    At the end such a word may belong to the event ("after IBM employed her first"), unless the question came after it.
    """
    orders = rewording_table().orders[query.direction or "after"]
    found = re.search(rf"(?<= )(?:{orders})\b ?", asking)
    if found is None or (found.end() == len(asking) and words.startswith(asking[: found.start()].rstrip())):
        return asking
    return f"{asking[: found.start()]}{asking[found.end() :]}".strip()


_SUBJECT, _OBJECT, _OTHER, _DATE, _DURATION = "\ue000\ue001\ue002\ue003\ue004"
_PLACES = {_SUBJECT: "SUBJECT", _OBJECT: "OBJECT", _DATE: "DATE", _DURATION: "DURATION"}


def _masked(text: str, query: TemporalQuery, facts: Sequence[Fact]) -> tuple[str, list[str]]:
    """The text with a mark in place of each name, and the marks. Longer names come first: they may hold others."""
    marks = {name: _OTHER for fact in facts for name in (fact.subject, fact.object)} | {query.subject: _SUBJECT}
    if query.event is not None:
        marks[query.event.object] = _OBJECT
    longest_first = "|".join(re.escape(name) for name in sorted(marks, key=lambda name: (-len(name), name)))
    names = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")
    return names.sub(lambda name: f" {marks[name[0]]} ", text), [marks[name] for name in names.findall(text)]


_MONTH_NAME = rf"(?:{MONTH})\.?"
_RANGE_IN_YEAR = re.compile(
    rf"\b({_MONTH_NAME}) (to|and|through|until|till|-|\u2013|\u2014) ({_MONTH_NAME}),? (\d+)\b", re.I
)
_DATES = re.compile(
    rf"(?<!\d )(?<![\w/-])(?:(?P<name>{_MONTH_NAME})(?:,? | of )(?P<year>[0-9]{{1,6}}(?: BCE?)?)|"
    r"(?P<iso>[0-9]{4}-[0-9]{2})|(?P<number>0?[1-9]|1[0-2])/(?P<of>[0-9]{4}))(?![\w/]|-[\w])", re.IGNORECASE,
)  # fmt: skip


def _with_dates_masked(text: str) -> tuple[str, list[int | None]]:
    """The text without its months, and their numbers in its order; None stands for what is not a month."""
    text = _RANGE_IN_YEAR.sub(r"\1 \4 \2 \3 \4", text)
    return _DATES.sub(f" {_DATE} ", text), [_month(date) for date in _DATES.finditer(text)]


def _month(date: re.Match[str]) -> int | None:
    written = date["iso"] or (f"{date['of']}-{int(date['number']):02}" if date["of"] else "")
    with suppress(ValueError):
        return parse_date(written or f"{date['name'].rstrip('.').title()} {date['year'].upper()}").month_number
    return None


_NEXT_MONTH = re.compile(r"\b(?:in |during )?the month (?:immediately |directly |right |just )?"
                         r"(?=(?:before|after|preceding|following|prior to) )", re.IGNORECASE)  # fmt: skip


def _with_durations_masked(text: str, query: TemporalQuery) -> tuple[str, list[float]]:
    """The text without its lengths of time, and their months; "the month after ..." is one month after it."""
    text = with_plain_amounts(text)
    found = find_durations(text)
    if query.duration == 1 and not found and (next_month := _NEXT_MONTH.search(text)):
        return f"{text[: next_month.start()]} {_DURATION} {text[next_month.end() :]}", [1]
    for length in reversed(found):
        text = f"{text[: length.start]} {_DURATION} {text[length.end :]}"
    return text, [length.in_unit("months") for length in found]


_TOKEN = re.compile(r"[\ue000-\ue004]|[a-z]+(?:-[a-z]+)*|'s\b|\S")


def _in_words(text: str, person: bool) -> str:
    """The text as words with one space between them, in lower case, and the places of names and times in capitals."""
    text = text.lower().translate(str.maketrans("\u2019\u2018\u2013\u2014", "''--"))
    table = rewording_table()
    for pronoun, pairs in table.pronouns.items():
        text = re.sub(rf"\b(?:{'|'.join(pairs)})\b", pronoun, text)
    words = " ".join(_PLACES.get(word, word) for word in _TOKEN.findall(text))
    words = re.sub(r"\b(?:the|a|an) (?=OBJECT|SUBJECT)", "", words)
    if not person:  # "the team Ann played for" is asked for, "the team Lions" is the subject
        words = re.sub(rf"\bthe (?:{table.kind_of_subject}) (?=SUBJECT)", "", words)
    polite = re.match(table.polite, f"{words} ")
    if polite is None or not polite[0].strip():
        return words
    asked = words[polite.end() :]
    return f"name {asked}" if asked.startswith(("the ", "all ", "SUBJECT ")) else asked
