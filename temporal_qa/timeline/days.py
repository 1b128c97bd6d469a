"""Days as whole numbers, also before the year 1, so that differences are exact to the day."""

import calendar

from temporal_qa.timeline.dates import CalendarDate

DAYS_PER_YEAR = 365.2425
"""Of the mean Gregorian year."""


def day_number(year: int, month: int, day: int) -> int:
    """Days since 31 December of 1 BC: :meth:`datetime.date.toordinal`, continued to 0 and below.

    >>> import datetime
    >>> day_number(1837, 2, 17) == datetime.date(1837, 2, 17).toordinal(), day_number(0, 12, 31)
    (True, 0)
    """
    # A year that begins in March has its leap day at the end; March to December have 306 days.
    year, month = year - (month <= 2), (month - 3) % 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 306


def day_of(date: CalendarDate) -> tuple[int, int, int]:
    """The year, month and day of a date. Raises ``ValueError`` where it has no day."""
    if date.month is None or date.day is None:
        raise ValueError(f"{date} has no day")
    return date.year, date.month, date.day


def day_number_of(date: CalendarDate) -> int:
    """The :func:`day_number` of a day.

    Raises:
        ValueError: a date without a day.
    """
    return day_number(*day_of(date))


def date_of_day(number: int) -> CalendarDate:
    """The date with a :func:`day_number`.

    >>> date_of_day(day_number(-43, 3, 15)).isoformat()
    '-0043-03-15'
    """
    # Years begin in March here, too; 400 of them have 146,097 days (E. G. Richards, "Mapping Time", 1998, ch. 25).
    era, day = divmod(number + 305, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    return CalendarDate(era * 400 + year + (month >= 10), (month + 2) % 12 + 1, day + 1)


def month_length(year: int, month: int) -> int:
    """The number of days of a month, of any astronomical year.

    >>> month_length(2000, 2), month_length(1900, 2), month_length(-4, 2)
    (29, 28, 29)
    """
    return calendar.monthrange(year, month)[1]


def plus_days(date: CalendarDate, days: int) -> CalendarDate:
    """The day so many days later, or earlier if negative.

    Raises:
        ValueError: a date without a day.

    >>> plus_days(CalendarDate(0, 12, 31), 1)
    CalendarDate(year=1, month=1, day=1)
    """
    return date_of_day(day_number_of(date) + days)


def plus_months(date: CalendarDate, months: int) -> CalendarDate:
    """The date so many months later, or earlier if negative; the day is cut to the length of the month.

    Raises:
        ValueError: a date without a month.

    >>> str(plus_months(CalendarDate(2023, 1, 31), 1)), str(plus_months(CalendarDate(2023, 3, 31), -1))
    ('28 February 2023', '28 February 2023')
    """
    if date.month is None:
        raise ValueError(f"{date} has no month")
    year, place = divmod(date.month_number + months, 12)
    return CalendarDate(year, place + 1, date.day and min(date.day, month_length(year, place + 1)))


def first_day(date: CalendarDate) -> CalendarDate:
    """The first day that a date of any precision may mean.

    >>> str(first_day(CalendarDate(2007))), str(first_day(CalendarDate(2007, 6)))
    ('1 January 2007', '1 June 2007')
    """
    return CalendarDate(date.year, date.month or 1, date.day or 1)


def last_day(date: CalendarDate) -> CalendarDate:
    """The last day that a date of any precision may mean.

    >>> str(last_day(CalendarDate(2007))), str(last_day(CalendarDate(2007, 2)))
    ('31 December 2007', '28 February 2007')
    """
    month = date.month or 12
    return CalendarDate(date.year, month, date.day or month_length(date.year, month))


def middle_day(date: CalendarDate) -> float:
    """The day number of a day, of the middle of a month, or of the middle of a year.

    >>> middle_day(CalendarDate(1989, 5)) - middle_day(CalendarDate(1989, 5, 1))
    15.0
    """
    return (day_number_of(first_day(date)) + day_number_of(last_day(date))) / 2
