"""Numbers in words and digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.text.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("59,828", 59_828), (" 2.5 ", 2.5), ("-3", -3), ("\u22123", -3), ("1,234,567.5", 1_234_567.5),
        ("zero", 0), ("nineteen", 19), ("twenty-one", 21), ("Ninety Nine", 99), ("hundred", 100),
        ("one hundred and twenty-one", 121), ("two thousand and four", 2_004), ("thousand", 1_000),
        ("three hundred thousand and five", 300_005), ("two million three hundred thousand", 2_300_000),
        ("", None), ("8 or 7", None), ("1,23", None), ("two or three", None),
        ("three four", None), ("five and six", None), ("nineteen eighty-four", None), ("seventeen", 17),
        ("twenty-three thousand four hundred and fifty-six", 23_456), ("1234567890123456", None),
    ],
)  # fmt: skip
def test_a_text_that_is_one_number(text, value):
    assert parse_number(text) == value


@given(st.integers(0, 10**9))
def test_digits_are_read_back(value):
    assert parse_number(str(value)) == parse_number(f"{value:,}") == value
