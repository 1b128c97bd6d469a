"""Every form of a date can be read again, and says when it is ambiguous."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.date_forms import DATE_FORMS, forms_for, ordinal, weekday_name, write_date
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline.dates import CalendarDate

BY_NAME = {form.name: form for form in DATE_FORMS}


@st.composite
def dates_and_forms(draw):
    day = draw(st.dates())
    date = CalendarDate(day.year, day.month, day.day)
    date = draw(st.sampled_from([date, CalendarDate(day.year, day.month), CalendarDate(day.year)]))
    if draw(st.booleans()) and date.year % 4:  # some before our era, without a 29 February that is not there
        date = CalendarDate(-date.year, date.month, date.day)
    return date, draw(st.sampled_from(forms_for(date)))


@given(dates_and_forms())
def test_a_written_date_is_found_again(written):
    date, form = written
    text = f"It was on {write_date(date, form)} that they met."
    found = find_dates(text, day_first=bool(form.day_first))
    assert [(d.year, d.month, d.day) for d in found] == [(date.year, date.month, date.day)], text


@given(dates_and_forms())
def test_an_ambiguous_date_is_read_differently_by_the_other_convention(written):
    date, form = written
    text = write_date(date, form)
    readings = {d[:3] for day_first in (True, False) for d in find_dates(text, day_first=day_first)}
    assert (len(readings) > 1) == form.is_ambiguous(date), text


CASES = [
    ("day month year", "2001-07-04", "4 July 2001"),
    ("month 0day, year", "1991-05-09", "May 09, 1991"),
    ("month day-th, year", "1991-05-22", "May 22nd, 1991"),
    ("the day-th of month, year", "-0043-03-15", "the 15th of March, 44 BC"),
    ("mon. day, year", "1991-05-09", "May 9, 1991"),
    ("mon. day, year", "1991-09-09", "Sep. 9, 1991"),
    ("day-mon-year", "0529-12-01", "1-Dec-0529"),
    ("weekday, day month year", "2024-02-29", "Thursday, 29 February 2024"),
    ("year-month-day", "0529-12-01", "0529-12-01"),
    ("month-day-year", "1742-08-24", "08-24-1742"),
    ("day.month.year", "1742-08-04", "4.8.1742"),
    ("mon, year", "1176-07", "Jul, 1176"),
    ("month/year", "1176-07", "07/1176"),
    ("year", "0000", "1 BC"),
    ("year", "0999", "999 AD"),
    ("year", "1000", "1000"),
    ("month day, year", "10000-01-01", "January 1, 10000 AD"),
]


@pytest.mark.parametrize(("form", "date", "written"), CASES)
def test_forms(form, date, written):
    assert write_date(CalendarDate.fromisoformat(date), BY_NAME[form]) == written


def test_a_form_writes_only_what_it_can():
    assert not BY_NAME["year"].can_write(CalendarDate(2001, 7))
    assert not BY_NAME["month/day/year"].can_write(CalendarDate(-43, 3, 15))
    with pytest.raises(ValueError, match="cannot be written"):
        write_date(CalendarDate(2001), BY_NAME["day month year"])


@given(st.dates())
def test_days_of_the_week_are_those_of_the_standard_library(date):
    number = date.isoweekday()
    assert weekday_name(CalendarDate(date.year, date.month, date.day)) == datetime.date(2024, 1, number).strftime("%A")


def test_ordinals():
    written = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 30th 101st 111th 202nd"
    assert " ".join(ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30, 101, 111, 202)) == written
