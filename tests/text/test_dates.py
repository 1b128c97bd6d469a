"""Dates as people write them."""

import pytest

from temporal_qa.text.dates import era_year, find_dates, format_month_first, is_day_first, parse_date, signed_year
from temporal_qa.timeline.dates import CalendarDate


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("17 February 1837", [(1837, 2, 17)]),
        ("the 17th of Feb. 1837", [(1837, 2, 17)]),
        ("Feb 17th, 1837", [(1837, 2, 17)]),
        ("1837-02-17", [(1837, 2, 17)]),
        ("1837-Feb-17", [(1837, 2, 17)]),
        ("1837 February 17", [(1837, 2, 17)]),
        ("in 1837 Feb. 1838", [(1837, None, None), (1838, 2, None)]),
        ("flight 1204 February 17, 1837", [(1204, None, None), (1837, 2, 17)]),
        ("1837-02-17, 1838-02-17 1839", [(1837, 2, 17), (1838, 2, 17), (1839, None, None)]),
        ("17/Feb/1837", [(1837, 2, 17)]),
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
        ("1837 xyz 17", [(1837, None, None)]),
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
        ("13.04.2005", [(2005, 4, 13)], [(2005, 4, 13)]),  # only one of the two numbers can be the month
        ("04/13/2005", [(2005, 4, 13)], [(2005, 4, 13)]),
        ("01/12/2005", [(2005, 1, 12)], [(2005, 12, 1)]),
        ("13/13/2005", [], []),
    ],
)
def test_numeric_dates_follow_the_convention(text, month_first, day_first):
    assert [date[:3] for date in find_dates(text)] == month_first
    assert [date[:3] for date in find_dates(text, day_first=True)] == day_first


def test_dates_know_their_place_in_the_text():
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
def test_the_question_shows_its_convention(question, day_first):
    assert is_day_first(question) is day_first


@pytest.mark.parametrize(("written", "year"), [("44 BC", -43), ("1 bce", 0), ("B.C. 2", -1), ("AD 79", 79), ("5", 5)])
def test_years_with_an_era(written, year):
    assert era_year(written) == year
    assert signed_year(written) == (year if year > 0 else year - 1)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("in 44 B.C. he died", [-43]),
        ("44 BC, then AD 79", [-43, 79]),
        ("79 CE", [79]),
        ("44 BCD", []),
        ("0 BC, AD 0, 000 CE", []),
        ("0000-03-10 BC", []),
        ("04/07/0000 AD", []),
        ("0010 BC", [-9]),
        ("1998%", []),
    ],
)
def test_eras_in_a_text(text, dates):
    assert [date.year for date in find_dates(text)] == dates


def test_a_day_is_written_month_first():
    assert format_month_first(CalendarDate(1837, 2, 7)) == "February 7, 1837"
    with pytest.raises(ValueError, match="June 2007 has no day"):
        format_month_first(CalendarDate(2007, 6))


def test_a_date_without_a_year_is_not_in_the_calendar():
    with pytest.raises(ValueError, match="a date without a year"):
        find_dates("23 February")[0].to_date()
    with pytest.raises(ValueError, match="no day 0"):
        find_dates("0 May 1990")[0]._replace(day=0).to_date()


@pytest.mark.parametrize(
    ("text", "precision"), [("5 May 1990", "day"), ("May 1990", "month"), ("1990", "year"), ("5 May", "no year")]
)
def test_precision(text, precision):
    assert find_dates(text)[0].precision == precision


@pytest.mark.parametrize(
    "text", ["Jun, 1970", "Jun. 1970", "Jun 1970", "June 1970", "june 1970", "1970-06", "+1970-06"]
)
def test_the_month_forms_of_released_data_are_read(text):
    assert parse_date(text) == CalendarDate(1970, 6)


@pytest.mark.parametrize(
    "text",
    ["", " ", "soon", "2007-13", "2007-00", "2007-6", "07-06", "2007-02-30", "2007-06-", "2007-06-05T00:00",
     "June", "31 June 2007", "Juneau 2007", "0 BC", "June 0", "2007 AD", "1900-02-29", "２００７", "2007\n",
     "1234567", "1234567-01", "June 1234567", "9" * 5000],
)  # fmt: skip
def test_other_text_is_not_a_date(text):
    for read in (parse_date, CalendarDate.fromisoformat):
        with pytest.raises(ValueError, match=r"date|month|day"):
            read(text)
