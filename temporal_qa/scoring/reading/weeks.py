"""The weekday, or the week of a year, that an answer states."""

import re
from typing import Any

from temporal_qa.scoring.reading.wording import is_doubt
from temporal_qa.text.date_forms import WEEKDAY_NAMES

_WEEKDAYS = tuple(name.lower() for name in WEEKDAY_NAMES)
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})\b", re.IGNORECASE)
_SHORT_WEEKDAY = re.compile(r"(mon|tue|wed|thu|fri|sat|sun)(?:s|rs?)?\.?", re.IGNORECASE)
# A day or a week that another one is counted from, "the day before Monday", "Monday + 3", or that a range begins with
_BESIDE = re.compile(
    r"\b(?:before|after|from|until|past|than|following|preceding|about|around|approximately|roughly)"
    rf"\s+(?:\w+\s+)?(?:{'|'.join(_WEEKDAYS)}|week)\b"
    rf"|\b(?:{'|'.join(_WEEKDAYS)}|week \d+)\s*(?:[+\u2212-]|plus|minus)\s*\w"
    r"|\bweek \d+\s*(?:[/\u2013]|\b(?:to|and)\b)\s*(?:week\s+)?\d",
    re.IGNORECASE,
)
# "week 12", "week: 12", "2001-W12"; "the 12th week", "12th"; "The week of that day is number 12."
_WEEK = re.compile(
    r"\b(?:week(?:\s+number)?[\s:#]+|(?:\d{1,4}-?)?W)0?(\d{1,2})\b(?!\s*[%+]|[-\u2013]\d)"
    r"|\b(\d{1,2})(?:st|nd|rd|th)(?:\s+(?:iso\s+)?week\b|\Z)"
    r"|\bweek\b[^;:?]*\s(?:is|was)\s+(?:number\s+)?0?(\d{1,2})[\s.]*\Z",
    re.IGNORECASE,
)
# "12", "12, 2001", "It is 12."
_WEEK_ALONE = re.compile(r"(?:it(?:'s|\s+is|\s+was)\s+)?0?(\d{1,2})(?:,?\s+\d{4})?[\s.]*", re.IGNORECASE)


def read_weekday(text: str, _: Any = None) -> str | None:
    """The weekday that an answer states.

    >>> read_weekday("It was a Friday."), read_weekday("Fri"), read_weekday("the day before Friday")
    ('friday', 'friday', None)
    """
    if short := _SHORT_WEEKDAY.fullmatch(text.strip()):
        return next(name for name in _WEEKDAYS if name.startswith(short[1].lower()))
    found = set() if _is_open(text) else {name.lower() for name in _WEEKDAY.findall(text)}
    return found.pop() if len(found) == 1 else None


def _is_open(text: str) -> bool:
    return is_doubt(text, anywhere=True) or _BESIDE.search(text) is not None


def read_week(text: str, _: Any = None) -> int | None:
    """The number of the week that an answer states.

    >>> read_week("ISO week 7"), read_week("7"), read_week("week 7 or 8")
    (7, 7, None)
    """
    text = text.strip().replace("No. ", "")  # "Week No. 12" denies nothing
    if alone := _WEEK_ALONE.fullmatch(text):
        return int(alone[1])
    found = set() if _is_open(text) else {int("".join(numbers)) for numbers in _WEEK.findall(text)}
    return found.pop() if len(found) == 1 else None
