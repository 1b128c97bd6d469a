"""Dates and ages reckoned by ``dateutil`` for the solver, apart from the synthesis, which counts days itself."""

import calendar
import re
from functools import lru_cache
from typing import TypeAlias

from temporal_qa.questions.date_arithmetic.reckoning import Day, age_and_days
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline import DATE_PARTS, CalendarDate, write_amount

Age: TypeAlias = tuple[int, ...]
"""Years, months and days, or whole years alone."""

RULE = (
    "ages by dateutil.relativedelta: whole months, the day cut to the length of the month, then days; of years alone, "
    "their difference"
)
"""The rule that all ages follow."""


def earlier(a: CalendarDate, b: CalendarDate) -> int:
    """Which of two dates lies before the other one: 0 or 1."""
    (first_a, last_a), (first_b, last_b) = _days(a), _days(b)
    if last_a < first_b or last_b < first_a:
        return int(last_b < first_a)
    raise Unanswerable(f"{a} and {b} are equal, or too coarse to tell which is earlier")


def shorter(a: tuple[CalendarDate, CalendarDate], b: tuple[CalendarDate, CalendarDate]) -> int:
    """Which of two lives is shorter: 0 or 1."""
    (least_a, most_a), (least_b, most_b) = ages(*a), ages(*b)
    if most_a < least_b or most_b < least_a:
        return int(most_b < least_a)
    raise Unanswerable("the ages are equal, or the dates are too coarse to tell which is greater")


def age_of(start: CalendarDate, end: CalendarDate) -> Age:
    """The age between two days; between two years, their difference. Raises ``Unanswerable`` for other dates."""
    if start.month is None and end.month is None:  # the version with years alone
        return (end.year - start.year,)
    least, most = ages(start, end)
    if least != most:
        raise Unanswerable(f"{start} and {end} are too coarse for an age")
    return least


@lru_cache(maxsize=1 << 12)  # the questions of a sample share their ages
def ages(start: CalendarDate, end: CalendarDate) -> tuple[Age, Age]:
    """The least and the greatest age between two dates of any precision."""
    (first_start, last_start), (first_end, last_end) = _days(start), _days(end)
    if last_end < first_start:
        raise Unparsable(f"the end, {end}, lies before the start, {start}")
    least, _ = age_and_days(last_start, max(last_start, first_end))
    return least, age_and_days(first_start, last_end)[0]


def _days(date: CalendarDate) -> tuple[Day, Day]:
    """The first and the last day of a date, as year, month and day."""
    year, month, day = date.year, date.month, date.day
    if month is None:
        return (year, 1, 1), (year, 12, 31)
    if day is None:
        return (year, month, 1), (year, month, calendar.monthrange(4000 + year % 400, month)[1])
    return (year, month, day), (year, month, day)


def in_words(age: Age) -> str:
    """``90 years, 10 months and 1 day``, or ``90``."""
    return str(age[0]) if len(age) == 1 else write_amount(zip(age, DATE_PARTS, strict=True))


_AGE = re.compile(r"(\d+)[ -]years?(?:(?:, |-)(\d+)[ -]months?(?: and |-)(\d+)[ -]days?)?|(\d+)")


def read_age(text: str) -> Age:
    """``90-year-10-month-1-day``, ``90 years, 10 months and 1 day``, ``90-year``, ``90 years`` or ``90``."""
    if (found := _AGE.fullmatch(text.strip())) is None:
        raise Unparsable(f"{text!r} is not an age that can be read")
    return tuple(int(part) for part in found.groups() if part is not None)
