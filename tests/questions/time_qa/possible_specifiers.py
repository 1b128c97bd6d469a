"""Which specifiers the released rules of TimeQA can draw."""

from temporal_qa.questions.time_qa.specifiers import (
    _KINDS_OF_PLACE,
    Place,
    Specifier,
    _decades,
    is_close,
    months_between,
)
from temporal_qa.timeline.dates import CalendarDate


def is_possible(specifier: Specifier, start: CalendarDate, end: CalendarDate, place: Place) -> bool:
    """Whether the released rules can draw the specifier for this segment."""
    kind, x, y = specifier
    if is_close(start, end):
        return specifier == Specifier("in", start)
    if kind in ("early", "late"):
        return specifier in _decades(start, end)
    months = months_between(start, end, as_published=True)
    if kind not in _KINDS_OF_PLACE[place] or x.month is None or x.month_number not in months:
        return False
    if y is None:
        return True
    later = months_between(x, end, as_published=True)
    return y.month is not None and y.month_number in later if later else y in (x, end)
