"""Dates and months: every precision, era and wording."""

import calendar
import locale

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.dates import parse_date
from temporal_qa.timeline.dates import CalendarDate, format_month, iso_month, parse_month

years = st.integers(-4000, 12000)
months = years.flatmap(lambda year: st.integers(0, 11).map(lambda month: 12 * year + month))


@st.composite
def dates(draw):
    year = draw(years)
    month = draw(st.none() | st.integers(1, 12))
    day = None if month is None else draw(st.none() | st.integers(1, calendar.monthrange(year, month)[1]))
    return CalendarDate(year, month, day)


@pytest.mark.parametrize(
    ("date", "iso", "written"),
    [
        (CalendarDate(2007), "2007", "2007"),
        (CalendarDate(2007, 6), "2007-06", "June 2007"),
        (CalendarDate(2007, 6, 5), "2007-06-05", "5 June 2007"),
        (CalendarDate(529, 12), "0529-12", "December 529"),
        (CalendarDate(1, 1), "0001-01", "January AD 1"),
        (CalendarDate(0, 1), "0000-01", "January 1 BC"),
        (CalendarDate(-43, 3, 15), "-0043-03-15", "15 March 44 BC"),
        (CalendarDate(14, 9), "0014-09", "September AD 14"),
        (CalendarDate(99, 9, 3), "0099-09-03", "3 September AD 99"),
        (CalendarDate(100, 9), "0100-09", "September 100"),
        (CalendarDate(-43), "-0043", "44 BC"),
        (CalendarDate(12007, 6), "12007-06", "June 12007"),
        (CalendarDate(-4, 2, 29), "-0004-02-29", "29 February 5 BC"),  # a leap year of the proleptic calendar
    ],
)
def test_a_date_is_written_and_read(date, iso, written):
    assert date.isoformat() == iso
    assert str(date) == written
    assert CalendarDate.fromisoformat(iso) == date
    assert parse_date(iso) == parse_date(written) == date


@pytest.mark.parametrize(("text", "precision"), [("2007", "year"), ("2007-06", "month"), ("2007-06-05", "day")])
def test_precision_is_that_of_the_finest_part(text, precision):
    assert CalendarDate.fromisoformat(text).precision == precision


def test_a_day_needs_a_month():
    with pytest.raises(ValueError, match="without a month"):
        CalendarDate(2007, None, 5)


@given(dates())
def test_parsing_inverts_formatting(date):
    assert CalendarDate.fromisoformat(date.isoformat()) == date
    assert parse_date(date.isoformat()) == parse_date(str(date)) == date


@given(dates(), dates(), dates())
def test_order_is_total(a, b, c):
    assert (a < b) + (a == b) + (a > b) == 1
    assert not (a <= b <= c) or a <= c


def test_a_coarser_date_comes_before_the_finer_ones_inside_it():
    assert CalendarDate(2006, 12, 31) < CalendarDate(2007) < CalendarDate(2007, 1) < CalendarDate(2007, 1, 1)
    assert CalendarDate(-43) < CalendarDate(-42) < CalendarDate(0) < CalendarDate(1)


def test_a_year_stands_for_its_january():
    assert CalendarDate(2007).month_number == CalendarDate(2007, 1, 31).month_number == 2007 * 12


@given(months, st.integers(-50_000, 50_000))
def test_month_arithmetic_is_exact(month, duration):
    assert (month + duration) - duration == month
    assert parse_date(format_month(month)).month_number == parse_month(iso_month(month)) == month


@given(months, months)
def test_iso_months_of_our_era_sort_in_order_of_time(a, b):
    if 0 <= a < 120_000 and 0 <= b < 120_000:
        assert (iso_month(a) < iso_month(b)) == (a < b)


def test_month_names_do_not_follow_the_locale():
    before = locale.setlocale(locale.LC_ALL)
    try:
        for _ in filter(_set_locale, ("de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C")):  # those that are installed
            assert format_month(2007 * 12 + 4) == "May 2007"
            assert format_month(2007 * 12 + 2) == "March 2007"
    finally:
        locale.setlocale(locale.LC_ALL, before)


def _set_locale(name):
    try:
        return bool(locale.setlocale(locale.LC_ALL, name))
    except locale.Error:
        return False
