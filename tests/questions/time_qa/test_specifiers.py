"""Time specifiers: written and read, drawn as stated, and those that the release could have drawn."""

import random
from collections import Counter
from math import sqrt
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions.time_qa.possible_specifiers import is_possible

from temporal_qa.questions.time_qa.specifiers import (
    Kind,
    Specifier,
    draw_hard,
    find_specifiers,
    months_between,
    place_of,
    read_specifier,
    read_time,
    without_january,
)
from temporal_qa.timeline.dates import CalendarDate

TIMES = st.builds(CalendarDate, st.integers(800, 2030), st.none() | st.integers(1, 12))


@pytest.mark.parametrize(
    "text", ["from 1990 to Mar 1995", "in 1990", "in Jan 1990", "between Mar 1990 and 1991", "before May 880",
             "after May 1990", "in early 1950s", "in late 880s"],
)  # fmt: skip
def test_specifiers_are_read_as_they_are_written(text):
    assert str(read_specifier(text)) == text


def test_other_digits_are_no_years():
    assert find_specifiers("Who had Ann from ١٩٩٠ to ２０００, or in late １９９０s?") == []


def test_full_names_of_months_are_read_and_decades_come_before_years():
    found = find_specifiers("Who, from September 1934 to MAY 1937, or in late 1930s, or In 1940?")
    assert [str(specifier) for _, _, specifier in found] == ["from Sep 1934 to May 1937", "in late 1930s", "in 1940"]
    with pytest.raises(ValueError, match="not a time of TimeQA: 'Mai 1990'"):
        read_time("Mai 1990")


@pytest.mark.parametrize(
    ("start", "end", "first", "last"),
    [
        ("1990", "1992", "Jan 1990", "Dec 1991"),
        ("Mar 1990", "Jul 1990", "Apr 1990", "Jul 1990"),
        ("Mar 1990", "1991", "Apr 1990", "Dec 1990"),
    ],
)
def test_months_between_two_bounds(start, end, first, last):
    published = months_between(read_time(start), read_time(end), as_published=True)
    assert (published[0], published[-1]) == (read_time(first).month_number, read_time(last).month_number)
    ours = months_between(read_time(start), read_time(end))
    assert read_time(end).month_number not in ours
    assert list(published)[: len(ours)] == list(ours)


@given(TIMES, TIMES, st.sampled_from(["first", "other", "last"]), st.integers())
def test_what_is_drawn_is_possible_and_what_was_not_is_mostly_refused(start, end, place, seed):
    start, end = without_january(start), without_january(end)
    when = draw_hard(random.Random(seed), start, end, place, as_published=True)
    assert is_possible(when, start, end, place)
    assert read_specifier(str(when)) == when
    other = "last" if place == "first" else "first"
    if when.kind in ("before", "after"):
        assert not is_possible(when, start, end, other)


@pytest.mark.parametrize(("place", "kinds"), [("first", ["in", "between", "before"]), ("other", ["in", "between"]),
                                              ("last", ["in", "between", "after"])])  # fmt: skip
def test_kinds_come_as_often_as_stated(place, kinds):
    """1984 to 1993 has an early and a late decade: `in` is drawn in three ways, each as often."""
    n, counts = 20_000, Counter()
    for seed in range(n):
        counts[
            draw_hard(random.Random(seed), CalendarDate(1984), CalendarDate(1993), place, as_published=True).kind
        ] += 1
    share = 1 / len(kinds)
    expected = dict.fromkeys(get_args(Kind), 0.0) | dict.fromkeys(kinds, share)
    expected |= dict.fromkeys(("in", "early", "late"), share / 3)
    for kind, p in expected.items():
        assert abs(counts[kind] - n * p) <= 3 * sqrt(n * p * (1 - p)), kind


def test_ours_never_draws_the_end_nor_the_same_month_twice():
    start, end = CalendarDate(1990, 3), CalendarDate(1990, 8)
    for seed in range(300):
        when = draw_hard(random.Random(seed), start, end, "first")
        assert when is None or end not in (when.first, when.second)
        assert when is None or when.first != when.second
    assert draw_hard(random.Random(0), start, CalendarDate(1990, 4), "first") is None


def test_a_single_segment_is_a_first_one():
    assert [place_of(number, 1) for number in range(1)] == ["first"]
    assert [place_of(number, 3) for number in range(3)] == ["first", "other", "last"]


def test_decades_need_an_end_past_their_early_years():
    late, early = Specifier("late", CalendarDate(1980)), Specifier("early", CalendarDate(1990))
    for start, end, possible in [(1987, 1993, (True, True)), (1988, 1993, (False, True)), (1987, 1992, (True, False)),
                                 (1981, 1989, (False, False))]:  # fmt: skip
        bounds = CalendarDate(start), CalendarDate(end)
        assert (is_possible(late, *bounds, "other"), is_possible(early, *bounds, "other")) == possible
