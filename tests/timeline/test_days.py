"""Days as whole numbers."""

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import (
    date_of_day,
    day_number,
    day_number_of,
    first_day,
    last_day,
    middle_day,
    plus_days,
    plus_months,
)


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


@given(st.integers(-3_000_000, 5_000_000))
def test_a_day_number_and_its_date(number):
    date = date_of_day(number)
    assert day_number_of(date) == number
    assert date_of_day(number + 1) > date == plus_days(date_of_day(number + 1), -1)
    if 1 <= number <= datetime.date.max.toordinal():
        assert date.isoformat() == datetime.date.fromordinal(number).isoformat()


@pytest.mark.parametrize("date", [CalendarDate(2001), CalendarDate(2001, 7)])
def test_a_date_without_a_day_has_no_number(date):
    with pytest.raises(ValueError, match="has no day"):
        day_number_of(date)


@given(st.integers(-3_000_000, 5_000_000).map(date_of_day), st.integers(-50_000, 50_000))
def test_months_later_is_the_same_day_or_the_last_one(date, months):
    later = plus_months(date, months)
    assert later.month_number == date.month_number + months
    assert later.day == date.day or (later == last_day(later) and later.day < date.day)
    assert plus_months(CalendarDate(date.year, date.month), months) == CalendarDate(later.year, later.month)


@given(st.integers(-4000, 4000), st.none() | st.integers(1, 12))
def test_the_days_that_a_coarse_date_may_mean(year, month):
    date = CalendarDate(year, month)
    first, last = day_number_of(first_day(date)), day_number_of(last_day(date))
    for inside, day in [(True, first), (True, last), (False, first - 1), (False, last + 1)]:
        found = date_of_day(day)
        assert (found.year == year and month in (None, found.month)) == inside
    assert middle_day(date) == (first + last) / 2
