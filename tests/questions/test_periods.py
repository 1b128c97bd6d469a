"""The periods of reference times."""

import pytest

from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.timeline.dates import parse_month


def test_the_periods_are_twenty_years_each_with_all_before_and_all_after():
    assert PERIODS == (
        "before 1900", "1900-1919", "1920-1939", "1940-1959", "1960-1979", "1980-1999", "2000-2019", "2020 and later",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("month", "expected"),
    [("-9999-01", 0), ("-0043-03", 0), ("0000-12", 0), ("0001-01", 0), ("1021-05", 0), ("1879-12", 0), ("1899-12", 0),
     ("1900-01", 1), ("1919-12", 1), ("1920-01", 2), ("1939-12", 2), ("1940-01", 3), ("1959-12", 3), ("1960-01", 4),
     ("1979-12", 4), ("1980-01", 5), ("1999-12", 5), ("2000-01", 6), ("2019-12", 6), ("2020-01", 7), ("2040-12", 7),
     ("9999-12", 7)],
)  # fmt: skip
def test_every_month_lies_in_one_period(month, expected):
    assert period(parse_month(month)) == PERIODS[expected]
