"""The solver on the examples that Complex-TR prints, in the layout of its release: " \\n " between the sentences.

Questions and labels are word for word those of the paper and of the authors' notebook (github.com/nusnlp/complex-tr).
"""

import pytest

from temporal_qa.questions.complex_tr.solver import solve_row, solve_text
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import fact_to_row
from temporal_qa.timeline.facts import Fact

LAYLA_MORAN = (  # Table 8
    "Layla Moran held the position of Member of the 57th Parliament of the United Kingdom from June 2017 to November "
    "2019. \n Layla Moran studied at UCL Institute of Education from September 2007 to September 2008. \n Layla Moran "
    "held the position of Member of the 58th Parliament of the United Kingdom from December 2019 to May 2023. \n Layla "
    "Moran studied at Brunel University from September 2005 to March 2007. \n Layla Moran studied at Imperial College "
    "London from September 2000 to August 2003."
)
MARY_BARTLEBAUGH = (  # Table 14
    "Mary Bartlebaugh studied at Quartz College from May 1872 to May 1874. \n "
    "Mary Bartlebaugh worked for Synergy Dynamics from May 1869 to May 1872. \n "
    "Mary Bartlebaugh studied at Yam University from May 1867 to May 1871. \n "
    "Mary Bartlebaugh worked for Solaris Solutions from May 1887 to May 1899."
)
HANS_KRAMERS = (  # Figure 2, which sets the sentences of one relation under their common beginning
    "Hans Kramers worked for Leiden University from January 1934 to January 1952. \n "
    "Hans Kramers worked for Utrecht University from January 1926 to January 1934. \n "
    "Hans Kramers worked for Delft University of Technology from January 1931 to January 1952."
)
ELON_MUSK = (  # Figure 2
    "Elon Musk worked for OpenAI from December 2015 to January 2019. \n "
    "Elon Musk worked for SpaceX from June 2002 to Oct 2023. \n "
    "Elon Musk worked for Neuralink from July 2016 to Oct 2023. \n "
    "Elon Musk worked for The Boring Company from December 2016 to Oct 2023. \n "
    "Elon Musk worked for Tesla Inc. from April 2004 to Oct 2023. \n "
    "Elon Musk lived in Boca Chica (Texas) from June 2021 to Oct 2023."
)
CHELSEA = (  # after Table 2, which prints no facts
    "Thomas Tuchel was the head coach of Chelsea F.C. from January 2021 to September 2022. \n Roman Abramovich was the "
    "owner of Chelsea F.C. from July 2003 to May 2022. \n Todd Boehly was the owner of Chelsea F.C. from May 2022 to "
    "May 2023."
)
FRANCE = (  # after Table 12, which prints no facts
    "Charles de Gaulle was the head of state of France from January 1959 to April 1969. \n "
    "Georges Pompidou was the head of state of France from June 1969 to April 1974."
)
ROY_JENKINS = (  # the authors' notebook, shortened
    "Roy Jenkins was a member of the Liberal Democrats from March 1988 to January 2003. \n "
    "Roy Jenkins held the position of Shadow Home Secretary from November 1973 to March 1974. \n "
    "Roy Jenkins held the position of Chancellor of the University of Oxford from March 1987 to January 2003. \n "
    "Roy Jenkins held the position of Member of the House of Lords from November 1987 to January 2003."
)

COMPLEX_TR: list[tuple[str, str, list[str]]] = [
    (LAYLA_MORAN, "Where was Layla Moran educated in November 2005?", ["Brunel University"]),
    (LAYLA_MORAN, "Where was Layla Moran educated from May 2003 to July 2006",
     ["Imperial College London", "Brunel University"]),
    (LAYLA_MORAN, "Where was Layla Moran educated 6 years and 2 months after May 2002?",
     ["UCL Institute of Education"]),
    (LAYLA_MORAN, "Where was Layla Moran educated before she studied at Brunel University?",
     ["Imperial College London"]),
    (LAYLA_MORAN,
     "Where was Layla Moran educated 4 years and 11 months after he/she studied at Imperial College London",
     ["UCL Institute of Education"]),
    (MARY_BARTLEBAUGH, "Which employers did Mary Bartlebaugh work for when he/she was studying at Yam University?",
     ["Synergy Dynamics"]),
    (MARY_BARTLEBAUGH, "Which employer did work for Mary Bartlebaugh from Oct 1888 to June 1897",
     ["Solaris Solutions"]),
    (MARY_BARTLEBAUGH, "Where was Mary Bartlebaugh educated at in June 1873?", ["Quartz College"]),
    (HANS_KRAMERS, "Which employer did Hans Kramers work for in September 1931?",
     ["Utrecht University", "Delft University of Technology"]),
    (ELON_MUSK,
     "Which employer did Elon Musk work for 3 years and 6 months before he/she was living in Boca Chica (Texas)?",
     ["SpaceX", "Tesla Inc.", "OpenAI", "Neuralink", "The Boring Company"]),
    (CHELSEA, "Who were the owners of Chelsea F.C. when Thomas Tuchel was the headcoach?",
     ["Roman Abramovich", "Todd Boehly"]),
    (FRANCE, "Who was the head of state of France after Charles de Gaulle's term of head of state?",
     ["Georges Pompidou"]),
    (ROY_JENKINS, "Which positions did Roy Jenkins hold when he/she was the member of Liberal Democrats?",
     ["Chancellor of the University of Oxford", "Member of the House of Lords"]),
]  # fmt: skip


@pytest.mark.parametrize(("context", "question", "printed"), COMPLEX_TR)
def test_the_paper_s_examples_are_answered_as_printed(context: str, question: str, printed: list[str]) -> None:
    assert solve_text(question, context).answers == printed
    assert solve_row({"question": question, "fact_context": context}).answers == printed


def test_one_label_of_the_paper_leaves_out_a_month_that_two_facts_share() -> None:
    """Table 14 prints Yam University alone. She still worked for Synergy Dynamics in May 1872, when Quartz began."""
    solution = solve_text(
        "Where was Mary Bartlebaugh educated when he/she was working for Synergy Dynamics?", MARY_BARTLEBAUGH
    )
    assert solution.answers == ["Yam University", "Quartz College"]


LIBERALS = (
    "Ann was a member of the Labour Party from May 1980 to May 1985. \n "
    "Ann was a member of the Liberal Democrats from June 1985 to May 1990. \n Ann lived in Ulm in May 1984."
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # Complex-TR and TempReason name a party without the article of their sentence
        ("Which political party did Ann belong to after he/she was a member of Labour Party?", ["Liberal Democrats"]),
        ("Which political party did Ann belong to after he/she was the member of Labour Party?", ["Liberal Democrats"]),
        ("Which political party did Ann belong to after Labour Party?", ["Liberal Democrats"]),
        ("Where did Ann live when he/she was the member of Labour Party?", ["Ulm"]),
        # we name it as our own sentence does
        ("Which political party did Ann belong to after he/she was a member of the Labour Party?",
         ["the Liberal Democrats"]),
        ("Which political party did Ann belong to after the Labour Party?", ["the Liberal Democrats"]),
        ("Where did Ann live when he/she was a member of the Labour Party?", ["Ulm"]),
        # no matter which
        ("Where did Ann live in May 1984?", ["Ulm"]),
    ],
)  # fmt: skip
def test_the_question_settles_whether_a_party_has_an_article(question: str, answers: list[str]) -> None:
    assert solve_text(question, LIBERALS).answers == answers
    assert solve_row({"question": question, "fact_context": LIBERALS}).answers == answers


def test_where_nothing_settles_it_a_party_has_an_article_only_by_the_facts() -> None:
    question = "Which political party did Ann belong to in May 1990?"
    with pytest.raises(Unparsable, match=r"^the question does not settle whether 'the' is part of the names") as raised:
        solve_text(question, LIBERALS)
    assert [fact.object for fact in raised.value.facts] == ["the Labour Party", "the Liberal Democrats"]
    # A row without facts is a released one; a row of ours has them.
    assert solve_row({"question": question, "fact_context": LIBERALS}).answers == ["Liberal Democrats"]
    facts = [fact_to_row(Fact("Ann", "P102", "the Liberal Democrats", CalendarDate(1985, 6), CalendarDate(1990, 5)))]
    row = {"question": question, "facts": facts, "fact_context": LIBERALS}
    assert solve_row(row).answers == ["the Liberal Democrats"]
    # A party without it shows that the context is ours.
    ours = f"{LIBERALS}\nAnn was a member of Momentum in June 1990."
    assert solve_text(question, ours).answers == ["the Liberal Democrats"]


@pytest.mark.parametrize(
    ("question", "error", "reason"),
    [
        ("Which party did Ann belong to in May 1990?", Unparsable, "in no known wording"),
        ("Which political party did Bob belong to in May 1990?", Unparsable, "no subject of the facts"),
        ("Where did Ann live when he/she was a member of the Greens?", Unanswerable, "no fact is the event"),
        (
            "Which political party did Ann belong to from May 1990 to May 1989?",
            Unanswerable,
            "^the stretch of time in the question ends before it starts",
        ),
        ("Which political party did Ann belong to in May 1970?", Unanswerable, "holds in May 1970"),
    ],
)
def test_what_no_reading_answers_is_said_as_of_one_reading(question: str, error: type, reason: str) -> None:
    with pytest.raises(error, match=reason):
        solve_row({"question": question, "fact_context": LIBERALS})
