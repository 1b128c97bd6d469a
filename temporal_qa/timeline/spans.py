"""Spans of whole months, both ends included."""

from __future__ import annotations

from dataclasses import dataclass

from temporal_qa.timeline.dates import format_month


@dataclass(frozen=True, slots=True, order=True)
class TimeSpan:
    """The months ``start .. end``, both ends included: a fact that starts and ends in June holds in June.

    The order is by start, then by end.

    Raises:
        ValueError: the end lies before the start.

    >>> june = TimeSpan(24077, 24077)
    >>> june.contains(24077), june.overlaps(TimeSpan(24077, 24090)), june.overlaps(TimeSpan(24078, 24090))
    (True, True, False)
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"the end, {format_month(self.end)}, lies before the start, {format_month(self.start)}")

    def contains(self, month: int) -> bool:
        """Whether the month lies inside the span."""
        return self.start <= month <= self.end

    def overlaps(self, other: TimeSpan) -> bool:
        """Whether the two spans share at least one month."""
        return self.start <= other.end and other.start <= self.end

    def shifted(self, months: int) -> TimeSpan:
        """The same length of time, ``months`` later, or earlier if negative."""
        return TimeSpan(self.start + months, self.end + months)

    def in_words(self) -> str:
        """``in June 2007`` or ``from June 2007 to May 2008``."""
        if self.start == self.end:
            return f"in {format_month(self.start)}"
        return f"from {format_month(self.start)} to {format_month(self.end)}"

    @property
    def months(self) -> int:
        """The number of months in the span, at least 1."""
        return self.end - self.start + 1
