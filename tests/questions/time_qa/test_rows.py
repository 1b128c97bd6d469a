"""Whether an article mentions the bounds of a segment."""

import pytest

from temporal_qa.questions.time_qa.articles import AnnotatedSegment
from temporal_qa.questions.time_qa.rows import mentions_bounds
from temporal_qa.questions.time_qa.specifiers import read_time

MARCH = "The Market opened in 1990 . She left it in March 1995 ."
OTHER_MONTH = "The Market opened in 1990 . She left it in May 1995 ."


@pytest.mark.parametrize(
    ("context", "start", "end", "ours", "released"),
    [
        (MARCH, "1990", "Mar 1995", True, True),
        (OTHER_MONTH, "1990", "Mar 1995", False, True),  # the release finds "Mar" in "Market"
        ("From May 4 , 1990 to 6 March , 1995 .", "May 1990", "Mar 1995", True, True),
        ("In 1990 and in 1995 .", "1990", "1995", True, True),
        ("In 1990 .", "1990", "1995", False, False),
        ("From 1990-95 and 19951 .", "1990", "1995", False, True),
        (MARCH, None, "1995", False, False),
        (MARCH, "1990", None, False, False),
    ],
)
def test_both_bounds_are_mentioned(context, start, end, ours, released):
    segment = AnnotatedSegment(start and read_time(start), end and read_time(end), ())
    assert mentions_bounds(context, segment) is ours
    assert mentions_bounds(context, segment, as_published=True) is released
