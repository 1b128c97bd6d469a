"""Time values of Wikidata's JSON as dates: precision, calendars, years before Christ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.wikidata.dates import Unusable, calendar_date, julian_day

GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
JULIAN = "http://www.wikidata.org/entity/Q1985786"


def value(time, precision, model=GREGORIAN):
    return {"time": time, "precision": precision, "calendarmodel": model, "timezone": 0, "before": 0, "after": 0}


@pytest.mark.parametrize(
    ("time", "precision", "model", "date"),
    [
        ("+2007-06-15T00:00:00Z", 11, GREGORIAN, "2007-06-15"),
        ("+2007-06-15T00:00:00Z", 10, GREGORIAN, "2007-06"),
        ("+2007-06-15T00:00:00Z", 9, GREGORIAN, "2007"),
        ("+2007-06-15T00:00:00Z", 14, GREGORIAN, "2007-06-15"),  # a second is in its day
        ("+2007-00-00T00:00:00Z", 9, GREGORIAN, "2007"),
        ("+2007-06-00T00:00:00Z", 10, GREGORIAN, "2007-06"),
        ("+00000001917-12-06T00:00:00Z", 11, GREGORIAN, "1917-12-06"),  # as in dumps of 2015
        ("+2007-01-01T00:00:00Z", 11, GREGORIAN.replace("http:", "https:"), "2007-01-01"),
        # Years before Christ are historical there, astronomical here.
        ("-0044-00-00T00:00:00Z", 9, GREGORIAN, "-0043"),
        ("-0001-01-01T00:00:00Z", 11, GREGORIAN, "0000-01-01"),
        ("-0044-03-15T00:00:00Z", 11, JULIAN, "-0043-03-13"),
        ("-10000-00-00T00:00:00Z", 9, GREGORIAN, "-9999"),
        # Days are converted; a Julian month or year lies across two of ours and keeps its name.
        ("+1582-10-04T00:00:00Z", 11, JULIAN, "1582-10-14"),
        ("+1642-12-25T00:00:00Z", 11, JULIAN, "1643-01-04"),
        ("+1900-02-29T00:00:00Z", 11, JULIAN, "1900-03-13"),
        ("+1917-10-25T00:00:00Z", 11, JULIAN, "1917-11-07"),
        ("+1642-12-00T00:00:00Z", 10, JULIAN, "1642-12"),
        ("+1642-12-25T00:00:00Z", 9, JULIAN, "1642"),
    ],
)
def test_a_time_value_becomes_its_gregorian_date(time, precision, model, date):
    assert calendar_date(value(time, precision, model)) == CalendarDate.fromisoformat(date)


@pytest.mark.parametrize(
    ("time", "precision", "model", "reason"),
    [
        ("+1990-00-00T00:00:00Z", 8, GREGORIAN, "date: coarser than a year"),
        ("+1900-00-00T00:00:00Z", 7, JULIAN, "date: coarser than a year"),
        ("-13798000000-00-00T00:00:00Z", 3, GREGORIAN, "date: coarser than a year"),
        ("-13798000000-00-00T00:00:00Z", 9, GREGORIAN, "date: more than 999,999 years away"),
        ("+0000-01-01T00:00:00Z", 9, GREGORIAN, "date: year 0, which the dump format does not define"),
        ("-0000-01-01T00:00:00Z", 11, JULIAN, "date: year 0, which the dump format does not define"),
        ("+2007-02-30T00:00:00Z", 11, GREGORIAN, "date: one that its calendar does not have"),
        ("+1900-02-29T00:00:00Z", 11, GREGORIAN, "date: one that its calendar does not have"),
        ("+1901-02-29T00:00:00Z", 11, JULIAN, "date: one that its calendar does not have"),
        ("+2007-06-00T00:00:00Z", 11, GREGORIAN, "date: one that its calendar does not have"),
        ("+2007-00-00T00:00:00Z", 10, GREGORIAN, "date: one that its calendar does not have"),
        ("+2007-00-00T00:00:00Z", 11, JULIAN, "date: one that its calendar does not have"),
        ("+2007-06-15T00:00:00Z", 11, "http://www.wikidata.org/entity/Q12138", "date: neither Gregorian nor Julian"),
        ("2007", 9, GREGORIAN, "date: cannot be read"),
        (None, 9, GREGORIAN, "date: cannot be read"),
        ("+2007-06-15T00:00:00Z", "11", GREGORIAN, "date: cannot be read"),
        ("+2007-06-15T00:00:00Z", 11, None, "date: cannot be read"),
    ],
)
def test_what_is_no_date_has_a_reason(time, precision, model, reason):
    with pytest.raises(Unusable) as told:
        calendar_date(value(time, precision, model))
    assert str(told.value) == reason


def day_count(year, month, day, julian):
    """Days since a fixed day, by the textbook formula for Julian day numbers (years from 4800 BC)."""
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    days = day + (153 * m + 2) // 5 + 365 * y + y // 4
    return days - 32083 if julian else days - y // 100 + y // 400 - 32045


@given(st.integers(-4700, 9999), st.integers(1, 12), st.integers(1, 28))
def test_a_julian_day_and_its_gregorian_one_are_the_same_day(year, month, day):
    found = julian_day(year, month, day)
    assert day_count(found.year, found.month, found.day, julian=False) == day_count(year, month, day, julian=True)


@given(st.integers(-1000, 2500).map(lambda year: year * 4))
def test_every_fourth_julian_year_is_leap(year):
    february, march = julian_day(year, 2, 29), julian_day(year, 3, 1)
    assert day_count(*(march.year, march.month, march.day), julian=False) == 1 + day_count(
        *(february.year, february.month, february.day), julian=False
    )
