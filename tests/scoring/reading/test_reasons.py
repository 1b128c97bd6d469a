"""Answers beside sentences that leave other names out: "SpaceX came later, so it is not included."."""

import pytest

from temporal_qa.scoring.reading.response import read_answers

NAMES = ["Tesla", "SpaceX", "Boeing", "Ernst & Young"]
IN_SPAN = "Which employers did Ann Lee work for from 2004 to 2006?"
LIST = "- Tesla\n- SpaceX\n\n"


def answers_of(text, names=NAMES, question=IN_SPAN):
    read = read_answers(text, names, question=question)
    return None if read.reason else read.answers


@pytest.mark.parametrize("head", ["", "**Employers:**\n", "Her employers were:\n"])
@pytest.mark.parametrize(
    "after",
    [
        "Boeing is not included, because it starts in 2010.", "(Boeing starts after the span.)",
        "Boeing (from 2010) falls outside the span.", "Boeing starts in November 2010.",
        "All other employers are outside the span.", "Boeing isn't in it. Ernst & Young came later.",
    ],
)  # fmt: skip
def test_a_list_above_sentences_that_leave_others_out(head, after):
    assert answers_of(head + LIST + after) == ["Tesla", "SpaceX"]


@pytest.mark.parametrize(
    "after",
    [
        "Of these, only Tesla counts.", "The first of them ended in 2003.", "Tesla is not in the span.",
        "Boeing also holds in 2005.", "Boeing covers all of 2005.", "Boeing started in 2005, so it is included.",
        "Boeing is not in the list, but it should be.", "Boeing is missing in this list.", "These do not fit the span.",
        "They all ended before the span.", "None of them is in the span.", "In 2005 she worked for Boeing.",
        "I am not sure about Boeing.", "Boeing is not a person, as well as Ernst & Young.",
    ],
)  # fmt: skip
def test_a_list_is_no_answer_where_the_sentence_may_choose_or_add(after):
    assert answers_of(LIST + after) is None


@pytest.mark.parametrize("head", ["Candidates:\n", "She left:\n", "Not included:\n"])
def test_a_list_of_something_else_is_no_answer(head):
    assert answers_of(f"{head}{LIST}Boeing starts in November 2010.") is None


@pytest.mark.parametrize("mark", ["", "Final Answer: "])
@pytest.mark.parametrize(
    "after", ["starts in November 2010.", "starts later, so it is not included.", "came later, so it isn't mentioned."]
)
def test_names_before_a_sentence_that_leaves_another_out(mark, after):
    assert answers_of(f"{mark}**Tesla** and **SpaceX**. Boeing {after}") == ["Tesla", "SpaceX"]


@pytest.mark.parametrize(
    "text",
    [
        "Tesla. SpaceX starts later, so it is not included.", "Tesla and Ford. SpaceX is later, so it isn't mentioned.",
        "She worked for Tesla. SpaceX came later, so it is not included.",
        "Ann Ray. This came earlier, so it is not counted.",
    ],
)  # fmt: skip
def test_where_no_names_are_known_such_a_sentence_does_not_say_none(text):
    assert answers_of(text, None) != []


@pytest.mark.parametrize(
    "text",
    ["The passage lists other years. So it is not stated.",
     "The article gives only his clubs, so this is not mentioned."],
)  # fmt: skip
def test_what_is_not_told_is_none(text):
    assert answers_of(text, None) == answers_of(text) == []


@pytest.mark.parametrize("denied", [", not Ann Ray", " (not Ann Ray).", ", but not Ray of Cork"])
def test_a_name_that_nobody_knows_may_be_denied(denied):
    assert answers_of(f"Tesla{denied}") == ["Tesla"]
    assert answers_of("Ann Ray, not Tesla") != ["Tesla"]


@pytest.mark.parametrize(
    ("last", "answers"),
    [("\nResult: SpaceX", ["SpaceX"]), ("\nSo, SpaceX.", ["SpaceX"]), ("", ["Tesla"]), ("Boeing", ["Tesla"])],
)
def test_a_last_line_apart_counts_below_ticks_and_crosses(last, answers):
    assert answers_of(f"Tesla \u2705\nSpaceX \u274c\n{last}") == answers


IN_MAY = "Which employers did Ann Lee work for in May 2004?"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("She worked for Tesla. She also worked for SpaceX.", ["Tesla", "SpaceX"]),
        ("In May 2004, she worked for Tesla. At the same time, she worked for SpaceX.", ["Tesla", "SpaceX"]),
        ("She worked for Tesla. She worked for SpaceX, too. She was also employed by Boeing.",
         ["Tesla", "SpaceX", "Boeing"]),
        ("She worked for Tesla. In 1999 she also worked for SpaceX.", None),
        ("She worked for Tesla. She also left SpaceX.", None),
        ("She worked for Tesla. She worked for SpaceX.", None),
        ("She worked for Tesla until May 2004 and for SpaceX from May 2004, so both count.", ["Tesla", "SpaceX"]),
        ("She left Tesla in May 2004 and joined SpaceX, so both apply.", ["Tesla", "SpaceX"]),
        ("She left Tesla in May 2004 and joined SpaceX, so both may apply.", None),
        ("She left Tesla in May 2004 and joined SpaceX, so both fall outside May 2004.", None),
        ("She worked for Tesla. She had also worked for SpaceX.", None),
        ("She left Tesla in May 2004 and joined SpaceX, so both are wrong.", None),
        ("Tesla, SpaceX and Boeing employed people, so both apply.", None),
    ],
)  # fmt: skip
def test_answers_one_after_the_other(text, names):
    assert answers_of(text, question=IN_MAY) == names


@pytest.mark.parametrize(
    ("after", "names"),
    [
        ("Later she worked for SpaceX and Boeing.", ["Tesla"]),
        ("She had also worked for SpaceX until 1999.", ["Tesla"]), ("She was also with SpaceX.", ["Tesla", "SpaceX"]),
        ("Before that she worked for SpaceX, which is the employer asked about.", None),
        ("In 2006 she was with SpaceX - this is right.", None),
    ],
)  # fmt: skip
def test_behind_a_sentence_another_tells_of_a_later_or_earlier_employer(after, names):
    assert answers_of(f"She worked for Tesla in May 2004. {after}", question=IN_MAY) == names
