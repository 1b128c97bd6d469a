"""Dates as people write them, found anywhere in a text: ``17 February 1837``, ``Feb 17th, 1837``, ``1837-02-17``,
``02/17/1837`` in the convention of the question, ``May 1989``, ``44 BC``. A part that is not written stays absent.
"""

from __future__ import annotations

import calendar
import re
from typing import NamedTuple

from temporal_qa.timeline.dates import MONTH_NAMES

_MONTH_NUMBERS = {name[:3].lower(): i for i, name in enumerate(MONTH_NAMES, 1)}
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?<![\w.])\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"\d{1,5}\s*(?:BCE?|B\.C\.|CE|AD)\b|AD\s*\d{1,5}\b|\d{4}(?!\d)"

_WRITTEN = re.compile(
    rf"""
    (?<![\w/-]) (?P<iso_year>-?\d{{4,5}}) - (?P<iso_month>[a-z]{{3,9}}|\d{{1,2}}) - (?P<iso_day>\d{{1,2}}) (?![\d/-])
    | (?<![\w/.-]) (?P<first>\d{{1,2}}) (?P<between>[/.-]) (?P<second>\d{{1,2}}) (?P=between) (?P<numeric_year>\d{{4}})
        (?![\w/-])
    | (?<![\w/.-]) (?P<slash_month>\d{{1,2}}) [/-] (?P<slash_year>\d{{4}}) (?![\w/-])
    | (?P<day>{_DAY}) [\s-]+ (?:of\s+)? (?P<month>{_MONTH}) (?: [\s,-]+ (?P<year>{_YEAR}) )?
    | \b (?P<us_month>{_MONTH}) [\s-]+ (?P<us_day>{_DAY}) (?![\d:]) (?: (?:,|\s) \s* (?P<us_year>{_YEAR}) )?
    | \b (?P<only_month>{_MONTH}) ,? (?:\s+of)? \s* (?P<month_year>{_YEAR})
    | (?<![\w,./-]) (?P<only_year>{_YEAR}) (?![\w/]|[.,]\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ORDER_IN_WORDS = re.compile(r"\b(?:(dd?[/.-]mm?)|(mm?[/.-]dd?))[/.-]y{2,4}\b", re.IGNORECASE)
_NUMERIC = re.compile(r"(?<![\w/.-])(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?![\w/-])")


class WrittenDate(NamedTuple):
    """A date as far as it is written, and where. Years are astronomical: 0 is 1 BC, -43 is 44 BC."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int

    @property
    def precision(self) -> str:
        """``day``, ``month`` or ``year``; ``no year`` for a day such as 23 February."""
        return "no year" if self.year is None else "year" if self.month is None else "day" if self.day else "month"

    def middle(self) -> float:
        """The day number of the date, of the middle of its month or of its year.

        Raises:
            ValueError: a date without a year, or one that the calendar does not have.

        >>> find_dates("May 1989")[0].middle() - find_dates("1 May 1989")[0].middle()
        15.0
        """
        if self.year is None:
            raise ValueError("a date without a year")
        if self.month is None:
            return (day_number(self.year, 1, 1) + day_number(self.year, 12, 31)) / 2
        if self.day is None:
            return day_number(self.year, self.month, 1) + (_month_length(self.year, self.month) - 1) / 2
        if not 1 <= self.day <= _month_length(self.year, self.month):
            raise ValueError("no such day")
        return float(day_number(self.year, self.month, self.day))


def find_dates(text: str, *, day_first: bool = False) -> list[WrittenDate]:
    """All dates in a text, in its order. ``day_first`` decides between 03/04 as 3 April and as March 4; where one
    of the two is above 12, there is nothing to decide. A numeric date that no convention allows is left out.

    >>> [date[:3] for date in find_dates("from 25/12/2004 to Jan 2nd, 2005")]
    [(2004, 12, 25), (2005, 1, 2)]
    """
    dates = []
    for found in _WRITTEN.finditer(text):
        month: int | None
        if found["iso_year"]:
            year, month, day = int(found["iso_year"]), _month_number(found["iso_month"]), int(found["iso_day"])
        elif found["first"]:
            month, day = int(found["first"]), int(found["second"])
            if (day_first or month > 12) and day <= 12:
                month, day = day, month
            year = int(found["numeric_year"])
        elif found["slash_month"]:
            year, month, day = int(found["slash_year"]), int(found["slash_month"]), 0
        else:
            written_month = found["month"] or found["us_month"] or found["only_month"]
            written_day = found["day"] or found["us_day"]
            written_year = found["year"] or found["us_year"] or found["month_year"] or found["only_year"]
            month = _month_number(written_month) if written_month else None
            day = int(re.sub(r"\D", "", written_day)) if written_day else 0
            if written_year is None:
                dates.append(WrittenDate(None, month, day, found.start(), found.end()))
                continue
            year = era_year(written_year)
        if (month is None and not found["iso_year"]) or (month is not None and 1 <= month <= 12):
            dates.append(WrittenDate(year, month, day or None, found.start(), found.end()))
    return dates


def era_year(written: str) -> int:
    """The astronomical year of a written one, with or without its era.

    >>> era_year("44 BC"), era_year("AD 79"), era_year("2003")
    (-43, 79, 2003)
    """
    number = int(re.sub(r"\D", "", written))
    return 1 - number if "b" in written.lower() else number


def is_day_first(question: str) -> bool:
    """Whether a question writes its own numeric dates with the day first. Without evidence, they are month first.

    >>> is_day_first("paid on 21-08-2014"), is_day_first("Use dd/mm/yyyy."), is_day_first("on 02-10-2007")
    (True, True, False)
    """
    if named := _ORDER_IN_WORDS.search(question):
        return named[1] is not None
    return any(int(first) > 12 and int(second) <= 12 for first, _, second in _NUMERIC.findall(question))


def day_number(year: int, month: int, day: int) -> int:
    """Days since 31 December of 1 BC, as :meth:`datetime.date.toordinal` counts, and on before the year 1.

    >>> import datetime
    >>> day_number(1837, 2, 17) == datetime.date(1837, 2, 17).toordinal(), day_number(0, 12, 31)
    (True, 0)
    """
    # Years counted from March put the leap day last; 306 days from March to December.
    year, month = year - (month <= 2), (month - 3) % 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 306


def _month_length(year: int, month: int) -> int:
    return 29 if month == 2 and calendar.isleap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _month_number(written: str) -> int | None:
    return int(written) if written.isdigit() else _MONTH_NUMBERS.get(written[:3].lower())
