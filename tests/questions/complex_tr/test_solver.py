"""The answers to each kind of question, and the reasons for none: tables of cases."""

from typing import Any

import numpy as np
import pytest

from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.question_parsing import parse_question
from temporal_qa.questions.complex_tr.solver import solve, solve_row, solve_text
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import fact_to_row
from temporal_qa.timeline.facts import Fact


def fact(relation: str, name: str, start: str, end: str, subject: str = "Ann") -> Fact:
    return Fact(subject, relation, name, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))


IBM = fact("P108", "IBM", "1990-05", "1995-01")
SAP = fact("P108", "SAP", "1995-01", "1999-12")  # touches IBM: both hold in January 1995
DELL = fact("P108", "Dell", "1997-03", "1997-03")  # one month, inside SAP
ACER = fact("P108", "Acer", "2001-06", "2003-02")  # after a gap; starts with Asus
ASUS = fact("P108", "Asus", "2001-06", "2002-02")
BONN = fact("P551", "Bonn", "1995-01", "1997-03")
OSLO = fact("P551", "Oslo", "2001-01", "2001-12")
LIFE = [ACER, OSLO, DELL, SAP, IBM, ASUS, BONN]  # in no order


ANSWERED: dict[str, tuple[str, list[str]]] = {
    # l2_at: both ends of a fact count.
    "in the first month": ("Which employer did Ann work for in May 1990?", ["IBM"]),
    "in the last month": ("Which employer did Ann work for in December 1999?", ["SAP"]),
    "in the month where two facts touch": ("Which employer did Ann work for in January 1995?", ["IBM", "SAP"]),
    "in the one month of a fact": ("Which employer did Ann work for in March 1997?", ["SAP", "Dell"]),
    "the same start: the earlier end first": ("Which employer did Ann work for in June 2001?", ["Asus", "Acer"]),
    "another relation of the same subject": ("Where did Ann live in January 1995?", ["Bonn"]),
    # l2_between: one shared month is enough, at either end.
    "a span that ends in the first month": ("Which employers did Ann work for from May 1980 to May 1990?", ["IBM"]),
    "a span that starts in the last month": (
        "Which employers did Ann work for between December 1999 and May 2001?",
        ["SAP"],
    ),
    "a span inside a fact": ("Which employers did Ann work for from May 1993 to June 1993?", ["IBM"]),
    "a span around facts": (
        "Which employers did Ann work for from January 1990 to June 2001?",
        ["IBM", "SAP", "Dell", "Asus", "Acer"],
    ),
    "a span of one month": ("From March 1997 to March 1997, which employers did Ann work for?", ["SAP", "Dell"]),
    # l2_offset: at that very month.
    "before, at the last month": ("Which employer did Ann work for 1 year and 1 month before January 2001?", ["SAP"]),
    "before, at the first month": ("Which employer did Ann work for exactly 7 months before December 1990?", ["IBM"]),
    "after, over a year's end": ("Which employer did Ann work for 7 months after November 2000?", ["Asus", "Acer"]),
    # l3_neighbour: by starts alone; ties all count.
    "next, though it overlaps": ("Which employer did Ann work for after he/she worked for IBM?", ["SAP"]),
    "next, inside the event": ("Which employer did Ann work for after he/she worked for SAP?", ["Dell"]),
    "next, over a gap, two at once": (
        "Which employer did Ann work for after he/she worked for Dell?",
        ["Asus", "Acer"],
    ),
    "last before, not the one that lasted longest": (
        "Which employer did Ann work for before he/she worked for Acer?",
        ["Dell"],
    ),
    "one of two that start at once is not next to the other": (
        "Which employer did Ann work for before he/she worked for Asus?",
        ["Dell"],
    ),
    "TempReason names the bare object": ("Which employer did Ann work for after IBM?", ["SAP"]),
    # l3_during: an overlap with the event; the event itself is no answer.
    "during an event of another relation": (
        "Which employers did Ann work for while he/she was living in Bonn?",
        ["IBM", "SAP", "Dell"],
    ),
    "during an event of the same relation, which is left out": (
        "Which employers did Ann work for when he/she was working for SAP?",
        ["IBM", "Dell"],
    ),
    "during a one-month event": ("Where did Ann live at the time when he/she worked for Dell?", ["Bonn"]),
    # l3_offset: before the start, after the end.
    "before the event's start": ("Which employer did Ann work for 1 month before he/she worked for SAP?", ["IBM"]),
    "after the event's end, not its start": (
        "Where did Ann live 1 year and 1 month after he/she worked for SAP?",
        ["Oslo"],
    ),
    "the event may be of the relation asked for": (
        "Which employer did Ann work for exactly 1 month after he/she worked for IBM?",
        ["SAP"],
    ),
    "before an event of another relation": (
        "Which employer did Ann work for 4 years and 8 months before he/she lived in Bonn?",
        ["IBM"],
    ),
}

UNANSWERABLE: dict[str, tuple[str, str]] = {
    "the month before a fact": (
        "Which employer did Ann work for in April 1990?",
        "no fact of the relation P108 (employer) holds in April 1990",
    ),
    "the month after a fact": ("Which employer did Ann work for in January 2000?", "holds in January 2000"),
    "a span that touches nothing": (
        "Which employers did Ann work for from January 2000 to May 2001?",
        "holds between January 2000 and May 2001",
    ),
    "one month too early": ("Which employer did Ann work for 8 months before December 1990?", "holds in April 1990"),
    "a relation without facts": ("Where was Ann educated in May 1990?", "no fact of the relation P69 (educated at)"),
    "nothing later": ("Which employer did Ann work for after he/she worked for Acer?", "starts after 'Acer' starts"),
    "nothing earlier": ("Which employer did Ann work for before he/she worked for IBM?", "starts before 'IBM' starts"),
    "nothing but the event itself": (
        "Where did Ann live when he/she was living in Oslo?",
        "holds between January 2001 and December 2001",
    ),
    "long after an event": (
        "Which employer did Ann work for 9 years after he/she worked for SAP?",
        "holds in December 2008",
    ),
    "the event is no fact": (
        "Where did Ann live when he/she was living in Rome?",
        "is the event 'when he/she was living in Rome'",
    ),
    "neighbours are of the relation asked for": (
        "Where did Ann live after he/she worked for IBM?",
        "no fact of the relation asked for is the event 'he/she worked for IBM'",
    ),
    "only neighbours of a bare object are asked for": (
        "Which employer did Ann work for 1 month after IBM?",
        "no fact is the event 'IBM'",
    ),
    "a span that runs backwards": ("Where did Ann live from May 1999 to April 1999?", "ends before it starts"),
}

NO_QUERY = {  # these of the unanswerable ones do not get as far as a query
    "the event is no fact",
    "neighbours are of the relation asked for",
    "only neighbours of a bare object are asked for",
    "a span that runs backwards",
}

UNPARSABLE: dict[str, tuple[str, str]] = {
    "another subject": ("Which employer did Bob work for in May 1990?", "no subject of the facts ('Ann')"),
    "no wording of ours": ("Whom did Ann work for in May 1990?", "in no known wording"),
    "a year is no month": ("Which employer did Ann work for in 1990?", "in no known wording"),
    "no such month": ("Which employer did Ann work for in Brumaire 1990?", "in no known wording"),
    "no time at all": ("Which employer did Ann work for?", "in no known wording"),
    "no length of time": ("Which employer did Ann work for 0 months before May 1990?", "in no known wording"),
    "more after the question": ("Which employer did Ann work for in May 1990? Say why.", "in no known wording"),
    "more after it, the time first": ("In May 1990, which employer did Ann work for? Say why.", "in no known wording"),
}


@pytest.mark.parametrize(("question", "expected"), ANSWERED.values(), ids=ANSWERED)
def test_answers(question: str, expected: list[str]) -> None:
    assert solve(question, LIFE).answers == expected


@pytest.mark.parametrize(("question", "reason"), UNANSWERABLE.values(), ids=UNANSWERABLE)
def test_says_why_there_is_no_answer(question: str, reason: str) -> None:
    with pytest.raises(Unanswerable) as raised:
        solve(question, LIFE)
    assert reason in str(raised.value)


@pytest.mark.parametrize("cases", [ANSWERED, UNANSWERABLE], ids=["answered", "unanswerable"])
def test_there_is_a_case_of_every_kind(cases: dict[str, tuple[str, Any]]) -> None:
    asked = {label: question for label, (question, *_) in cases.items() if label not in NO_QUERY}
    assert {parse_question(question, LIFE).kind for question in asked.values()} == set(KINDS)


@pytest.mark.parametrize(("question", "reason"), UNPARSABLE.values(), ids=UNPARSABLE)
def test_says_why_a_question_cannot_be_read(question: str, reason: str) -> None:
    with pytest.raises(Unparsable) as raised:
        solve(question, LIFE)
    assert reason in str(raised.value)


def test_an_object_with_two_facts_is_named_once_where_it_first_stands() -> None:
    again = fact("P108", "IBM", "1997-01", "1998-01")
    solution = solve("Which employers did Ann work for from May 1990 to May 1999?", [again, DELL, SAP, IBM])
    assert solution.answers == ["IBM", "SAP", "Dell"]
    assert solution.proof == [IBM, SAP, again, DELL]


def test_the_same_span_is_ordered_by_name() -> None:
    twins = [fact("P108", name, "1990-01", "1990-02") for name in ("b", "c", "a")]
    assert solve("Which employer did Ann work for in January 1990?", twins).answers == ["a", "b", "c"]


@pytest.mark.parametrize("named", ["after he/she worked for IBM", "after IBM", "when he/she was working for IBM"])
def test_an_event_that_occurs_twice_is_ambiguous_and_both_are_shown(named: str) -> None:
    again = fact("P108", "IBM", "2005-01", "2006-01")
    with pytest.raises(Unanswerable, match="the event 'IBM' occurs 2 times") as raised:
        solve(f"Which employer did Ann work for {named}?", [IBM, SAP, again])
    assert raised.value.facts == (IBM, again)


def test_the_same_object_in_another_relation_makes_no_event_ambiguous() -> None:
    school = fact("P69", "IBM", "1980-01", "1985-01")
    assert solve("Which employer did Ann work for after he/she worked for IBM?", [school, IBM, SAP]).answers == ["SAP"]


def test_the_same_object_at_the_same_time_in_another_relation_is_no_event() -> None:
    school = fact("P69", "IBM", "1990-05", "1995-01")
    solution = solve("Which employers did Ann work for when he/she was studying at IBM?", [school, IBM, SAP])
    assert solution.answers == ["IBM", "SAP"]


def test_the_facts_of_another_subject_are_no_answers_and_no_events() -> None:
    facts = [
        IBM,
        SAP,
        fact("P108", "IBM", "1991-01", "1992-01", "Bob"),
        fact("P108", "Bull", "1991-02", "1993-01", "Bob"),
    ]
    assert solve("Which employer did Ann work for in March 1991?", facts).answers == ["IBM"]
    assert solve("Which employer did Ann work for after he/she worked for IBM?", facts).answers == ["SAP"]
    assert solve("Which employer did Bob work for after he/she worked for IBM?", facts).answers == ["Bull"]


def test_a_fact_stated_twice_is_one_event() -> None:
    assert solve("Which employer did Ann work for after IBM?", [IBM, IBM, SAP]).answers == ["SAP"]


def test_the_proof_is_the_answering_facts_and_the_event() -> None:
    assert solve("Which employers did Ann work for while he/she was living in Bonn?", LIFE).proof == [
        IBM,
        SAP,
        DELL,
        BONN,
    ]


def test_an_unanswerable_question_shows_the_facts_that_it_asks_about() -> None:
    with pytest.raises(Unanswerable) as raised:
        solve("Where did Ann live in May 1990?", LIFE)
    assert set(raised.value.facts) == {BONN, OSLO}


def test_years_stand_for_january_and_reach_before_christ() -> None:
    empire = [
        fact("P35", "Augustus", "-0026", "0014-08", "Rome"),  # 27 BC
        fact("P35", "Tiberius", "0014-09", "0037-03", "Rome"),
    ]
    assert solve("Who was the head of state of Rome in January 27 BC?", empire).answers == ["Augustus"]
    assert solve("Who was the head of state of Rome 26 years after January 27 BC?", empire).answers == ["Augustus"]
    with pytest.raises(Unanswerable, match="holds in December 28 BC"):
        solve("Who was the head of state of Rome 1 month before Augustus was the head of state?", empire)


# Text and rows.

CONTEXT = "Ann worked for SAP from January 1995 to December 1999.\nAnn worked for IBM from May 1990 to January 1995."


def test_solves_from_sentences() -> None:
    assert solve_text("Which employer did Ann work for after he/she worked for IBM?", CONTEXT).answers == ["SAP"]


def test_the_question_settles_the_subject_where_the_sentences_do_not() -> None:
    context = "Ann worked for the man who worked for IBM in May 1990."
    assert solve_text("Which employer did Ann work for in May 1990?", context).answers == ["the man who worked for IBM"]
    question = "Which employer did Ann worked for the man who work for in May 1990?"
    assert solve_text(question, context).answers == ["IBM"]
    with pytest.raises(Unparsable, match="the question does not settle which"):
        solve_text("Which employer did Bob work for in May 1990?", context)


def test_a_row_is_solved_from_its_facts_and_else_from_its_context() -> None:
    question = "Which employer did Ann work for in June 1990?"
    of_bull = fact_to_row(fact("P108", "Bull", "1990", "1991"))
    for row in (of_bull, of_bull | {"relation": "employer"}):
        assert solve_row({"question": question, "facts": [row], "fact_context": CONTEXT}).answers == ["Bull"]
    missing = {"question": question, "original_question": float("nan"), "facts": None, "fact_context": CONTEXT}
    assert solve_row(missing).answers == ["IBM"]


GOOD = {"subject": "Ann", "relation": "P108", "object": "IBM", "start": "1990", "end": "1991"}


@pytest.mark.parametrize(
    ("row", "problem"), [
        ({"facts": [GOOD]}, "column 'question' holds nothing, expected text"),
        ({"question": 1, "facts": [GOOD]}, "column 'question' holds int, expected text"),
        ({"question": "?"}, "neither 'facts' nor 'fact_context'"),
        ({"question": "?", "fact_context": ["a"]}, "column 'fact_context' holds list, expected text"),
        ({"question": "?", "facts": "Ann"}, "column 'facts' holds str, expected a list of facts"),
        ({"question": "?", "facts": [GOOD, 3]}, r"facts\[1\] holds int, expected a fact"),
        ({"question": "?", "facts": [GOOD | {"start": "soon"}]}, r"facts\[0\]: not a date: 'soon'"),
        ({"question": "?", "facts": [GOOD | {"start": "1992"}]}, r"facts\[0\]: the end, .* lies before the start"),
    ],
)  # fmt: skip
def test_malformed_rows_are_told_from_unsolved_ones(row: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        solve_row(row)


def test_a_row_of_pandas_has_its_facts_in_an_array() -> None:
    row = {"question": "Who was the employer of Ann in June 1990?", "facts": np.array([GOOD])}
    assert solve_row(row).answers == ["IBM"]
