"""Spans of months include both ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.spans import TimeSpan

spans = st.tuples(st.integers(-60, 60), st.integers(0, 30)).map(lambda x: TimeSpan(x[0], x[0] + x[1]))


def months_of(span):
    return set(range(span.start, span.end + 1))


@given(spans, st.integers(-70, 100))
def test_contains_is_membership(span, month):
    assert span.contains(month) == (month in months_of(span))


@given(spans, spans)
def test_overlap_is_a_shared_month(a, b):
    assert a.overlaps(b) == b.overlaps(a) == bool(months_of(a) & months_of(b))


@given(spans, st.integers(-1200, 1200))
def test_a_shift_keeps_the_length_and_is_undone_by_its_opposite(span, months):
    assert span.shifted(months).months == span.months == len(months_of(span))
    assert span.shifted(months).shifted(-months) == span


def test_spans_that_share_one_month_overlap_and_adjacent_ones_do_not():
    assert TimeSpan(1, 5).overlaps(TimeSpan(5, 9))
    assert not TimeSpan(1, 5).overlaps(TimeSpan(6, 9))


def test_a_span_in_words():
    spans = TimeSpan(2007 * 12 + 5, 2007 * 12 + 5), TimeSpan(2007 * 12 + 5, 2008 * 12 + 4)
    assert [span.in_words() for span in spans] == ["in June 2007", "from June 2007 to May 2008"]


def test_the_end_cannot_lie_before_the_start():
    with pytest.raises(ValueError, match="June 2007, lies before the start, July 2007"):
        TimeSpan(2007 * 12 + 6, 2007 * 12 + 5)
