"""Lengths of time in words and digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.durations import (
    clock_seconds,
    find_durations,
    format_duration,
    parse_duration,
    with_plain_amounts,
)

DAY, MONTH = 86_400, 365.2425 * 86_400 / 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 years", [(24, 0, ("year",))]),
        ("two yrs", [(24, 0, ("year",))]),
        ("3 more months", [(3, 0, ("month",))]),
        ("1 week and 2 days", [(0, 9 * DAY, ("week", "day"))]),
        ("2 years, 1 month and 3 days", [(25, 3 * DAY, ("year", "month", "day"))]),
        ("46 years (and one month)", [(553, 0, ("year", "month"))]),
        ("5 yrs 6 mos", [(66, 0, ("year", "month"))]),
        ("5 years + 6 months", [(66, 0, ("year", "month"))]),
        ("5 years & 1 mo", [(61, 0, ("year", "month"))]),
        ("5 years plus six months", [(66, 0, ("year", "month"))]),
        ("12 years (144 months)", [(144, 0, ("year",)), (144, 0, ("month",))]),  # the same again
        ("three four-year terms", [(48, 0, ("year",))]),
        ("one year and 2 months", [(14, 0, ("year", "month"))]),
        ("5 hours 6 minutes 7 seconds", [(0, 18_367, ("hour", "minute", "second"))]),
        ("2 months and 3 years", [(2, 0, ("month",)), (36, 0, ("year",))]),  # not in falling units
        ("2 years and 3 years", [(24, 0, ("year",)), (36, 0, ("year",))]),
        ("2 years or 3 months", [(24, 0, ("year",)), (3, 0, ("month",))]),
        ("Catch-22 years", []),
        ("10^2 years", []),
        ("3\u00b75 years", []),
    ],
)
def test_lengths_of_time(text, expected):
    assert [(each.months, each.seconds, each.units) for each in find_durations(text)] == expected


def test_lengths_of_time_know_their_place_in_the_text():
    text = "for 2 years and 3 days, not 5 months."
    assert [text[each.start : each.end] for each in find_durations(text)] == ["2 years and 3 days", "5 months"]


@pytest.mark.parametrize(
    ("text", "unit", "count"),
    [
        ("18 months", "years", 1.5), ("18 months", "months", 18), ("2 weeks", "days", 14), ("1 day", "hours", 24),
        ("90 minutes", "seconds", 5_400), ("1 month", "days", MONTH / DAY), ("1461 days", "months", 1461 * DAY / MONTH),
        ("36524.25 days", "years", 100), ("1 year", "minutes", 12 * MONTH / 60), ("3 days", "weeks", 3 / 7),
    ],
)  # fmt: skip
def test_any_unit_becomes_any_other(text, unit, count):
    assert find_durations(text)[0].in_unit(unit) == pytest.approx(count)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1 1/2 years", "1.5 years"), ("3/4 of a year", "0.75 year"), ("3\u00bd years", "3.5 years"),
        ("\u00bc year", "0.25 year"), ("2\u00be years", "2.75 years"), ("two and a half years", "2.5 years"),
        ("2 years and a half", "2.5 years"), ("2 years and half.", "2.5 years."), ("2 and half years", "2.5 years"),
        ("3 Years and A Quarter", "3.25 Years"), ("two and three quarters years", "2.75 years"),
        ("3 years and a quarter of the fourth", "3 years and a quarter of the fourth"),
        ("2 years and half a page", "2 years and half a page"), ("half a year", "0.5 year"), ("2 decades", "20 years"),
        ("1.5 decades", "15 years"), ("two decades", "20 years"), ("a decade", "10 years"),
        ("a decade and a half", "15 years"), ("one century", "100 years"), ("half a century", "50 years"),
        ("two centuries", "200 years"),
        ("a quarter of a century", "a quarter of a century"), ("the 19th century", "the 19th century"),
        ("once a decade", "once a decade"), ("4 years", "4 years"),
    ],
)  # fmt: skip
def test_fractions_and_decades_in_plain_amounts(text, plain):
    assert " ".join(with_plain_amounts(text).split()) == plain


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1:30:05", 5_405), ("04:31", 16_260), (" 0:00:01.5 ", 1.5), ("100:00", 360_000), ("1:2:3:4", None), ("5", None)],
)
def test_times_of_the_clock(text, seconds):
    assert clock_seconds(text) == seconds


@pytest.mark.parametrize(
    ("duration", "written"),
    [(42, "3 years and 6 months"), (12, "1 year"), (1, "1 month"), (13, "1 year and 1 month"), (24, "2 years"),
     (180, "15 years"), (11, "11 months"), (0, "0 months")],
)  # fmt: skip
def test_durations_are_written_as_the_papers_print_them(duration, written):
    assert format_duration(duration) == written
    assert parse_duration(written) == duration


@given(st.integers(0, 100_000))
def test_parsing_inverts_formatting_of_durations(duration):
    assert parse_duration(format_duration(duration)) == duration


@pytest.mark.parametrize(
    "text",
    ["", "3", "3 years 6 months", "3 years6 months", "3 years and ", " and 6 months", "6 months and 3 years"],
)
def test_other_text_is_not_a_duration(text):
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


def test_a_negative_duration_has_no_words():
    with pytest.raises(ValueError, match="negative"):
        format_duration(-1)
