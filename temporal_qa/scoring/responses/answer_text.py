"""The value of a short answer text: a sentence, a phrase or a number, in the unit that its question asks for.

What decides, in this order: a number that carries the unit asked for; one in another unit of time, converted; a plain
number. What an answer merely repeats from its question, and calendar years in a duration, do not count. A range, an
alternative ("8 or 7") and a bound ("less than a month", "before 1964") are no value: nothing in them says which number
is meant. What follows a refusal ("the table does not provide the year") is no answer either, nor what is negated.
A date without its day is coarser; a day without its year takes the only year that the answer or the question names.

Ages are counted in completed years: asked how old somebody was, "20 years and 3 months" is 20. A length of time keeps
its fraction, and so does an age that is written with decimals.
"""

from __future__ import annotations

import math
import re

from temporal_qa.scoring.responses.value_types import AnswerFormat, NoValue
from temporal_qa.text.dates import WrittenDate, find_dates, is_day_first
from temporal_qa.text.durations import QUANTITY, Duration, clock_seconds, find_durations, with_plain_amounts
from temporal_qa.text.numbers import DIGITS, NUMBER, digits_value, parse_number
from temporal_qa.timeline.days import middle_day

_SIMPLE = re.compile(r"(\d{1,15})(?: (year|month|day)s?(?: old| ago)?)?\.?")
_RANGE = re.compile(
    rf"\b(?:between|from)\s+{DIGITS}(?:\s+\w+)?\s+(?:and|to|until)\s+{DIGITS}"
    rf"|(?<![\w,.]){DIGITS}(?:\s+(?:years?|months?|days?)(?:\s+old)?)?\s*(?:[-\u2013\u2014]|\bto\b|\bor\b)\s*{DIGITS}(?![\d/-])"
    rf"|(?<![\w,.]){DIGITS}(?:,\s+{DIGITS}){{0,20}}(?:,|,?\s+(?:and|or))\s+{DIGITS}(?=\s+(?:years?|months?|days?)\b)",
    re.IGNORECASE,
)
_YEAR_LIST = re.compile(r"\b\d{4}(?:,?\s+(?:and|or)\s+|,\s+)\d{4}\b")
_BOUND = re.compile(
    r"\b(?:less|fewer|more)\s+than\b|\bat\s+(?:least|most)\b|\bup\s+to\s+(?!\d{4}\b)(?:an?\s+)?(?:\d|[a-z]+\s+(?:year|month|day))"
    r"|(?:[<>]=?|[\u2264\u2265])\s*\d(?![^<>]*>)|\d\+(?!\s*\d)",
    re.IGNORECASE,
)
_MONTH_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_SOME_DATE = (
    rf"(?:the\s+year\s+|the\s+)?(?:(?:early|mid|late)[\s-]+)?(?:(?:{_MONTH_NAME}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH_NAME}(?:,?\s+\d{{4}})?|{_MONTH_NAME}\s+\d{{4}}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}))(?![\w/+]|[.,]\d)"
)
# A date or a year that another one lies before or after, and one that the answer denies.
_BOUND_DATE = re.compile(
    rf"\b(?:before|after|by|prior\s+to|(?:earlier|later)\s+than|at\s+(?:least|most)|up\s+to)\s+{_SOME_DATE}"
    rf"|(?:[<>]=?|[\u2264\u2265])\s*{_SOME_DATE}(?!\s*>)|\b\d{{4}}\+",
    re.IGNORECASE,
)
_DENIED_DATE = re.compile(
    rf"\b(?:not|never)\s+(?:(?!until\b|till\b|since\b|only\b|before\b)\w+\s+)?(?:(?:in|on)\s+)?{_SOME_DATE}",
    re.IGNORECASE,
)
_DENIED_COUNT = re.compile(rf"\bnot\s+(?:for\s+)?(?:{QUANTITY.pattern}|\d[\d.,]*)", re.IGNORECASE)
_RARE_UNIT = re.compile(r"\d\s+(?:centur|millenni|fortnight)", re.IGNORECASE)
_ASKS_BOUND = re.compile(r"\b(?:before|after|by)\s+(?:what|which|when)\b|\bby\s+to\b|\bby\s*\?", re.IGNORECASE)
_EQUALS = re.compile(r"(?<![<>])=")
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DAY_RANGE = re.compile(
    rf"\b{_MONTH_NAME}\s+{_DAY}\s*(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*(?:{_MONTH_NAME}\s+)?{_DAY}\b(?!:)(?:,?\s+\d{{4}}\b)?"
    rf"|(?<![\w/.-]){_DAY}\s*(?:{_MONTH_NAME}\s*)?(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*{_DAY}\s+{_MONTH_NAME}(?!\w)(?:,?\s+\d{{4}}\b)?",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"(?:\b(?:not|never)|n't)\s+(?:\w+ly\s+)?(?:provide|specif|state|mention|given?\b|available|known|indicate|list|includes?\b)"
    r"|\bcan(?:not|'t)\s+be\s+(?:\w+ly\s+)?(?:determin|calculat|found|known|provid|specif)|\b(?:unknown|unspecified|unanswerable)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?<=[.;!?])\s+|,?\s+(?=(?:but|however|although|though)\b)", re.IGNORECASE)
_ASKS_AGE = re.compile(
    r"\bhow old\b|\b(?:at )?(?:what|which) age\b|\bwhat(?:'s| is| was| were) [^?]{0,60}?\bage\b", re.IGNORECASE
)
_LEAD = re.compile(
    r"(?:it\s+(?:lasted|took|was)\s+)?(?:for\s+)?(?:(?:about|around|approximately|roughly)\s+)?", re.IGNORECASE
)
_STATED = re.compile(r"\s*(?:(?:the )?(?:final )?answer is|approximately|about|around)\b", re.IGNORECASE)
_BOXED = re.compile(r"\$|\\boxed\{([^{}]*)\}|\\text\{([^{}]*)\}")
_YEAR = re.compile(
    r"(?:(?<![\w.,/-])|(?<=\bc\.)|(?<=[/.-]\d[/.-])|(?<=[/.-]\d\d[/.-]))\d{4}(?![\w/]|[.,]\d)"
    r"|\b\d{1,5}\s*(?:BCE?|AD|CE)\b|\bAD\s*\d{1,4}\b",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(r"(?:(?:it was|in|the year|year)\s+)*(\d{3})\.?", re.IGNORECASE)
# A bare number in this range is a year of the modern calendar before it is a length of time.
_CALENDAR_YEARS = range(1500, 2101)


MAX_ANSWER_LETTERS = 2_000
"""In characters; the longest of the released responses has 1,043. What is longer is no answer, and would take long."""


def read_text(text: str, item: AnswerFormat) -> tuple[float, str, bool]:
    """The value of a short answer text, the rule that gave it, and whether it is coarse. Raises ``NoValue``."""
    if len(text) > MAX_ANSWER_LETTERS:
        raise NoValue("an answer too long")
    text = _without_refusal(text)
    if item.unit == "date":
        return read_date(text, item)
    if item.unit == "date_years":
        return *_read_year(text, item), False
    return *_read_duration(text, item), False


def _without_refusal(text: str) -> str:
    """What is said before a refusal: "5 years. The length of his second marriage is not stated." is an answer."""
    if not (refusal := _REFUSAL.search(text)):
        return text
    breaks = [found.start() for found in _CLAUSE.finditer(text, 0, refusal.start())]
    if not breaks:
        raise NoValue("a refusal")
    return text[: breaks[-1]]


def _read_duration(text: str, item: AnswerFormat) -> tuple[float, str]:
    simple = _SIMPLE.fullmatch(text)
    if simple and (simple[2] or int(simple[1]) not in _CALENDAR_YEARS) and simple[2] in (None, item.unit[:-1]):
        return float(simple[1]), "number"
    if "\\" in text or "$" in text:
        text = _BOXED.sub(lambda found: found[1] or found[2] or "", text)
    text = with_plain_amounts(text)
    lead = _LEAD.match(text)
    if (
        spelled := parse_number(text[lead.end() if lead else 0 :].rstrip(" ."))
    ) is not None and spelled not in _CALENDAR_YEARS:
        return spelled, _number_rule(text)
    if (clock := clock_seconds(text)) is not None:
        return clock / (60 if item.unit == "minutes" else 1), "clock time"
    if _BOUND.search(text):
        raise NoValue("a bound")
    if _RARE_UNIT.search(text):
        raise NoValue("a unit that is not read")
    text = _DENIED_COUNT.sub(" ", text)
    without_ranges = _RANGE.sub(" ", text)
    asked = item.unit[:-1]
    if found := find_durations(without_ranges):
        repeated = {duration[:3] for duration in find_durations(item.question)}
        found = [duration for duration in found if duration[:3] not in repeated] or found
        found = [duration for duration in found if asked in duration.units] or found
        values = {_amount(duration, item) for duration in found}
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


def _amount(duration: Duration, item: AnswerFormat) -> float:
    value = duration.in_unit(item.unit)
    if len(duration.units) > 1 and item.unit == "years" and _ASKS_AGE.search(item.question):
        return float(math.floor(value))
    return value


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
    if short := _SHORT_YEAR.fullmatch(text):
        return float(short[1]), "calendar year"
    without_ranges = _RANGE.sub(" ", text)
    certain = _without_bounds(without_ranges, item)
    years = [_signed(found) for found in _YEAR.findall(certain)]
    if len(set(years)) > 1:
        if _YEAR_LIST.search(certain):
            raise NoValue("several values")
        asked = {_signed(found) for found in _YEAR.findall(item.question)}
        years = [year for year in years if year not in asked] or years
    if years:
        return years[0], "calendar year"  # "born in 2005 to serve in 2022"
    if certain != without_ranges:
        raise NoValue("a bound or a denial")
    raise NoValue("a range or alternatives" if without_ranges != text else "no year after the marker")


def _without_bounds(text: str, item: AnswerFormat) -> str:
    """A text without the dates that only bound the answer or are denied. "After what date …?" asks for a bound."""
    if not _ASKS_BOUND.search(item.question):
        text = _BOUND_DATE.sub(" ", text)
    return _DENIED_DATE.sub(" ", text)


def _signed(year: str) -> float:
    count = float(re.sub(r"\D", "", year))
    return -count if "b" in year.lower() else count


def read_date(text: str, item: AnswerFormat) -> tuple[float, str, bool]:
    """The day number of a date, the rule that gave it, and whether it is coarse. Raises ``NoValue``."""
    written = _EQUALS.split(text)[-1]
    text = _without_bounds(_DAY_RANGE.sub(" ", written), item)
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
    if not finest and text != written:
        raise NoValue("a bound, a denial or a range")
    if not finest:
        raise NoValue("no date after the marker" if item.source == "ttqa" else "not a date")
    try:
        value = middle_day(finest[0].to_date())
    except ValueError:
        raise NoValue("no such day") from None
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
        return middle_day(undated[0]._replace(year=years.pop()).to_date()), "year from the question", False
    except ValueError:
        raise NoValue("no such day") from None
