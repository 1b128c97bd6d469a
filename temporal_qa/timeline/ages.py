"""Ages in whole years, months and days, exact for any two days of the proleptic Gregorian calendar.

An age follows a rule, since months differ in length. Ours is that of ``dateutil.relativedelta``, which HieraDate uses
(Ho, Sugawara and Aizawa, 2022): the largest number of months that, counted on from the birth, does not pass the end,
and the days from there. A day that the month reached does not have is cut to its last one. Other tools have other
rules: ``java.time`` gives 28 days from 31 January to 28 February where this one gives a month.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.timeline.dates import DATE_PARTS, CalendarDate
from temporal_qa.timeline.days import first_day, last_day, month_length

LeapDayRule: TypeAlias = Literal["28 February", "1 March"]
"""The day on which those born on 29 February are a year older in common years."""


class Age(NamedTuple):
    """Whole years, then whole months (0 to 11), then days (0 to 30). The order is by years, months and days.

    >>> str(Age(90, 10, 1)), str(Age(0, 0, 0))
    ('90 years, 10 months and 1 day', '0 years, 0 months and 0 days')
    """

    years: int
    months: int
    days: int

    def __str__(self) -> str:
        return write_amount(zip(self, DATE_PARTS, strict=True))


def write_amount(amount: Iterable[tuple[int, str]]) -> str:
    """A length of time in words, from its numbers and their units.

    >>> write_amount([(2, "year"), (1, "month"), (3, "day")])
    '2 years, 1 month and 3 days'
    """
    parts = [f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in amount]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def age_between(start: CalendarDate, end: CalendarDate, *, leap_day: LeapDayRule = "28 February") -> Age:
    """The age at ``end`` of what began at ``start``; see the module for the rule.

    Args:
        start, end: days.
        leap_day: when someone born on 29 February turns a year older in a common year. The first is relativedelta's.

    Raises:
        ValueError: a date without a day, or an end before the start.

    >>> age_between(CalendarDate(1910, 9, 3), CalendarDate(2001, 7, 4))
    Age(years=90, months=10, days=1)
    >>> born = CalendarDate(2004, 2, 29)
    >>> age_between(born, CalendarDate(2005, 2, 28)), age_between(born, CalendarDate(2005, 2, 28), leap_day="1 March")
    (Age(years=1, months=0, days=0), Age(years=0, months=11, days=30))
    """
    if start.day is None or end.day is None:
        raise ValueError(f"{start if start.day is None else end} has no day")
    reached = end.month_number
    days = end.day - _day_reached(start, reached, leap_day)
    if days < 0:
        reached -= 1
        days = end.day + month_length(reached // 12, reached % 12 + 1) - _day_reached(start, reached, leap_day)
    if reached < start.month_number:
        raise ValueError(f"the end, {end}, lies before the start, {start}")
    return Age(*divmod(reached - start.month_number, 12), days)


def _day_reached(start: CalendarDate, month: int, leap_day: LeapDayRule) -> int:
    """The day on which whole months have passed in a month; of a February, 29 may mean the day after its last one."""
    day = start.day or 1
    if day <= 28 or (leap_day == "1 March" and start.month == 2 and month % 12 == 1):
        return day
    return min(day, month_length(month // 12, month % 12 + 1))


def age_bounds(start: CalendarDate, end: CalendarDate) -> tuple[Age, Age]:
    """The least and the greatest age between two dates of any precision.

    A year or a month may mean any of its days. A later start never makes the age greater, nor does an earlier end, so
    the bounds are reached at first and last days. Where the two dates overlap, the least age is zero.

    Raises:
        ValueError: every day of the end lies before every day of the start.

    >>> age_bounds(CalendarDate(1900), CalendarDate(1950, 5))
    (Age(years=49, months=4, days=1), Age(years=50, months=4, days=30))
    """
    latest_start, earliest_end = last_day(start), first_day(end)
    least = Age(0, 0, 0) if earliest_end < latest_start else age_between(latest_start, earliest_end)
    return least, age_between(first_day(start), last_day(end))
