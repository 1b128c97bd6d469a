"""Days as whole numbers, also before the year 1, so that differences are exact to the day."""

from __future__ import annotations

import calendar

from temporal_qa.timeline.dates import CalendarDate


def day_number(year: int, month: int, day: int) -> int:
    """Days since 31 December of 1 BC: :meth:`datetime.date.toordinal`, continued to 0 and below.

    >>> import datetime
    >>> day_number(1837, 2, 17) == datetime.date(1837, 2, 17).toordinal(), day_number(0, 12, 31)
    (True, 0)
    """
    # A year that begins in March has its leap day at the end; March to December have 306 days.
    year, month = year - (month <= 2), (month - 3) % 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 306


def middle_day(date: CalendarDate) -> float:
    """The day number of a day, of the middle of a month, or of the middle of a year.

    >>> middle_day(CalendarDate(1989, 5)) - middle_day(CalendarDate(1989, 5, 1))
    15.0
    """
    if date.month is None:
        return (day_number(date.year, 1, 1) + day_number(date.year, 12, 31)) / 2
    if date.day is None:
        return day_number(date.year, date.month, 1) + (calendar.monthrange(date.year, date.month)[1] - 1) / 2
    return float(day_number(date.year, date.month, date.day))
