"""Answers that are dates, ages, numbers, ..., by their value: "4 July 2001" is "July 4, 2001", "413 months" is 413.

Rows say so in ``answer_type``. Their ``answer_value`` (``answer_iso``) has the value of the right answer, whose words
may leave it open, as "04/07/2001" does. A unit that an answer names must be that of the row, where that has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from temporal_qa.scoring.answer_wording import is_doubt, is_hedged
from temporal_qa.scoring.probe_answers import EQUALS, MAX_LETTERS, read_age, read_date, read_yes_no
from temporal_qa.scoring.responses.plain_answer import plain_answer
from temporal_qa.text.dates import ERA, parse_date
from temporal_qa.text.numbers import parse_number
from temporal_qa.timeline.dates import CalendarDate

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})\b", re.IGNORECASE)
_SHORT_WEEKDAY = re.compile(r"(mon|tue|wed|thu|fri|sat|sun)(?:s|rs?)?\.?", re.IGNORECASE)
_BESIDE = re.compile(
    rf"\b(?:before|after|from|until|past|than|following|preceding)\s+(?:\w+\s+)?(?:{'|'.join(_WEEKDAYS)}|week)\b"
    rf"|\b(?:{'|'.join(_WEEKDAYS)})\s*(?:[+\u2212-]|plus|minus)\s*\w",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",?\s\(?(?:(?:because|since)\b|as\s+(?:it|he|she|they|the|there|that|this|(?-i:(?!I\b)[A-Z]\w*))\b"
    r"|(?:(?:and\s+)?not|rather\s+than|instead\s+of)\s+(?=(?:counting|including)\b|(?-i:[A-Z])|\S*\d))",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"(?:.*\b(?:iso\s+)?week(?:\s+(?:number|no\.?))?\s+|(?:\d{1,4}-?)?W|)"
    rf"0?(\d{{1,2}})\b(?:,?\s+(?:of\s+)?(?:the\s+year\s+)?\d{{1,4}}(?:\s*{ERA})?)?(?:\s*\([^()]*\))?\W*",
    re.IGNORECASE,
)
_WEEK_TH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)(?:\s+(?:iso\s+)?week\b|\Z)", re.IGNORECASE)
_WEEK_NUMBER = re.compile(r"\b(?:week\s+(?:number\s+)?|(?:\d{1,4}-?)?W)0?(\d{1,2})\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:number of [^\d]{1,40}?(?:\s+is|:)\s+|the (?:difference|total|answer|result) is "
    r"|(?:(?:there|that|it) (?:are|were|is|was|makes|takes) |a total of )?"
    r"(?:(?:exactly|approximately|about|around|roughly) )?)"
    r"(\+?[^>]+?)"
    r"(?:\s+(?:(?:full|whole|complete|completed|calendar)\s+)?(year|month|week|day)s?"
    r"(?:\s+(?:between|from|have|lie|apart|passed|elapsed)\b[^\d]*)?)?(?:\s+\([^()]*\)|\s+in total)?[^\w+%]*",
    re.IGNORECASE,
)
_BETWEEN_DATES = re.compile(
    r"\s*(?:;|\n|\u2192|->|[<\u2039](?!\d)|\$?\band\b|(?<=\d{4}),(?=\s)|(?<=\d{4}-\d\d-\d\d),(?=\s))\s*", re.IGNORECASE
)
_ZERO = re.compile(r"\b0(?=\d)")
_DATE_IN_NUMBERS = re.compile(r"\d{1,2}([/.-])\d{1,2}\1\d{4}")
_LISTED = re.compile(r"\s*(?:[-*\u2022]|\(?\d{1,2}[.)])\s+")


def as_right_answers(predicted: Sequence[str], right: Sequence[str], columns: Mapping[str, Any]) -> list[str]:
    """The predicted answers; one with the value of the one right answer becomes that answer.

    Args:
        predicted: the answers of one question.
        right: its right answers.
        columns: of its row; questions of other types keep theirs, and so do those with several right answers, but for
            years (``time``).

    >>> row = {"answer_type": "date", "answer_value": "2001-07-04"}
    >>> as_right_answers(["July 4th, 2001"], ["04/07/2001"], row), as_right_answers(["July 2001"], ["04/07/2001"], row)
    (['04/07/2001'], ['July 2001'])
    >>> as_right_answers(["It was a Friday."], ["Friday"], {"answer_type": "weekday"})
    ['Friday']
    """
    kind, unit = str(columns.get("answer_type")), columns.get("unit")
    if kind == "time":  # years, perhaps several
        return [year if (year := _year_of(answer)) in right else answer for answer in predicted]
    if len(right) != 1 or list(predicted) == list(right):
        return list(predicted)
    if kind == "order":  # its dates may stand as several answers
        return list(right) if _dates(predicted) == (dates := _dates(right)) and dates else list(predicted)
    if (read := _READ.get(kind)) is None:
        return list(predicted)
    value = read(str(columns.get("answer_value") or columns.get("answer_iso") or right[0]), None)
    if kind == "date" and isinstance(value, CalendarDate):
        unit = _day_first(right[0], value)

    def value_of(text: str) -> object:
        return read(text, unit) if kind == "yes_no" else _result(read, text, unit)

    return [
        right[0] if value is not None and len(answer) <= MAX_LETTERS and value_of(plain_answer(answer)) == value
        else answer
        for answer in predicted
    ]  # fmt: skip


def _result(read: Callable[[str, Any], object], text: str, unit: Any) -> object:
    """The value of an answer, or else of its part before a reason, or after the last "=".

    >>> str(_result(read_date, "4 July 2001, not 5 July 2001", None)), _result(read_date, "1910 != 1911", None)
    ('4 July 2001', None)
    """
    if (value := read(text, unit)) is not None:
        return value
    reason = _REASON.search(text)
    if reason and not is_hedged(text) and (value := read(text[: reason.start()], unit)) is not None:
        return value
    *before, after = EQUALS.split(text)
    return read(after.strip(), unit) if before and not is_doubt("=".join(before), anywhere=True) else None


def _year_of(text: str) -> str:
    """The year that an answer states alone; other text as it is."""
    date = read_date(plain_answer(text))
    return str(date.year) if date and date.month is None else text


def _day_first(right: str, value: CalendarDate) -> bool | None:
    """Whether the right answer, a date in numbers alone, writes the day first; None where it does not tell."""
    if _DATE_IN_NUMBERS.fullmatch(right) is None:
        return None
    first, second = map(int, re.findall(r"\d+", right)[:2])
    return True if (first, second) == (value.day, value.month) else False if first == value.month else None


def _weekday(text: str, _: Any) -> str | None:
    if short := _SHORT_WEEKDAY.fullmatch(text.strip()):
        return next(name for name in _WEEKDAYS if name.startswith(short[1].lower()))
    found = {name.lower() for name in _WEEKDAY.findall(text)}
    is_open = _is_open(text)
    return found.pop() if len(found) == 1 and not is_open else None


def _is_open(text: str) -> bool:
    return is_doubt(text, anywhere=True) or _BESIDE.search(text) is not None


def _week(text: str, _: Any) -> int | None:
    text = _WEEK_TH.sub(r"week \1", text.strip())
    found = None if _is_open(text) else _WEEK.fullmatch(text)
    weeks = {int(number) for number in _WEEK_NUMBER.findall(text)}
    return int(found[1]) if found and weeks <= {int(found[1])} else None


def _number(text: str, unit: Any) -> float | None:
    found = None if is_doubt(text, anywhere=True) else _NUMBER.fullmatch(text.strip())
    if found is None or (unit and found[2] and found[2].lower() != unit):
        return None
    return parse_number(found[1].removeprefix("+"))


def _dates(texts: Sequence[str]) -> list[object]:
    """The dates in these texts, in their order; a year may lack its AD."""
    parts = [part for text in texts for part in _BETWEEN_DATES.split(text[:MAX_LETTERS]) if part.strip()]
    return [_date(plain_answer(_LISTED.sub("", part, count=1)).strip(" .,:*_")) for part in parts]


def _date(text: str) -> object:
    try:
        return parse_date(text)
    except ValueError:
        return read_date(text) or _ZERO.sub("", text)


_READ: dict[str, Callable[[str, Any], object]] = {
    "date": read_date,
    "age": lambda text, _: read_age(text),
    "yes_no": lambda text, _: read_yes_no(text),
    "number": _number,
    "week": _week,
    "weekday": _weekday,
}
