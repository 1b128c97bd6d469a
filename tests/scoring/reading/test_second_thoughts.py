"""Answers after which a model thinks again: "none" above a name, a final answer above another one."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.response import read_answers

ASKED = "Who was the head of the state Udria between Aug 2021 and May 2022?"
NOTHING = [
    "There's no direct statement.",
    "The article doesn't tell.",
    "The answer is not in the article.",
    "No head of state is given for this period.",
    "There is no information about this period in the article.",
]


@pytest.mark.parametrize("gap", [" ", "\n\n"])
@pytest.mark.parametrize("nothing", NOTHING)
@pytest.mark.parametrize(
    "then",
    [
        "Still, the best answer is Ann Barth.",
        "Based on the pattern, it was Ann Barth.",
        "Therefore, it must be Ann Barth.",
        "It was Ann Barth.",
        "Ann Barth would be the answer.",
        "Nevertheless, Ann Barth is the most plausible answer.",
        "In fact, the head of state was Bob Kabila.",
        "As of my knowledge, the president was Bob Kabila.",
        "The closest answer is Ann Barth.",
        "The earliest one is Ann Barth, so that is the answer.",
    ],
)
def test_a_text_that_tells_nothing_is_not_none_where_a_name_follows(nothing, gap, then):
    read = read_answers(f"{nothing}{gap}{then}", ["Ann Barth", "Cid Martin"], question=ASKED)
    assert read.reason is not None or read.answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("None. Ann Barth was the head of state.", None),
        ("There is no end date for Ann Barth, so she was still head of state.", None),
        ("There is no mention of anyone else. The head of state was Ann Barth.", None),
        ("Final Answer: none\n\nHowever, upon re-reading, the head of state was Ann Barth.", None),
        ("Final Answer: none\n\nUpon closer inspection, Ann Barth was the head of state from 2021.", None),
        ("None. Ann Barth was the head of state from 1990 to 2002.", []),
        ("None. The head of state of Udria is not named.", []),
        ("Final Answer: none.\n\nAnn Barth was head of state from 1994 to 2002.", []),
        ("Final Answer: none\n\nUpon review, Ann Barth had left in 2002.", []),
        ("None. The article mentions Ann Barth (1990) and Cid Martin (1994), but nobody in 2021.", []),
        ("*none* \u2013 the article names Ann Barth for 1990, but none for 2021.", []),
        ('"none" as the article does not tell.', []),
        ("None of the heads of state named in the article held office between Aug 2021 and May 2022.", []),
    ],
)
def test_none_stands_where_names_are_of_another_time(text, answers):
    read = read_answers(text, ["Ann Barth", "Cid Martin"], question=ASKED)
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize(
    "opening",
    ["However, upon re-reading the facts,", "Upon closer inspection,", "Upon review,", "Looking again,", "But",
     "However,", "My apologies,", "I apologize for the error.", "Let me re-check."],
)  # fmt: skip
@pytest.mark.parametrize("other", ["Ann worked for SpaceX in May 2008.", "it was SpaceX.", "it was actually SpaceX."])
def test_a_final_answer_counts_no_more_where_another_follows(opening, other):
    text = f"Final Answer: Tesla\n\n{opening} {other}"
    assert read_answers(text, ["Tesla", "SpaceX"], question="Whom did Ann work for in May 2008?").reason is not None
    same = text.replace("SpaceX", "Tesla")
    assert read_answers(same, ["Tesla", "SpaceX"], question="Whom did Ann work for in May 2008?").answers == ["Tesla"]


@pytest.mark.parametrize(
    ("kind", "right", "asked", "text", "score"),
    [
        ("date", "3 October 411", "It is 3 October 383 today. Which date is 28 years from now?",
         "The date 28 years from now is 3 October 411. Note: that year was a leap year.", 100),
        ("date", "3 October 411", "It is 3 October 383 today. Which date is 28 years from now?",
         "The date 28 years from now is 3 October 411. The date is 4 October 411.", 0),
        ("weekday", "Sunday", "What day of the week is the 16th of April, 1826?",
         "It's a **Sunday**. Note that this uses the Gregorian calendar.", 100),
        ("weekday", "Sunday", "What day of the week is the 16th of April, 1826?",
         "It's a **Sunday**. However, upon re-checking, it is a Monday.", 0),
        ("number", "6", "How many complete months passed from 1997/08/31 until 1998/03/16?",
         "**6 months.** From 31 August 1997, six complete months run to 28 February 1998.", 100),
        ("number", "6", "How many complete months passed?", "6 months. Confidence: 100 %, 7", 0),
        ("age", "6 years, 1 month and 30 days", "How old was someone born on 09/07/1811 on 08/09/1817?",
         "They were 6 years, 1 month and 30 days old. However, their birthday in 1818 was near.", 100),
        ("entity", "Tesla", "Whom did Ann work for in May 2008?", "Tesla. However, she left it in 2010.", 100),
        ("entity", "Tesla", "Whom did Ann work for in May 2008?", "Tesla. But SpaceX hired her in June 2008.", 100),
        ("entity", "Tesla", "Whom did Ann work for in May 2008?", "Tesla. But SpaceX fits better.", 0),
        ("entity", "Tesla", "Whom did Ann work for in May 2008?", "Tesla. But in May 2008 she worked for SpaceX.", 0),
    ],
)  # fmt: skip
def test_what_a_first_sentence_says_stands_unless_the_next_take_it_back(kind, right, asked, text, score):
    row = {"answers": [right], "answer_type": kind, "question": asked}
    row |= {"facts": [{"object": "Tesla"}, {"object": "SpaceX"}]} if kind == "entity" else {}
    assert score_answer_text(row, text)["set_accuracy"] == score


EMPLOYERS = ["Boeing", "Tesla", "SpaceX", "Ernst & Young"]


@pytest.mark.parametrize(
    "then",
    [
        "However, SpaceX only began in June 2008, so it does not count.",
        "However, from June 2008 she worked for SpaceX.",
        "But she left Tesla in March 2009.",
        "But this is May 2008, and SpaceX began in June 2008.",
        "However, that is the month before SpaceX began.",
        "But she only actually joined SpaceX in June 2008.",
        "Upon review, she had left Boeing in 2005 and did not join SpaceX until June 2008.",
        "Let me double-check the dates: January 2006 to March 2009 includes May 2008.",
        "Let me verify this with Fact 3.",
        "I apologize for any confusion. The dates in Fact 3 settle this.",
        "My apologies for the long explanation. May 2008 falls between January 2006 and March 2009.",
    ],
)
def test_a_check_that_agrees_takes_nothing_back(then):
    question = "Whom did Ann work for in May 2008?"
    assert read_answers(f"Final Answer: Tesla\n\n{then}", EMPLOYERS, question=question).answers == ["Tesla"]


@pytest.mark.parametrize("form", ["None. {}", "None\n\n{}", "Final Answer: none\n\n{}"])
@pytest.mark.parametrize(
    ("reason", "is_none"),
    [
        ("SpaceX ended in January 2012, and Ernst & Young started in February 2014.", True),
        ("She worked for SpaceX until January 2012 and joined Ernst & Young in February 2014.", True),
        ("There is a gap between January 2012 and February 2014.", True),
        ("She was between SpaceX and Ernst & Young.", True),
        ("The UN ran the mission.", True),
        ("Before that date she worked for SpaceX, and after it for Ernst & Young.", True),
        ("SpaceX employed her.", False),
        ("SpaceX was still her employer.", False),
        ("SpaceX is the only company that fits.", False),
        ("If I had to choose, SpaceX is it.", False),
        ("She did not leave SpaceX, so it was SpaceX.", False),
    ],
)
def test_none_with_what_came_before_and_after(form, reason, is_none):
    read = read_answers(form.format(reason), EMPLOYERS, question="Which employer did Ann work for in May 2013?")
    assert (read.reason is None and read.answers == []) == is_none


@pytest.mark.parametrize(
    ("kind", "right", "text", "score"),
    [
        ("number", "630", "Final Answer: 630\n\nUpon closer inspection, 631 complete months passed.", 0),
        ("number", "630", "Final Answer: 630\n\nUpon closer inspection, 630 complete months passed.", 100),
        ("weekday", "Sunday", "Final Answer: Sunday\n\nHowever, upon re-checking, 1 May 2030 is a Monday.", 0),
        ("date", "April 19, 2370", "Final Answer: April 19, 2370\n\nUpon re-checking, the date is April 20, 2370.", 0),
        ("yes_no", "yes", "Final Answer: yes\n\nUpon re-checking, 28 May 1800 does not come after 13 May 1799.", 0),
        ("yes_no", "yes", "Final Answer: yes\n\nUpon re-checking, 28 May 1800 does come after 13 May 1799.", 100),
        ("yes_no", "yes", "Final Answer: yes\n\nHowever, the two dates are not far apart.", 100),
        ("yes_no", "no", "Final Answer: no\n\nUpon re-checking, 28 May 1800 comes after 13 May 1799.", 0),
        ("date", "April 19, 2370", "Final Answer: April 19, 2370\n\nUpon re-checking, 2370-04-19 is right.", 100),
        ("number", "630", "Final Answer: six hundred and thirty\n\nUpon review, 630 complete months passed.", 100),
        ("number", "630", "Final Answer: 630\n\nLet me double-check: 52 * 12 + 6 = 630.", 100),
        ("number", "630", "Final Answer: 630\n\nHowever, the correct count is 631.", 0),
        ("weekday", "Sunday", "Final Answer: Sunday\n\nLet me double-check: 1 May 2030 is a Monday.", 100),
        ("week", "Week 10", "Final Answer: Week 10\n\nUpon review, it is in ISO week 10.", 100),
        ("number", "79", "Final Answer: 79 (78 complete years)", 0),
        ("number", "413", "Final Answer: 413 months (34 years and 5 months)", 100),
        ("weekday", "Saturday", "Final Answer: Saturday (Sunday)", 0),
        ("date", "2018/09/26", "Final Answer: 2018/09/26 (September 16, 2018)", 0),
        ("date", "2018/09/26", "Final Answer: 2018/09/26 (September 26, 2018)", 100),
        ("age", "17 years, 9 months and 1 day", "17 years, 9 months and 1 day (6,484 days)", 100),
        ("time", "1958", "Final Answer: 1958 (1949)", 0),
        ("time", "1958", "Final Answer: 1958 (1949-1958)", 100),
        ("entity", "Tesla", "Final Answer: Tesla\n\nHowever, he left it in 2010.", 100),
        ("entity", "Tesla", "Final Answer: Tesla\n\nI apologize for any inconvenience.", 100),
    ],
)
def test_values_that_are_reconsidered(kind, right, text, score):
    row = {"answers": [right], "answer_type": kind, "question": "Does 28 May 1800 come after 13 May 1799?"}
    assert score_answer_text(row, text)["set_accuracy"] == score


@pytest.mark.parametrize(
    "form", ["{}\n\n### Explanation\nThe dates show this.", "{}\n\n(The dates show this.)", "{asked}\n{}", "{asked} {}"]
)
@pytest.mark.parametrize(
    ("kind", "right", "asked"),
    [
        ("entity", "Tesla", "Whom did Ann work for in May 2008?"),
        ("weekday", "Sunday", "What day of the week is December 29, 2030?"),
        ("date", "April 19, 2370", "Today is March 05, 2370. What date will it be in 45 days?"),
        ("number", "630", "How many complete months passed from 2069-03-04 until 2121-10-02?"),
    ],
)
def test_a_bare_answer_between_its_question_and_its_explanation(form, kind, right, asked):
    row = {"answers": [right], "answer_type": kind, "question": asked}
    row |= {"facts": [{"object": "Tesla"}]} if kind == "entity" else {}
    assert score_answer_text(row, form.format(right, asked=asked))["set_accuracy"] == 100


WENT_ON = [
    "It should be SpaceX.", "I realize that I misread the table.", "I need to correct myself: SpaceX is the answer.",
    "Strike that. SpaceX.", "Erratum: SpaceX", "In reality, it was SpaceX.", "I mean SpaceX.", "Make that SpaceX.",
    "Or maybe SpaceX.", "Rather: SpaceX", "**Verification:** This answer is incorrect.", "I withdraw this answer.",
    "⚠️ The answer above is incorrect.", "Never mind, this is wrong.", "Wrong!", "This contradicts the facts.",
    "Also: SpaceX", "I forgot SpaceX.", "SpaceX also fits.", "**Other possible answers:**\n- SpaceX",
    "**Alternative:** SpaceX", "Second choice: SpaceX", "Update: SpaceX", "### Correction\nSpaceX", "Korrektur: SpaceX",
    "SpaceX", "**SpaceX**", "TL;DR: SpaceX", "Conclusion: SpaceX.", "So, SpaceX.", "Also SpaceX.", "As well as SpaceX.",
    "In fact, it is SpaceX.", "=> SpaceX", "Or is it SpaceX?", "SpaceX fits, too.", "Both this and SpaceX are right.",
    "Second attempt: SpaceX", "No: SpaceX.",
]  # fmt: skip


@pytest.mark.parametrize("then", WENT_ON)
def test_an_answer_that_is_withdrawn_or_completed_is_not_read(then):
    assert read_answers(f"Final Answer: Tesla\n\n{then}", ["Tesla", "SpaceX"]).reason is not None


@pytest.mark.parametrize(
    "then",
    [
        "Tesla", "**Tesla**", "TL;DR: Tesla", "Facts:\n- SpaceX\n- Tesla", "SpaceX ended in 1990.", "Not SpaceX.",
        "It is Tesla, as SpaceX ended in 1990.", "The answer is Tesla and not SpaceX.",
    ],
)  # fmt: skip
def test_an_answer_that_is_said_again_or_explained_stays(then):
    assert read_answers(f"Final Answer: Tesla\n\n{then}", ["Tesla", "SpaceX"]).answers == ["Tesla"]


def test_a_tag_that_is_said_to_be_wrong_is_no_answer():
    assert read_answers("<answer>Tesla</answer> is wrong.", ["Tesla", "SpaceX"]).reason is not None


@pytest.mark.parametrize("kind", ["Corrected", "Updated", "Revised", "Refined", "Improved", "New", "Actual", "True"])
@pytest.mark.parametrize(
    "form", ["### {} answer\n\nSpaceX", "**{} Final Answer**\n\nSpaceX", "The {} answer is SpaceX."]
)
def test_the_later_of_two_final_answers_counts(form, kind):
    read = read_answers(f"### Final Answer\n\nTesla\n\n{form.format(kind)}", ["Tesla", "SpaceX"])
    assert read.answers == ["SpaceX"]


DENIALS = [
    "I do not think", "I don't believe that", "It is impossible that", "It is false that", "We can rule out that",
    "The facts do not support that", "Nothing in the text says that", "I am not confident that",
    "We can exclude that", "I was mistaken in saying that", "It would be a mistake to conclude that",
    "Without more facts, I cannot confirm that", "The user claims that",
    "Many would conclude that", "If I had to guess,", "I doubt that", "It is unclear whether",
]  # fmt: skip


@pytest.mark.parametrize("opening", DENIALS)
def test_the_answer_of_a_denied_or_doubted_clause_is_not_read(opening):
    assert read_answers(f"{opening} the answer is Tesla.", ["Tesla", "SpaceX"]).reason is not None


@pytest.mark.parametrize(
    "opening",
    [
        "SpaceX does not cover it, so",
        "Since it was not SpaceX,",
        "It is not hard to see that",
        "There is no doubt that",
        "SpaceX is wrong and",
        "I am sure that",
    ],
)
def test_the_answer_of_a_sure_clause_beside_a_denied_one_is_read(opening):
    assert read_answers(f"{opening} the answer is Tesla.", ["Tesla", "SpaceX"]).answers == ["Tesla"]
