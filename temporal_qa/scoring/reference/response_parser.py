"""The response parser released with TempAnswerQA, faults included, to check printed tables.

:mod:`temporal_qa.scoring.responses.temporal_values` uses it for ``parser="published"``. Its faults:

- TTQA: the first digits after the first "Final Answer:" count, whatever is around them, so "59,828" is 59, "2.7 years"
  is 2, "8 or 7" is 8, and "The 2008 tour lasted 9 days" is 2008.
- TTQA dates: the package ``datefinder`` collects runs of tokens that could belong to a date, anywhere in a text, and
  passes them to ``dateutil``; a fill date (the day of the run) gives the parts that a run lacks. So "took place on 26
  July" in a sentence about "200 metre breaststroke" is a day in the year 200.
- ToT: only strict JSON has a value; ``{}`` is 0 seconds; decimals of hours, minutes and seconds are cut; hours, minutes
  and seconds are known by their position, not by their names; "-348 BC" is 348 AD.
- ToT dates: ``pandas.to_datetime`` reads the month first, missing parts are 1, and dates lie within the range of its
  nanoseconds.

The dates are those of English answers: no time zones, no Spanish and Danish month names. They are not read by
:mod:`temporal_qa.text.dates`, whose rules are right and may change.

Source: the behaviour of the parser of the repository aauss/temporal-answer-qa on the released responses.
"""

import datetime
import functools
import json
import re
from collections.abc import Mapping
from typing import Any

from temporal_qa.scoring.value_types import PREFILL, WRONG_KIND, AnswerFormat, NoValue, TemporalValue, Unit
from temporal_qa.timeline import MONTH_NAMES

_MARKER = "Final Answer:"
_NUMBER, _YEAR = re.compile(r"\d+"), re.compile(r"\d{4}")
_MAX_LINE_CHARACTERS = 10_000  # a longer line is not an answer, and takes long to read

_CLOCK_KEYS = ({"A", "B", "C"}, {"X", "Y", "Z"}, {"H", "M", "S"})
_CLOCK_UNITS = ("hours", "minutes", "seconds")
_SECONDS = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
_MAX_SECONDS = 999_999_999 * 86_400  # a timedelta holds no more days


def read_sentence(response: str, item: AnswerFormat, fill_date: datetime.date) -> TemporalValue:
    """The value of a TTQA response. Raises ``NoValue``."""
    after_markers = [line.partition(_MARKER)[2] for line in response.split("\n") if _MARKER in line]
    if not after_markers:
        raise NoValue("no answer marker")
    if item.unit == "date":
        if len(after_markers[0]) > _MAX_LINE_CHARACTERS:
            raise NoValue("a line too long")
        return TemporalValue(find_date(after_markers[0], fill_date), "date finder")
    digits, rule = (_YEAR, "first year") if item.unit == "date_years" else (_NUMBER, "first number")
    if (found := next(filter(None, map(digits.search, after_markers)), None)) is None:
        raise NoValue("no number after the marker")
    if len(found[0]) > 300:
        raise NoValue("a number too large")
    return TemporalValue(float(int(found[0])), rule)


def read_json(response: str, item: AnswerFormat) -> TemporalValue:
    """The value of a ToT response. Raises ``NoValue``."""
    whole = (PREFILL + response).replace("\n", " ")
    if "}" not in whole:
        raise NoValue("no JSON object")
    try:
        fields = json.loads(whole[: whole.rindex("}") + 1])
    except (ValueError, RecursionError):
        raise NoValue("broken JSON") from None
    fields.pop("explanation", None)
    return read_fields(fields, item)


def read_fields(fields: Mapping[str, Any], item: AnswerFormat) -> TemporalValue:
    """The value of an answer object without its explanation. Raises ``NoValue``."""
    try:
        return TemporalValue(*_read_fields(fields, item.unit))
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
        raise NoValue(WRONG_KIND) from None


def _read_fields(fields: Mapping[str, Any], unit: Unit) -> tuple[float, str]:
    keys = set(fields)
    if "age" in keys:
        return _whole(int(fields["age"]), unit), "age"
    if "date" in keys:
        return _day(fields["date"], unit), "date"
    if "answer" in keys:
        answer = fields["answer"]
        if isinstance(answer, int) or str(answer).isdigit():
            return _whole(int(answer), unit), "number"
        for era, sign in (("BC", -1), ("AD", 1)):
            if era in answer:
                return _whole(sign * int(answer.replace(era, "")), unit), "era"
        return _day(answer, unit), "date"
    if keys in _CLOCK_KEYS or keys.issubset(_CLOCK_UNITS):
        return _clock(dict(zip(_CLOCK_UNITS, fields.values(), strict=False)), unit), "hours, minutes, seconds"
    if {"day", "time"} <= keys:
        times = fields["time"].split(":")
        shift = str(fields["day"]).replace("same_day", "0").replace("previous_day", "-1")
        clock = dict(zip(_CLOCK_UNITS[: len(times)], times, strict=True))
        return _clock({"days": shift, **clock}, unit), "day and time"
    if set(_SECONDS) <= keys:
        return _clock(fields, unit), "days, hours, minutes, seconds"
    raise NoValue("no answer key")


def _whole(number: int, unit: Unit) -> float:
    if unit not in ("days", "months", "years"):
        raise NoValue(WRONG_KIND)
    return float(number)


def _day(written: object, unit: Unit) -> float:
    if unit != "date" or not isinstance(written, str):
        raise NoValue(WRONG_KIND)
    return read_date(written)


def _clock(parts: Mapping[str, Any], unit: Unit) -> float:
    seconds = sum(int(number) * _SECONDS[name] for name, number in parts.items())
    if unit not in ("seconds", "minutes") or abs(seconds) > _MAX_SECONDS:
        raise NoValue(WRONG_KIND)
    return seconds / 60 if unit == "minutes" else float(seconds)


# Each token of a run is one of these; the package counts the groups (three make a date).
_TOKEN = re.compile(
    r"""
    (?P<stamp> (?:19|20)\d\d (?:0[1-9]|1[0-2]) (?:[0-3]\d (?:[0-5]\d){3} | [0-3]\d)? )
    | (?P<time>
        (?P<hour>\d{1,2}) : (?P<minute>\d{1,2}) (?: :(?P<second>\d{1,2}) )? (?: [.,](?P<fraction>\d{1,6}) )?
            \s* (?P<half>a\.m\.|am|p\.m\.|pm)?
        | (?P<hour_alone>\d{1,2}) \s* (?P<half_alone>a\.m\.|am|p\.m\.|pm)
      )
    | (?P<year> (?:19|20)\d\d )
    | (?P<ordinal_word> first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|nineth|tenth )
    | (?P<digits>\d+) (?P<suffix>st|th|rd|nd)?
    | (?P<weekday> (?:mon|tues|wednes|thurs|fri|satur|sun)day | mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun )
    | (?P<month> MONTH_NAMES | (?:jan|feb|mar|apr|may|jun|jul|aug|sept|oct|nov|dec)[.\s] | sep[^a-z] )
    | (?P<delimiter> [/:\-,.\s_+@]+ )
    | (?P<position> next|last )
    | (?P<extra> due|by|on|during|standard|daylight|savings|time|date|dated|of|to|through|between|until|at|day )
    """.replace("MONTH_NAMES", "|".join(MONTH_NAMES)),
    re.IGNORECASE | re.VERBOSE,
)
_MIN_PARTS = 3
_RANGE = re.compile(r"\W(?:to|through|-)\W", re.IGNORECASE)
_EDGES = " \n\t:-.,_"
# Words that dateutil does not know; they are removed one after another if it refuses the whole run.
_REFUSED = [
    re.compile(rf"(^|[/:\-,.\s_+@]+){word}($|[/:\-,.\s_+@]+)")
    for word in ("standard", "daylight", "savings", "time", "date", "by", "due", "on", "to", "day")
]

# The whole days that a 64-bit count of nanoseconds reaches.
_EARLIEST, _LATEST = datetime.date(1677, 9, 22), datetime.date(2262, 4, 11)
_NUMERIC = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


def find_date(text: str, fill_date: datetime.date) -> float:
    """The day number of the first date in a text; missing parts are from ``fill_date``. Raises ``NoValue``."""
    for part in _RANGE.split(text):
        for run in _runs(part):
            if (day := _parse_run(run, fill_date)) is not None:
                return day
    raise NoValue("no date after the marker")


def read_date(text: str) -> float:
    """The day number of a text that is one date, month first. Raises ``NoValue``."""
    if found := _ISO.fullmatch(text):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
    elif found := _NUMERIC.fullmatch(text):
        month, day, year = int(found[1]), int(found[3]), int(found[4])
        if month > 12:
            month, day = day, month
    else:
        # Filled from the year 1, a date without a year falls out of the range below.
        if (parsed := _dateutil_date(text.strip(), datetime.date(1, 1, 1))) is None:
            raise NoValue("not a date")
        year, month, day = parsed.year, parsed.month, parsed.day
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        raise NoValue("no such day") from None
    if not _EARLIEST <= date <= _LATEST:
        raise NoValue("not a date of the years 1678 to 2262")
    return float(date.toordinal())


def _runs(text: str) -> list[str]:
    runs, start, end, parts = [], 0, 0, 0
    for token in _TOKEN.finditer(text):
        if token.start() > end:
            if parts >= _MIN_PARTS:
                runs.append(text[start:end])
            start, parts = token.start(), 0
        parts += sum(group is not None for group in token.groups())
        end = token.end()
    return [*runs, text[start:end]] if parts >= _MIN_PARTS else runs


def _parse_run(run: str, fill_date: datetime.date) -> float | None:
    run = re.sub(r"\s+", " ", run).strip(_EDGES)
    if (date := _dateutil_date(run, fill_date)) is None:
        run = run.lower()
        for refused in _REFUSED:
            run = refused.sub(" ", run)
        run = run.strip(_EDGES)
        date = _dateutil_date(run, fill_date) if len(run) >= _MIN_PARTS else None
    return None if date is None else float(date.toordinal())


def _dateutil_date(text: str, fill_date: datetime.date) -> datetime.date | None:
    midnight = datetime.datetime.combine(fill_date, datetime.time())
    try:
        # Without time zones: dateutil knows those of the machine that it runs on.
        moment: datetime.datetime = _dateutil_parser(fill_date.year).parse(text, default=midnight, ignoretz=True)
    except (ValueError, ArithmeticError, TypeError, AttributeError, IndexError):
        return None  # "0:" and 29 digits end in an error of ``decimal``
    return moment.date()


@functools.lru_cache(maxsize=4)
def _dateutil_parser(run_year: int) -> Any:
    from dateutil import parser  # takes 50 ms to import, and few answers need it

    class _NoClock(parser.parserinfo):
        def convertyear(self, year: int, century_specified: bool = False) -> int:
            """Two-digit years lie within 50 years of the run; dateutil takes the year of the run from the clock."""
            return year if year >= 100 or century_specified else run_year - 50 + (year - run_year + 50) % 100

    return parser.parser(_NoClock())
