"""The value of a short answer text: a sentence, a phrase or a number, in the unit that its question asks for.

What decides, in this order: a number that carries the unit asked for; one in another unit of time, converted; a plain
number. What an answer merely repeats from its question, and calendar years in a duration, do not count. A range, an
alternative ("8 or 7") and a bound ("less than a month") are no value: nothing in them says which number is meant.
A date without its day is coarser; a day without its year takes the only year that the answer or the question names.
"""

from __future__ import annotations

import re

from temporal_qa.scoring.value_types import AnswerFormat, NoValue
from temporal_qa.scoring.written_dates import WrittenDate, find_dates, is_day_first
from temporal_qa.scoring.written_numbers import DIGITS, NUMBER, QUANTITY, clock_seconds, digits_value, durations, number

_SIMPLE = re.compile(r"(\d{1,15})(?: (year|month|day)s?(?: old| ago)?)?\.?")
_RANGE = re.compile(
    rf"\b(?:between|from)\s+{DIGITS}(?:\s+\w+)?\s+(?:and|to|until)\s+{DIGITS}"
    rf"|(?<![\w,.]){DIGITS}(?:\s+(?:years?|months?|days?)(?:\s+old)?)?\s*(?:[-\u2013\u2014]|\bto\b|\bor\b)\s*{DIGITS}(?![\d/-])"
    rf"|(?<![\w,.]){DIGITS}(?:,\s+{DIGITS})*(?:,|,?\s+(?:and|or))\s+{DIGITS}(?=\s+(?:years?|months?|days?)\b)",
    re.IGNORECASE,
)
_YEAR_LIST = re.compile(r"\b\d{4}(?:,?\s+(?:and|or)\s+|,\s+)\d{4}\b")
_BOUND = re.compile(r"\b(?:less|fewer|more)\s+than\b", re.IGNORECASE)
_STATED = re.compile(r"\s*(?:(?:the )?(?:final )?answer is|approximately|about|around)\b", re.IGNORECASE)
_BOXED = re.compile(r"\$|\\boxed\{([^{}]*)\}|\\text\{([^{}]*)\}")
_YEAR = re.compile(r"(?:(?<![\w.,/-])|(?<=\bc\.))\d{4}(?![\w/]|[.,]\d)|\b\d{1,5}\s*BCE?\b", re.IGNORECASE)
# A bare number in this range is a year of the modern calendar before it is a length of time.
_CALENDAR_YEARS = range(1500, 2101)


def read_text(text: str, item: AnswerFormat) -> tuple[float, str, bool]:
    """The value of a short answer text, the rule that gave it, and whether it is coarse. Raises ``NoValue``."""
    if item.unit == "date":
        return read_date(text, item)
    if item.unit == "date_years":
        return *_read_year(text, item), False
    return *_read_duration(text, item), False


def _read_duration(text: str, item: AnswerFormat) -> tuple[float, str]:
    simple = _SIMPLE.fullmatch(text)
    if simple and (simple[2] or int(simple[1]) not in _CALENDAR_YEARS) and simple[2] in (None, item.unit[:-1]):
        return float(simple[1]), "number"
    if "\\" in text or "$" in text:
        text = _BOXED.sub(lambda found: found[1] or found[2] or "", text)
    if (spelled := number(text.rstrip(" ."))) is not None and spelled not in _CALENDAR_YEARS:
        return spelled, _number_rule(text)
    if (clock := clock_seconds(text)) is not None:
        return clock / (60 if item.unit == "minutes" else 1), "clock time"
    if _BOUND.search(text):
        raise NoValue("a bound")
    without_ranges = _RANGE.sub(" ", text)
    asked = item.unit[:-1]
    repeated = {duration[:3] for duration in durations(item.question)} if QUANTITY.search(without_ranges) else set()
    found = durations(without_ranges)
    found = [duration for duration in found if duration[:3] not in repeated] or found
    found = [duration for duration in found if asked in duration.units] or found
    if found:
        values = {duration.in_unit(item.unit) for duration in found}
        if len(values) > 1:
            raise NoValue("several values")
        first = found[0]
        if len(first.units) > 1:
            return values.pop(), "years and months"
        if first.units[0] != asked:
            return values.pop(), "another unit"
        if first.words:
            return values.pop(), "number words"
        return values.pop(), _number_rule(without_ranges[first.start : first.end])
    return _read_plain_number(text, without_ranges, item)


def _read_plain_number(text: str, without_ranges: str, item: AnswerFormat) -> tuple[float, str]:
    numbers = NUMBER.findall(without_ranges)
    repeated = set(NUMBER.findall(item.question))
    counts = {written for written in numbers if "," in written or digits_value(written) not in _CALENDAR_YEARS}
    fresh = {written for written in counts if written not in repeated}
    if _STATED.match(without_ranges):
        fresh = fresh or counts
    values = {digits_value(written) for written in fresh}
    if len(values) == 1:
        return values.pop(), _number_rule(fresh.pop())
    if values:
        raise NoValue("several values")
    if without_ranges != text:
        raise NoValue("a range or alternatives")
    raise NoValue("a calendar year, not a duration" if len(numbers) > len(counts) else "no number after the marker")


def _number_rule(written: str) -> str:
    if re.search(r"\d,\d", written):
        return "thousands separator"
    if re.search(r"\d\.\d", written):
        return "decimals"
    return "number" if re.search(r"\d", written) else "number words"


def _read_year(text: str, item: AnswerFormat) -> tuple[float, str]:
    without_ranges = _RANGE.sub(" ", text)
    years = [_signed(found) for found in _YEAR.findall(without_ranges)]
    if len(set(years)) > 1:
        if _YEAR_LIST.search(without_ranges):
            raise NoValue("several values")
        asked = {_signed(found) for found in _YEAR.findall(item.question)}
        years = [year for year in years if year not in asked] or years
    if years:
        return years[0], "calendar year"  # "born in 2005 to serve in 2022"
    raise NoValue("a range or alternatives" if without_ranges != text else "no year after the marker")


def _signed(year: str) -> float:
    count = float(re.sub(r"\D", "", year))
    return -count if "b" in year.lower() else count


def read_date(text: str, item: AnswerFormat) -> tuple[float, str, bool]:
    """The day number of a date, the rule that gave it, and whether it is coarse. Raises ``NoValue``."""
    text = text.rpartition("=")[2]
    day_first = is_day_first(item.question) if "mm/dd" not in item.answer_format else False
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
        raise NoValue("several values")
    if not finest:
        raise NoValue("no date after the marker" if item.source == "ttqa" else "not a date")
    try:
        value = finest[0].middle()
    except ValueError as problem:
        raise NoValue(str(problem)) from None
    coarse = finest[0].precision != "day"
    return value, "a coarser date" if coarse else "date", coarse


def _with_year_of(undated: list[WrittenDate], dates: list[WrittenDate], item: AnswerFormat) -> tuple[float, str, bool]:
    """A day without its year, in the one year that the answer or else the question names."""
    if len({date[:3] for date in undated}) > 1:
        raise NoValue("several values")
    years = {date.year for date in dates if date.year is not None}
    years = years or {int(found) for found in re.findall(r"\b[12]\d{3}\b", item.question)}
    if len(years) != 1:
        raise NoValue("a day without its year")
    try:
        return undated[0]._replace(year=years.pop()).middle(), "year from the question", False
    except ValueError as problem:
        raise NoValue(str(problem)) from None
