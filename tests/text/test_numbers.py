"""Numbers and lengths of time in words and digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.numbers import clock_seconds, durations, number, with_plain_amounts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("59,828", 59_828), (" 2.5 ", 2.5), ("-3", -3), ("\u22123", -3), ("1,234,567.5", 1_234_567.5),
        ("zero", 0), ("nineteen", 19), ("twenty-one", 21), ("Ninety Nine", 99), ("hundred", 100),
        ("one hundred and twenty-one", 121), ("two thousand and four", 2_004), ("thousand", 1_000),
        ("three hundred thousand and five", 300_005), ("two million three hundred thousand", 2_300_000),
        ("", None), ("8 or 7", None), ("1,23", None), ("two or three", None), ("1234567890123456", None),
    ],
)  # fmt: skip
def test_a_text_that_is_one_number(text, value):
    assert number(text) == value


DAY, MONTH = 86_400, 365.2425 * 86_400 / 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 years", [(24, 0, ("year",), False)]),
        ("two yrs", [(24, 0, ("year",), True)]),
        ("3 more months", [(3, 0, ("month",), False)]),
        ("1 week and 2 days", [(0, 9 * DAY, ("week", "day"), False)]),
        ("2 years, 1 month and 3 days", [(25, 3 * DAY, ("year", "month", "day"), False)]),
        ("46 years (and one month)", [(553, 0, ("year", "month"), True)]),
        ("one year and 2 months", [(14, 0, ("year", "month"), True)]),
        ("5 hours 6 minutes 7 seconds", [(0, 18_367, ("hour", "minute", "second"), False)]),
        ("2 months and 3 years", [(2, 0, ("month",), False), (36, 0, ("year",), False)]),  # not in falling units
        ("2 years and 3 years", [(24, 0, ("year",), False), (36, 0, ("year",), False)]),
        ("2 years or 3 months", [(24, 0, ("year",), False), (3, 0, ("month",), False)]),
        ("Catch-22 years", []),
    ],
)
def test_lengths_of_time(text, expected):
    assert [(each.months, each.seconds, each.units, each.words) for each in durations(text)] == expected


def test_lengths_of_time_say_where_they_stand():
    text = "for 2 years and 3 days, not 5 months."
    assert [text[each.start : each.end] for each in durations(text)] == ["2 years and 3 days", "5 months"]


@pytest.mark.parametrize(
    ("text", "unit", "count"),
    [
        ("18 months", "years", 1.5), ("18 months", "months", 18), ("2 weeks", "days", 14), ("1 day", "hours", 24),
        ("90 minutes", "seconds", 5_400), ("1 month", "days", MONTH / DAY), ("1461 days", "months", 1461 * DAY / MONTH),
        ("36524.25 days", "years", 100), ("1 year", "minutes", 12 * MONTH / 60), ("3 days", "weeks", 3 / 7),
    ],
)  # fmt: skip
def test_any_unit_becomes_any_other(text, unit, count):
    assert durations(text)[0].in_unit(unit) == pytest.approx(count)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1 1/2 years", "1.5 years"), ("3/4 of a year", "0.75 year"), ("3\u00bd years", "3.5 years"),
        ("\u00bc year", "0.25 year"), ("2\u00be years", "2.75 years"), ("two and a half years", "2.5 years"),
        ("2 years and a half", "2.5 years"), ("half a year", "0.5 year"), ("2 decades", "20 years"),
        ("1.5 decades", "15 years"), ("two decades", "20 years"), ("a decade", "10 years"),
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


@given(st.integers(0, 10**9))
def test_digits_are_read_back(value):
    assert number(str(value)) == number(f"{value:,}") == value
