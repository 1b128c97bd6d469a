"""Rules that find a temporal answer: one date or one duration, in a unit and a format (TempAnswerQA, section 3.1).

Test of Time and TempTabQA also ask for names, lists, counts and days of the week. The rules here read a question and
its answer, and say what the answer is or why TempAnswerQA leaves the question out.
"""

import ast
import re
import unicodedata
from enum import StrEnum
from typing import NamedTuple

from temporal_qa.text.dates import find_dates, format_month_first
from temporal_qa.text.durations import Duration, find_durations, with_plain_amounts
from temporal_qa.text.numbers import NUMBER_WORDS, parse_number
from temporal_qa.timeline import MONTH_NAMES

FORMATS = {
    "years": "<num_years>", "months": "<num_months>", "days": "<num_days>", "date_years": "yyyy", "date": "%B %d, %Y",
}  # fmt: skip
"""The formats of TempTabQA's answers in TempAnswerQA, by unit. Test of Time states a format in each question."""


class TemporalAnswer(NamedTuple):
    """One date or one duration: the label as TempAnswerQA writes it, its unit, its format."""

    label: str
    unit: str
    answer_format: str


class Excluded(StrEnum):
    """Why TempAnswerQA leaves a question out."""

    NOT_TEMPORAL = "no date and no duration"
    COUNT = "a number of something else, or without a unit"
    RANGE = "a range"
    SEVERAL = "several answers"
    FREQUENCY = "a frequency"
    BOUND = "a bound or an estimate"
    SUB_DAY = "a time of day, or a duration shorter than a day"
    PARTIAL_DATE = "a date without its day or its year"
    ERA = "a date BC, for which the formats have no room"
    OTHER_UNIT = "an answer that is not in the unit asked for"
    WEEKDAY = "a day of the week"
    UNANSWERABLE = "unanswerable"
    MALFORMED = "a label that cannot be read"
    REPEATED = "the same question and answer again"


# Words around an answer that do not change it.
_BEFORE = re.compile(r"^(?:(?:at )?(?:the )?age of|aged|(?:in |the )*year (?:of )?|in|on)\s+", re.IGNORECASE)
_AFTER = re.compile(r"[\s,;]*\b(?:of age|old|ago|later|after|before|earlier|apart|long|left|more)$", re.IGNORECASE)
_GLOSS = re.compile(r"\([^)]*\)|;.*\bago\b")

# What a question asks for. The unit may follow "how many" after a word or two: "how many more months".
_ASKED_UNIT = re.compile(
    r"\b(?:(?:many|much|manys|may|number of)(?: (?!per|in|of|did|do|does|was|were|is|are|the)[\w-]+){0,2} "
    r"(year|month|week|day)s|(?:many|manys) (year|month|day)|(?:in|of) (year|month|day)s)\b",
    re.IGNORECASE,
)
_ASKED_AGE = re.compile(
    r"\bhow old\b|\b(?:what|which|the)(?: \w+)? age\b|(?:'s|\b(?:his|her|their|its)) age\b", re.IGNORECASE
)
_ASKED_WHEN = re.compile(r"^\W*(?:since |until )?when\b|\b(?:what|which)(?: \w+){0,3} (?:year|date)\b", re.IGNORECASE)

# Why an answer is not one value, in the order of the search.
_UNIT = r"(?:year|month|week|day)s?"
_LENGTH = rf"\d+\s*{_UNIT}"
_NUMBER = rf"\b(?:\d{{1,3}}|{NUMBER_WORDS})"
_REASONS = {
    Excluded.FREQUENCY: r"\bevery\b|\bper\b|\beach (?:year|month|day)|\bannual|\btimes a\b|\bonce\b|\btwice\b",
    Excluded.BOUND: r"^(?:(?:at (?:least|most)|(?:more|less) than|over|under|nearly|almost)\b|[~<>])"
                    r"|^(?:about|around|approx\w*)\b",
    Excluded.SUB_DAY: r"\d\s*(?:hours?|hrs?|minutes?|mins?|seconds?)\b|\bhours?$|\dh\d|\b\d{1,2}:\d{2}|\d [ap]\.?m\b",
    Excluded.RANGE: r"\d{4}\s*(?:[-\u2013\u2014]|to|until|till)\s*\w"
                    rf"|\bbetween\s+{_NUMBER}.*\band\b|{_NUMBER}(?:\s*[-\u2013\u2014]\s*|\s+to\s+){_NUMBER}\s+{_UNIT}\b",
    Excluded.SEVERAL: rf"\b\d{{4}}\b.*(?:,|;|&|and|or|/).*\b\d{{4}}\b|{_LENGTH}.*(?:,|;|&|and|or).*{_LENGTH}"
                      rf"|{_NUMBER},?\s+or\s+{_NUMBER}\b",
    Excluded.WEEKDAY: r"^(?:mon|tues|wednes|thurs|fri|satur|sun)day$",
    Excluded.PARTIAL_DATE: rf"^(?:\w+ )?(?:{'|'.join(MONTH_NAMES)})\b|\d0s$",
    Excluded.COUNT: r"^\d",
}  # fmt: skip


def temptabqa_answer(question: str, answer: str) -> TemporalAnswer | Excluded:
    """The temporal answer of a question of TempTabQA, whose answers are free text, or why it is left out.

    >>> temptabqa_answer("How long did Black Dog Siding remain open?", "102 years")
    TemporalAnswer(label='102', unit='years', answer_format='<num_years>')
    >>> temptabqa_answer("When was Catch-22 published?", "10 November 1961").label
    'November 10, 1961'
    >>> str(temptabqa_answer("How many medals did he win in 2001?", "two"))
    'a number of something else, or without a unit'
    """
    # "half a year", "two decades", and "1\u00bd years" before NFKC writes it as 11/2
    text = _GLOSS.sub(" ", unicodedata.normalize("NFKC", with_plain_amounts(answer)))
    text = _AFTER.sub("", _BEFORE.sub("", " ".join(text.split()).strip(" .,;'\"")))
    asked = _asked(question)
    if re.search(r"\bhow (?:often|frequent)", question, re.IGNORECASE):
        return Excluded.FREQUENCY
    lengths = find_durations(text)
    if len(lengths) == 1 and (lengths[0].start, lengths[0].end) == (0, len(text)):
        return _length(lengths[0], asked)
    if (count := parse_number(text)) is not None:
        if asked in _PARTS:
            return _answer(f"{count:.10g}", asked)
        return _answer(text, "date_years") if asked == "when" and re.fullmatch(r"\d{3,4}", text) else Excluded.COUNT
    return _date(question, text, asked) or _reason(text)


def _asked(question: str) -> str | None:
    """``years``, ``months``, ``days``, ``weeks``, ``when``, or none of them."""
    question = question.replace("\u2019", "'")
    if found := _ASKED_UNIT.search(question):
        return f"{next(filter(None, found.groups())).lower()}s"
    if _ASKED_AGE.search(question):
        return "years"
    return "when" if _ASKED_WHEN.search(question) else None


def _answer(label: str, unit: str) -> TemporalAnswer:
    return TemporalAnswer(label, unit, FORMATS[unit])


# The units whose lengths are exact counts of these: no years of 365 days, no months of 30.
_PARTS = {"years": {"year"}, "months": {"year", "month"}, "days": {"week", "day"}}


def _length(length: Duration, asked: str | None) -> TemporalAnswer | Excluded:
    """A length in the unit asked for, else in the finest one stated, if that is exact."""
    for unit in [asked] if asked in _PARTS else _PARTS:
        if set(length.units) <= _PARTS[unit]:
            return _answer(f"{length.in_unit(unit):.10g}", unit)
    return Excluded.SUB_DAY if length.units[-1] in ("hour", "minute", "second") else Excluded.OTHER_UNIT


def _date(question: str, text: str, asked: str | None) -> TemporalAnswer | Excluded | None:
    """A full date; a day of a month whose year the question names; or, of an answer in words, its only date or year."""
    if len(dates := find_dates(text)) != 1:
        return None
    date = dates[0]
    around = (text[: date.start] + text[date.end :]).strip()
    if re.search(r"\d", around) or (around and asked != "when"):
        return None
    if date.year is not None and date.year < 1:
        return Excluded.ERA
    if date.precision == "year":
        return _answer(str(date.year), "date_years")
    years = {int(year) for year in re.findall(r"\b\d{4}\b", question)} if date.year is None else {date.year}
    if date.month is None or date.day is None or len(years) != 1:
        return None
    try:
        return _answer(format_month_first(date._replace(year=years.pop()).to_date()), "date")
    except ValueError:  # 30 February
        return Excluded.MALFORMED


def _reason(text: str) -> Excluded:
    reasons = (reason for reason, pattern in _REASONS.items() if re.search(pattern, text, re.IGNORECASE))
    return next(reasons, Excluded.NOT_TEMPORAL)


# Test of Time states the answer as JSON: {"explanation": <your step by step solution>, "age": <num_days>}.
_STATED_FORMAT = re.compile(r"""["']explanation["']\s*:\s*<[^>]*>,\s*["']\w+["']\s*:\s*(.*?)\}""")
_CLOCKS = ({"H", "M", "S"}, {"A", "B", "C"}, {"X", "Y", "Z"}, {"hours", "minutes", "seconds"})


def tot_answer(question: str, label: str) -> TemporalAnswer | Excluded:
    """The temporal answer of a question of Test of Time, whose labels are Python dictionaries, or why it is left out.

    >>> tot_answer('... as JSON = {"explanation": <your solution>, "age": <num_days>}.', "{'age': 622}")
    TemporalAnswer(label="{'age': 622}", unit='days', answer_format='<num_days>')
    """
    try:
        values = ast.literal_eval(label)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):  # a TypeError: {[]: 1}
        return Excluded.MALFORMED
    if not isinstance(values, dict) or not (stated := _STATED_FORMAT.search(question)):
        return Excluded.MALFORMED
    unit = _tot_unit(question, stated[1], values)
    return unit if isinstance(unit, Excluded) else TemporalAnswer(label, unit, stated[1])


def _tot_unit(question: str, stated: str, values: dict[str, object]) -> str | Excluded:
    """The finest unit of the label's keys; the unit of a single value depends on it and on the question."""
    keys = set(values)
    if keys in _CLOCKS or keys == {"days", "hours", "minutes", "seconds"}:
        return "seconds"
    if keys == {"hours", "minutes"}:
        return "minutes"
    if keys == {"day", "time"}:
        if not re.fullmatch(r"same_day|[+-]?\d+", str(values["day"])):
            return Excluded.MALFORMED
        return "seconds" if str(values["time"]).count(":") == 2 else "minutes"
    if len(values) != 1:
        return Excluded.MALFORMED
    (value,) = values.values()
    if isinstance(value, list):
        return Excluded.SEVERAL
    if (text := str(value)) == "unanswerable":
        return Excluded.UNANSWERABLE
    if any(date.precision == "day" for date in find_dates(text)):
        return "date"
    if re.fullmatch(r"\d+ (?:BC|AD)", text):
        return "years"
    if text.isdigit():
        asked = found[1] if (found := re.search(r"<num_(\w+)>", stated)) else _asked(question)
        if asked == "when" and len(text) == 4:
            return "years"
        return asked if asked in _PARTS else Excluded.COUNT
    return _reason(text)
