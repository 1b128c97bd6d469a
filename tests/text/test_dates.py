"""Dates as people write them, and the calendar behind their day numbers."""

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.dates import WrittenDate, day_number, era_year, find_dates, is_day_first


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("17 February 1837", [(1837, 2, 17)]),
        ("the 17th of Feb. 1837", [(1837, 2, 17)]),
        ("Feb 17th, 1837", [(1837, 2, 17)]),
        ("1837-02-17", [(1837, 2, 17)]),
        ("1837-Feb-17", [(1837, 2, 17)]),
        ("May 1989", [(1989, 5, None)]),
        ("07/1997", [(1997, 7, None)]),
        ("13/1997", []),
        ("in 1989", [(1989, None, None)]),
        ("23 February", [(None, 2, 23)]),
        ("February 23", [(None, 2, 23)]),
        ("44 BC", [(-43, None, None)]),
        ("15 March 44 BC", [(-43, 3, 15)]),
        ("AD 79", [(79, None, None)]),
        ("1837-13-17", []),
        ("1837-xyz-17", []),
        ("from 25/12/2004 to Jan 2nd, 2005", [(2004, 12, 25), (2005, 1, 2)]),
        ("23 February or 5 March 1990", [(None, 2, 23), (1990, 3, 5)]),
        ("room 1989a", []),
    ],
)
def test_dates_in_a_text(text, dates):
    assert [date[:3] for date in find_dates(text)] == dates


@pytest.mark.parametrize(
    ("text", "month_first", "day_first"),
    [
        ("03/04/2005", [(2005, 3, 4)], [(2005, 4, 3)]),
        ("12-12-2005", [(2005, 12, 12)], [(2005, 12, 12)]),
        ("13.04.2005", [(2005, 4, 13)], [(2005, 4, 13)]),  # only one of the two can be the month
        ("04/13/2005", [(2005, 4, 13)], [(2005, 4, 13)]),
        ("01/12/2005", [(2005, 1, 12)], [(2005, 12, 1)]),
        ("13/13/2005", [], []),
    ],
)
def test_numeric_dates_follow_the_convention(text, month_first, day_first):
    assert [date[:3] for date in find_dates(text)] == month_first
    assert [date[:3] for date in find_dates(text, day_first=True)] == day_first


def test_dates_say_where_they_stand():
    text = "on 23 February or in May 1990."
    assert [text[date.start : date.end] for date in find_dates(text)] == ["23 February", "May 1990"]


@pytest.mark.parametrize(
    ("question", "day_first"),
    [
        ("paid on 21-08-2014", True), ("paid on 13/12/2014", True), ("paid on 12/12/2014", False),
        ("paid on 08/21/2014", False), ("Use dd/mm/yyyy.", True), ("Use mm/dd/yyyy, like 21/08/2014", False),
        ("Use D.M.YY", True), ("when?", False),
    ],
)  # fmt: skip
def test_the_convention_is_that_of_the_question(question, day_first):
    assert is_day_first(question) is day_first


@pytest.mark.parametrize(("written", "year"), [("44 BC", -43), ("1 bce", 0), ("B.C. 2", -1), ("AD 79", 79), ("5", 5)])
def test_years_with_an_era(written, year):
    assert era_year(written) == year


@given(st.dates())
def test_days_are_counted_as_by_the_standard_library(date):
    assert day_number(date.year, date.month, date.day) == date.toordinal()


@given(st.integers(-4000, 0), st.integers(1, 12))
def test_before_the_year_1_the_calendar_goes_on(year, month):
    """400 years are 146,097 days, in either direction."""
    assert day_number(year, month, 1) == day_number(year + 4400, month, 1) - 11 * 146_097


@given(st.integers(1, 9999), st.integers(1, 12))
def test_the_middle_of_a_month_and_of_a_year(year, month):
    length = calendar.monthrange(year, month)[1]
    first = datetime.date(year, month, 1).toordinal()
    assert WrittenDate(year, month, None, 0, 0).middle() == first + (length - 1) / 2
    whole = datetime.date(year, 1, 1).toordinal() + datetime.date(year, 12, 31).toordinal()
    assert WrittenDate(year, None, None, 0, 0).middle() == whole / 2
    assert WrittenDate(year, month, length, 0, 0).middle() == first + length - 1
    with pytest.raises(ValueError, match="no such day"):
        WrittenDate(year, month, length + 1, 0, 0).middle()


@pytest.mark.parametrize(("year", "days"), [(2000, 29), (2004, 29), (1900, 28), (2003, 28), (-3, 28), (-4, 29)])
def test_the_last_day_of_february(year, days):
    assert WrittenDate(year, 2, None, 0, 0).middle() == day_number(year, 2, 1) + (days - 1) / 2
    assert WrittenDate(year, 2, days, 0, 0).middle() == day_number(year, 3, 1) - 1


def test_a_date_without_a_year_has_no_middle():
    with pytest.raises(ValueError, match="a date without a year"):
        find_dates("23 February")[0].middle()
    with pytest.raises(ValueError, match="no such day"):
        find_dates("0 May 1990")[0]._replace(day=0).middle()


@pytest.mark.parametrize(
    ("text", "precision"), [("5 May 1990", "day"), ("May 1990", "month"), ("1990", "year"), ("5 May", "no year")]
)
def test_precision(text, precision):
    assert find_dates(text)[0].precision == precision
