"""How the released TempAnswerQA parser reads dates, faults included.

The package ``datefinder`` reads TTQA. It collects runs of tokens that could belong to a date, anywhere in a text, and
passes them to ``dateutil``; a fill date (in the released code, the day of the run) gives the parts that a run lacks. So
"took place on 26 July" in a sentence about "200 metre breaststroke" is a day in the year 200. ``pandas.to_datetime``
reads ToT: month first, missing parts are 1, and dates lie within the range of its nanoseconds.

This module covers English answers: no time zones, no Spanish and Danish month names. It does not use
:mod:`temporal_qa.text.dates`, whose rules are right and may change.
"""

from __future__ import annotations

import datetime
import functools
import re
from typing import Any

from temporal_qa.scoring.responses.value_types import NoValue
from temporal_qa.timeline.dates import MONTH_NAMES

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
        parsed = _dateutil_date(text.strip(), datetime.date(1, 1, 1))
        if parsed is None:
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
    date = _dateutil_date(run, fill_date)
    if date is None:
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
    except (ValueError, OverflowError, TypeError, AttributeError, IndexError):
        return None
    return moment.date()


@functools.lru_cache(maxsize=4)
def _dateutil_parser(run_year: int) -> Any:
    from dateutil import parser  # takes 50 ms to import, and few answers need it

    class _NoClock(parser.parserinfo):
        def convertyear(self, year: int, century_specified: bool = False) -> int:
            """Two-digit years lie within 50 years of the run; dateutil takes the year of the run from the clock."""
            if year >= 100 or century_specified:
                return year
            return run_year - 50 + (year - run_year + 50) % 100

    return parser.parser(_NoClock())
