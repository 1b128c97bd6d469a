"""Sentences that say their question again, and those that say anything else of a name."""

import pytest

from temporal_qa.scoring.reading.response import read_answers

AFTER = "Which employer did Ann Lee work for after she worked for Boeing?"
BEFORE = "Which employer did Ann Lee work for 2 years and 3 months before she worked for Boeing?"
BEFORE_ONE = "Which employer did Ann Lee work for before she worked for Boeing?"
WHILE = "Which other employers did Ann Lee work for while she worked for Boeing?"
YEARS_BEFORE = "Which employer did Ann Lee work for 2 years before June 2005?"
IN_MONTH = "Which employer did Ann Lee work for in May 2003?"


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        (AFTER, "After leaving Boeing in 2005, Ann worked for Tesla.", ["Tesla"]),
        (AFTER, "Following her time at Boeing, Ann worked for Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        (AFTER, "The next employer after Boeing was Tesla.", ["Tesla"]),
        (AFTER, "Final Answer: Ann worked for Tesla right after Boeing.", ["Tesla"]),
        (AFTER, "Ann Lee worked for Tesla, which is the next employer after Boeing.", ["Tesla"]),
        (WHILE, "While she was at Boeing, Ann was also at Tesla and SpaceX.", ["Tesla", "SpaceX"]),
        (AFTER, "Before Boeing, Ann worked for Tesla.", None),
        (AFTER, "Ann worked for Boeing after Tesla.", None),
        (AFTER, "After leaving SpaceX for Boeing, Ann worked for Tesla.", None),
        (AFTER, "After SpaceX, Ann worked for Tesla.", None),
        (AFTER, "It was not after Boeing that Ann worked for Tesla.", None),
        (AFTER, "After Boeing, Ann may have worked for Tesla.", None),
        (AFTER, "She worked for Boeing.", ["Boeing"]),
        (BEFORE, "She worked for Tesla after Boeing.", None),
        (AFTER, "Tesla covers the time after Boeing.", ["Tesla"]),
        (WHILE, "While Ann worked for Boeing, she also worked for Tesla.", ["Tesla"]),
        (WHILE, "She worked for Tesla and SpaceX during her time at Boeing.", ["Tesla", "SpaceX"]),
        (WHILE, "While at Tesla she worked for SpaceX.", None),
        (WHILE, "When she left Boeing, she joined Tesla.", None),
        (BEFORE, "Before leaving Boeing, she worked for Tesla.", None),
        (YEARS_BEFORE, "Ann worked for Tesla in June 2003, which is 2 years before June 2005.", ["Tesla"]),
        (YEARS_BEFORE, "Ann worked for Tesla before June 2005.", None),
        (IN_MONTH, "After Boeing, Ann worked for Tesla.", None),
        (IN_MONTH, "Ann worked for Tesla in May 2003, which is 2 years before May 2005.", None),
        (IN_MONTH, "In May 2003 Ann left Tesla after leaving Boeing.", None),
        (IN_MONTH, "Ann joined Tesla after leaving Boeing.", None),
        (IN_MONTH, "Tesla. Boeing ended in April 2003.", ["Tesla"]),
        (IN_MONTH, "Tesla. Boeing began in May 2003.", None),
        (IN_MONTH, "She led Tesla in May 2003. Boeing had ended in 2002.", ["Tesla"]),
        (IN_MONTH, "Boeing likely ended in 2002.\n\nSo, Tesla.", ["Tesla"]),
        (IN_MONTH, "It may have been Boeing.\n\nSo, Tesla.", None),
        (IN_MONTH, "May 2003 is after 2002, so Boeing is out.", None),
        (IN_MONTH, "Ann worked for Tesla. She joined in 2000 and left in 2005.", ["Tesla"]),
        (IN_MONTH, "She worked for Tesla, which she had left in 2001.", None),
        (IN_MONTH, "The employer that she left in 2005 was Tesla.", None),
        (IN_MONTH, "Boeing ended in 2002.\n\nIn May 2003, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing ended in 2002.\n\nShe worked for Tesla at that time.", ["Tesla"]),
        (IN_MONTH, "Boeing ended in 2002.\n\nShe worked for Tesla in May 2004.", None),
        (IN_MONTH, "In May 2003, she worked for Boeing.\n\nIn May 2003, she worked for Tesla.", None),
        (IN_MONTH, "Boeing ended in 2002.\n\nTesla came after May 2003.", None),
        (IN_MONTH, "Boeing ended in 2002.\n\nTesla is the answer.", ["Tesla"]),
        (IN_MONTH, "I compare the dates.\n\nShe worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing ended in 2002.\n\nShe worked for Tesla.", None),
        (IN_MONTH, "She led Boeing.\n\nBased on the facts, she led Tesla in May 2003.", ["Tesla"]),
        (IN_MONTH, "Tesla\n\nBased on the facts, she led it in May 2003.", ["Tesla"]),
        (IN_MONTH, "She led Boeing until 2002.\n\nBased on the facts, she had no employer in May 2003.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nBased on the text, this cannot be answered.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nTherefore, none.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nIn May 2003, she had no employer.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nIn May 2004, she had no employer.", None),
        (IN_MONTH, "Boeing does not cover May 2003.\n\nTesla", ["Tesla"]),
        (IN_MONTH, "It can't be Boeing, which ended.\n\nTherefore, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing does not cover May 2003. In May 2003, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "In May 2003, she did not lead Boeing.\n\nIn May 2003, she led Tesla.", ["Tesla"]),
        (IN_MONTH, "In May 2003, she also led Boeing.\n\nIn May 2003, she led Tesla.", None),
        (IN_MONTH, "I think she led Boeing in May 2003.\n\nIn May 2003, she led Tesla.", None),
        (IN_MONTH, "I do not know where she worked.\n\nTesla", None),
        (IN_MONTH, "The text doesn't mention it. In May 2003, she worked for Tesla.", None),
        (IN_MONTH, "This cannot be determined.\n\nTherefore, Tesla.", None),
        (IN_MONTH, "It isn't clear where she worked.\n\nTherefore, Tesla.", None),
        (IN_MONTH, "I can't be sure that it was Boeing.\n\nTesla", None),
        (IN_MONTH, "I couldn't find Boeing in the facts.\n\nTesla", None),
        (IN_MONTH, "These employers do not cover May 2003.\n\nTesla and Boeing", None),
        (IN_MONTH, "Boeing's term does not cover May 2003.\n\nTesla", ["Tesla"]),
        (IN_MONTH, "She led Boeing until 2005, which includes May 2003.\n\nShe led Tesla in May 2003.", None),
        (IN_MONTH, "She joined Boeing before May 2003.\n\nShe led Tesla in May 2003.", ["Tesla"]),
        (IN_MONTH, "She led Tesla, as she joined Boeing in 2004.", ["Tesla"]),
        (IN_MONTH, "She led Tesla, if not Boeing.", None),
        (IN_MONTH, "She left Boeing before May 2003.\n\nShe led Tesla in May 2003.", ["Tesla"]),
        (IN_MONTH, "She joined Boeing after May 2003.\n\nShe led Tesla in May 2003.", ["Tesla"]),
        (IN_MONTH, "Boeing's period covers this month.\n\nTesla's period covers May 2003.", None),
        (IN_MONTH, "She did not work for:\n\nTesla", None),
        (IN_MONTH, "Boeing ended in 2002.\n\nOnly Tesla covers May 2003.", ["Tesla"]),
        (IN_MONTH, "Tesla does not cover May 2003.", None),
        (IN_MONTH, "She led Boeing from 2000 to 2002.\nShe led Tesla from May 2003 to 2010.", None),
        (IN_MONTH, "She worked for Tesla from 2001 to 2005. She worked for Boeing from 1999 to 2001.", None),
        (IN_MONTH, "Tesla covers the time to April 2003.", None),
        (
            IN_MONTH,
            "This asks of May 2003. Boeing ended.\n\nTesla and SpaceX cover May 2003.",
            ["Tesla", "SpaceX"],
        ),
        (IN_MONTH, "Boeing ended.\n\nShe led Tesla as well as SpaceX in May 2003.", ["Tesla", "SpaceX"]),
        (IN_MONTH, "Boeing ended.\n\nShe led Tesla in May 2003 as well.", None),
        (IN_MONTH, "Boeing ended in 2002. In May 2003, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing ended in 2002. She worked for **Tesla** [2] at that time.", ["Tesla"]),
        (IN_MONTH, "Boeing ended in 2002.\nAs of May 2003, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "She worked for Boeing. As of May 2003, she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing. In May 2003, she worked for Tesla.", None),
        (IN_MONTH, "She left Boeing in 2002. In May 2003, she left Tesla.", None),
        (IN_MONTH, "She did not work for Boeing. In May 2003, she may have led Tesla.", None),
        (IN_MONTH, "She worked for Boeing until 2002 and Tesla from 2002 to 2010.", None),
        (IN_MONTH, "She worked for Tesla until 2010.", ["Tesla"]),
        ("Which employer did Ann Lee work for before May 2003?", "She worked for Tesla until 2002.", ["Tesla"]),
        ("Which employer did Ann Lee work for before May 2003?", "Her previous employer was Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing: 2000-2002\n\nNone.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nNot mentioned in the passage.", []),
        (IN_MONTH, "She led Boeing until 2002.\n\nUnfortunately, the passage does not say.", []),
        (IN_MONTH, "Tesla\n\nNot stated in the passage.", None),
        (IN_MONTH, "She led Tesla.\n\nShe had no second employer in May 2003.", None),
        (IN_MONTH, "Tesla\n\nThe passage does not say.", None),
        (IN_MONTH, "Since she had left Boeing, she worked for Tesla.\n\nNone.", None),
        (IN_MONTH, "She had left Boeing, so she worked for Tesla.\n\nNone.", None),
        (IN_MONTH, "Boeing ended in 2002.\n\nWe check whether she worked for Tesla in May 2003.", None),
        (IN_MONTH, "She led Boeing.\n\nIn May 2003, she led Tesla as well.", None),
        (IN_MONTH, "She led Tesla.\n\nThe passage does not mention when she left.", None),
        (IN_MONTH, "She led Tesla from 2001.\n\nNo end date is given.", None),
        (AFTER, "She led SpaceX in 2002.\n\nAfter Boeing, she led Tesla.", ["Tesla"]),
        (AFTER, "She led SpaceX in 2002.\n\nBefore Boeing, she led Tesla.", None),
        ("Who died first, Tesla or Boeing?", "Tesla: 1901\nBoeing: 1910\n\nTesla died first.", ["Tesla"]),
        ("Who died first, Tesla or Boeing?", "Tesla: 1901\nBoeing: 1910\n\nBoeing died last.", None),
        (IN_MONTH, "Until 2002: Tesla", ["Until 2002: Tesla"]),
        (IN_MONTH, "Until 2002:\n- Tesla", None),
        (IN_MONTH, "Until 2002:\n- Boeing\n\nTherefore, Tesla.", ["Tesla"]),
        (IN_MONTH, "Boeing ended.\n\nIn May 2003, she led:\n- Tesla (2001)\n- SpaceX", ["Tesla", "SpaceX"]),
        (IN_MONTH, "She led Tesla.\n\nBased on the facts, she led:\n1. Tesla\n2. SpaceX", ["Tesla", "SpaceX"]),
        (IN_MONTH, "Boeing ended.\n\nThe facts are:\n- Tesla (2001)\n- SpaceX", None),
        (IN_MONTH, "Boeing ended.\n\nThese do not cover May 2003:\n- Tesla\n- SpaceX", None),
        (IN_MONTH, "Boeing ended.\n\nIn May 2003, she had left:\n- Tesla\n- SpaceX", None),
        (IN_MONTH, "Boeing ended.\n\nIn May 2003, these had ended:\n- Tesla\n- SpaceX", None),
        (IN_MONTH, "May 2003 is after April 2003. As a result, Tesla had ended.", None),
        (IN_MONTH, "May 2003 is in the gap in Tesla's tenure.", None),
        (IN_MONTH, "She led Tesla, as it had ended only in 2005.", ["Tesla"]),
        (IN_MONTH, "She led Tesla in May 2003, before moving to SpaceX in 2008.", ["Tesla"]),
        (IN_MONTH, "She led Tesla until June 2003, and SpaceX from April 2003.", ["Tesla", "SpaceX"]),
        (IN_MONTH, "She led Tesla until June 2002, and SpaceX from April 2003.", None),
        (AFTER, "She led Boeing until 2002. After that she led Tesla.", ["Tesla"]),
        (AFTER, "Boeing led Tesla.", None),
        (AFTER, "She led Boeing, followed by Tesla.", None),
        ("Who led Boeing at the time of Tesla?", "Tesla and SpaceX led Boeing at that time.", ["Tesla", "SpaceX"]),
        ("Who led it at the time of Boeing?", "Boeing and Tesla led it at the same time.", ["Boeing", "Tesla"]),
        (IN_MONTH, "Up to then, it had been Tesla.", None),
        (AFTER, "Later employers:\n- Tesla", ["Tesla"]),
        (IN_MONTH, "After Boeing: Tesla", ["After Boeing: Tesla"]),
        (AFTER, "After Boeing: Tesla", ["Tesla"]),
        (BEFORE, "Final Answer: Employer before Boeing: Tesla", ["Tesla"]),
        (AFTER, "Tesla succeeded Boeing as her employer.", ["Tesla"]),
        (AFTER, "Boeing was followed by Tesla.", ["Tesla"]),
        (AFTER, "Boeing succeeded Tesla.", None),
        (AFTER, "Tesla was succeeded by Boeing.", None),
        (AFTER, "Tesla preceded Boeing.", None),
        (BEFORE_ONE, "Tesla preceded Boeing.", ["Tesla"]),
        (BEFORE_ONE, "It was succeeded by Tesla.", None),
        (BEFORE_ONE, "It was preceded by Tesla.", ["Tesla"]),
        (AFTER, "It succeeded Tesla.", None),
        (AFTER, "It was followed by Tesla.", ["Tesla"]),
        (BEFORE, "Boeing: May 2003 to June 2009.\n\nIn March 2007 she worked for Tesla.", None),
        (BEFORE, "She left Boeing in May 2003. In February 2001 she worked for Tesla.", None),
        (IN_MONTH, "She worked for Tesla, where she was hired before May 2003.", ["Tesla"]),
        (IN_MONTH, "She worked for Tesla, which closed after 2003.", ["Tesla"]),
        (IN_MONTH, "Tesla (replaced by SpaceX in 2002)", ["Tesla (replaced by SpaceX in 2002)"]),
        (IN_MONTH, "Tesla\nSpaceX\nThe former never overlapped with Boeing.", None),
        (IN_MONTH, "Tesla\nSpaceX\nBoth overlap with Boeing (not SpaceX).", None),
        (IN_MONTH, "Tesla\nSpaceX\nThese jobs overlap with it.", ["Tesla", "SpaceX"]),
        (BEFORE_ONE, "Boeing was preceded by Tesla.", ["Tesla"]),
        (BEFORE_ONE, "Tesla was replaced by Boeing as her employer.", ["Tesla"]),
        (BEFORE, "She joined Boeing in May 2003. In February 2001, she worked for Tesla.", ["Tesla"]),
        (BEFORE, "She joined Boeing in May 2003.\nFebruary 2001:\nIn February 2001, she led:\n- Tesla", ["Tesla"]),
        (BEFORE, "She joined Boeing in May 2003. In March 2001, she worked for Tesla.", None),
        (IN_MONTH, "**Tesla** is the correct answer.", ["Tesla"]),
        (IN_MONTH, "Tesla, employer of Ann Lee", ["Tesla"]),
        (IN_MONTH, "Tesla was where she worked before May 2003.", None),
        (IN_MONTH, "She worked for Tesla, which ended before May 2003.", None),
        (IN_MONTH, "Boeing ended in 2002. At that point she worked for Tesla.", ["Tesla"]),
        (IN_MONTH, "Final Answer: Tesla (followed by SpaceX in 2010)", ["Tesla"]),
        (IN_MONTH, "Tesla, employer before Boeing", ["Tesla, employer before Boeing"]),
        (IN_MONTH, "Tesla, former employer", ["Tesla, former employer"]),
        (IN_MONTH, "In that month (i.e., May 2003), she worked for Tesla.", ["Tesla"]),
    ],
)
def test_a_sentence_may_say_the_time_of_its_question_again(question, text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question)
    assert (None if read.reason else read.answers) == answers


@pytest.mark.parametrize(
    ("order", "text", "answers"),
    [
        ("before", "Before that she worked for Tesla.", ["Tesla"]),
        ("before", "After that she worked for Tesla.", None),
        ("before", "Following her time at Boeing, she worked for Tesla.", None),
        ("before", "She worked for Tesla next.", None),
        ("before", "Previously, she worked for Tesla.", ["Tesla"]),
        ("before", "She worked for Tesla afterwards.", None),
        ("after", "She worked for Tesla afterwards.", ["Tesla"]),
        ("after", "Subsequently, she worked for Tesla.", ["Tesla"]),
        (
            "2 years before May 2005, when",
            "2 years before May 2005 is May 2003. In May 2003, she led Tesla.",
            ["Tesla"],
        ),
    ],
)
def test_a_neighbour_is_told_in_the_order_of_its_question(order, text, answers):
    question = f"Which employer did Ann Lee work for {order} she worked for Boeing?"
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question)
    assert (None if read.reason else read.answers) == answers


def test_a_name_with_brackets_is_not_cut_apart():
    names = ["Tesla", "Forbes (Russia)"]
    assert read_answers("She worked for Tesla, Forbes (Russia)", names, question=IN_MONTH).answers == names
    assert read_answers("She worked for Forbes (Russia).", names, question=IN_MONTH).answers == names[1:]


def test_a_time_before_or_after_a_date_is_said_again():
    question = "What citizenship did Ann Lee hold before July 1917?"
    for text in (
        "Before July 1917, Ann Lee held **Spain** citizenship.",
        "She was a citizen of Spain before July 1917.",
    ):
        assert read_answers(text, ["Spain", "France"], question=question).answers == ["Spain"]


IN_MAY = "Which employer did Ann Lee work for in May 2003?"


@pytest.mark.parametrize(("text", "answers"), [
    ("Tesla (better known as TSLA) employed her from 2001 to 2005.", ["Tesla"]),
    ("Tesla, which she joined in 2001 from Boeing.", ["Tesla"]),
    ("Tesla, who replaced Boeing in 2001, was her employer.", ["Tesla"]),
    ("After May 2003, she was housed at Tesla.", None),
    ("Tesla started in May 2003.", None),
    ("Tesla's successor was her employer.", None),
    ("Tesla turned down Ann Lee.", None),
    ("She nearly worked for Tesla.", None),
    ("She worked for about Tesla.", None),
    ("The question is ambiguous: she may count as one of Tesla.", None),
    ("Assuming that both ends count, she worked for Tesla.", None),
    ("Tesla, provided that both ends count.", None),
    ("She worked for Tesla in May 2003. Please verify.", None),
    ("She worked for Tesla and Ford in May 2003.", None),
    ("Gates, who worked for Tesla", None),
    ("She worked for Ford and Tesla.", None),
    ("She worked for Ford, then Tesla.", None),
    ("She worked for Tesla, Ford and Volvo.", None),
    ("She worked for Tesla, then Ford.", None),
    ("It was Tesla / Ford", None),
    ("She worked for Tesla. Then it was Ford.", None),
    ("She worked for Tesla. Ford is the answer.", None),
    ("She moved on from Tesla in May 2003.", None),
    ("She departed Tesla in May 2003.", None),
    ("She was ousted from Tesla.", None),
    ("Ann Lee was out of Tesla by May 2003.", None),
    ("She was due to join Tesla.", None),
    ("She failed to get a job at Tesla.", None),
    ("Tesla would hire her in 2010.", None),
    ("Her next employer was Tesla.", None), ("Another employer was Tesla.", None),
    ("She almost joined Tesla.", None),
    ("Whether she worked for Tesla is open.", None),
    ("She reportedly worked for Tesla.", None),
    ("The article mentions Tesla.", None),
    ("A rival of Tesla employed her.", None),
    ("Tesla \u26bd", ["Tesla"]),
    ("Major General Tesla", ["Tesla"]),
    ("Boeing? No, it was Tesla.", ["Tesla"]),
    ("SpaceX. After that came Tesla, which counts.", None),
])  # fmt: skip
def test_a_sentence_names_its_answer_wherever_it_stands(text, answers):
    read = read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=IN_MAY)
    assert read.answers == answers if answers else "Tesla" not in read.answers


@pytest.mark.parametrize("text", [
    "In 1999 her employer was Tesla.", "From 2012 on, she worked for Tesla.", "She worked for Tesla in June 2003.",
    "Between 2001 and 2002 she worked for Tesla.", "She worked for Tesla until 2002.", "She joined Tesla in June 2003.",
    "Ann Lee worked for Tesla from 1999 to 2002.", "She worked for Tesla; she left it in 2002.",
    "Bob Ray worked for Tesla.", "Her sister worked for Tesla.", "Her husband was employed by Tesla.",
    "She sued Tesla.", "She hated Tesla and SpaceX.", "She was laid off by Tesla.", "She interviewed at Tesla.",
    "She was let go by Tesla in May 2003.", "She bought a Tesla in May 2003.", "She worked with a Tesla engineer.",
    "Tesla did not employ her.", "She never worked for Tesla.", "She may have worked for Tesla.",
    "Her former employer was Tesla.", "Her next employer was Tesla.", "She moved to Tesla in May 2003.",
    "Ann Lee worked for Tesla and for Ford in May 2003.", "Was she employed by Tesla in May 2003?",
    "She worked for Tesla before SpaceX.", "Tesla employed her before May 2003.", "Tesla was founded in May 2003.",
    "In May 2003, she worked for Tesla. In May 2003, she worked for SpaceX.", "Tesla; Ford", "Tesla (70 % of it)",
])  # fmt: skip
@pytest.mark.parametrize("above", ["", "I compare the dates. ", "One of the facts matches.\n\n"])
def test_a_sentence_that_says_anything_else_is_no_answer(above, text):
    assert "Tesla" not in read_answers(above + text, ["Tesla", "SpaceX", "Boeing"], question=IN_MONTH).answers
