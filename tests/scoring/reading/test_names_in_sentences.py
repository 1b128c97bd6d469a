"""Names within a sentence: with "or" or points apart, and without their accents."""

import pytest

from temporal_qa.scoring.reading.response import read_answers

PRIZE = "Physiology or Medicine Prize"


@pytest.mark.parametrize(("question", "text", "answers"), [
    (f"What did he receive before the {PRIZE}?", f"Before the {PRIZE} (1947), he received Medal.", ["Medal"]),
    (f"What did he receive before the {PRIZE}?", f"He received Medal before the {PRIZE} or so.", None),
    ("Who lived in the J. R. Lee House?", "Ann Q. Ray and Bo lived in the J. R. Lee House.", ["Ann Q . Ray", "Bo"]),
    ("Who lived in the J. R. Lee House?", "Ann Q. Ray and J. R. Lee lived in the house of Bo.", None),
])  # fmt: skip
def test_names_with_or_and_with_points_apart(question, text, answers):
    read = read_answers(text, [PRIZE, "Medal", "J . R . Lee", "Ann Q . Ray", "Bo"], question=question)
    assert (None if read.reason else read.answers) == answers, read


@pytest.mark.parametrize(("text", "answers"), [
    ("The last employee of Ur was Ann Lee.", ["Ann Lee"]), ("Ann Lee was the last employee of Ur.", ["Ann Lee"]),
    ("Ur's last employee was Ann Lee.", ["Ann Lee"]), ("Ur was the last employer of Ann Lee.", []),
    ("The last employer of Ann Lee was Ur.", []), ("Ann Lee's last employer was Ur.", []),
])  # fmt: skip
def test_the_last_of_one_side_is_not_that_of_the_other(text, answers):
    assert read_answers(text, ["Ann Lee", "Ur"], question="Who was the last employee of Ur?").answers == answers


def test_the_event_of_a_question_is_not_its_answer():
    question, names = "After Bob Ray, who was awarded the Ur Prize?", ["Bob Ray", "Ann Lee"]
    text = "After Bob Ray received it in 1883, the next recipient of the Ur Prize was Ann Lee in 1912."
    assert read_answers(text, names, question=question).answers == ["Ann Lee"]
    assert read_answers(text.partition(",")[0] + ".", names, question=question).answers != ["Ann Lee"]


@pytest.mark.parametrize("text", [
    "**Employers of Ann Lee (2003)**\n\n- Tesla: 2001 to 2005\n- Boeing: 2003",
    "She worked for Tesla and Boeing.\n\nExplanation: Based on the facts, she worked for Tesla and Boeing in 2003.",
    "The employers were:\n- Tesla\n- Boeing\n\nSpaceX followed only in 2010.",
    "May 2003 -> Tesla and Boeing",
])  # fmt: skip
def test_names_below_a_title_above_a_reason_and_behind_an_arrow(text):
    read = read_answers(text, ["Tesla", "Boeing", "SpaceX"], question="Which employers did Ann Lee work for in 2003?")
    assert read.answers == ["Tesla", "Boeing"]


@pytest.mark.parametrize(("order", "answers"), [("after", ["Mayor of Ur"]), ("before", None)])
def test_a_position_is_what_somebody_was_after_being_another(order, answers):
    question = "In which position did Ann Lee serve after she held the position of Governor of Ur?"
    text = f"Ann Lee served as Mayor of Ur {order} being Governor of Ur."
    assert read_answers(text, ["Mayor of Ur", "Governor of Ur"], question=question).answers == (answers or [])


@pytest.mark.parametrize(("text", "answers"), [
    ("Tesla\nPeriod: May 2004 to 2010", ["Tesla"]), ("Employer: Tesla\nFrom: May 2004\nTo: 2010", ["Tesla"]),
    ("**Employer:** Tesla\n**Period:** May 2004 - present", ["Tesla"]),
    ("Tesla\nSpaceX\nDates: 2004-2010", ["Tesla", "SpaceX"]),
    ("Tesla\nPeriod: May 2004 to 2010, at SpaceX", []), ("Employer: Tesla\nNext employer: SpaceX", []),
    ("She worked first for Tesla (until 2010) and then for SpaceX.", ["Tesla", "SpaceX"]),
    ("She worked first for Tesla.", []),
])  # fmt: skip
def test_dates_below_a_name_have_labels_and_names_have_an_order(text, answers):
    question = "Which employer did Ann Lee work for between May 2009 and December 2010?"
    assert read_answers(text, ["Tesla", "SpaceX"], question=question).answers == answers


@pytest.mark.parametrize("more", ["and Stanford", "and the RAND Corporation", "and others", "and someone else."])
def test_a_name_that_nobody_knows_is_one_too_many(more):
    question = "Which employer did Ann Lee work for in May 2009?"
    for text in (f"Tesla, {more}", f"Tesla, SpaceX, {more}", f"Ann Lee worked for Tesla, {more}"):
        assert not {"Tesla", "SpaceX"} & {*read_answers(text, ["Tesla", "SpaceX"], question=question).answers}
    assert read_answers("Tesla, and that is all.", ["Tesla", "SpaceX"], question=question).answers == ["Tesla"]


@pytest.mark.parametrize(("below", "answers"), [
    ("She also worked for SpaceX in May 2009.", []), ("She left SpaceX in 2003.", ["Tesla"]),
])  # fmt: skip
def test_a_sentence_below_a_name_may_name_another_answer(below, answers):
    question = "Which employer did Ann Lee work for in May 2009?"
    assert read_answers(f"Tesla\n\n{below}", ["Tesla", "SpaceX"], question=question).answers == answers


def test_the_subject_of_a_sentence_may_lack_its_accents():
    question = "Which award was Amada Páez honoured with in July 1774?"
    read = read_answers(
        "Amada Paez received the Star for Playing in July 1774.", ["Star for Playing"], question=question
    )
    assert read.answers == ["Star for Playing"]


def test_a_name_in_a_sentence_may_lack_its_accents():
    question = "Who died first, Zoé Marchal or Concha Campo?"
    read = read_answers("Final Answer: Zoe Marchal died first.", ["Zoé Marchal", "Concha Campo"], question=question)
    assert read.answers == ["Zoé Marchal"]
    read = read_answers("He played for Malaga City.", ["Málaga", "Malaga City"], question="Which team did he play for?")
    assert read.answers == ["Malaga City"]
