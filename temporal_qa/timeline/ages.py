"""Ages in whole years, months and days, exact for any two days of the proleptic Gregorian calendar.

An age follows a rule, since months differ in length. Ours is that of ``dateutil.relativedelta``, which HieraDate uses
(Ho, Sugawara and Aizawa, 2022): the largest number of months that, counted on from the birth, does not pass the end,
and the days from there. A day that the month reached does not have is cut to its last one. Other tools have other
rules: ``java.time`` gives 28 days from 31 January to 28 February where this one gives a month.
"""

from __future__ import annotations

from typing import NamedTuple

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import first_day, last_day, number_of, plus_months


class Age(NamedTuple):
    """Whole years, then whole months (0 to 11), then days (0 to 30). The order is by years, months and days.

    >>> str(Age(90, 10, 1)), str(Age(0, 0, 0))
    ('90 years, 10 months and 1 day', '0 years, 0 months and 0 days')
    """

    years: int
    months: int
    days: int

    def __str__(self) -> str:
        years, months, days = (
            f"{number} {unit}{'' if number == 1 else 's'}"
            for number, unit in zip(self, ("year", "month", "day"), strict=True)
        )
        return f"{years}, {months} and {days}"


class AgeBounds(NamedTuple):
    """The least and the greatest age that two coarse dates allow."""

    least: Age
    greatest: Age


def age_between(start: CalendarDate, end: CalendarDate) -> Age:
    """The age at ``end`` of what began at ``start``, both days; see the module for the rule.

    Raises:
        ValueError: a date without a day, or an end before the start.

    >>> age_between(CalendarDate(1910, 9, 3), CalendarDate(2001, 7, 4))
    Age(years=90, months=10, days=1)
    >>> age_between(CalendarDate(2004, 2, 29), CalendarDate(2005, 2, 28))
    Age(years=1, months=0, days=0)
    """
    if start.day is None or end.day is None:
        raise ValueError(f"{start if start.day is None else end} has no day")
    if end < start:
        raise ValueError(f"the end, {end}, lies before the start, {start}")
    months = end.month_number - start.month_number
    if (reached := plus_months(start, months)) > end:
        months -= 1
        reached = plus_months(start, months)
    return Age(*divmod(months, 12), number_of(end) - number_of(reached))


def age_bounds(start: CalendarDate, end: CalendarDate) -> AgeBounds:
    """The least and the greatest age between two dates of any precision.

    A year or a month may mean any of its days. A later start never makes the age greater, nor does an earlier end, so
    the bounds are reached at first and last days. Where the two dates overlap, the least age is zero.

    Raises:
        ValueError: every day of the end lies before every day of the start.

    >>> age_bounds(CalendarDate(1900), CalendarDate(1950, 5))
    AgeBounds(least=Age(years=49, months=4, days=1), greatest=Age(years=50, months=4, days=30))
    """
    greatest = age_between(first_day(start), last_day(end))
    latest_start, earliest_end = last_day(start), first_day(end)
    if earliest_end < latest_start:
        return AgeBounds(Age(0, 0, 0), greatest)
    return AgeBounds(age_between(latest_start, earliest_end), greatest)
