"""Ages: dateutil's rule where dateutil reaches, and the rule's own properties elsewhere."""

import datetime
import random

import pytest
from dateutil.relativedelta import relativedelta
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.timeline.ages import Age, age_between, age_bounds
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import date_of_day, day_number_of, first_day, last_day, plus_days, plus_months

days = st.integers(-2_000_000, 4_000_000).map(date_of_day)
pairs = st.tuples(days, days).map(sorted)


@st.composite
def coarse_dates(draw):
    day = draw(st.integers(-3000, 1000).map(lambda number: date_of_day(number * 37)))
    return draw(st.sampled_from([day, CalendarDate(day.year, day.month), CalendarDate(day.year)]))


def iso(text):
    return CalendarDate.fromisoformat(text)


PRINTED = [
    # The samples printed in the paper and its appendix.
    ("1910-09-03", "2001-07-04", (90, 10, 1)),
    ("1927-04-09", "2010-02-21", (82, 10, 12)),
    ("1924-08-22", "1986-10-30", (62, 2, 8)),
    ("1919-10-13", "2003-08-28", (83, 10, 15)),
    # Ends of months.
    ("2023-01-31", "2023-02-28", (0, 1, 0)),
    ("2024-01-31", "2024-02-28", (0, 0, 28)),
    ("2023-01-31", "2023-03-01", (0, 1, 1)),
    ("2000-02-29", "2001-02-28", (1, 0, 0)),
    ("2000-02-29", "2001-02-27", (0, 11, 29)),
    ("2000-02-29", "2004-02-29", (4, 0, 0)),
    ("2000-02-29", "2000-02-29", (0, 0, 0)),
    # Before our era: there is a year 0.
    ("-0043-03-15", "0014-08-19", (57, 5, 4)),
    ("-0001-12-31", "0001-01-01", (1, 0, 1)),
]


@pytest.mark.parametrize(("start", "end", "age"), PRINTED)
def test_ages(start, end, age):
    assert age_between(iso(start), iso(end)) == age


def test_ages_are_those_of_dateutil():
    rng = random.Random(1)
    for _ in range(5_000):
        last = 3_652_059 if rng.random() < 0.5 else 40_000
        start, end = sorted(datetime.date.fromordinal(rng.randint(1, last)) for _ in range(2))
        theirs = relativedelta(end, start)
        ours = age_between(CalendarDate(start.year, start.month, start.day), CalendarDate(end.year, end.month, end.day))
        assert ours == (theirs.years, theirs.months, theirs.days), (start, end)


@given(pairs)
def test_the_months_reached_do_not_pass_the_end_and_one_more_would(pair):
    start, end = pair
    years, months, rest = age_between(start, end)
    reached = plus_months(start, 12 * years + months)
    assert 0 <= months < 12
    assert plus_days(reached, rest) == end
    assert plus_months(start, 12 * years + months + 1) > end


@given(pairs)
def test_the_calendar_repeats_after_400_years(pair):
    start, end = pair
    moved = [CalendarDate(date.year - 8000, date.month, date.day) for date in pair]
    assert age_between(*moved) == age_between(start, end)


@given(pairs, st.integers(0, 800))
def test_a_later_start_never_makes_older(pair, later):
    start, end = pair
    for rule in ("28 February", "1 March"):
        age = age_between(start, end, leap_day=rule)
        if (moved := plus_days(start, later)) <= end:
            assert age_between(moved, end, leap_day=rule) <= age
        assert age_between(start, plus_days(end, later), leap_day=rule) >= age


def test_those_born_on_29_february_are_a_year_older_on_the_day_of_the_rule():
    born = iso("2004-02-29")
    for end, ours, other in [
        ("2005-02-27", (0, 11, 29), (0, 11, 29)),
        ("2005-02-28", (1, 0, 0), (0, 11, 30)),
        ("2005-03-01", (1, 0, 1), (1, 0, 0)),
        ("2005-03-29", (1, 1, 0), (1, 1, 0)),
        ("2008-02-29", (4, 0, 0), (4, 0, 0)),
    ]:
        assert age_between(born, iso(end)) == ours, end
        assert age_between(born, iso(end), leap_day="1 March") == other, end


@given(days)
def test_the_rule_of_29_february_is_for_those_born_then(end):
    start = iso("-6000-02-28")
    if end >= start:
        assert age_between(start, end) == age_between(start, end, leap_day="1 March")


@given(coarse_dates(), coarse_dates(), st.randoms(use_true_random=False))
def test_the_age_of_every_day_that_coarse_dates_may_mean_lies_within_the_bounds(start, end, rng):
    def any_day(date):
        return date_of_day(rng.randint(day_number_of(first_day(date)), day_number_of(last_day(date))))

    if last_day(end) < first_day(start):
        with pytest.raises(ValueError, match="before the start"):
            age_bounds(start, end)
        return
    least, greatest = age_bounds(start, end)
    for born, died in [(any_day(start), any_day(end)), (last_day(start), first_day(end))]:
        if born <= died:
            assert least <= age_between(born, died) <= greatest
    assert greatest == age_between(first_day(start), last_day(end))


def test_the_bounds_of_two_days_are_their_age():
    start, end = iso("1910-09-03"), iso("2001-07-04")
    assert age_bounds(start, end) == (Age(90, 10, 1), Age(90, 10, 1))


def test_an_age_needs_days_in_order():
    with pytest.raises(ValueError, match="lies before the start"):
        age_between(iso("2001-07-04"), iso("2001-07-03"))
    for start, end, coarse in (("2001-07", "2001-08-03", "July 2001"), ("2001-08-03", "2002", "2002")):
        with pytest.raises(ValueError, match=f"^{coarse} has no day"):
            age_between(iso(start), iso(end))
