"""The reader of invented prose: a table of sentences, and what it refuses."""

import pytest

from temporal_qa.questions.time_qa.articles import StatedFact
from temporal_qa.questions.time_qa.prose_reading import ProseError, read_article
from temporal_qa.timeline.dates import CalendarDate

ANN, REDS, BLUES = "Ann Lee", "P54 Velm Reds", "P54 Velm Blues"
CASES = [
    ("Ann Lee played for Velm Reds from 1990 until 1994.", [(REDS, "1990", "1994")]),
    ("Between May 1990 and 14 June 1994, Lee was on the roster of Velm Reds.", [(REDS, "1990-05", "1994-06-14")]),
    ("From May 14, 1990 until June 1, 1994, Velm Reds had Lee on the field.", [(REDS, "1990-05-14", "1994-06-01")]),
    ("Lee played for Velm Reds for two years and a month from December 1990.", [(REDS, "1990-12", "1993-01")]),
    ("For eleven months from May 1990, Lee played for Velm Reds.", [(REDS, "1990-05", "1991-04")]),
    ("For 14 years from 1990, Lee played for Velm Reds.", [(REDS, "1990", "2004")]),
    ("For a short time in 1990, Lee played for Velm Reds.", [(REDS, "1990", "1990")]),
    ("In 1990, Velm Reds signed Ann Lee. Velm Reds released Ann Lee in May 1994.", [(REDS, "1990", "1994-05")]),
    ("In 1990, Lee signed for Velm Reds. That contract lasted four years.", [(REDS, "1990", "1994")]),
    ("In 1990, Lee signed for Velm Reds. The following year, Velm Reds released Lee.", [(REDS, "1990", "1991")]),
    ("Lee signed for Velm Reds in May 1990. That contract was over after two years and three months.",
     [(REDS, "1990-05", "1992-08")]),
    ("Lee played for Velm Reds from 1990 to 1994. Two years later, she joined the team Velm Blues. That contract ended "
     "in 1999.", [(REDS, "1990", "1994"), (BLUES, "1996", "1999")]),
    ("Lee played for Velm Reds from 1990 to 1994. In the same year, she joined the team Velm Blues. Velm Blues "
     "released Lee three years later.", [(REDS, "1990", "1994"), (BLUES, "1994", "1997")]),
    ("Lee played for Velm Reds from May 1990 to 3 June 1994. When that contract ended, Lee signed for Velm Blues. That "
     "contract came to an end on 1 May 1999.", [(REDS, "1990-05", "1994-06-03"), (BLUES, "1994-06-03", "1999-05-01")]),
    ("Lee played for Velm Reds from 1990 to 1994. From 1991 until the end of that contract, she played for Velm Blues.",
     [(REDS, "1990", "1994"), (BLUES, "1991", "1994")]),
    ("In 1990, Lee received the Orv Prize for Optics. A year later, the Orv Star for Sculpture went to Lee.",
     [("P166 Orv Prize for Optics", "1990", "1990"), ("P166 Orv Star for Sculpture", "1991", "1991")]),
    ("From 1990 until 1994, Lee was married to Bo Ray. Bo Ray married Lee in 1999. That marriage ended in 2001.",
     [("P26 Bo Ray", "1990", "1994"), ("P26 Bo Ray", "1999", "2001")]),
    ("Lee served as Minister for Labour of Velm from 1990 until 1991.",
     [("P39 Minister for Labour of Velm", "1990", "1991")]),
    ("Bo Ray, a critic of Ann Lee, played for Velm Reds from 1990 until 1994.", []),
    ("Bo Ray gave a lecture about Ann Lee in Velm in 1990. The railway came to Velm on 3 May 1990.", []),
    ("Nobody in Velm doubted that Ann Lee was patient. Lee was known for chess.", []),
]  # fmt: skip
REFUSED = [
    ("Two years later, Lee joined the team Velm Blues. That contract ended in 1999.", "counts from no date"),
    ("Lee was known for chess. Two years later, Lee joined the team Velm Blues.", "counts from no date"),
    ("Lee played for Velm Reds for two years from 1990. A year later, Lee signed for Velm Blues.", "from no date"),
    ("Lee played for Velm Reds from 1990 to 3 May 1994. Two years later, Lee signed for Velm Blues.",
     "counted from 3 May"),
    ("Lee played for Velm Reds from 1990 to 1994. Two months later, Lee signed for Velm Blues.", "counted from 1994"),
    ("Velm Reds released Lee in 1994.", "ends what has not begun"),
    ("That contract ended in 1994.", "ends what has not begun"),
    ("Lee signed for Velm Reds in 1990.", "has not ended"),
    ("Lee signed for Velm Reds in 1990. Lee was known for chess.", "a fact that has not ended"),
    ("Lee signed for Velm Reds in 1990. Lee played for Velm Blues from 1994 to 1996.", "a fact that has not ended"),
    ("Lee signed for Velm Reds in 1990. Velm Blues released Lee in 1994.", "another fact"),
    ("Lee signed for Velm Reds in 1990. That marriage ended in 1994.", "no fact before is 'that marriage'"),
    ("Lee played for Velm Reds from 30 February 1990 until 1994.", "no day 30"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts"), CASES)
def test_facts_are_read(text, facts):
    read = CalendarDate.fromisoformat
    expected = [StatedFact(*what.split(" ", 1), read(start), read(end)) for what, start, end in facts]
    assert read_article([ANN, text]) == expected
    assert read_article([ANN, "Playing career", "Lee was known for chess.", text]) == expected


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_prose_that_makes_no_sense_is_refused(text, reason):
    with pytest.raises(ProseError, match=reason):
        read_article([ANN, text])


def test_nothing_is_counted_over_the_end_of_a_paragraph():
    with pytest.raises(ProseError, match="counts from no date"):
        read_article(
            [ANN, "Lee played for Velm Reds from 1990 to 1994.", "Two years later, Lee signed for Velm Blues."]
        )


def test_facts_of_places_and_teams():
    text = "In 1990, Bo Ray became head of government of the town. That time in government lasted four years."
    assert read_article(["Velm upon Orv", text])[0][:2] == ("P6", "Bo Ray")
    text = "Bo Ray coached Reds from 1990 to 1994. Bo Ray coached Velm Blues from 1991 to 1992."
    assert [fact[1:] for fact in read_article(["Velm Reds", text])] == [
        ("Bo Ray", CalendarDate(1990), CalendarDate(1994))
    ]
