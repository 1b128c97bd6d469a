"""Days as whole numbers."""

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import day_number, middle_day


@given(st.dates())
def test_days_are_counted_as_in_the_standard_library(date):
    assert day_number(date.year, date.month, date.day) == date.toordinal()


@given(st.integers(-4000, 0), st.integers(1, 12))
def test_the_calendar_continues_before_the_year_1(year, month):
    """400 years are 146,097 days, in either direction."""
    assert day_number(year, month, 1) == day_number(year + 4400, month, 1) - 11 * 146_097


@given(st.integers(1, 9999), st.integers(1, 12))
def test_the_middle_of_a_month_and_of_a_year(year, month):
    length = calendar.monthrange(year, month)[1]
    first = datetime.date(year, month, 1).toordinal()
    assert middle_day(CalendarDate(year, month)) == first + (length - 1) / 2
    whole = datetime.date(year, 1, 1).toordinal() + datetime.date(year, 12, 31).toordinal()
    assert middle_day(CalendarDate(year)) == whole / 2
    assert middle_day(CalendarDate(year, month, length)) == first + length - 1


@pytest.mark.parametrize(("year", "days"), [(2000, 29), (2004, 29), (1900, 28), (2003, 28), (-3, 28), (-4, 29)])
def test_the_last_day_of_february(year, days):
    assert middle_day(CalendarDate(year, 2)) == day_number(year, 2, 1) + (days - 1) / 2
    assert middle_day(CalendarDate(year, 2, days)) == day_number(year, 3, 1) - 1
    with pytest.raises(ValueError, match="no day"):
        CalendarDate(year, 2, days + 1)
