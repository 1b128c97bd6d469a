"""The words and the times of a question, which a sentence may say again: "In May 2008, ...", "... died first"."""

# ruff: noqa: RUF001

import re
from collections.abc import Sequence

from temporal_qa.scoring.reading.orders import ORDER_OF, orders_in
from temporal_qa.text.dates import MONTH, find_dates
from temporal_qa.text.durations import find_durations, with_plain_amounts

_WORD = re.compile(r"[\w'’]+")
_ENDING = re.compile(r"['’]s?\Z|(?<=\w{3})(?:ed|ing|ers?|es|s|e)(?:['’]s?)?\Z")
_MONTH = re.compile(MONTH, re.IGNORECASE)


def _stems(text: str) -> set[str]:
    """The words of a text in lower case without their endings; of months three letters."""
    words = _WORD.findall(text.lower())
    return {word[:3] if _MONTH.fullmatch(word) else _ENDING.sub("", word) for word in words} - {""}


# A sentence may say beside its question words that tell no more, ...
_SMALL_WORDS = _stems(
    "a an the and of in on at for by with to as from until till since between during while when who which that this it"
    " these those he she they him her them his their its was is were are be been has had have did also both only then"
    " exactly right immediately directly just so thus therefore there one two person sure asked question"
    " answer time period day month year date interval term tenure cover covers covered include includes included"
    " within fall falls became served place location team same"
)
# ... and, if its question has a word of one of these lines, the others of the line.
_SYNONYMS = [*map(_stems, (
    "work working employ employed employee employer employers serve serving staff hold held holding role position post"
    " office lead led leader head coach coached manage managed manager chair chaired chairman chairwoman chairperson"
    " taught teaching faculty",
    "coach coached manager managed trained charge",
    "government governed mayor",
    "lead led leader head headed ceo chief executive",
    "play player team club member side belong belonged party membership represented affiliated",
    "study studied student attend attended educated education enrolled school university graduate graduated",
    "marry married marriage spouse wife husband",
    "name named called known title titled official officially",
    "command commanded commander led leader head headed",
    "imprisoned detained incarcerated jailed prison held",
    "own owner belong belonged possession",
    "run ran operate operator operated",
    "make made maker produce produced producer manufactured manufacturer",
    "edit editor edited chief",
    "host hosted present presented presenter",
    "home field ground stadium venue arena games play played",
    "sport compete competed practise practised",
    "live living reside residence resident located housed based headquarters headquartered",
    "citizen citizenship nationality hold held",
    "win won give given award awarded receive received recipient",
    "born birth births came older younger",
    "die died death deaths came passed away",
    "live lived lives life lifespan alive longer older greater age died",
))]  # fmt: skip
_SAME_ORDER = [_stems("after following next later joined"), _stems("before prior preceding previous earlier")]
_THAT_TIME = re.compile(r"\b(?:that|this) (?:time|date|day|month|year|period)\b", re.IGNORECASE)
_ORDER_OF_EVENTS = re.compile(r"\b(before|after)\b")
_TO_JOIN = re.compile(r"\b(?:moved|moving) to\b")
_LEAVING = r"(?:\b(?:leaving|left|joining|joined|becoming|became)\s+)?"
# "until 2003", "left in 2003"; "since 2003", "joined in 2003"
_UNTIL = re.compile(r"\b(?:until|till|to|left|ended|resigned)\b", re.IGNORECASE)
_SINCE = re.compile(
    r"\b(?:since|from|joined|began|started|took|taken|became|appointed|elected|acquired|founded)\b", re.IGNORECASE
)
_EVER = 12 * 10_000
"""More months than any date has."""


class Asked:
    """The words and the times of a question.

    Args:
        question: its text.
        events: the candidates that it names: "after she worked for Boeing", "Ann Lee or Bob Ray".
    """

    def __init__(self, question: str, events: Sequence[str]) -> None:
        self.question, self.events = question, events
        asked, orders = _stems(question), orders_in(question)
        keys = _stems(" ".join(filter(str.islower, question.split())))  # no words of names, but for "the CEO of"
        lines = [words for words in _SYNONYMS if not keys.isdisjoint(words)]
        lines = lines or [words for words in _SYNONYMS if not asked.isdisjoint(words)]
        lines += [words for words in _SAME_ORDER if not keys.isdisjoint(words)]
        same = (word for word, order in ORDER_OF.items() if order in orders and len(events) == 2)
        self._words = asked.union(_SMALL_WORDS, _stems(" ".join(same)), *(lines if question else _SYNONYMS))
        self._dates, self._lengths = _months_in(question), _lengths_in(question)
        order = _ORDER_OF_EVENTS.search(question)
        self._order = order[0] if order else ""
        self._times = self._times_asked()

    def _times_asked(self) -> list[tuple[float, float]]:
        """The first and the last month of each: "2 years before May 2008" is May 2006, "after May 2008" has no end."""
        if not self._order:
            return self._dates
        if self.events:
            return []
        by = sum(self._lengths) * (-1 if self._order == "before" else 1)
        if not by:
            return [(-_EVER, end) if self._order == "before" else (start, _EVER) for start, end in self._dates]
        return [(start + by, end + by) for start, end in self._dates]

    def has_words_of(self, text: str) -> bool:
        """Whether the words of a text, but for dates and what the question counts or names, tell no more than it."""
        text = _TO_JOIN.sub("joined", with_plain_amounts(text))
        spans = [(date.start, date.end) for date in find_dates(text)]
        if self.has_length_of(text):
            spans += [(length.start, length.end) for length in find_durations(text)]
        for start, end in sorted(spans, reverse=True):
            text = f"{text[:start]} {text[end:]}"
        for event in self.events:
            text = re.sub(_LEAVING * bool(self._order) + re.escape(event), " ", text)
        return _stems(text) <= self._words

    def has_time_of(self, text: str) -> bool:
        """Whether a text says the time of the question again: all of its months and years, its order, or its event."""
        if _THAT_TIME.search(text) or (self._lengths and self.has_length_of(text)):
            return True
        if self._dates:
            told = {*_months_in(text)}
            return told.issuperset(self._dates) or (bool(self._times) and told.issuperset(self._times))
        if len(self.events) == 1:
            after_that = f"{self._order} that"
            return self.events[0] in text or (bool(self._order) and after_that in text.lower())
        orders = orders_in(self.question)
        return bool(orders) and orders <= orders_in(text)

    def is_not_apart(self, text: str) -> bool:
        """Whether the dates in a text touch those of the question; so they do where either has none, or where the text
        counts on from them as the question does."""
        told = _months_in(text)
        if not told or not self._times or (self._lengths and self.has_length_of(text)):
            return True
        first, last = min(told)[0], max(end for _, end in told)
        if len(told) == 1:
            first = -_EVER if _UNTIL.search(text) else first
            last = _EVER if _SINCE.search(text) else last
        return first <= max(end for _, end in self._times) and min(self._times)[0] <= last

    def has_length_of(self, text: str) -> bool:
        """Whether a text says all lengths of time of the question: "two years before May 2008"."""
        return not self._lengths or self._lengths == _lengths_in(text)


def _months_in(text: str) -> list[tuple[float, float]]:
    """The first and the last month of the dates in a text, counted from the year 0."""
    dates = [(12 * date.year, date.month) for date in find_dates(text) if date.year is not None]
    return [(year + (month or 1), year + (month or 12)) for year, month in dates]


def _lengths_in(text: str) -> list[float]:
    return [duration.months for duration in find_durations(with_plain_amounts(text))]
