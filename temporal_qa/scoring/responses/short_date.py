"""The date or the calendar year in a short answer text.

A date does not count if it only bounds the answer ("before 1964"), is denied, is part of a range, or is repeated from
the question. A date without its day is coarse; a day without its year takes the only year that the answer or the
question names.
"""

import re

from temporal_qa.scoring.reading.endings import before_remark
from temporal_qa.scoring.responses.short_duration import RANGE
from temporal_qa.scoring.responses.value_types import AnswerFormat, NoValue, ReadValue
from temporal_qa.text.dates import ERA, MONTH, YEAR_WITH_ERA, WrittenDate, find_dates, is_day_first, signed_year
from temporal_qa.timeline.days import middle_day

_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_SOME_DATE = (
    rf"(?:the\s+year\s+|the\s+)?(?:(?:early|mid|late)[\s-]+)?(?:(?:{MONTH}\s+{_DAY}(?:,?\s+\d{{4}})?"
    rf"|{_DAY}\s+(?:of\s+)?{MONTH}(?:,?\s+\d{{4}})?|{MONTH}\s+\d{{4}}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}))(?![\w/+]|[.,]\d)"
)
# A date before or after the answer, and one that the answer denies.
_BOUND_DATE = re.compile(
    rf"(?i)\b(?:before|after|by|prior\s+to|(?:earlier|later)\s+than|at\s+(?:least|most)|up\s+to)\s+{_SOME_DATE}"
    rf"|(?:(?<![=-])[<>]=?|[\u2264\u2265])\s*(?>{_SOME_DATE})(?!\s*>)|\b\d{{4}}\+|\b{_SOME_DATE}\s+(?:or\s+(?:later|earlier|after|before)|at\s+the\s+(?:latest|earliest))\b"
)
_DENIED_DATE = re.compile(
    rf"(?i)\b(?:not|never)\s+(?:(?!until\b|till\b|since\b|only\b|before\b)\w+\s+)?(?:(?:in|on)\s+)?{_SOME_DATE}"
)
_ASKS_BOUND = re.compile(r"(?i)\b(?:before|after|by)\s+(?:what|which|when)\b|\bby\s+to\b|\bby\s*\?")
_EQUALS = re.compile(r"(?<![<>])=")
_DAY_RANGE = re.compile(
    rf"(?i)\b{MONTH}\s+{_DAY}\s*(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*(?:{MONTH}\s+)?{_DAY}\b(?!:)(?:,?\s+\d{{4}}\b)?"
    rf"|(?<![\w/.-]){_DAY}\s*(?:{MONTH}\s*)?(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*{_DAY}\s+{MONTH}(?!\w)(?:,?\s+\d{{4}}\b)?"
)
# "late 2026 or early 2027", "2026/early 2027"
_YEAR_PARTS = re.compile(
    r"(?i)\b\d{4}\s*(?:[-\u2013\u2014/]|\b(?:or|to)\b)\s*(?:the\s+)?(?:early|mid|late|(?:start|beginning|middle|end)\s+of)[\s-]+\d{4}\b"
)
_ANY_YEAR = rf"(?:\b\d{{4}}\b|\b(?:{YEAR_WITH_ERA}))"
_YEAR_LIST = re.compile(rf"(?i){_ANY_YEAR}(?:,?\s+\(?(?:and|or)\s+|[,;]\s+){_ANY_YEAR}")
_YEAR = re.compile(
    r"(?i)(?:(?<![\w.,/-])|(?<=\bc\.)|(?<=\bmid-)|(?<=[/.-]\d[/.-])|(?<=[/.-]\d\d[/.-]))\d{4}(?![\w/]|[.,]\d)"
    rf"(?!\s*{ERA})|(?<![\w,.])(?:\d{{1,2}},\d{{3}}\s*{ERA}|{YEAR_WITH_ERA})"
)
# "He left school in 1998 and moved 7 years later, in 2005."
_LATER_IN = re.compile(r"(?i)\byears?\s+(?:later|after\s+that),?\s+\(?in\s+(\d{4})\)?\W*\Z")
_SHORT_YEAR = re.compile(r"(?i)(?:(?:it was|in|the year|year)\s+)*(\d{3})\.?")


def read_year(text: str, item: AnswerFormat) -> ReadValue:
    """The calendar year; 352 BC is -352. Raises ``NoValue``."""
    if short := _SHORT_YEAR.fullmatch(text):
        return ReadValue(float(short[1]), "calendar year")
    without_ranges = RANGE.sub(" ", _YEAR_PARTS.sub(" ", text))
    certain = _without_bounds(without_ranges, item)
    years = [float(signed_year(found)) for found in _YEAR.findall(certain)]
    if len(set(years)) > 1:
        if later := _LATER_IN.search(text):
            return ReadValue(float(later[1]), "calendar year")
        if _YEAR_LIST.search(certain):
            raise NoValue("several values")
        asked = {float(signed_year(found)) for found in _YEAR.findall(item.question)}
        years = [year for year in years if year not in asked] or years
    if years:
        return ReadValue(years[0], "calendar year")  # "born in 2005 to serve in 2022"
    if certain != without_ranges:
        raise NoValue("a bound or a denial")
    raise NoValue("a range or alternatives" if without_ranges != text else "no year after the marker")


def _without_bounds(text: str, item: AnswerFormat) -> str:
    """The text without dates that only bound the answer or are denied. "After what date ...?" asks for a bound."""
    if not _ASKS_BOUND.search(item.question):
        text = _BOUND_DATE.sub(" ", text)
    return _DENIED_DATE.sub(" ", text.replace("instead of ", "not ").replace("rather than ", "not "))


def read_date(text: str, item: AnswerFormat) -> ReadValue:
    """The number of the day of a date. Raises ``NoValue``."""
    written = _EQUALS.split(text)[-1]
    text = _without_bounds(_DAY_RANGE.sub(" ", written), item)
    day_first = "mm/dd" not in item.answer_format and is_day_first(item.question)
    dates = find_dates(text, day_first=day_first)
    finest = [date for date in dates if date.precision == "day"]
    if len({date[:3] for date in dates}) > 1 or not finest:
        asked = {date[:3] for date in find_dates(item.question, day_first=day_first)}
        fresh = [date for date in dates if date[:3] not in asked]
        finest = [date for date in fresh if date.precision == "day"] or finest
        if not finest and (undated := [date for date in dates if date.precision == "no year"]):
            return _with_year_of(undated, dates, item)
        finest = finest or [date for date in fresh if date.precision == "month"]
        finest = finest or [date for date in fresh if date.precision == "year"]
    if len({date[:3] for date in finest}) > 1:
        if (before := before_remark(written)) != written:  # "July 7, 2019 (the first was on June 23, 1840)"
            return read_date(before, item)
        raise NoValue("several values")
    if finest and any(date.year is None and date[1:3] != finest[0][1:3] for date in dates):
        raise NoValue("several values")
    if not finest and text != written:
        raise NoValue("a bound, a denial or a range")
    if not finest:
        raise NoValue("no date after the marker" if item.source == "ttqa" else "not a date")
    try:
        value = middle_day(finest[0].to_date())
    except ValueError:
        raise NoValue("no such day") from None
    coarse = finest[0].precision != "day"
    return ReadValue(value, "a coarser date" if coarse else "date", coarse)


def _with_year_of(undated: list[WrittenDate], dates: list[WrittenDate], item: AnswerFormat) -> ReadValue:
    """A day without its year, in the one year that the answer or else the question names."""
    if len({date[:3] for date in undated}) > 1:
        raise NoValue("several values")
    years = {date.year for date in dates if date.year is not None}
    years = years or {int(found) for found in re.findall(r"\b[12]\d{3}\b", item.question)}
    if len(years) != 1:
        raise NoValue("a day without its year")
    try:
        return ReadValue(middle_day(undated[0]._replace(year=years.pop()).to_date()), "year from the question")
    except ValueError:
        raise NoValue("no such day") from None
