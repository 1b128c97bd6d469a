"""Answers in words, read as a careful person reads them: bounds, denials, ages, fractions, calendar years, ranges."""

import datetime

import pytest

from temporal_qa.scoring.responses.temporal_values import parse_response
from temporal_qa.scoring.responses.value_types import AnswerFormat

DURATION, AGE, YEAR, DATE = "How long did it last?", "How old was she?", "In which year?", "On what date?"


@pytest.mark.parametrize(
    ("unit", "question", "answer", "value"),
    [
        # bounds
        ("months", DURATION, "It lasted at least 3 months.", None),
        ("years", DURATION, "at most two years", None),
        ("years", DURATION, "up to 3 years", None),
        ("years", DURATION, "up to three years", None),
        ("years", DURATION, "3+ years", None),
        ("years", DURATION, "<3 years", None),
        ("years", DURATION, "> 3", None),
        ("years", DURATION, "It ran up to 1990 for 3 years", 3),
        ("days", DURATION, "It took place over 7 days.", 7),
        ("years", DURATION, "12 years before he retired in 2018", 12),
        ("date_years", YEAR, "before 1964", None),
        ("date_years", YEAR, "sometime after 1964", None),
        ("date_years", YEAR, "by the year 1964", None),
        ("date_years", YEAR, "before late 1964", None),
        ("date_years", YEAR, "<1964", None),
        ("date_years", YEAR, "1964+", None),
        ("date_years", YEAR, "sometime before March 5, 1985", None),
        ("date_years", YEAR, "in 1985, before 1990", 1985),
        ("date_years", "In which year before 1990 was it?", "1985", 1985),
        ("date_years", "By what year was it built?", "It was built by 1985.", 1985),
        ("date", DATE, "before May 5, 1985", None),
        ("date", DATE, "<= 5 May 1985", None),
        ("date", DATE, "The day after May 5, 1985 is May 6, 1985.", "1985-05-06"),
        ("date", "After what date was it?", "It was after May 5, 1985.", "1985-05-05"),
        # refusals and denials
        ("date_years", YEAR, "not 1964", None),
        ("date_years", YEAR, "It was not released in 1964.", None),
        ("date_years", YEAR, "not 1964 but 1965", 1965),
        ("date_years", YEAR, "It was not built until 1964.", 1964),
        ("date_years", YEAR, "The year of the 1964 film is not mentioned.", None),
        ("date", DATE, "not May 5, 1985", None),
        ("date", DATE, "The date is not specified. It was shown on May 5, 1985.", None),
        ("years", DURATION, "5 years, not including the last", 5),
        ("years", DURATION, "not 3 years", None),
        ("years", DURATION, "not three years but four years", 4),
        ("years", DURATION, "The length of the 3 terms is not stated.", None),
        ("years", DURATION, "It lasted 5 years. The exact day of the end is not stated.", 5),
        # ages, in completed years
        ("years", AGE, "20 years and 3 months old", 20),
        ("years", AGE, "20 years, 11 months and 30 days", 20),
        ("years", "What was the age of the king?", "20 years and 3 months", 20),
        ("years", AGE, "20.25 years", 20.25),
        ("months", AGE, "20 years and 3 months", 243),
        ("years", DURATION, "20 years and 3 months", 20.25),
        # fractions, decades and bare words
        ("years", DURATION, "2 decades", 20),
        ("years", DURATION, "two decades and three years", None),
        ("years", DURATION, "2 centuries", 200),
        ("years", DURATION, "a decade", 10),
        ("years", DURATION, "over a decade", None),
        ("years", DURATION, "1 1/2 years", 1.5),
        ("years", DURATION, "3\u00bd years", 3.5),
        ("years", DURATION, "two and a half years", 2.5),
        ("years", DURATION, "2 years and a half", 2.5),
        ("years", DURATION, "half a year", 0.5),
        ("months", DURATION, "half a year", 6),
        ("years", DURATION, "about three", 3),
        ("years", DURATION, "It lasted three.", 3),
        ("years", DURATION, "about 1985", None),
        ("years", DURATION, "five or six years", None),
        ("years", DURATION, "between two and three years", None),
        ("years", DURATION, "twenty-one years", 21),
        # the same length in another unit, and remarks
        ("years", DURATION, "12 years (144 months)", 12),
        ("years", AGE, "70 years (25,567 days)", 70),
        ("days", DURATION, "2 weeks (14 days)", 14),
        ("months", DURATION, "2 years (24 months)", 24),
        ("years", DURATION, "12 (2 terms of 6 years)", 12),
        ("years", DURATION, "8 (two four-year terms)", 8),
        ("years", DURATION, "twelve (12)", 12),
        ("years", DURATION, "12 [row 3]", 12),
        ("years", DURATION, "12 \u2014 three terms", 12),
        ("years", DURATION, "12; 5 and 7", 12),
        ("years", DURATION, "6; 7", None),
        ("years", DURATION, "2 (or 3)", None),
        ("years", DURATION, "12 ( or 13)", None),
        ("years", DURATION, "12 -  15", None),
        ("years", DURATION, "5 - six years", None),
        ("years", DURATION, "36 (3 years)", 3),
        ("years", DURATION, "1984 \u2013 1990 (6 years)", 6),
        ("years", AGE, "70 (March 3, 1920 \u2013 May 4, 1990)", 70),
        ("days", DURATION, "365 (1 year)", 365),
        # calendar years and ranges of days
        ("date_years", YEAR, "AD 44", 44),
        ("date_years", YEAR, "44 AD", 44),
        ("date_years", YEAR, "44 BC", -44),
        ("date_years", YEAR, "476", 476),
        ("date_years", YEAR, "In 476.", 476),
        ("date_years", YEAR, "476 people", None),
        ("date_years", YEAR, "12/05/1964", 1964),
        ("date_years", YEAR, "1964/1965", None),
        ("date", DATE, "May 5-7, 2020", None),
        ("date", DATE, "5 to 7 May 2020", None),
        ("date", DATE, "from May 5 to May 7, 2020", None),
    ],
)
def test_answers_are_read_as_a_careful_person_reads_them(unit, question, answer, value):
    found = parse_response(f"Final Answer: {answer}", AnswerFormat("ttqa", unit, "", question))
    assert found.value == (datetime.date.fromisoformat(value).toordinal() if isinstance(value, str) else value)
