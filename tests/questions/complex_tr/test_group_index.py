"""The segments of a relation's facts."""

from each_kind import groups
from hypothesis import given

from temporal_qa.questions.complex_tr.group_index import segments


@given(groups())
def test_segments_say_in_every_month_which_facts_hold(group):
    for segment in segments(group.facts):
        for month in segment.months:
            assert segment.facts == tuple(f for f in group.facts if f.span.start <= month <= f.span.end)
