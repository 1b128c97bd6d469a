"""Dates and months: the exact meaning of every precision, era and wording."""

import calendar
import locale

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.dates import (
    CalendarDate,
    format_duration,
    format_month,
    iso_month,
    month_number,
    parse_duration,
    parse_month,
)

years = st.integers(-4000, 12000)
months = years.flatmap(lambda year: st.integers(1, 12).map(lambda month: month_number(year, month)))


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
        (CalendarDate(1, 1), "0001-01", "January 1"),
        (CalendarDate(0, 1), "0000-01", "January 1 BC"),
        (CalendarDate(-43, 3, 15), "-0043-03-15", "15 March 44 BC"),
        (CalendarDate(-43), "-0043", "44 BC"),
        (CalendarDate(12007, 6), "12007-06", "June 12007"),
        (CalendarDate(-4, 2, 29), "-0004-02-29", "29 February 5 BC"),  # a leap year of the proleptic calendar
    ],
)
def test_a_date_is_written_and_read(date, iso, written):
    assert date.isoformat() == iso
    assert str(date) == written
    assert CalendarDate.parse(iso) == date
    assert CalendarDate.parse(written) == date


@pytest.mark.parametrize("text", ["Jun, 1970", "Jun 1970", "June 1970", "june 1970", "1970-06", "+1970-06"])
def test_the_month_forms_of_released_data_are_read(text):
    assert CalendarDate.parse(text) == CalendarDate(1970, 6)


@pytest.mark.parametrize(
    "text",
    ["", " ", "soon", "2007-13", "2007-00", "2007-6", "07-06", "2007-02-30", "2007-06-", "2007-06-05T00:00",
     "June", "31 June 2007", "Juneau 2007", "0 BC", "June 0", "2007 AD", "1900-02-29", "２００７", "2007\n",
     "1234567", "1234567-01", "June 1234567", "9" * 5000],
)  # fmt: skip
def test_other_text_is_no_date(text):
    with pytest.raises(ValueError, match=r"date|month|day"):
        CalendarDate.parse(text)


def test_a_day_needs_a_month():
    with pytest.raises(ValueError, match="without a month"):
        CalendarDate(2007, None, 5)


@given(dates())
def test_parse_undoes_format(date):
    assert CalendarDate.parse(date.isoformat()) == date
    assert CalendarDate.parse(str(date)) == date


@given(dates(), dates(), dates())
def test_order_is_total(a, b, c):
    assert (a < b) + (a == b) + (a > b) == 1
    assert not (a <= b <= c) or a <= c


def test_a_coarser_date_stands_before_the_finer_ones_inside_it():
    assert CalendarDate(2006, 12, 31) < CalendarDate(2007) < CalendarDate(2007, 1) < CalendarDate(2007, 1, 1)
    assert CalendarDate(-43) < CalendarDate(-42) < CalendarDate(0) < CalendarDate(1)


def test_a_year_stands_for_its_january():
    assert CalendarDate(2007).month_number == CalendarDate(2007, 1, 31).month_number == 2007 * 12


@given(months, st.integers(-50_000, 50_000))
def test_month_arithmetic_is_exact(month, duration):
    assert (month + duration) - duration == month
    assert parse_month(format_month(month)) == parse_month(iso_month(month)) == month


@given(months, months)
def test_iso_months_of_our_era_sort_as_they_follow(a, b):
    if 0 <= a < 120_000 and 0 <= b < 120_000:
        assert (iso_month(a) < iso_month(b)) == (a < b)


@pytest.mark.parametrize(
    ("duration", "written"),
    [(42, "3 years and 6 months"), (12, "1 year"), (1, "1 month"), (13, "1 year and 1 month"), (24, "2 years"),
     (180, "15 years"), (11, "11 months"), (0, "0 months")],
)  # fmt: skip
def test_durations_are_written_as_the_papers_print_them(duration, written):
    assert format_duration(duration) == written
    assert parse_duration(written) == duration


@given(st.integers(0, 100_000))
def test_parse_undoes_format_of_durations(duration):
    assert parse_duration(format_duration(duration)) == duration


@pytest.mark.parametrize(
    "text",
    ["", "3", "3 years 6 months", "3 years6 months", "3 years and ", " and 6 months", "6 months and 3 years"],
)
def test_other_text_is_no_duration(text):
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


def test_a_negative_duration_has_no_words():
    with pytest.raises(ValueError, match="negative"):
        format_duration(-1)


def test_month_names_do_not_follow_the_locale():
    before = locale.setlocale(locale.LC_ALL)
    try:
        for _ in filter(_set_locale, ("de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C")):  # those that are there
            assert format_month(month_number(2007, 5)) == "May 2007"
            assert format_month(month_number(2007, 3)) == "March 2007"
    finally:
        locale.setlocale(locale.LC_ALL, before)


def _set_locale(name):
    try:
        return bool(locale.setlocale(locale.LC_ALL, name))
    except locale.Error:
        return False
