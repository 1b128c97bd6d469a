"""A rewording is kept if it surely asks the same: many that do, thousands that do not."""

import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the file beside this one

from other_words import ASKS, changed_queries, reworded, spoilt_texts

from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import block_questions
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.question_parsing import parse_question
from temporal_qa.questions.complex_tr.rewording import OTHER_NAME, OTHER_QUESTION, rewording_fault
from temporal_qa.timeline.dates import CalendarDate as Date
from temporal_qa.timeline.facts import Fact

ANN = [
    Fact("Ann Lee", "P108", "IBM", Date(1990, 5), Date(1991, 6)),
    Fact("Ann Lee", "P108", "SAP", Date(1991, 8), Date(1995, 6)),
    Fact("Ann Lee", "P54", "After Hours FC", Date(1989, 8), Date(1995, 6)),
    Fact("Ann Lee", "P54", "1860 Munich", Date(1996, 8), Date(1997, 6)),
    Fact("Ann Lee", "P26", "May Smith", Date(1989, 8), Date(1995, 6)),
]
FC = [
    Fact("The Before", "P286", "Bo Hill", Date(1990, 5), Date(1991, 6)),
    Fact("The Before", "P286", "Cy Hall", Date(1991, 7), Date(1992, 6)),
    Fact("The Before", "P127", "Dot Ltd", Date(1990, 5), Date(1992, 6)),
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
    (COACH, "Who preceded Bo Hill as head coach of The Before?"),
    (COACH, "Who did The Before coach after Bo Hill was the head coach?"),
    (OWNER, "What did The Before own in May 1991?"),
]


def fault(question, other):
    facts = FC if "The Before" in question else ANN
    return rewording_fault(parse_question(question, facts), facts, other)


@pytest.mark.parametrize(("question", "other"), KEPT)
def test_the_same_in_other_words_is_kept(question, other):
    assert fault(question, other) is None


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
        for what, text in spoilt_texts(query, reworded(query, rng), rng):
            planted[what] += 1
            kept += [(what, text)] if rewording_fault(query, facts, text) is None else []
    four = {"before/after", "from/to", "one month off", "another name"}
    assert planted.keys() >= four
    assert sum(planted[what] for what in four) >= 1500
    assert planted.total() >= 4000
    assert len(kept) <= 0.005 * planted.total(), kept


def test_every_relation_has_other_words():
    named = {name for asks in ASKS.values() for ask in asks for name in re.findall(r"{(\w)}", ask)}
    assert named == {"s"}
