"""Prose that is read in no other way: the clause around a name in bold, a first clause with a value."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.response import read_answers

LIVES = [
    {"id": "1", "name": "Ann Lee", "start": "1901", "end": "1990"},
    {"id": "2", "name": "Bob Ray", "start": "1905", "end": "1991"},
]
EMPLOYERS = [{"object": name} for name in ("SpaceX", "Tesla", "Boeing")]
FIRST = {"question": "Who died earlier, Ann Lee or Bob Ray?", "answers": ["Ann Lee"], "lives": LIVES}
FIRST |= {"answer_type": "entity"}
DEATH = {"question": "On what date did Ann Lee die?", "answers": ["5 May 1990"], "answer_type": "date"}
AGE = {"question": "At what age did Ann Lee die?", "answers": ["91 years"], "answer_type": "age"}
MONTHS = {"question": "How many complete months passed from 1830/08/11 until 1909/08/29?", "answers": ["948"]}
MONTHS |= {"answer_type": "number", "unit": "month"}
DAY = {"question": "What day of the week is the 16th of April, 1826?", "answers": ["Sunday"], "answer_type": "weekday"}
LAST = {"question": "When did Cy Poe last play for Ajax?", "answers": ["1958"], "answer_type": "time"}
EMPLOYER = {"question": "Who did Cy Poe work for in May 2008?", "answers": ["Tesla"], "facts": EMPLOYERS}
BOTH = EMPLOYER | {"answers": ["SpaceX", "Tesla"]}


def is_paid(row, text):
    return score_answer_text({"id": "1"} | row, text)["set_accuracy"] == 100


def rule_of(row, text):
    candidates = [each.get("object") or each["name"] for each in row.get("facts") or row.get("lives") or ()] or None
    return read_answers(text, candidates, answer_type=row.get("answer_type"), question=row["question"]).rule


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (FIRST, "**Ann Lee** died earlier (5 May 1990), even though Bob Ray was born a quarter century earlier."),
        (FIRST, "**Ann Lee** died earlier:\n\n- Ann Lee: 1901 to 1990\n- Bob Ray: 1905 to 1991"),
        (EMPLOYER, "Cy Poe worked for **Tesla** in May 2008 (March 2005 to July 2010) before moving to Boeing."),
        (EMPLOYER, "**Step 1: Compare.**\nBoeing came later.\n\n2. **Match:** one.\n\nThe employer was **Tesla**."),
        (EMPLOYER, "Boeing came later. Who did Cy Poe work for in May 2008?\n\nThe employer was **Tesla**."),
        (BOTH, "Boeing came later.\n\nThe employers were **Tesla** and **SpaceX**."),
    ],
)  # fmt: skip
def test_the_clause_around_a_name_in_bold_says_the_question_again(row, text):
    assert is_paid(row, text)
    assert rule_of(row, text) == "bold"


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (DEATH, "Ann Lee died on {}5 May 1990{}, aged 88 (she was born in 1901). Bob Ray, the other, died in 1874."),
        (DEATH, "Ann Lee died on {}5 May 1990{}, 23 days before Bob Ray (28 May 1990)."),
        (DAY, "It's a {}Sunday{}. Note that this uses the Gregorian calendar; in the Julian one, it was 4 April 1826."),
        (LAST, "Cy Poe last played for Ajax in {}1958{}, by the side of Ed Fox; Ed Fox left it in 1961."),
    ],
)  # fmt: skip
def test_a_first_clause_gives_the_value_in_bold_or_not(row, text):
    assert is_paid(row, text.format("**", "**"))
    assert is_paid(row, text.format("", ""))


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (FIRST, "**Ann Lee** died later (1991), eight days after Bob Ray."),
        (FIRST, "**Ann Lee** lived longer, so Bob Ray died earlier."),
        (FIRST, "**Ann Lee** died in 1990. Bob Ray died in 1989."),
        (FIRST, "**Ann Lee** died in 1990, Bob Ray in 1989, so it is Bob Ray."),
        (FIRST, "Ann Lee: 1990\n**Bob Ray**: 1989"),
        (DEATH, "Ann Lee was born on **5 May 1990**, and died in 2001."),
        (DEATH, "Ann Lee died on **5 May 1990**, or on 6 May 1990."),
        (DEATH, "Ann Lee died on **5 May 1990**? The article says 6 May 1990."),
        (DEATH, "Ann Lee died on **5 May 1990**. The right date is 6 May 1990."),
        (DEATH, "Ann Lee did not die on **5 May 1990**, aged 88."),
        (DEATH, "Ann Lee died on **5 May 1990**, aged 88. The year may be wrong, I am not sure."),
        (DEATH, "Ann Lee died on **5 May 1990**, aged 88. The article does not say so, it cannot be determined."),
        (DEATH, "Ann Lee died on **5 May 1990**, aged 88.\n\nFinal Answer: perhaps"),
        (DEATH, "Bob Ray died on **5 May 1990**, three years before Ann Lee."),
        (AGE, "Ann Lee died at the age of **91 years**, or 92 by the Korean count."),
        (AGE, "Ann Lee was **91 years** old when she married, and died at 94."),
        (MONTHS, "About **948**, give or take."),
        (MONTHS, "It is **948** minus 1, as August is not complete."),
        (DAY, "The 15th of April, 1826 is a **Sunday**, so the next day is a Monday."),
        (EMPLOYER, "**Tesla** was the employer until 2004, then SpaceX in May 2008."),
        (EMPLOYER, "**Tesla**, SpaceX"),
        (EMPLOYER, "**SpaceX:** until 2004\n\nThe employer was **Tesla**."),
        (EMPLOYER, "The employer was **Tesla**.\n\n**Step 2: Ford**"),
        (BOTH, "The employer was **Tesla**.\n\nThe other was **SpaceX**."),
        (EMPLOYER, "**Tesla** (he left it in 2007), so it was SpaceX."),
        (EMPLOYER, "**Tesla** (2005-2007), SpaceX (2007-2010)"),
        (EMPLOYER, "The facts mention **Tesla**, but say nothing of May 2008."),
        (EMPLOYER, "Cy Poe worked for **Tesla**. He worked for SpaceX in May 2008."),
        (EMPLOYER, "Cy Poe worked for **Tesla** in May 2008? The facts say SpaceX."),
        (EMPLOYER, "It might be **Tesla**, who knows (2005 to 2010)."),
        (EMPLOYER, "**Tesla** or **SpaceX**, depending on the month (2005 to 2010)."),
        (EMPLOYER, "Cy Poe worked for **Tesla** in May 2008 (March 2005 to July 2010)." + " He liked it there." * 300),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mark", ["**", ""])
def test_a_clause_is_no_answer_where_another_is_given_or_none_is_sure(row, text, mark):
    assert not is_paid(row, text.replace("**", mark))


@pytest.mark.parametrize(
    "after",
    [
        ".\n\nFinal Answer: Tesla or SpaceX", " before moving to **Boeing**.", ". Scratch that.",
        ". The list has SpaceX, too.", ". In May 2008, SpaceX had him on its list.", ". I am guessing.",
        ". It is not stated anywhere.",
    ],
)  # fmt: skip
def test_a_name_in_bold_is_no_answer_where_something_follows_that_may_be(after):
    said = "Cy Poe worked for **Tesla** in May 2008 (March 2005 to July 2010)"
    assert is_paid(EMPLOYER, f"{said} before moving to Boeing.")
    assert not is_paid(EMPLOYER, said + after)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (LAST, "Cy Poe scored for Ajax in 1958, by the side of Ed Fox; Ed Fox left it in 1961."),
        (DEATH, "Ann Lee did not die on 5 May 1990, 23 days before Ed Fox (28 May 1990)."),
    ],
)
def test_a_first_clause_says_what_is_asked_and_nothing_else(row, text):
    assert not is_paid(row, text)


def test_behind_a_colon_an_explanation_may_have_the_words_of_the_question():
    later = {"question": "Which date is later, 8 Dec 1971 or 18 Jul 1971?", "answers": ["8 Dec 1971"]}
    text = "8 Dec 1971 is later: both dates are in the same year, but December comes after July."
    assert is_paid(later | {"answer_type": "date"}, text)


@pytest.mark.parametrize(
    "after",
    [
        ", I mean 6 May 1990.", ", rather on 6 May 1990.", ", make that 6 May 1990.", ", minus one day.",
        ", alternatively given as 6 May 1990.", ", 6 May 1990 in local time.", " - a typo: 6 May 1990.",
        ", in fact 6 May 1990.",
        ", although the register has 6 May 1990.", "; the passage gives 6 May 1990.", ".\n\nOther sources: 6 May 1990",
        ". She died on 6 May 1990.", ".\n\nHowever, the second passage says 6 May 1990.",
    ],
)  # fmt: skip
def test_a_first_clause_is_no_answer_where_another_date_follows(after):
    assert not is_paid(DEATH, f"Ann Lee died on 5 May 1990{after}")


def test_of_items_in_a_list_none_is_the_answer_for_being_bold():
    years = {"question": "When did Cy Poe win the Turing Award?", "answer_type": "time", "answers": ["1958", "1960"]}
    assert is_paid(years, "- **1958**\n- 1960")
    assert not is_paid(years | {"answers": ["1958"]}, "- **1958**\n- 1960")
    assert not is_paid(EMPLOYER, "- **Tesla** was the employer in May 2008\n- SpaceX was the employer in May 2008")


@pytest.mark.parametrize(
    ("remark", "right"),
    [
        (", the year he moved", True),
        (", after two years at PSV.", True),
        (", Cy Poe's last season", True),
        (", or later", False),
    ],
)
def test_a_year_may_have_a_remark_without_another_year(remark, right):
    assert is_paid(LAST, f"1958{remark}") is right
