"""Half-open segments: which months they hold, how they touch, what is refused."""

import pytest

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.segments import Segment
from temporal_qa.timeline.spans import TimeSpan


@pytest.mark.parametrize(
    ("start", "end", "months"),
    [
        ("1990", "1992", 24),
        ("1990-03", "1990-05", 2),
        ("1990", "1990-03", 2),
        ("1990-11", "1991", 2),
        ("1990", "1990", 12),
        ("1990-01", "1990", 1),
        ("1990-07", "1990-07", 1),
        ("-0043", "0010", 53 * 12),
    ],
)
def test_a_segment_holds_until_its_end(start, end, months):
    segment = Segment.read(start, end)
    assert len(segment.months) == months
    assert segment.months.start == CalendarDate.fromisoformat(start).month_number


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (("1990", "1992"), ("1992", "1994"), False),
        (("1990", "1992-02"), ("1992", "1994"), True),
        (("1990", "1994"), ("1991", "1991"), True),
        (("1990", "1991"), ("1991", "1991"), False),
    ],
)
def test_touching_segments_share_nothing_as_touching_spans_do(one, other, shared):
    a, b = Segment.read(*one), Segment.read(*other)
    assert a.overlaps(b) is b.overlaps(a) is shared
    closed = [TimeSpan(segment.start.month_number, segment.end.month_number) for segment in (a, b)]
    assert closed[0].overlaps(closed[1])


def test_reversed_bounds_and_days_are_refused():
    with pytest.raises(ValueError, match="the end, 1848, lies before the start, 1985"):
        Segment.read("1985", "1848")
    with pytest.raises(ValueError, match="expected years or months"):
        Segment.read("1985-01-02", "1990")
