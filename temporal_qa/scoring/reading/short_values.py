"""The length of time, the date or the calendar year in a short answer text.

The order of preference of a length is: a number with the unit asked for; a number with another unit of time, converted;
a plain number. Numbers that the answer repeats from its question, calendar years and negated numbers do not count. A
range, an alternative ("8 or 7") and a bound ("less than a month") have no value: they do not say which number is meant.
Ages are counted in completed years: asked how old somebody was, "20 years and 3 months" is 20. A length of time keeps
its fraction, and so does an age with decimals.

A date does not count if it only bounds the answer ("before 1964"), is denied, is part of a range, or is repeated from
the question. A date without its day is coarse; a day without its year takes the only year that the answer or the
question names.
"""

import math
import re
from itertools import pairwise

from temporal_qa.io import grouped
from temporal_qa.scoring.reading.asked import without_times
from temporal_qa.scoring.reading.endings import REMARK_AT_END, before_remark
from temporal_qa.scoring.reading.wording import WORD
from temporal_qa.scoring.value_types import AnswerFormat, NoValue, TemporalValue
from temporal_qa.text.dates import DAY, ERA, MONTH, YEAR_WITH_ERA, WrittenDate, find_dates, is_day_first, signed_year
from temporal_qa.text.durations import QUANTITY, clock_seconds, find_durations, with_plain_amounts
from temporal_qa.text.numbers import DIGITS, NUMBER, NUMBER_WORDS, digits_value, parse_number
from temporal_qa.timeline.days import middle_day

SIMPLE_LENGTH = re.compile(r"(?:The final answer is )?(\d{1,15})(?: (year|month|day)s?(?: old| ago)?)?\.?")
_COUNT = rf"(?:{DIGITS}|(?>{NUMBER_WORDS}))"  # all the words of it: "twenty-one" is no range
_NO_YEAR = r"(?!(?:1[5-9]|20)\d\d\b(?!,?\s+(?:and|or)\b))"  # "June 20, 1843, 6 years" is no list
RANGE = re.compile(
    rf"(?i){WORD}(?:(?:between|from)\s+{_COUNT}(?:\s+\w+)?\s+(?:and|to|until)\s+{_COUNT}"
    rf"|(?<![,.])(?:{_COUNT}(?:\s+(?:year|month)s?(?:,|\s+and)?\s+{_COUNT}){{0,2}}"
    r"(?:(?:\s+(?:years?|months?|days?)(?:\s+old)?)?"
    rf"(?:\s*(?:\+/-|[-\u2013\u2014\u00b1]|\bto\b|\bor\b|(?<=\s)/(?=\s))|[,;]?\s*\(?\b(?:or\s+)?(?:maybe|perhaps|possibly)\b)\s*{_COUNT}(?![\d/-])"
    # "23 years old (or 22 if ...)", "23 years, or 22"; not "36 months (or 3 years)"
    rf"|\s+(?P<unit>year|month|day)s?(?:\s+old)?(?:,|\s*\()\s*or\s+{_COUNT}\b"
    r"(?:\s+(?P=unit)s?\b|(?=\s*(?:[).,;]|\Z)|\s+(?:if|when|depending)\b)))"
    rf"|{_NO_YEAR}{DIGITS}(?:,\s+{_NO_YEAR}{DIGITS}){{0,20}}(?:,|,?\s+(?:and|or))\s+{DIGITS}(?=\s+(?:years?|months?|days?)\b)))"
)
"""A range of numbers, or several of them: which one is meant is not said."""
_BOUND = re.compile(
    rf"(?i){WORD}(?:(?:less|fewer|more)\s+than\b|or\s+(?:less|fewer|more|longer|shorter)\b|(?:under|nearly|almost|close\s+to)\s+\d"
    r"|(?:(?:younger|older)\s+than|not\s+(?:yet|quite))\s+\d|at\s+(?:least|most)\b|up\s+to\s+(?!\d{4}\b)(?:an?\s+)?(?:\d|[a-z]+\s+(?:year|month|day)))"
    r"|[<>\u2264\u2265](?<![=-][<>])=?\s*\d(?![^<>]*>)|\d\+(?!\s*\d)"
)
# "for over 15 years"; not "Over 2 days", asked over how many, nor "25 races over 3 years"
_OVER = re.compile(r"(?i)(?:\A\W*|\b(?:for|just|well|slightly|lasted|was|is)\s+)over\s+\d")
_ASKS_OVER = re.compile(r"(?i)\bover\b")
_OF_EACH = re.compile(r"(?i)(?<=\S)\s*\([^()]*\b(?:each|apiece)\b[^()]*\)[\s.]*\Z")  # "(two terms of 4 years each)"
# "two terms of 4 years each", "two four-year terms": a total, unless the question asks for one of them.
_TERM = "(?:term|stint|spell|period|mandate)s?"
_TERMS = re.compile(
    rf"(?i)(?<![\w.,])(?P<count>{_COUNT})\s+(?:(?:separate|consecutive|full)\s+)?(?P<of>{_TERM}\s+of\s+)?"
    rf"(?P<years>{_COUNT})(?(of)(?:\s+|-)years?(?:\s+each)?|-year\s+{_TERM})\b"
)
_MANY = re.compile(WORD + _TERM, re.IGNORECASE)
_ASKS_EACH = re.compile(rf"(?i)\b(?:each|per|{_TERM})\b")
_SHORT_UNITS = re.compile(r"(?i)(?<![\w.,])(\d+)\s?y(?:rs?)?\.?,?\s*(\d+)\s?m(?:os?|ths?)?\b\.?")  # "5y 6m"
# "not 4 years", "minus 4" at the beginning; "3 times a week".
_DENIED = re.compile(rf"(?i)(?:\bnot\s+(?:for\s+)?|\A\W*minus\s+)(?:{QUANTITY.pattern}|\d[\d.,]*)")
_TIMES = re.compile(rf"(?i)(?<![\d.,]){_COUNT}\s+times\b(?!\s*\d)(?:\s+(?:an?|per)\s+\w+)?")
_RARE_UNIT = re.compile(r"(?i)\d\s+(?:millenni|fortnight)")
ASKS_AGE = re.compile(r"(?i)\bhow old\b|\b(?:at )?(?:what|which) age\b|\bwhat(?:'s| is| was| were) [^?]{0,60}?\bage\b")
_LEAD = re.compile(
    r"(?i)(?:it\s+(?:lasted|took|was)\s+)?(?:for\s+|(?:at\s+)?the\s+age\s+of\s+|aged\s+)?(?:(?:about|around|approximately|roughly)\s+)?"
)
_STATED = re.compile(r"(?i)\s*(?:(?:the )?(?:final )?answer is|approximately|about|around)\b")
# "12 (2 terms of 6 years)", "12 - three terms": a number alone, and a remark.
_WITH_REMARK = re.compile(
    rf"(?i)({DIGITS}|(?>{NUMBER_WORDS}))\s*+(?:[(\[]|;(?!\s*\d+\W*\Z)|(?<=\s)[-\u2013\u2014]\s++(?!\d|{NUMBER_WORDS}\s+(?:year|month|day)))"
    r"\s*+(?!(?:or|maybe|perhaps|possibly|no|actually|wait)\b)(?P<remark>.*)"
)
# A plain number in this range is taken for a calendar year, and not for a length of time.
_CALENDAR_YEARS = frozenset(range(1500, 2101))
# "17 Febuary 1837", "Agust 9th, 2001"
_MISSPELT = re.compile(
    r"\b(?:\d\d?(?:st|nd|rd|th)?(?: of)? [A-Za-z]{3,}\.?|[A-Za-z]{3,}\.? \d\d?(?:st|nd|rd|th)?),? \d{4}\b"
)


def read_duration(text: str, item: AnswerFormat) -> TemporalValue:
    """The length of time in the unit of the item. Raises ``NoValue``."""
    text = _SHORT_UNITS.sub(r"\1 years \2 months", _OF_EACH.sub("", text))
    if _MANY.search(text) and not _ASKS_EACH.search(item.question):
        text = _TERMS.sub(_total_of_terms, text)
    asked = item.unit[:-1]
    text = _without_remark(with_plain_amounts(text), asked)
    rest = _LEAD.sub("", text, count=1).rstrip(" .")
    if (remarked := _WITH_REMARK.match(rest)) and not _is_one_length(remarked["remark"], asked):
        rest = remarked[1]  # not of "36 (3 years)"
    if (alone := parse_number(rest)) is not None and not _is_year(alone, item):
        return TemporalValue(alone, _number_rule(rest))
    if (clock := clock_seconds(text)) is not None:
        return TemporalValue(clock / (60 if item.unit == "minutes" else 1), "clock time")
    if _BOUND.search(text) or ("over" in text.lower() and _OVER.search(text) and not _ASKS_OVER.search(item.question)):
        raise NoValue("a bound")
    if _RARE_UNIT.search(text):
        raise NoValue("a unit that is not read")
    text = _DENIED.sub(" ", text)
    text = _without_restatement(_TIMES.sub(" ", text) if "times" in text.lower() else text)
    without_ranges = RANGE.sub(" ", text)
    if found := find_durations(without_ranges):
        repeated = {duration[:3] for duration in find_durations(item.question)} if len(found) > 1 else ()
        found = [duration for duration in found if duration[:3] not in repeated] or found
        found = [duration for duration in found if asked in duration.units] or found
        is_age = item.unit == "years" and ASKS_AGE.search(item.question)
        lengths = {(duration.in_unit(item.unit), is_age and len(duration.units) > 1) for duration in found}
        values = {float(math.floor(length)) if is_in_years else length for length, is_in_years in lengths}
        if len(values) > 1:
            raise NoValue("several values")
        first = found[0]
        rule = "another unit" if first.units[0] != asked else _number_rule(without_ranges[first.start : first.end])
        return TemporalValue(values.pop(), "years and months" if len(first.units) > 1 else rule)
    return _read_plain_number(text, without_ranges, item)


def simple_length(text: str, item: AnswerFormat) -> float | None:
    """The number of a text such as "42" or "42 years old", which most answers are; ``None`` for any other text."""
    if (simple := SIMPLE_LENGTH.fullmatch(text)) is None or simple[2] not in (None, item.unit.removesuffix("s")):
        return None
    number = int(simple[1])
    return None if simple[2] is None and _is_year(number, item) else float(number)


def _total_of_terms(found: re.Match[str]) -> str:
    count, years = (parse_number(each) or 0 for each in (found["count"], found["years"]))
    return f"{count * years:.12g} years"


def _is_year(number: float, item: AnswerFormat) -> bool:
    """Whether a number alone is taken for a calendar year; there may be 1,826 days."""
    return number in _CALENDAR_YEARS and item.unit in ("years", "months")


def _is_one_length(remark: str, unit: str) -> bool:
    remark = remark.strip(" .)]")
    found = find_durations(remark)
    return len(found) == 1 and unit == found[0].units[0] and (found[0].start, found[0].end) == (0, len(remark))


def _without_remark(text: str, unit: str) -> str:
    """The length in the unit asked for, where brackets at the end say it in other units, or what it is made of."""
    found = REMARK_AT_END.fullmatch(text)
    if found is None or RANGE.search(found["said"]) or len(said := find_durations(found["said"])) != 1:
        return text
    remark_is_length = _is_one_length(found["remark"], unit)
    if said[0].units[0] != unit:
        return found["remark"] if remark_is_length else text
    is_other = remark_is_length and said[0].units == find_durations(found["remark"])[0].units
    return text if is_other else found["said"]  # "15 years (14 years)"


def _without_restatement(text: str) -> str:
    """The text without a length that says the one before it again: "2 years and 3 months, or 27 months"."""
    found = find_durations(text) if " or " in text else []
    for first, again in reversed([*pairwise(found)]):
        is_same = math.isclose(first.in_unit("days"), again.in_unit("days"))
        if is_same and text[first.end : again.start].strip(" ,") == "or":
            text = text[: first.end] + text[again.end :]
    return text


def _read_plain_number(text: str, without_ranges: str, item: AnswerFormat) -> TemporalValue:
    without_ranges = without_times(without_ranges, (date for date in find_dates(without_ranges) if date.month))
    numbers = NUMBER.findall(without_ranges)
    counts = {written for written in numbers if "," in written or digits_value(written) not in _CALENDAR_YEARS}
    fresh = counts - {*NUMBER.findall(item.question)} or (counts if _STATED.match(without_ranges) else set())
    values = {digits_value(written) for written in fresh}
    if len(values) == 1:
        return TemporalValue(values.pop(), _number_rule(fresh.pop()))
    if values:
        raise NoValue("several values")
    if without_ranges != text:
        raise NoValue("a range or alternatives")
    raise NoValue("a calendar year, not a duration" if len(numbers) > len(counts) else "no number after the marker")


_NUMBER_RULES = {r"\d,\d": "thousands separator", r"\d\.\d": "decimals", r"\d": "number"}


def _number_rule(written: str) -> str:
    return next((rule for form, rule in _NUMBER_RULES.items() if re.search(form, written)), "number words")


_SOME_DATE = (
    rf"(?:the\s+year\s+|the\s+)?(?:(?:early|mid|late)[\s-]+)?(?:(?:{MONTH}\s+{DAY}(?:,?\s+\d{{4}})?"
    rf"|{DAY}\s+(?:of\s+)?{MONTH}(?:,?\s+\d{{4}})?|{MONTH}\s+\d{{4}}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}))(?![\w/+]|[.,]\d)"
)
# "3.5.1994", whose day is first wherever it is written so
_DOTTED = re.compile(r"(?<![\w/.-])(\d{1,2})\.(0?[1-9]|1[0-2])\.(\d{4})\b")
_MONTH_FIRST = re.compile(r"(?i)\bmm?[./-]dd?\b|(?<!\d)\d{1,2}[./-](?:1[3-9]|2\d|3[01])[./-]\d{4}\b")
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
    rf"(?i)\b{MONTH}\s+{DAY}\s*(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*(?:{MONTH}\s+)?{DAY}\b(?!:)(?:,?\s+\d{{4}}\b)?"
    rf"|(?<![\w/.-]){DAY}\s*(?:{MONTH}\s*)?(?:[-\u2013\u2014]|\b(?:to|and|or)\b)\s*{DAY}\s+{MONTH}(?!\w)(?:,?\s+\d{{4}}\b)?"
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


def read_year(text: str, item: AnswerFormat) -> TemporalValue:
    """The calendar year; 352 BC is -352. Raises ``NoValue``."""
    if short := _SHORT_YEAR.fullmatch(text):
        return TemporalValue(float(short[1]), "calendar year")
    without_ranges = RANGE.sub(" ", _YEAR_PARTS.sub(" ", text))
    certain = _without_bounds(without_ranges, item)
    years = [float(signed_year(found)) for found in _YEAR.findall(certain)]
    if len(set(years)) > 1:
        if later := _LATER_IN.search(text):
            return TemporalValue(float(later[1]), "calendar year")
        if _YEAR_LIST.search(certain):
            raise NoValue("several values")
        asked = {float(signed_year(found)) for found in _YEAR.findall(item.question)}
        years = [year for year in years if year not in asked] or years
    if years:
        return TemporalValue(years[0], "calendar year")  # "born in 2005 to serve in 2022"
    if certain != without_ranges:
        raise NoValue("a bound or a denial")
    raise NoValue("a range or alternatives" if without_ranges != text else "no year after the marker")


def _without_bounds(text: str, item: AnswerFormat) -> str:
    """The text without dates that only bound the answer or are denied. "After what date ...?" asks for a bound."""
    if not _ASKS_BOUND.search(item.question):
        text = _BOUND_DATE.sub(" ", text)
    return _DENIED_DATE.sub(" ", text.replace("instead of ", "not ").replace("rather than ", "not "))


def read_date(text: str, item: AnswerFormat) -> TemporalValue:
    """The number of the day of a date. Raises ``NoValue``."""
    written = _EQUALS.split(text)[-1]
    text = _without_bounds(_DAY_RANGE.sub(" ", written), item)
    day_first = "mm/dd" not in item.answer_format and is_day_first(item.question)
    if not _MONTH_FIRST.search(f"{item.answer_format} {item.question} {written}"):
        text = _DOTTED.sub(r"\3-\2-\1", text)
    dates = find_dates(text, day_first=day_first)
    finest = [date for date in dates if date.precision == "day"]
    if len({date[:3] for date in dates}) > 1 or not finest:
        asked = {date[:3] for date in find_dates(item.question, day_first=day_first)}
        fresh = grouped((date.precision, date) for date in dates if date[:3] not in asked)
        finest = fresh.get("day") or finest
        if not finest and (undated := [date for date in dates if date.precision == "no year"]):
            return _with_year_of(undated, dates, item)
        finest = finest or fresh.get("month") or fresh.get("year") or []
    if len({date[:3] for date in finest}) > 1:
        if (before := before_remark(written)) != written:  # "July 7, 2019 (the first was on June 23, 1840)"
            return read_date(before, item)
        raise NoValue("several values")
    if finest and any(date.year is None and date[1:3] != finest[0][1:3] for date in dates):
        raise NoValue("several values")
    if not finest:
        no_date = "no date after the marker" if item.source == "ttqa" else "not a date"
        raise NoValue(no_date if text == written else "a bound, a denial or a range")
    coarse = finest[0].precision != "day"
    if finest[0].precision == "year" and _MISSPELT.search(text):
        raise NoValue("a day of a month that is not read")
    return TemporalValue(_day_number(finest[0]), "a coarser date" if coarse else "date", coarse=coarse)


def _with_year_of(undated: list[WrittenDate], dates: list[WrittenDate], item: AnswerFormat) -> TemporalValue:
    """A day without its year, in the one year that the answer or else the question names."""
    if len({date[:3] for date in undated}) > 1:
        raise NoValue("several values")
    years = {date.year for date in dates if date.year is not None}
    years = years or {int(found) for found in re.findall(r"\b[12]\d{3}\b", item.question)}
    if len(years) != 1:
        raise NoValue("a day without its year")
    return TemporalValue(_day_number(undated[0]._replace(year=years.pop())), "year from the question")


def _day_number(date: WrittenDate) -> float:
    try:
        return middle_day(date.to_date())
    except ValueError:
        raise NoValue("no such day") from None
