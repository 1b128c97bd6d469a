"""A value that a last sentence concludes: it is the answer, and not another one above it."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text

AGE = ("number", "22", "How old was Ann Lee when she won her first title?")
WEEKS = ("number", "15", "How many whole weeks are there from 30 March 1306 to 21 July 1306?")
WEEKDAY = ("weekday", "Tuesday", "On which weekday does Aug. 28, 1809 fall?")
DATE = ("date", "13 October 2022", "What date is 49 weeks after 5 November 2021?")
LIFE = ("age", "54 years, 4 months and 16 days", "How old was Ann Lee when she died?")
WEEK = ("week", "Week 8", "What is the number of the ISO week of February 29, 1808?")
# The value on the way that a reason corrects, by its question.
ON_THE_WAY = {AGE: "23", WEEKS: "16", WEEKDAY: "Monday", DATE: "14 October 2022", WEEK: "Week 9", LIFE: "55 years"}


def score(asked: tuple[str, str, str], text: str, right: str | None = None) -> float:
    kind, answer, question = asked
    row = {"question": question, "answers": [right or answer], "answer_type": kind}
    return score_answer_text(row, text)["set_accuracy"]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (AGE, "1994 - 1971 = 23. Since her birthday had not yet passed, she was 22."),
        (AGE, "1994 - 1971 = 23. Because her birthday had not come yet, we subtract one year, giving 22."),
        (AGE, "1994 - 1971 = 23. As March comes before July, subtract one: 22."),
        (AGE, "1994 - 1971 = 23\n\nSince her birthday had not come yet, she was 22."),
        (AGE, "1994 - 1971 = 23\nTherefore, she was 22."),
        (WEEKS, "113 / 7 = 16. As the first day is not counted, it is 15 whole weeks."),
        (WEEKS, "There are 16 weeks. Since the last one is not complete, there are 15 whole weeks."),
        (WEEKDAY, "Monday. Since 1800 was not a leap year, we move one day on: Tuesday."),
        (WEEKDAY, "Aug. 28, 1809 was a Monday. Because of the missing leap day, it was actually a Tuesday."),
        (DATE, "It is 14 October 2022. Since 2020 was a leap year, the result is 13 October 2022."),
        (DATE, "14 October 2022\n\nSince 2022 is no leap year, the date is 13 October 2022."),
        (WEEK, "It is week 9. Since January 1, 1808 belongs to 1807, the ISO week is 8."),
        (LIFE, "1962 - 1908 = 54\n\nAnn Lee was 54 years, 4 months and 16 days old when she died."),
        (LIFE, "Born: 25 February 1908\nDied: 11 July 1962\n\nAnn Lee died aged 54 years, 4 months and 16 days."),
        (LIFE, "1962 - 1908 = 54 years, July - February = 4. Ann Lee was 54 years, 4 months and 16 days old."),
        (WEEKDAY, "Zeller's congruence gives 3.\n\nAug. 28, 1809 was a **Tuesday**."),
        (WEEKDAY, "Day 240 of the year; 239 = 34 x 7 + 1.\n\nThus, Aug. 28, 1809 falls on a Tuesday."),
        (WEEKS, "106 / 7 = 15.1\n\nThere are 15 whole weeks from 30 March 1306 to 21 July 1306."),
    ],
)
def test_the_last_value_is_the_answer(asked, text):
    assert score(asked, text) == 100
    if (other := ON_THE_WAY[asked]) in text:
        assert score(asked, text, right=other) == 0


@pytest.mark.parametrize(
    ("asked", "other", "own"),
    [
        (
            AGE,
            "She was 23. Because Bob was younger, Bob was 22.",
            "She was 23. Because it was not May yet, she was 22.",
        ),
        (
            AGE,
            "Ann Lee was 23 years old when she won her first title. She was 22 years old when she won her first title.",
            "1994 - 1971 = 23. She was 22 years old when she won her first title.",
        ),
        (AGE, "She married at the age of 22.", "She won it at the age of 22."),
        (AGE, "Ann Lee's mother died at the age of 22.", "Ann Lee won her first title at the age of 22."),
        (
            WEEKDAY,
            "Monday. Since the day before was Sunday, the next day is Tuesday.",
            "Monday. Since the day before was Monday, it is Tuesday.",
        ),
        (
            WEEKDAY,
            "Aug. 28, 1809 was a Monday, and Aug. 29 was the next day. It was Tuesday.",
            "Aug. 28, 1809 was a Tuesday, and Aug. 29 was the next day.",
        ),
        (
            DATE,
            "14 October 2022. As weeks begin on Monday, the week starts on 13 October 2022.",
            "14 October 2022. As weeks begin on Monday, it is 13 October 2022.",
        ),
        (
            WEEK,
            "It is week 9. Since weeks begin on Monday, the week before it is week 8.",
            "It is week 9. Since weeks begin on Monday, it is week 8.",
        ),
        (
            LIFE,
            "Ann Lee died aged 55 years. Her age was 54 years, 4 months and 16 days.",
            "1962 - 1908 = 54. Her age was 54 years, 4 months and 16 days.",
        ),
    ],
)
def test_a_value_of_another_is_no_answer(asked, other, own):
    assert (score(asked, other), score(asked, own)) == (0, 100)


@pytest.mark.parametrize(
    "text", ["Ann Lee won her first title at the age of 22.", "She won it at age 22 (1971 to 1994)."]
)
def test_the_one_number_of_a_sentence_is_the_answer(text):
    assert score(AGE, text) == 100


@pytest.mark.parametrize(
    ("right", "text"),
    [
        ("22", "Final Answer: 22\n\nTherefore, she was 23."),
        ("22", "22\n\nBecause her birthday had passed, she was 23."),
        ("22", "22\n\nIn conclusion, 23."),
    ],
)
def test_a_conclusion_of_another_value_takes_the_answer_back(right, text):
    assert score(AGE, text.replace("23", right)) == 100
    assert score(AGE, text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "22\n\nSince she won in 1994, she was 22 in 1994.",
        "22\n\nAs 1994 comes after 1971, 22 is right.",
        "Final Answer: 22\n\nTherefore, her birthday on 13 October had passed.",
        "Final Answer: 22\n\nThus, she was born in 1971.",
    ],
)
def test_a_reason_may_name_other_numbers(text):
    assert score(AGE, text) == 100


@pytest.mark.parametrize(
    "said", ["13 Oct 2022", "October 13th, 2022", "13/10/2022", "2022-10-13", "Thursday, 13 October 2022"]
)
def test_a_conclusion_may_write_its_value_otherwise(said):
    assert score(DATE, f"Final Answer: 13 October 2022\n\nTherefore, the date is {said}.") == 100
    assert score(DATE, f"Final Answer: 13 October 2022\n\nTherefore, the date is {said.replace('13', '14')}.") == 0


def test_a_number_may_have_its_thousands_apart():
    days = ("number", "1413", "How many days are there from 4 July 2001 to 17 May 2005?")
    assert score(days, "Final Answer: 1413\n\nTherefore, there are 1,413 days.") == 100


@pytest.mark.parametrize(
    "text",
    [
        "I am not sure of the dates.\n\nAnn Lee was 22 years old when she won her first title?",
        "She was born in 1971.\n\nAnn Lee was perhaps 22 years old when she won her first title.",
        "She won it in 1994.\n\nHer brother was 22 years old when she won her first title.",
    ],
)
def test_a_last_sentence_that_is_unsure_or_of_another_is_no_answer(text):
    assert score(AGE, "She won it in 1994.\n\nAnn Lee was 22 years old when she won her first title.") == 100
    assert score(AGE, text) == 0


@pytest.mark.parametrize(
    ("below", "right"),
    [("(5 November 2021 + 343 days)", 100), ("(it counts on from 5 November)", 100), ("(or 14 October 2022)", 0)],
)
def test_a_line_in_brackets_below_a_value_is_a_reason(below, right):
    assert score(DATE, f"**13 October 2022**\n\n{below}") == right
