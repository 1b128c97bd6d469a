"""Spans of months include both ends, segments do not: which months they hold, how they touch, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.spans import Segment, TimeSpan

spans = st.tuples(st.integers(-60, 60), st.integers(0, 30)).map(lambda x: TimeSpan(x[0], x[0] + x[1]))


def months_of(span):
    return set(range(span.start, span.end + 1))


@given(spans, spans)
def test_overlap_is_a_shared_month(a, b):
    assert a.overlaps(b) == b.overlaps(a) == bool(months_of(a) & months_of(b))


@given(spans)
def test_a_span_has_so_many_months(span):
    assert span.months == len(months_of(span))


def test_spans_that_share_one_month_overlap_and_adjacent_ones_do_not():
    assert TimeSpan(1, 5).overlaps(TimeSpan(5, 9))
    assert not TimeSpan(1, 5).overlaps(TimeSpan(6, 9))


def test_a_span_in_words():
    spans = TimeSpan(2007 * 12 + 5, 2007 * 12 + 5), TimeSpan(2007 * 12 + 5, 2008 * 12 + 4)
    assert [span.in_words() for span in spans] == ["in June 2007", "from June 2007 to May 2008"]


def test_the_end_cannot_lie_before_the_start():
    with pytest.raises(ValueError, match="June 2007, lies before the start, July 2007"):
        TimeSpan(2007 * 12 + 6, 2007 * 12 + 5)


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
    assert bool({*a.months} & {*b.months}) is shared
    closed = [TimeSpan(segment.start.month_number, segment.end.month_number) for segment in (a, b)]
    assert closed[0].overlaps(closed[1])


def test_reversed_bounds_and_days_are_refused():
    with pytest.raises(ValueError, match="the end, 1848, lies before the start, 1985"):
        Segment.read("1985", "1848")
    with pytest.raises(ValueError, match="expected years or months"):
        Segment.read("1985-01-02", "1990")
