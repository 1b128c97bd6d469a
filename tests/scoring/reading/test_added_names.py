"""Sentences behind an answer that add another, or pick one of several; and those that only tell of another time."""

import pytest

from temporal_qa.scoring.reading.response import read_answers

NAMES = ["Ajax", "Brazil", "Hull City"]
IN_MAY = "Which team did Cy Poe play for in May 2008?"


def answers_of(text, names=NAMES, question=IN_MAY):
    read = read_answers(text, names, question=question)
    return None if read.reason else read.answers


@pytest.mark.parametrize(
    "answer", ["Cy Poe played for Ajax in May 2008.", "Ajax\n\n", "**Ajax** was his team in May 2008."]
)
@pytest.mark.parametrize(
    "added",
    [
        "He was also still part of Brazil.", "Internationally, he represented Brazil.",
        "He simultaneously represented Brazil.", "He continued to play for Brazil.", 
        "At club level, he was with Brazil.",
        "He was under contract with Brazil at the same time.", "He remained a member of Brazil.",
        "In addition, he was part of Brazil.", "He shared his time with Brazil, in parallel.",
    ],
)  # fmt: skip
def test_another_name_is_added(answer, added):
    assert answers_of(answer) == ["Ajax"]
    assert answers_of(f"{answer} {added}") != ["Ajax"]


BOTH = "Cy Poe played for Ajax from 2004 to 2008 and for Brazil from May 2008 to 2010."


@pytest.mark.parametrize("answer", [BOTH, "Ajax, Brazil.", "Cy Poe played for Ajax and Brazil in May 2008."])
@pytest.mark.parametrize(
    "after",
    [
        "Only Ajax lies strictly within the period.", "Only Ajax falls between these dates.",
        "The period covers only Ajax.",
        "The team for the whole period was Ajax.", "The time frame asked about corresponds to Ajax.",
        "Brazil is the team during the period in question.", "The matching team is Ajax.",
        "The relevant one is Brazil.",
        "The answer that fits best is Brazil.", "May 2008 falls within the first period.",
        "The correct team is Brazil.",
        "Only the first two fall within it.", "The question asks for May 2008, which is covered by Ajax.",
    ],
)  # fmt: skip
def test_one_that_is_named_of_several_is_picked(answer, after):
    assert answers_of(answer) == ["Ajax", "Brazil"]
    assert answers_of(f"{answer} {after}") != ["Ajax", "Brazil"]


@pytest.mark.parametrize(
    "after",
    [
        "Both overlap with May 2008.",
        "He left Ajax in 2008.",
        "All of these fall within the period.",
        "Hull City came later.",
    ],
)
def test_none_of_several_is_picked(after):
    assert answers_of(f"{BOTH} {after}") == ["Ajax", "Brazil"]


@pytest.mark.parametrize("answer", ["Cy Poe played for Ajax in May 2008.", "Ajax\n\n"])
@pytest.mark.parametrize(
    "after",
    [
        "He left Brazil in 2005.", "Brazil came later in his career.", "After that, he played for Brazil.",
        "Brazil is not relevant here.",
        "His time with Brazil had ended in 2005.", "He joined Brazil in 2010.",
    ],
)  # fmt: skip
def test_a_name_of_another_time_adds_nothing(answer, after):
    assert answers_of(f"{answer} {after}") == ["Ajax"]


@pytest.mark.parametrize(
    "pick",
    [
        "The last one was the latter.", "Of these, Brazil counts.", "The last is Brazil.", "The latter was the last.",
        "The more recent one is the latter.", "The most recent of the two is Brazil.", 
        "In May 2008, it was the latter.",
        "As of May 2008, he played for Brazil.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("listed", ["He played for Ajax and Brazil in 2008.", "Two teams are listed: Ajax and Brazil."])
def test_one_of_several_is_picked(listed, pick):
    assert answers_of(listed) == ["Ajax", "Brazil"]
    assert answers_of(f"{listed} {pick}") != ["Ajax", "Brazil"]


@pytest.mark.parametrize(
    "text",
    [
        "There is no explicit mention of May 2008. Ajax employed him for twelve years.",
        "No exact match. Ajax is the nearest one.", "Final Answer: No exact match; Ajax is closest",
        "There is no gap: he was at Ajax until Hull City hired him.", "There was no change until 2010. Ajax had him.",
        "None of the sentences mention May 2008. The time at Ajax includes it.",
        "No month is given for it. Ajax employed him for all of 2008.",
    ],
)  # fmt: skip
def test_no_mention_of_a_detail_above_a_name_is_not_none(text):
    assert answers_of(text) != []
    assert answers_of(text.replace("Ajax", "Truro City"), None) != []
