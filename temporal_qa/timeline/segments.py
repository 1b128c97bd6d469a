"""Half-open segments of time: a fact holds from its start *until* its end, as in TimeQA.

They are a type of their own. In a :class:`~temporal_qa.timeline.spans.TimeSpan` the last month belongs to the span; in
a segment it does not, so that two segments may touch without sharing a month. Neither is converted to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from temporal_qa.timeline.dates import CalendarDate


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """From ``start`` until ``end``, each a year or a month. A year stands for its January, at both ends.

    A segment that ends where it starts is that year or month.

    Raises:
        ValueError: a day, or an end before the start.

    >>> two_years, next_year = Segment.read("1990", "1992"), Segment.read("1992", "1992")
    >>> len(two_years.months), len(next_year.months), two_years.overlaps(next_year)
    (24, 12, False)
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

    def overlaps(self, other: Segment) -> bool:
        """Whether the two share a month."""
        return max(self.months.start, other.months.start) < min(self.months.stop, other.months.stop)
