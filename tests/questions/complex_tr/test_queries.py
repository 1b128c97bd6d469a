"""The reference time of a question, which decides whether it lies in the future (Complex-TR, section 2)."""

import pytest

from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

MONTH = 2007 * 12 + 5
EVENT = Fact("Ann", "P108", "IBM", CalendarDate(2001, 3), CalendarDate(2021, 9))

REFERENCE_TIMES = [
    (TemporalQuery("l2_at", "Ann", "P108", month=MONTH), "the month", MONTH),
    (TemporalQuery("l2_between", "Ann", "P108", month=MONTH, last_month=MONTH + 200), "the first month", MONTH),
    (TemporalQuery("l2_offset", "Ann", "P108", month=MONTH, duration=200, direction="after"), "the month", MONTH),
    (TemporalQuery("l3_neighbour", "Ann", "P108", direction="after", event=EVENT), "the start", 2001 * 12 + 2),
    (TemporalQuery("l3_during", "Ann", "P69", event=EVENT), "the start", 2001 * 12 + 2),
    (TemporalQuery("l3_offset", "Ann", "P69", duration=9, direction="after", event=EVENT), "the start", 2001 * 12 + 2),
]


@pytest.mark.parametrize(("query", "which", "month"), REFERENCE_TIMES, ids=[row[0].kind for row in REFERENCE_TIMES])
def test_the_reference_time(query, which, month):
    assert query.reference_month == month, which


def test_every_kind_has_its_reference_time():
    assert {row[0].kind for row in REFERENCE_TIMES} == set(KINDS)
