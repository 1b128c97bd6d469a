"""The solver of date arithmetic: cases worked by hand, other people's questions, and agreement with the synthesis."""

import gzip
import json
import re
from collections import Counter

import pytest

from places import SHARED_DATA
from temporal_qa.questions.date_arithmetic.queries import TASKS, date_wordings
from temporal_qa.questions.date_arithmetic.solver import solve_date_question
from temporal_qa.questions.date_arithmetic.synthesis import date_question
from temporal_qa.questions.unsolved import Unparsable

DATES = SHARED_DATA / "dates"

CASES = [
    ("What date is 1 month after 31 January 2023?", "28 February 2023"),
    ("What date is 1 month after 31 January 2024?", "29 February 2024"),
    ("What date is 1 year before February 29, 2024?", "February 28, 2023"),
    ("What date is 2 months and 25 days after 01-08-1878? (Dates are written mm-dd-yyyy.)", "04-02-1878"),
    ("What date is 2 months and 25 days after 01-08-1878? (Dates are written dd-mm-yyyy.)", "26-10-1878"),
    ("What date is 1 day after December 31, 1 BC?", "January 1, 1 AD"),
    ("What date is 1 day after December 31, 9999?", "January 1, 10000 AD"),
    ("What date is 1 day before January 1, 10000 AD?", "December 31, 9999"),
    ("What date is 2 days before 1 March 5 BC?", "28 February 5 BC"),  # a leap year of the proleptic calendar
    ("Today is Thursday, 29 February 2024. What date was it a fortnight ago?", "Thursday, 15 February 2024"),
    ("Today is May 802 AD. What date was it 2 years and 8 months ago?", "September 799 AD"),
    ("It is 2024 today. Which date is 3 years from now?", "2027"),
    ("How many whole days are there from 28 February 1900 to 1 March 1900?", "1"),
    ("How many full weeks lie between 2024-01-01 and 2024-01-14?", "1"),
    ("How many complete months passed from 31 January 2023 until 28 February 2023?", "1"),
    ("How many whole years are there from 16 May 2 BC to 15 May 2 AD?", "2"),
    ("How many whole months are there from 2 May 5000 BC to 1 May 5002?", "120011"),
    ("How many whole days are there from 1 March 10000 BC to 1 March 20001?", "10957275"),
    ("How old was someone born on 3 September 1910 on 4 July 2001, in years, months and days?",
     "90 years, 10 months and 1 day"),
    ("Which date is earlier, 3 May 1990 or the 2nd of June, 1990?", "3 May 1990"),
    ("Which of the two comes last, 44 BC or 43 BC?", "43 BC"),
    ("Does Aug 1, 10 BC come before Jan 1, 9 BC?", "yes"),
    ("Is 2024-02-29 later than 2024-03-01?", "no"),
    ("Put these dates in order, the earliest first: 4 May 1990; 3 May 1990; 5 April 1990.",
     "5 April 1990; 3 May 1990; 4 May 1990"),
    ("Is 1989 earlier than May 1990?", "yes"),
    ("Which date is earlier, May 1990 or 5 June 1990?", "May 1990"),
    ("How many whole days are there from 5 May 1990 to 5 May 1990?", "0"),
    ("Is May 1990 earlier than May 1990?", "no"),
    ("Is May 1990 later than May 1990?", "no"),
    ("Is 5 May 1990 later than 4 May 1990?", "yes"),
    ("What day of the week is 15 October 1582?", "Friday"),
    ("On which weekday does 31 December 1 BC fall?", "Sunday"),
    ("In which ISO week of the year does 1 January 2021 lie?", "Week 53"),
    ("What is the number of the ISO week of December 30, 2024?", "Week 1"),
    # Other people's wordings.
    ("What date is 1,000 days after May 1, 2000?", "January 26, 2003"),
    ("What date is two hundred days before 1 May 2000?", "14 October 1999"),
    ("What is the time 3 year and 2 month before Jul, 1176", "May, 1173"),
    ("What will be the time 19 years and 9 months after September 1365?", "June 1385"),
    ("If you subtract 11 months and 27 days to the date 04-30-1008, what will be the new date?", "05-03-1007"),
    ("Which year comes 17 years after 1581?", "1598"),
    ("Which month was 14 months before February?", "December"),
    ("In which week of year 1486 does the date 01-01-1486 occur?", "Week 53"),
    ("Which year was 50 years before 7 AD?", "44 BC"),
    ("Which month comes 14 months after December 1 BC?", "February 2 AD"),
    ("Which month was 14 months before February 2 AD?", "December 1 BC"),
    ("Sort from the earliest to the latest: 5 May 2000; May 5, 2000; 4 May 2000.",
     "4 May 2000; 5 May 2000; May 5, 2000"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), CASES)
def test_answers(question, answer):
    assert solve_date_question(question).answers == [answer]


UNREADABLE = [
    "Who was king in 1990?",
    "What date is 3 days after 31 June 1990?",
    "What date is 3 days after June 1990?",
    "What date is many days after 3 June 1990?",
    "What date is 2.5 years after 3 June 1990?",
    "What date is 1,00 days after 3 June 1990?",
    "What date is 1 month after 1990?",
    "How many whole days are there from 5 May 1990 to 4 May 1990?",
    "What day of the week is Christmas?",
    "What day of the week is May 1990?",
    "In which ISO week of the year does 1990 lie?",
    "Which date is earlier, May 1990 or 5 May 1990?",
    "Is 1990 earlier than May 1990?",
    "Put these dates in order, the earliest first: 1990; 3 May 1989; January 1990.",
    "Which year comes 3 years after May 1999?",
    "Which year comes 3 years after December?",
    "Which month comes 3 months after 5 May 1999?",
]


@pytest.mark.parametrize("question", UNREADABLE)
def test_what_has_no_exact_answer_is_not_answered(question):
    with pytest.raises(Unparsable):
        solve_date_question(question)


def test_solver_and_synthesis_agree():
    for number in range(2_400):
        made = date_question(5, number)
        assert solve_date_question(made["question"]).answers == made["answers"], made


def test_every_wording_is_asked_and_read_as_what_it_asks():
    asked = Counter()
    for number in range(1_600):
        made = date_question(6, number)
        assert solve_date_question(made["question"]).query.asks == made["asks"]
        asked[made["asks"]] += 1
    assert set(asked) == {asks for of_task in TASKS.values() for asks in of_task} == set(date_wordings())


def _rows(name):
    with gzip.open(DATES / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.skipif(not DATES.exists(), reason="needs ../shared/data")
def test_released_month_arithmetic_of_temp_reason_is_right():
    for row in _rows("timebench_date_arith.jsonl.gz"):
        assert solve_date_question(row["question"]).is_meant_by(row["answer"][0])


@pytest.mark.skipif(not DATES.exists(), reason="needs ../shared/data")
def test_released_answers_of_tram_differ_only_where_a_spreadsheet_spoiled_them():
    """``Apr-73`` was a month of some century, ``30-Jun`` was June 2030."""
    spoiled = re.compile(r"[A-Z][a-z]{2}-\d\d|\d\d?-[A-Z][a-z]{2}")
    rows = _rows("tram_dates.jsonl.gz")
    different = [row["Answer"] for row in rows if not solve_date_question(row["Question"]).is_meant_by(row["Answer"])]
    assert different == [row["Answer"] for row in rows if spoiled.fullmatch(row["Answer"])]
    assert len(different) == 104


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("How many whole days are there from May 1990 to 4 May 1991?", "May 1990 has no day"),
        ("How many whole days are there from 5 May 1990 to 4 May 1989?", "the dates are in the wrong order"),
        ("How many whole days are there from 5 May 1990 to 4 May 1990?", "the dates are in the wrong order"),
        ("Is 1990 earlier than May 1990?", "1990 and May 1990 are too coarse to be compared"),
        ("What day of the week is May 1990?", "May 1990 has no day"),
        ("What date is 1 week after Wednesday, 5 July 2001?", "5 July 2001 is not a Wednesday"),
        ("On which weekday does Monday, the 4th of July, 2001 fall?", "4 July 2001 is not a Monday"),
        ("Which date is later, 5 May 1990 or May 5, 1990?", "both dates are 5 May 1990"),
        ("In which week of year 2019 does the date 4 July 2001 occur?", "4 July 2001 does not lie in 2019"),
        ("What date is 1 year and 1 month after 2001?", "2001 is too coarse for an amount in months, years"),
        ("Which month comes 5 weeks after January?", "January is too coarse for an amount in weeks"),
        ("Which month was 2 months and 45 days before March?", "March is too coarse for an amount in days"),
    ],
)
def test_it_says_why_there_is_no_exact_answer(question, why):
    with pytest.raises(Unparsable, match=why):
        solve_date_question(question)
