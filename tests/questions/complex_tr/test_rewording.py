"""A rewording is kept if it surely asks the same: many that do, thousands that do not."""

import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from other_words import ASKS, HOLDER_ASKS, changed_meanings, changed_queries, reworded, spoilt_texts

from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.question_parsing import parse_question
from temporal_qa.questions.complex_tr.rewording import OTHER_NAME, OTHER_QUESTION, rewording_fault
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.timeline.dates import CalendarDate as Date
from temporal_qa.timeline.facts import Fact

ANN = [
    Fact("Ann Lee", "P108", "IBM", Date(1990, 5), Date(1991, 6)),
    Fact("Ann Lee", "P108", "SAP", Date(1991, 8), Date(1995, 6)),
    Fact("Ann Lee", "P54", "After Hours FC", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P54", "1860 Munich", Date(1996, 8), Date(1997, 6)),
    Fact("Ann Lee", "P26", "May Smith", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P39", "mayor", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P102", "Green Party", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P69", "Yale", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P551", "Oslo", Date(1989, 8), Date(1995, 6)),
]
FC = [
    Fact("The Before", "P286", "Bo Hill", Date(1990, 5), Date(1991, 6)),
    Fact("The Before", "P286", "Cy Hall", Date(1991, 7), Date(1992, 6)),
    Fact("The Before", "P127", "Dot Ltd", Date(1990, 5), Date(1992, 6)),
    Fact("The Before", "P488", "Di Poe", Date(1990, 5), Date(1992, 6)),
    Fact("The Before", "P6", "Al Cox", Date(1990, 5), Date(1992, 6)),
    Fact("The Before", "P35", "Al Roy", Date(1990, 5), Date(1992, 6)),
]
AT = "Which employer did Ann Lee work for in May 1990?"
BETWEEN = "Which employers did Ann Lee work for from May 1990 to June 1992?"
OFFSET = "Which employer did Ann Lee work for 1 year and 2 months before May 1992?"
NEIGHBOUR = "Which employer did Ann Lee work for after he/she worked for IBM?"
DURING = "Which employers did Ann Lee work for while he/she was married to May Smith?"
L3_OFFSET = "Which employer did Ann Lee work for 2 years before he/she played for After Hours FC?"
AFTER = "Which employer did Ann Lee work for 2 years after he/she played for After Hours FC?"
COACH = "Who was the head coach of The Before after Bo Hill was the head coach?"
OWNER = "Who was the owner of The Before in May 1991?"

PREVIOUS = "Which employer did Ann Lee work for before he/she worked for SAP?"
HOME_OFFSET = "Where did Ann Lee live 2 months after June 1990?"
HOME_EVENT = "Where did Ann Lee live 2 months before he/she worked for SAP?"
HOME_BETWEEN = "Where did Ann Lee live from May 1990 to July 1993?"

KEPT = [
    (AT, "In 05/1990, which company was Ann Lee employed by?"),
    (AT, "Who was Ann Lee's employer as of 1990-05?"),
    (AT, "Name the company that employed Ann Lee in May of 1990."),
    (AT, "Could you tell me, in May 1990, which firm Ann Lee worked for?"),
    (BETWEEN, "Between May 1990 and June 1992, who employed Ann Lee?"),
    (BETWEEN, "Which companies was Ann Lee working for in the period from May 1990 until June 1992?"),
    (OFFSET, "Who employed Ann Lee fourteen months prior to May 1992?"),
    (OFFSET, "At a point exactly one year and two months before May 1992, who was Ann Lee's employer?"),
    (NEIGHBOUR, "Which company did Ann Lee join right after IBM?"),
    (NEIGHBOUR, "Following her time at IBM, which company employed Ann Lee?"),
    (DURING, "Who employed Ann Lee during her marriage to May Smith?"),
    (L3_OFFSET, "Two years before joining After Hours FC, who was Ann Lee's employer?"),
    (AFTER, "Two years after leaving After Hours FC, who was Ann Lee's employer?"),
    (COACH, "Who succeeded Bo Hill as head coach of The Before?"),
    (OWNER, "To whom did The Before belong in May 1991?"),
    (AT, "What was the name of the company Ann Lee worked for in May 1990?"),
    (BETWEEN, "Which companies did Ann Lee work for in the period starting in May 1990 and ending in June 1992?"),
    (OFFSET, "Which company did Ann Lee work for 14 months before May 1992?"),
    (NEIGHBOUR, "Which company did Ann Lee work for next after she worked for IBM?"),
    (NEIGHBOUR, "Who was Ann Lee's next employer after IBM?"),
    (PREVIOUS, "Which company had Ann Lee worked for last before SAP?"),
    (PREVIOUS, "Which company had last employed Ann Lee before SAP?"),
    (AFTER, "Two years after the end of her time at After Hours FC, who was Ann Lee's employer?"),
    (HOME_OFFSET, "What town did Ann Lee live in two months after June 1990?"),
    (HOME_OFFSET, "Where did Ann Lee live two months after June 1990?"),
    (OFFSET, "Which company did Ann Lee work for 14 months back from May 1992?"),
    (OFFSET.replace("2 months", "6 months"), "Who employed Ann Lee one and a half years before May 1992?"),
    ("Who was the chair of The Before in May 1991?", "In May 1991, who served as The Before's chairperson?"),
    ("Who was the owner of The Before in September 1991?", "Who owned The Before in Sept. 1991?"),
    (
        "Which employer did Ann Lee work for while he/she held the position of mayor?",
        "Who employed Ann Lee while she was the mayor?",
    ),
    # Our words for what is asked, other words for the event.
    (NEIGHBOUR, "Which employer did Ann Lee work for after they worked for IBM?"),
    (DURING, "Which employers did Ann Lee work for while they were married to May Smith?"),
    (L3_OFFSET, "Which employer did Ann Lee work for 2 years before joining After Hours FC?"),
]

NOT_KEPT = [
    (AT, "Which company employed Ann Lee by May 1990?"),
    (AT, "Which company employed Ann Lee until May 1990?"),
    (AT, "Which company employed Ann Lee since May 1990?"),
    (AT, "Which company employed Ann Lee before May 1990?"),
    (AT, "Which company employed Ann Lee in May '90?"),
    (AT, "Which company employed Ann Lee in 1990?"),
    (AT, "Which company employed Ann Lee on 1 May 1990?"),
    (AT, "Which company employed Ann Lee the month after May 1990?"),
    (AT, "Which company employed Ann in May 1990?"),
    (AT, "Which company employed Ann Lee Smith in May 1990?"),
    (AT, "Which company did not employ Ann Lee in May 1990?"),
    (AT, "Which company other than IBM employed Ann Lee in May 1990?"),
    (AT, "Which company first employed Ann Lee in May 1990?"),
    (AT, "Which company did Ann Lee join in May 1990?"),
    (AT, "Who did Ann Lee employ in May 1990?"),
    (AT, "Who worked for Ann Lee in May 1990?"),
    (AT, "Where did Ann Lee work in May 1990?"),
    (AT, "When was Ann Lee employed in May 1990?"),
    (AT, "Was Ann Lee employed in May 1990?"),
    (AT, "Which company employed Ann Lee in May 1990? And why?"),
    (BETWEEN, "Which companies employed Ann Lee between June 1992 and May 1990?"),
    (BETWEEN, "Which companies employed Ann Lee until May 1990 and from June 1992?"),
    (BETWEEN, "Which companies employed Ann Lee in May 1990 and in June 1992?"),
    (BETWEEN, "Which companies employed Ann Lee throughout the period from May 1990 to June 1992?"),
    (OFFSET, "Who employed Ann Lee in the 14 months before May 1992?"),
    (OFFSET, "Who employed Ann Lee within 14 months before May 1992?"),
    (OFFSET, "Who employed Ann Lee 14 months after May 1992?"),
    (OFFSET, "Who employed Ann Lee about 14 months before May 1992?"),
    (NEIGHBOUR, "Which company did Ann Lee work for prior to IBM?"),
    (NEIGHBOUR, "Which company did Ann Lee last work for after IBM?"),
    (NEIGHBOUR, "Which company did Ann Lee work for while working for IBM?"),
    (NEIGHBOUR, "Which company did IBM join after Ann Lee?"),
    (DURING, "When she married May Smith, which companies did Ann Lee work for?"),
    (DURING, "Who employed May Smith during her marriage to Ann Lee?"),
    (DURING, "While Ann Lee was married to May Smith, who employed her?"),  # whom?
    (L3_OFFSET, "Two years before leaving After Hours FC, who was Ann Lee's employer?"),
    (AFTER, "Two years after joining After Hours FC, who was Ann Lee's employer?"),
    (L3_OFFSET, "Which employer did Ann Lee work for 2 years before leaving After Hours FC?"),
    (NEIGHBOUR, "Which employer did Ann Lee work for before they worked for IBM?"),
    (NEIGHBOUR, "Which employer did Ann Lee work for after they worked for SAP?"),
    (COACH, "Who preceded Bo Hill as head coach of The Before?"),
    (COACH, "Who did The Before coach after Bo Hill was the head coach?"),
    (OWNER, "What did The Before own in May 1991?"),
]

# The holder's noun phrase, but another question; a length of time in which the answer holds; the wrong order.
CHANGED = {
    "Who was the chair of The Before in May 1991?": [
        "Who served the chair of The Before in May 1991?",
        "Who presided over the chair of The Before in May 1991?",
        "Who was with the chair of The Before in May 1991?",
        "Who was to be the chair of The Before in May 1991?",
        "Who served as chair to the chair of The Before in May 1991?",
        "Who held over the chair of The Before in May 1991?",
        "Who had been the chair of The Before in May 1991?",
    ],
    OWNER: [
        "Who was the owner of the owner of The Before in May 1991?",
        "Which company belonged to the owner of The Before in May 1991?",
        "Who was in the hands of the owner of The Before in May 1991?",
    ],
    "Who was the head coach of The Before in May 1991?": [
        "Who did the head coach of The Before coach in May 1991?",
        "Who coached the coach of The Before in May 1991?",
        "Who was in charge of the head coach of The Before in May 1991?",
    ],
    "Who was the head of the government of The Before in May 1991?": [
        "Who was led by the head of the government of The Before in May 1991?",
        "Who was the head of the head of government of The Before in May 1991?",
    ],
    "Who was the head of state of The Before in May 1991?": ["Who served the head of state of The Before in May 1991?"],
    "Which team did Ann Lee play for in May 1991?": [
        "Who played for Ann Lee's team in May 1991?",
        "Which team played Ann Lee's team in May 1991?",
        "Which team did Ann Lee play in May 1991?",
        "Which club had Ann Lee played in May 1991?",
        "Who was Ann Lee's team playing in May 1991?",
    ],
    "Which political party did Ann Lee belong to in May 1991?": [
        "Which party was part of Ann Lee's party in May 1991?",
        "Which party did the party of Ann Lee belong to in May 1991?",
    ],
    "To whom was Ann Lee married in May 1991?": [
        "Who was the husband of the wife of Ann Lee in May 1991?",
        "Who was Ann Lee's wife's husband in May 1991?",
    ],
    "Where was Ann Lee educated in May 1991?": [
        "Which school attended Ann Lee's school in May 1991?",
        "Where was Ann Lee's school in May 1991?",
        "In which place was Ann Lee's university in May 1991?",
    ],
    "Where did Ann Lee live in May 1991?": ["Which town did Ann Lee's home have in May 1991?"],
    "Which position did Ann Lee hold in May 1991?": ["Which office did Ann Lee's job serve in May 1991?"],
    NEIGHBOUR: [
        "Which company did Ann Lee work for last after she worked for IBM?",
        "Which company did Ann Lee join last after IBM?",
        "Which company did Ann Lee work for after IBM employed her first?",
    ],
    PREVIOUS: ["Which company did Ann Lee work for next before SAP?"],
    OFFSET: [
        "Which company employed Ann Lee for 14 months before May 1992?",
        "Which company did Ann Lee work at for 14 months before May 1992?",
        "Which company had Ann Lee worked for 14 months before May 1992?",
    ],
    HOME_OFFSET: [
        "In which place did Ann Lee live for 2 months after June 1990?",
        "What town was home to Ann Lee for 2 months after June 1990?",
    ],
    HOME_EVENT: [
        "What town did Ann Lee live in for 2 months before she joined SAP?",
        "Which town was home to Ann Lee for 2 months before she joined SAP?",
    ],
    BETWEEN: [
        "Which companies did Ann Lee have a job at beginning in May 1990 and ending in June 1992?",
        "Which company was Ann Lee's employer starting in May 1990 and ending in June 1992?",
        "Which employers did Ann Lee work for lasting from May 1990 to June 1992?",
    ],
    HOME_BETWEEN: [
        "In which place did Ann Lee have a home lasting from May 1990 to July 1993?",
        "Which home of Ann Lee was starting in May 1990 and ending in July 1993?",
    ],
}
NOT_KEPT += [(question, other) for question, others in CHANGED.items() for other in others]


def fault(question, other):
    facts = FC if "The Before" in question else ANN
    return rewording_fault(parse_question(question, facts), facts, other)


@pytest.mark.parametrize(("question", "other"), KEPT)
def test_the_same_in_other_words_is_kept(question, other):
    assert fault(question, other) is None


def test_a_name_within_another_is_not_masked_alone():
    facts = [*ANN, Fact("Ann Lee", "P551", "Ann", Date(1989, 8), Date(1995, 6))]
    assert rewording_fault(parse_question(AT, facts), facts, "In May 1990, who employed Ann Lee?") is None


@pytest.mark.parametrize(("question", "other"), NOT_KEPT)
def test_another_meaning_or_one_in_doubt_is_not_kept(question, other):
    assert fault(question, other) is not None


def test_our_own_wordings_of_the_same_query_are_kept_and_of_others_are_not():
    assert fault(AT, "For which employer did Ann Lee work during May 1990?") is None
    assert fault(AT, "For which employer did Ann Lee work during June 1990?") == OTHER_QUESTION
    assert fault(AT, "Was it IBM that employed Ann Lee in May 1990?") == OTHER_NAME


@pytest.fixture(scope="module")
def invented():
    """A few hundred invented questions of every kind, with what they ask."""
    recipe = make_recipe(PseudoOptions(seed=3, invent=True, resample=False))
    questions = [pseudo.question for pseudo in block_questions(recipe, 0, 500)]
    return [(parse_question(question.question, question.facts), question.facts) for question in questions]


def test_most_questions_of_an_inventive_writer_are_kept(invented):
    rng, kept, asked = random.Random(1), Counter(), Counter()
    for query, facts in invented:
        asked[query.kind] += 1
        kept[query.kind] += rewording_fault(query, facts, reworded(query, rng)) is None
    assert asked.keys() == KINDS.keys()
    assert all(kept[kind] > 0.7 * number for kind, number in asked.items()), (kept, asked)


def test_of_thousands_with_another_meaning_next_to_none_is_kept(invented):
    rng, planted, kept = random.Random(2), Counter(), []
    for query, facts in invented:
        for what, other in changed_queries(query, facts, rng):
            planted[what] += 1
            text = reworded(other, rng)
            kept += [(what, text)] if rewording_fault(query, facts, text) is None else []
        for what, text in (*spoilt_texts(query, reworded(query, rng), rng), *changed_meanings(query, rng)):
            planted[what] += 1
            kept += [(what, text)] if rewording_fault(query, facts, text) is None else []
    four = {"before/after", "from/to", "one month off", "another name"}
    assert planted.keys() >= four
    assert sum(planted[what] for what in four) >= 1500
    assert min(planted[what] for what in ("the holder", "the stretch", "the order")) >= 200
    assert planted.total() >= 6000
    assert len(kept) <= 0.005 * planted.total(), kept


def test_every_relation_has_other_words():
    assert HOLDER_ASKS.keys() == ASKS.keys()
    named = {
        name for asks in (*ASKS.values(), *HOLDER_ASKS.values()) for ask in asks for name in re.findall(r"{(\w)}", ask)
    }
    assert named == {"s"}


def test_of_a_paraphrased_row_the_question_before_it_is_solved():
    row = {
        "question": "Ann, June 1990: whose payroll?",
        "fact_context": "Ann worked for IBM from May 1990 to May 1991.",
    }
    row["original_question"] = "Which employer did Ann work for in June 1990?"
    assert solve_row(row).answers == ["IBM"]
