"""Days and ages reckoned by ``datetime`` and ``dateutil``, for solvers: the synthesis counts days itself.

The standard library has no years before 1 or after 9999, so years are moved by whole cycles of 400, after which the
calendar repeats, weekdays included.
"""

import datetime
from typing import TypeAlias

from dateutil.relativedelta import relativedelta

from temporal_qa.timeline import CalendarDate

Day: TypeAlias = tuple[int, int, int]
"""Year, month and day."""

_DAYS_OF_CYCLE = 146_097


def day_of(date: CalendarDate) -> Day:
    """The parts of a date. Raises ``ValueError`` where it has no day."""
    if date.month is None or date.day is None:
        raise ValueError(f"{date} has no day")
    return date.year, date.month, date.day


def moved(year: int, month: int, day: int) -> tuple[datetime.date, int]:
    """A day in the years 4000 to 4399, where all amounts have room, and how many years to add to get it back."""
    new_year = 4000 + year % 400
    return datetime.date(new_year, month, day), year - new_year


def age_and_days(first: Day, last: Day) -> tuple[Day, int]:
    """The years, months and days between two days by ``relativedelta``, and the days alone.

    Raises:
        ValueError: the second day lies before the first.

    >>> age_and_days((2000, 2, 29), (2001, 2, 28)), age_and_days((-43, 3, 15), (14, 8, 19))[0]
    (((1, 0, 0), 365), (57, 5, 4))
    """
    if last < first:
        raise ValueError("the dates are in the wrong order")
    start, years = moved(*first)
    cycles = max(0, last[0] - years - 9600) // 400
    end = datetime.date(last[0] - years - 400 * cycles, *last[1:])
    age = relativedelta(end, start)
    return (age.years + 400 * cycles, age.months, age.days), (end - start).days + _DAYS_OF_CYCLE * cycles
