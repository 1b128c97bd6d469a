"""Spans of months: closed ones, of our facts, and half-open ones, of TimeQA's. Neither is converted to the other.

In a :class:`TimeSpan` the last month belongs to the span. In a :class:`Segment` it does not, as TimeQA's facts hold
from their start *until* their end: two segments may touch without sharing a month.
"""

from __future__ import annotations

from dataclasses import dataclass

from temporal_qa.timeline.dates import CalendarDate, format_month


@dataclass(frozen=True, slots=True, order=True)
class TimeSpan:
    """The months ``start .. end``, both ends included: a fact that starts and ends in June holds in June.

    The order is by start, then by end.

    Raises:
        ValueError: the end lies before the start.

    >>> june = TimeSpan(24077, 24077)
    >>> june.overlaps(TimeSpan(24077, 24090)), june.overlaps(TimeSpan(24078, 24090))
    (True, False)
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"the end, {format_month(self.end)}, lies before the start, {format_month(self.start)}")

    def overlaps(self, other: TimeSpan) -> bool:
        """Whether the two spans share at least one month."""
        return self.start <= other.end and other.start <= self.end

    def in_words(self) -> str:
        """``in June 2007`` or ``from June 2007 to May 2008``."""
        if self.start == self.end:
            return f"in {format_month(self.start)}"
        return f"from {format_month(self.start)} to {format_month(self.end)}"

    @property
    def months(self) -> int:
        """The number of months in the span, at least 1."""
        return self.end - self.start + 1


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """From ``start`` until ``end``, each a year or a month. A year stands for its January, at both ends.

    A segment that ends where it starts is that year or month.

    Raises:
        ValueError: a day, or an end before the start.

    >>> two_years, next_year = Segment.read("1990", "1992"), Segment.read("1992", "1992")
    >>> len(two_years.months), len(next_year.months), two_years.months.stop == next_year.months.start
    (24, 12, True)
    """

    start: CalendarDate
    end: CalendarDate

    def __post_init__(self) -> None:
        if self.start.day or self.end.day:
            raise ValueError(f"a segment from {self.start} until {self.end}, expected years or months")
        if self.end.month_number < self.start.month_number:
            raise ValueError(f"the end, {self.end}, lies before the start, {self.start}")

    @classmethod
    def read(cls, start: str, end: str) -> Segment:
        """A segment from two ISO texts, ``1990`` or ``1990-03``."""
        return cls(CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))

    @property
    def months(self) -> range:
        """The months in which the fact holds, at least one."""
        first, end = self.start.month_number, self.end.month_number
        if first == end:
            end += 1 if self.start.month or self.end.month else 12
        return range(first, end)
