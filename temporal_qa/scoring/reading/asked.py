"""The words and the times of a question, which a sentence may say again: "In May 2008, ...", "... died first"."""

# ruff: noqa: RUF001

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading.orders import orders_in
from temporal_qa.text.dates import MONTH, find_dates
from temporal_qa.text.durations import find_durations, with_plain_amounts

_WORD = re.compile(r"[\w'’]+")
_ENDING = re.compile(r"['’]s?\Z|(?<=\w{3})(?:ed|ing|ers?|es|s|e)\Z")
_MONTH = re.compile(MONTH, re.IGNORECASE)


def _stems(text: str) -> set[str]:
    """The words of a text in lower case without their endings, numbers as digits; of months three letters."""
    words = _WORD.findall(with_plain_amounts(text).lower())
    return {word[:3] if _MONTH.fullmatch(word) else _ENDING.sub("", word) for word in words}


# A sentence may say beside its question words that tell no more, ...
_SMALL_WORDS = _stems(
    "a an the and of in on at for by with to as from until till since between during while when who which that this it"
    " he she they him her them his their its was is were are be been has had have did also both only then exactly"
    " right immediately directly just so thus therefore there one two person sure asked question answer"
    " time period day month year date interval term tenure cover covers covered include includes included within fall"
    " falls"
)
# ... and, if its question has a word of one of these lines, the others of the line.
_SYNONYMS = [*map(_stems, (
    "work working employ employed employee employer employers serve serving staff hold held holding role position post"
    " office lead led leader head coach coached manage managed manager chair chaired chairman chairwoman chairperson",
    "play player team club member side belong belonged party",
    "study studied student attend attended educated education enrolled school university graduate graduated",
    "marry married marriage spouse wife husband",
    "own owner",
    "run ran",
    "live living reside residence located housed",
    "citizen citizenship hold held",
    "win won give given award awarded receive received recipient",
    "born birth births",
    "die died death deaths passed away",
    "live lived lives life lifespan alive longer older greater age died",
))]  # fmt: skip
_SAME_ORDER = [_stems("after following next later"), _stems("before prior preceding previous earlier")]
_DATE_WORD = re.compile(rf"\b(?:{MONTH}|\d{{4}})\b", re.IGNORECASE)
_THAT_TIME = re.compile(r"\b(?:at|in|on|during) (?:that|this) (?:time|date|day|month|year|period)\b", re.IGNORECASE)
_ORDER_OF_EVENTS = re.compile(r"\b(?:before|after)\b")
# "until 2003", "left in 2003"; "since 2003", "joined in 2003"
_UNTIL = re.compile(r"\b(?:until|till|to|left|ended|resigned)\b", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|from|joined|began|started|took)\b", re.IGNORECASE)
_LAST_YEAR = 9999


class Asked:
    """The words and the times of a question.

    Args:
        question: its text.
        events: the candidates that it names: "after she worked for Boeing", "Ann Lee or Bob Ray".
    """

    def __init__(self, question: str, events: Sequence[str]) -> None:
        self.question, self.events = question, events
        asked = _stems(question)
        lines = [words for words in (*_SYNONYMS, *_SAME_ORDER) if not asked.isdisjoint(words)]
        self._words = asked.union(_SMALL_WORDS, *(lines if question else _SYNONYMS))
        self._counts_on = bool(find_durations(question)) or _ORDER_OF_EVENTS.search(question) is not None

    def has_words_of(self, text: str) -> bool:
        """Whether the words of a text, but for dates and the events of the question, tell no more than the question."""
        for date in reversed(find_dates(text)):
            text = f"{text[: date.start]} {text[date.end :]}"
        for event in self.events:
            text = re.sub(rf"(?:\b(?:leaving|left|joining|joined|becoming|became)\s+)?{re.escape(event)}", " ", text)
        return _stems(text) <= self._words

    def has_time_of(self, text: str) -> bool:
        """Whether a text says the time of the question again: all of its months and years, its order, or its event."""
        if asked := {*map(str.lower, _DATE_WORD.findall(self.question))}:
            return asked <= {*map(str.lower, _DATE_WORD.findall(text))} or _THAT_TIME.search(text) is not None
        if orders := orders_in(self.question):
            return orders <= orders_in(text)
        return len(self.events) == 1 and self.events[0] in text

    def is_not_apart(self, text: str) -> bool:
        """Whether the dates in a text touch those of the question; so they do where either has none, or where the
        question counts on from its dates."""
        told, asked = _months_in(text), _months_in(self.question)
        if self._counts_on or not told or not asked:
            return True
        first, last = min(told)[0], max(end for _, end in told)
        if len(told) == 1:
            first = (0, 0) if _UNTIL.search(text) else first
            last = (_LAST_YEAR, 0) if _SINCE.search(text) else last
        return first <= max(end for _, end in asked) and min(asked)[0] <= last

    def has_length_of(self, text: str) -> bool:
        """Whether a text says all lengths of time of the question: "two years before May 2008"."""
        lengths = _lengths_in(self.question)
        return not lengths or lengths == _lengths_in(text)


def _months_in(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The first and the last month of the dates in a text."""
    dates = [(date.year, date.month) for date in find_dates(text) if date.year is not None]
    return [((year, month or 1), (year, month or 12)) for year, month in dates]


def _lengths_in(text: str) -> list[float]:
    return [duration.months for duration in find_durations(with_plain_amounts(text))]
