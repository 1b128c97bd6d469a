"""The time of a question that a sentence says again: "In May 2008, ...", "After he left Boeing, ...", "Two years
earlier, ..."."""

import re
from functools import cache

from temporal_qa.scoring.reading.lines import LineReader
from temporal_qa.scoring.reading.orders import orders_in
from temporal_qa.scoring.reading.remarks import DATE, LENGTH, SAME_ORDER
from temporal_qa.text.dates import find_dates
from temporal_qa.text.durations import find_durations, with_plain_amounts

_THAT_TIME = re.compile(
    r"\b(?:at|in|on|during)\s+(?:that|this)\s+(?:time|date|day|month|year|period|point)\b", re.IGNORECASE
)
# Words of one time, of which a question has one and an answer may have the other.
_SAME_TIME = (("after", "following"), ("before", "prior to", "preceding"), ("while", "during", "when"))
# "Two years earlier, in May 2001, he led Tesla.", where the question asks for "two years before"
_ASKED_OFFSET = re.compile(rf"(?P<length>{LENGTH})(?P<way>before|after)\b", re.IGNORECASE)
_OFFSET_ALONE = re.compile(
    rf"\b(?P<length>{LENGTH})(?P<way>before|earlier|prior|after|later)(?:\s+that|wards?)?"
    rf"(?:(?:,?\s+(?:that\s+is,?\s+)?\(?in\s+{DATE.pattern}\)?)?,|\s+(?:is|was)\s+{DATE.pattern},\s+when)\s+",
    re.IGNORECASE,
)
# "until 2003", which tells when a fact ended
_UNTIL = re.compile(r"\b(?:until|till)\s+", re.IGNORECASE)
_UNTIL_DATE = re.compile(rf"{_UNTIL.pattern}{DATE.pattern}", re.IGNORECASE)
# "She joined Tesla in May 2003", not "... after May 2003"
_BEGUN = re.compile(r"\b(?:joined|began|begun|started|took over)\b(?![^.;]*\bafter\b)[^.;]{0,60}")
_LEAVING = re.compile(r"\b(?:left|leav|resign|retir|fired)")
_THAT = re.compile(r"(?:that|this),?(?= )")  # "After that, he worked for Tesla."
_NO_BREAK = re.compile(r"(?:[^.,:;\n]{0,60}\s)?")
# "While he was at Boeing, he also worked for Tesla."
_ALSO = re.compile(r"\A,?\s*(?:((?:[\w.'’-]+,? ){1,6}?)also )?")  # noqa: RUF001


class TimeReader(LineReader):
    """Tells whether a text says the time of its question again; see :class:`~.lines.LineReader`."""

    def says_asked_time(self, text: str) -> bool:
        """Whether a sentence says the time of its question again: "In May 2008, ...", "... died first"."""
        if self._without_offset(text) != text:
            return True
        if asked := self._months_asked():
            return asked <= _months(text) or _THAT_TIME.search(text) is not None
        order = orders_in(self._question)
        return (bool(order) and order <= orders_in(text)) or self._without_asked_time(text) != text

    def _months_asked(self) -> set[tuple[int | None, int | None]]:
        return _months(self._question)

    def _without_offset(self, text: str) -> str:
        """The sentence without the length of time that its question asks for, counted from what was said before."""
        asked = _ASKED_OFFSET.search(self._question)
        told = asked and _OFFSET_ALONE.search(text)
        if asked is None or told is None or (told["way"].lower() in ("after", "later")) != (asked["way"] == "after"):
            return text
        is_same = _months_of(asked["length"]) == _months_of(told["length"])
        return text[: told.start()] + text[told.end() :] if is_same else text

    def _without_asked_time(self, text: str) -> str:
        """The sentence without the time of its question: "After he left Boeing, ..."."""
        text = self._without_offset(text)
        asked = self._question.lower()
        words = [word for same in _SAME_TIME if any(f"{one} " in asked for one in same) for word in same]
        for clause in _clauses("|".join(words)).finditer(text) if words else ():
            rest = text[clause.end() :]
            places = [(rest.find(event), event) for event in self._events]
            ends = [at + len(event) for at, event in places if at >= 0 and _NO_BREAK.fullmatch(rest, 0, at)]
            if not (ends or _ASKED_OFFSET.search(self._question)) and (that := _THAT.match(rest)):
                ends = [that.end()]
            date = None if ends else DATE.match(rest)
            is_asked = not _ASKED_OFFSET.search(self._question) and date and _months(date[0]) <= self._months_asked()
            if date and (clause["length"] or is_asked):
                ends = [date.end()]
            end = clause.end() + max(ends, default=0)
            if _LEAVING.search(text, clause.end(), end) and not clause[0].rstrip().lower().endswith(_SAME_TIME[0]):
                continue  # "When he left Boeing" is not while he worked for it
            if ends and not text[end : end + 1].isalnum() and self._is_beside(text[clause.start() : end], self._events):
                return text[: clause.start()] + _ALSO.sub(r"\1", text[end:], count=1)
        return text

    def _without_end(self, text: str) -> str:
        """The text without "until DATE", which tells of no other time if it is not before that of a question."""
        return _UNTIL_DATE.sub(" ", text) if find_dates(self._question) else text

    def _ends_before_asked(self, text: str) -> bool:
        """Whether a sentence tells of a time that ended before that of its question: "He led Tesla until 2003."."""
        if _UNTIL.search(text) is None or SAME_ORDER[1].search(self._question.lower()):
            return False
        asked = min(_months_in(self._question), default=None)
        ends = (_months_in(text[until.end() : until.end() + 30]) for until in _UNTIL.finditer(text))
        return asked is not None and any(end and end[0][1] < asked[0] for end in ends)

    def _begins_by_asked(self, text: str) -> bool:
        """Whether a sentence tells of a time that began by that of its question: "He joined Tesla in May 2003."."""
        asked = max((last for _, last in _months_in(self._question)), default=None)
        if asked is None or any(order.search(self._question.lower()) for order in SAME_ORDER):
            return False
        told = (first for begun in _BEGUN.finditer(text) for first, _ in _months_in(begun[0])[:1])
        return any(first <= asked for first in told)


def _months(text: str) -> set[tuple[int | None, int | None]]:
    return {date[:2] for date in find_dates(text)}


def _months_of(length: str) -> list[float]:
    return [duration.months for duration in find_durations(with_plain_amounts(length))]


def _months_in(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The first and the last month of the dates in a text."""
    dates = [(date.year, date.month) for date in find_dates(text) if date.year is not None]
    return [((year, month or 1), (year, month or 12)) for year, month in dates]


@cache
def _clauses(words: str) -> re.Pattern[str]:
    """The beginning of a clause of time with one of these words, perhaps how long before or after."""
    return re.compile(
        rf"(?P<length>{LENGTH})?\b(?:(?:right|just|immediately|directly)\s)?(?:{words})\s+", re.IGNORECASE
    )
