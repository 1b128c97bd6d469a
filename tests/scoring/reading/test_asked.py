"""What of a question a text may say again: its words, its time."""

import pytest

from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.reading.asked import Asked

IN_MONTH = Asked("Which employer did Ann Lee work for in May 2008?", [])
IN_YEARS = Asked("Which team did Ann Lee play for from May 2003 to June 2005?", [])
AFTER = Asked("Which employer did Ann Lee work for after she worked for Boeing?", ["Boeing"])
COUNTED = Asked("Which employer did Ann Lee work for 2 years before May 2008?", [])
FIRST = Asked("Who died first, Ann Lee or Bob Ray?", ["Ann Lee", "Bob Ray"])


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        (IN_MONTH, "In May 2008, she was employed by", True),
        (IN_MONTH, "Ann Lee's employer at that time was", True),
        (IN_MONTH, "She served as head of, from 2004 to 2010", True),  # dates are no words
        (IN_MONTH, "Her next employer was", False),
        (IN_MONTH, "She was a club member of", False),  # a synonym of another question
        (IN_YEARS, "She was a club member of", True),
        (IN_MONTH, "Bob Ray worked for", False),
        (IN_MONTH, "She never worked for", False),
        (IN_MONTH, "She left", False),
        (AFTER, "After leaving Boeing she worked for", True),
        (AFTER, "After leaving Airbus she worked for", False),
        (AFTER, "Later she worked for", True),
        (AFTER, "Earlier she worked for", False),
        (COUNTED, "Two years before May 2008 she worked for", True),
        (COUNTED, "Three years before May 2008 she worked for", False),
        (FIRST, "passed away first", True),
        (FIRST, "was born first", False),
        (AFTER, "Two years after leaving Boeing she worked for", True),
        (Asked("Which players were there while Ann was at Boeing?", ["Boeing"]), "played for Boeing", True),
        (Asked("Which players were there while Ann was at Boeing?", ["Boeing"]), "left Boeing", False),
        (COUNTED, "Ten years before May 2008 she worked for", False),
        (IN_MONTH, "Ann Lee's work place was", True),
        (IN_MONTH, "She became an employee of", True),
        (IN_MONTH, "She moved to", False),
        (AFTER, "After Boeing she moved to", True),
        (AFTER, "After Boeing she moved from", False),
        (
            Asked("Who was the head coach of Clube das Aves?", []),
            "played for Clube das Aves",
            False,
        ),  # no word of a name
        (Asked("What was the Altair named in 1987?", []), "The Altair was called", True),
        (Asked("Who commanded the U-120 in 1940?", []), "The commander of the U-120 was", True),
        (Asked("Where was Ann Lee detained in 2017?", []), "Ann Lee was imprisoned in", True),
        (Asked("Who was the CEO of Tesla?", []), "Tesla was headed by", True),
        (Asked("Who led the government of Stevns?", []), "Stevns was governed by", True),
        (Asked("Who hosted it from 2005 to 2006?", []), "The presenter of it was", True),
        (Asked("Who was born later, Ann Lee or Bob Ray?", ["Ann Lee", "Bob Ray"]), "is younger", True),
        (Asked("Where did Ann Lee live last before she lived in Bonn?", ["Bonn"]), "lived there after Bonn", False),
        (Asked("After Bob Ray, who led Ur?", ["Bob Ray"]), "The next leader of Ur was", True),
        (Asked("Who presided over Ur?", []), "The chairperson of Ur was", True),
        (
            Asked("With whom did she have a job while the siege went on?", ["siege"]),
            "When the siege took place she worked for",
            True,
        ),
        (Asked("On what date did she step down?", []), "She stepped down on", True),  # of a doubled letter one is left
        (Asked("What did she win from 2003 to 2005?", []), "She received three awards, of which", True),
        (Asked("What did she win in the 2 years after 2003?", []), "In the three years after 2003 she won", False),
        (Asked("Whom did Ur employ last?", ["Ur"]), "The last known employee of Ur was", True),
        (Asked("Whom did Ur employ first?", ["Ur"]), "The last known employee of Ur was", False),
        (Asked("", []), "He played for", True),  # nothing is known of the question
        (Asked("", []), "He left", False),
    ],
)
def test_the_words_of_a_question(asked, text, expected):
    assert asked.has_words_of(text) is expected


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        (IN_MONTH, "In May 2008, ...", True),
        (IN_MONTH, "At that time, ...", True),
        (IN_MONTH, "In 2008, ...", False),
        (IN_YEARS, "From May 2003 to June 2005, ...", True),
        (IN_YEARS, "In May 2003, ...", False),
        (AFTER, "After Boeing, ...", True),
        (AFTER, "After Tesla, ...", False),
        (AFTER, "After that, ...", True),
        (AFTER, "Before that, ...", False),
        (COUNTED, "In May 2006, ...", True),
        (COUNTED, "In May 2008, ...", True),
        (COUNTED, "Two years before, ...", True),
        (COUNTED, "Three years before, ...", False),
        (FIRST, "... died first", True),
        (FIRST, "... died last", False),
    ],
)
def test_the_time_of_a_question(asked, text, expected):
    assert asked.has_time_of(text) is expected


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        (IN_MONTH, "she led it", True),
        (IN_MONTH, "from 2004 to 2010", True),
        (IN_MONTH, "from 2004", True),
        (IN_MONTH, "she joined it in 2004", True),
        (IN_MONTH, "until 2010", True),
        (IN_MONTH, "in 2008", True),
        (IN_MONTH, "from June 2008", False),
        (IN_MONTH, "until April 2008", False),
        (IN_MONTH, "she left it in 2004", False),
        (IN_MONTH, "in 1999", False),
        (IN_MONTH, "from 2009 to 2010", False),
        (IN_YEARS, "until 2004", True),
        (IN_YEARS, "since July 2005", False),
        (COUNTED, "in May 2006", True),  # counted from the date of the question
        (COUNTED, "in May 2008", False),
        (COUNTED, "2 years before May 2008", True),
        (COUNTED, "until 2005", False),
        (Asked("Who led it after May 2008?", []), "from 2007 to 2010", True),
        (Asked("Who led it after May 2008?", []), "until 2007", False),
        (Asked("Who led it before May 2008?", []), "since 2009", False),
        (AFTER, "in May 2006", True),
    ],
)
def test_dates_that_lie_apart_from_those_of_a_question(asked, text, expected):
    assert asked.is_not_apart(text) is expected


@pytest.mark.parametrize(("right", "question", "text", "score"), [
    *(("17-03-1828", "Which date is later, 29-02-1828 or 17-03-1828?", text, score) for text, score in (
        ("17-03-1828 is 17 days later than 29-02-1828.", 100), ("17-03-1828 comes 17 days after 29-02-1828.", 100),
        ("17-03-1828 is the latest.", 100), ("17-03-1828 is 17 days earlier than 29-02-1828.", 0),
        ("17-03-1828 comes 17 days before 29-02-1828.", 0), ("17-03-1828 is 17 days earlier.", 0),
        ("17-03-1828, not 29-02-1828, is the earlier one.", 0), ("17-03-1828, not 29-02-1828, comes last.", 100),
        ("17-03-1828 is the earlier one, so the other is the latest.", 0),
        ("17-03-1828 comes first; therefore the other one is the last.", 0),
        ("17-03-1828 is the earliest.", 0), ("17-03-1828 (the earlier one)", 0), ("Earlier: 17-03-1828", 0),
    )),
    *(("May 2, 1990", "Which comes last, May 1, 1990 or May 2, 1990?", text, score) for text, score in (
        ("Of May 1, 1990 and May 2, 1990, the last one is May 2, 1990.", 100),
        ("Of May 1, 1990 and May 2, 1990, the first one is May 2, 1990.", 0),
    )),
    ("1982/02/01", "Which date is earlier, 1982/09/19 or 1982/02/01?",
     "Comparing 1982/09/19 and 1982/02/01, 1982/02/01 is earlier.", 100),
])  # fmt: skip
def test_of_two_dates_the_one_in_the_order_asked_for_counts(right, question, text, score):
    row = {"question": question, "answers": [right], "answer_type": "date"}
    assert score_answer_text(row, text)["set_accuracy"] == score
