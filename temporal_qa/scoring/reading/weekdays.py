"""The weekday of an answer, or its week of a year."""

import re

from temporal_qa.scoring.reading.wording import SENTENCE_END, is_doubt
from temporal_qa.text.date_forms import WEEKDAY_NAMES
from temporal_qa.text.dates import WrittenDate, find_dates, is_day_first
from temporal_qa.text.durations import find_durations
from temporal_qa.text.numbers import small_letters

_WEEKDAYS = tuple(name.lower() for name in WEEKDAY_NAMES)
_WEEKDAY = re.compile(rf"(?i)\b({'|'.join(_WEEKDAYS)})\b")
_SHORT_WEEKDAY = re.compile(r"(?i)(mon|tue|wed|thu|fri|sat|sun)(?:s|rs?)?\.?")
# A day or a week that another one is counted from, "the day before Monday", "Monday + 3", or that a range begins with
_BESIDE = re.compile(
    r"(?i)\b(?:before|after|from|until|past|than|following|preceding|about|around|approximately|roughly)"
    rf"\s+(?:\w+\s+)?(?:{'|'.join(_WEEKDAYS)}|week)\b"
    rf"|\b(?:{'|'.join(_WEEKDAYS)}|week \d{{1,2}})\s*(?:[+\u2212-]|plus|minus)\s*\w"
    r"|\bweek \d+\s*(?:[/\u2013]|\b(?:to|and)\b)\s*(?:week\s+)?\d"
    rf"|\b(?:beg[aiu]ns?|start(?:s|ed)?)\s+on\s+(?:an?\s+)?(?:{'|'.join(_WEEKDAYS)})\b"  # "1940 began on a Monday."
)
# Between a weekday and its day: "Saturday, 1 May 2001", "Saturday was 1 May 2001"
_TO_ITS_DAY = re.compile(r"(?:,|\s(?:is|was))?\s(?:the\s)?")
# "May 9 was a Thursday in 2002."
_IN_YEAR = re.compile(r" in (\d{4})\b")
_IF = re.compile(r"(?i)\b(?:if|unless|whether|either)\b|\?")
_BRACKETS = re.compile(r"\([^()]*\)")
# "week 12", "week: 12", "2001-W12"; "the 12th week", "12th"; "The week of that day is number 12."
_WEEK = re.compile(
    r"(?i)\b(?:week(?:\s+number)?[\s:#]+|(?:\d{1,4}-?)?W)0?(\d{1,2})\b(?!\s*[%+]|\.0*[1-9]|[-\u2013]\d)"
    r"|\b(\d{1,2})(?:st|nd|rd|th)(?:\s+(?:iso\s+)?week\b|\Z)"
    r"|\bweek\b[^;:?]*\s(?:is|was)\s+(?:number\s+)?0?(\d{1,2})[\s.]*\Z"
)
# "Week 26, which runs from Monday, 24 June, to Sunday, 30 June"
_SPAN_OF_WEEK = re.compile(
    r",? \(?(?:which )?(?:runs?|running|goes|spans?|spanning|began|begins|starts?|lasts?)\b[^?]*"
)
# "12", "12, 2001", "It is 12."
_WEEK_ALONE = re.compile(r"(?i)(?:it(?:'s|\s+is|\s+was)\s+)?0?(\d{1,2})(?:,?\s+\d{4})?[\s.]*")


def read_weekday(text: str, _: object = None) -> str | None:
    """The weekday that an answer states.

    >>> read_weekday("It was a Friday."), read_weekday("Fri"), read_weekday("the day before Friday")
    ('friday', 'friday', None)
    """
    if short := _SHORT_WEEKDAY.fullmatch(text.strip()):
        return next(name for name in _WEEKDAYS if name.startswith(small_letters(short[1])))
    text = text.replace(" also ", " ")  # "1 May was a Tuesday, so 8 May was also a Tuesday."
    found = set() if _is_open(text) else {small_letters(name) for name in _WEEKDAY.findall(text)}
    return found.pop() if len(found) == 1 else None


def of_day(text: str, question: str) -> str:
    """The text without the weekdays of other days than the one that is asked about.

    >>> of_day("1 May 2001 was a Tuesday, so 9 May 2001 was a Wednesday.", "What day of the week was 9 May 2001?")
    '9 May 2001 was a Wednesday.'
    """
    day_first = is_day_first(question)
    asked = find_dates(question, day_first=day_first)
    if len(asked) != 1 or find_durations(question) or _IF.search(text):
        return text
    outside = _BRACKETS.sub(lambda found: " " * len(found[0]), text)
    dates = [date for date in find_dates(outside, day_first=day_first) if date.day]
    parts: list[tuple[int, bool | None]] = []  # where each begins, and whether it is of the day: None without a date
    end = 0
    for weekday in _WEEKDAY.finditer(text):
        before = [date for date in dates if end <= date.start < weekday.start()]
        before = [date for date in before if not SENTENCE_END.search(text[date.end : weekday.start()])]
        after = [date for date in dates if _TO_ITS_DAY.fullmatch(text[weekday.end() : date.start])]
        own = next(iter(before[::-1] + after), None)
        if own and own.year is None and (year := _IN_YEAR.match(text, weekday.end())):
            own = own._replace(year=int(year[1]))
        is_asked = own and _are_one_day(own, asked[0])
        if parts and own is None and text[end : weekday.start()].rstrip().endswith("="):
            is_asked = parts[-1][1]  # "9 May 1991 is Tuesday + 2 = Thursday"
        parts.append((min(own.start, weekday.start()) if own else end, is_asked))
        end = weekday.end() if before or not after else after[0].end
    wanted = any(is_asked for _, is_asked in parts) or None
    ends = [start for start, _ in parts[1:]] + [len(text)]
    kept = [text[start:end] for (start, is_asked), end in zip(parts, ends, strict=False) if is_asked is wanted]
    return text if len(kept) == len(parts) else " ".join(kept)


def _are_one_day(one: WrittenDate, other: WrittenDate) -> bool:
    """Whether two dates are the same as far as both tell it: "December 1", "1 December 1308"."""
    return all(None in parts or parts[0] == parts[1] for parts in zip(one[:3], other[:3], strict=True))


def _is_open(text: str) -> bool:
    return is_doubt(text, anywhere=True) or _BESIDE.search(text) is not None


def read_week(text: str, _: object = None) -> int | None:
    """The number of the week that an answer states.

    >>> read_week("ISO week 7"), read_week("7"), read_week("week 7 or 8")
    (7, 7, None)
    """
    text = _SPAN_OF_WEEK.sub("", text.strip().replace("No. ", ""))  # "Week No. 12" denies nothing
    if alone := _WEEK_ALONE.fullmatch(text):
        return int(alone[1])
    found = set() if _is_open(text) else {int("".join(numbers)) for numbers in _WEEK.findall(text)}
    return found.pop() if len(found) == 1 else None
