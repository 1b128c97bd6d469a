"""The one answer in bold of prose that is read in no other way."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.response import read_answers

LIVES = [{"id": name, "name": name, "start": "1901", "end": "1990"} for name in ("Ann Lee", "Bob Ray")]
EMPLOYERS = [{"object": name} for name in ("SpaceX", "Tesla", "Boeing")]
FIRST = {"question": "Who died earlier, Ann Lee or Bob Ray?", "answers": ["Ann Lee"], "lives": LIVES}
FIRST |= {"answer_type": "entity"}
DEATH = {"question": "On what date did Ann Lee die?", "answers": ["5 May 1990"], "answer_type": "date"}
AGE = {"question": "At what age did Ann Lee die?", "answers": ["91 years"], "answer_type": "age"}
MONTHS = {"question": "How many complete months passed from 1830/08/11 until 1909/08/29?", "answers": ["948"]}
MONTHS |= {"answer_type": "number", "unit": "month"}
DAY = {"question": "What day of the week is the 16th of April, 1826?", "answers": ["Sunday"], "answer_type": "weekday"}
EMPLOYER = {"question": "Who did Cy Poe work for in May 2008?", "answers": ["Tesla"], "facts": EMPLOYERS}


def is_paid(row, text):
    return score_answer_text({"id": "1"} | row, text)["set_accuracy"] == 100


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (DEATH, "Ann Lee died on **5 May 1990**, aged 88 (born on 16 August 1901). Bob Ray died on 10 July 1874."),
        (DEATH, "Ann Lee died on **5 May 1990**, 23 days before Bob Ray (28 May 1990)."),
        (AGE, "**91 years**\n\n- 9 July 1811 \u2192 9 July 1817: 6 years\n- 9 July 1817 \u2192 9 July 1902: 85 years"),
        (DAY, "It's a **Sunday**. Note that this uses the Gregorian calendar; in the Julian one, it was 4 April 1826."),
        (FIRST, "**Ann Lee** died earlier (5 May 1990), even though Bob Ray was born a quarter century earlier."),
        (FIRST, "**Ann Lee** died earlier:\n\n- Ann Lee: 1901 to 1990\n- Bob Ray: 1905 to 1991"),
        (EMPLOYER, "Cy Poe worked for **Tesla** in May 2008 (March 2005 to July 2010) before moving to Boeing."),
    ],
)  # fmt: skip
def test_the_clause_around_the_only_words_in_bold_says_the_question_again(row, text):
    assert is_paid(row, text)
    assert not is_paid(row, text.replace("**", "").replace(row["answers"][0], "1 May 1850"))


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
        (DEATH, "Ann Lee did not die on **5 May 1990**, she died on 6 May."),
        (DEATH, "Bob Ray died on **5 May 1990**, three years before Ann Lee."),
        (AGE, "Ann Lee died at the age of **91 years**, or 92 by the Korean count."),
        (AGE, "Ann Lee was **91 years** old when she married, and died at 94."),
        (MONTHS, "About **948**, give or take."),
        (MONTHS, "It is **948** minus 1, as August is not complete."),
        (DAY, "The 15th of April, 1826 is a **Sunday**, so the next day is a Monday."),
        (EMPLOYER, "**Tesla** was the employer until 2004, then SpaceX in May 2008."),
        (EMPLOYER, "**Tesla**, SpaceX"),
        (EMPLOYER, "**Tesla** (he left it in 2007), so it was SpaceX."),
        (EMPLOYER, "**Tesla** (2005-2007), SpaceX (2007-2010)"),
        (EMPLOYER, "The facts mention **Tesla**, but say nothing of May 2008."),
        (EMPLOYER, "Cy Poe worked for **Tesla**. He worked for SpaceX in May 2008."),
        (EMPLOYER, "Cy Poe worked for **Tesla** in May 2008? The facts say SpaceX."),
        (EMPLOYER, "It might be **Tesla**, who knows (2005 to 2010)."),
        (EMPLOYER, "**Tesla** or **SpaceX**, depending on the month (2005 to 2010)."),
    ],
)
def test_words_in_bold_are_no_answer_where_another_is_given_or_none_is_sure(row, text):
    assert not is_paid(row, text)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (DEATH, "The death date of Ann Lee is 5 May 1990.\n\nShe was born on 16 August 1901 and was an actor."),
        (DEATH, "Ann Lee died on 5 May 1990.\n\nBob Ray died on 6 May 1990."),
        (FIRST, "Ann Lee died earlier.\n\nAnn Lee: 1901 to 1990\nBob Ray: 1905 to 1991"),
        (EMPLOYER, "In May 2008, Cy Poe worked for Tesla.\n\nHowever, he had begun there in 2005, right after SpaceX."),
    ],
)
def test_a_first_paragraph_of_one_sentence_says_the_question_again(row, text):
    assert is_paid(row, text)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (DEATH, "Ann Lee died on 5 May 1990.\n\n6 May 1990"),
        (DEATH, "Ann Lee died on 5 May 1990.\n\nSo, 6 May 1990."),
        (DEATH, "Ann Lee died on 5 May 1990.\n\nShe died on 6 May 1990."),
        (DEATH, "Ann Lee died on 5 May 1990.\n\nOr 6 May 1990, as some say."),
        (FIRST, "Ann Lee died earlier.\n\nBob Ray died earlier."),
        (EMPLOYER, "Cy Poe worked for Tesla.\n\nThe dates are not given."),
        (EMPLOYER, "In May 2008, Cy Poe worked for Tesla.\n\nHe worked for SpaceX in 2008."),
        (EMPLOYER, "In May 2008, Cy Poe worked for Tesla.\n\nSpaceX also employed him then."),
        (EMPLOYER, "In May 2008, Cy Poe worked for Tesla.\n\nActually, SpaceX."),
    ],
)
def test_a_first_paragraph_is_no_answer_where_another_is_given(row, text):
    assert not is_paid(row, text)


def test_the_rule_is_told():
    text = "Cy Poe worked for **Tesla** in May 2008 (March 2005 to July 2010) before moving to Boeing."
    read = read_answers(text, ["Tesla", "Boeing"], question=EMPLOYER["question"])
    assert (read.answers, read.rule) == (["Tesla"], "clause")
