"""Calendar dates of any precision, and months as whole numbers; all temporal reasoning is about months.

A *month* is an ``int``: months since January of year 0, ``year * 12 + month - 1``. Years are astronomical, in the
proleptic Gregorian calendar: year 0 is 1 BC, year -43 is 44 BC. A *duration* is an ``int`` too, in months.
Plain integers make the arithmetic of the questions exact: ``(t + d) - d == t``.
:mod:`temporal_qa.text.dates` reads dates in words.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from typing import Literal, TypeAlias, get_args

# ``calendar.month_name`` follows the user's locale; our output must not.
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

DatePart: TypeAlias = Literal["year", "month", "day"]
DATE_PARTS: tuple[DatePart, ...] = get_args(DatePart)

_ISO = re.compile(r"([+-]?[0-9]{4,6})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


@total_ordering
@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A year, a month or a day, as precise as its source; the parts that it lacks are None.

    The order is total: by year, month and day. A coarser date comes before the finer ones that it contains.

    Raises:
        ValueError: a day without a month, or a month or day that the calendar does not have.

    >>> CalendarDate(2007, 6).isoformat(), str(CalendarDate(2007, 6)), str(CalendarDate(-43, 3, 15))
    ('2007-06', 'June 2007', '15 March 44 BC')
    """

    year: int
    month: int | None = None
    day: int | None = None

    def __post_init__(self) -> None:
        if self.month is None:
            if self.day is not None:
                raise ValueError(f"a day ({self.day}) without a month")
        elif not 1 <= self.month <= 12:
            raise ValueError(f"no month {self.month}, expected 1 to 12")
        elif self.day is not None and not (
            1 <= self.day <= 28 or 28 < self.day <= calendar.monthrange(self.year, self.month)[1]
        ):
            raise ValueError(f"no day {self.day} in {format_month(self.month_number)}")

    def __reduce__(self) -> tuple[type[CalendarDate], tuple[int, int | None, int | None]]:
        return CalendarDate, (self.year, self.month, self.day)  # a worker gets many dates; this takes half the time

    def __lt__(self, other: CalendarDate) -> bool:
        if not isinstance(other, CalendarDate):
            return NotImplemented
        return self._sort_key() < other._sort_key()

    def _sort_key(self) -> tuple[int, int, int]:
        return self.year, self.month or 0, self.day or 0

    @property
    def precision(self) -> DatePart:
        """The finest part of the date."""
        return "year" if self.month is None else "month" if self.day is None else "day"

    @property
    def month_number(self) -> int:
        """The month as a number. A year stands for its January, as in the released data."""
        return self.year * 12 + (self.month or 1) - 1

    def isoformat(self) -> str:
        """``2007``, ``2007-06`` or ``2007-06-15``; astronomical years, ``-0043`` for 44 BC."""
        year = f"{self.year:05d}" if self.year < 0 else f"{self.year:04d}"
        if self.month is None:
            return year
        return f"{year}-{self.month:02d}" if self.day is None else f"{year}-{self.month:02d}-{self.day:02d}"

    def __str__(self) -> str:
        """``2007``, ``June 2007``, ``15 June 2007``, ``44 BC``; ``June AD 14``, as "June 14" is a day."""
        year = str(self.year) if self.year > 0 else f"{1 - self.year} BC"
        if self.month is None:
            return year
        era = "AD " if 0 < self.year < 100 else ""
        return f"{'' if self.day is None else f'{self.day} '}{MONTH_NAMES[self.month - 1]} {era}{year}"

    @classmethod
    @lru_cache(maxsize=1 << 14)  # the same months come again and again
    def from_month(cls, month: int) -> CalendarDate:
        """The date of a month given as a number."""
        return cls(month // 12, month % 12 + 1)

    @classmethod
    @lru_cache(maxsize=1 << 14)
    def fromisoformat(cls, text: str) -> CalendarDate:
        """Reads what :meth:`isoformat` writes; a plus sign may stand before the year.

        Raises:
            ValueError: any other text, or a date that the calendar does not have.

        >>> CalendarDate.fromisoformat("1970-06")
        CalendarDate(year=1970, month=6, day=None)
        """
        if found := _ISO.fullmatch(text):
            return cls(*(None if part is None else int(part) for part in found.groups()))  # type: ignore[arg-type]
        raise ValueError(f"not a date: {text!r}, expected YYYY, YYYY-MM or YYYY-MM-DD")


def deciding_part(a: CalendarDate, b: CalendarDate) -> DatePart | None:
    """The coarsest part in which two dates differ: that part decides which of them comes first.

    None if they are equal, or if one of them lacks the part that would decide.

    >>> deciding_part(CalendarDate(1990, 5), CalendarDate(1990, 7, 2))
    'month'
    >>> deciding_part(CalendarDate(1990, 5), CalendarDate(1990, 5, 2)) is None
    True
    """
    for part in DATE_PARTS:
        if (of_a := getattr(a, part)) != (of_b := getattr(b, part)):
            return None if None in (of_a, of_b) else part
    return None


def surely_before(a: CalendarDate, b: CalendarDate) -> bool:
    """Whether every day that ``a`` may mean lies before every day that ``b`` may mean.

    >>> june = CalendarDate(1990, 6)
    >>> surely_before(CalendarDate(1990, 5), june), surely_before(CalendarDate(1990), june)
    (True, False)
    """
    return a < b and deciding_part(a, b) is not None


@lru_cache(maxsize=1 << 14)
def format_month(month: int) -> str:
    """A month as the papers print it.

    >>> format_month(2007 * 12 + 5)
    'June 2007'
    """
    return str(CalendarDate.from_month(month))


@lru_cache(maxsize=1 << 14)
def iso_month(month: int) -> str:
    """A month as the records keep it: ``YYYY-MM``.

    >>> iso_month(2007 * 12 + 5)
    '2007-06'
    """
    return CalendarDate.from_month(month).isoformat()


def parse_month(text: str) -> int:
    """The month of an ISO date of any precision. Raises ``ValueError`` on other text.

    >>> parse_month("2007-06") == parse_month("2007-06-15") == 2007 * 12 + 5
    True
    """
    return CalendarDate.fromisoformat(text).month_number
