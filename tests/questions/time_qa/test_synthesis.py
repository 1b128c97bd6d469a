"""Questions by our rules, and by those of the release, on facts with every fault that the release has."""

import json
import random
from collections import Counter

import pytest

from temporal_qa.io.drops import DropLog
from temporal_qa.questions.time_qa import synthesis
from temporal_qa.questions.time_qa.record import article_columns, question_row
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.time_qa.synthesis import FactAsker, released_questions, time_of_sentence
from temporal_qa.questions.time_qa.wordings import our_wordings
from temporal_qa.questions.unsolved import Unanswerable
from temporal_qa.released.time_qa import read_annotated

from .time_facts import NONE, human, machine, span


@pytest.fixture
def read(tmp_path):
    def read_fact(values, **options):
        path = tmp_path / "annotated_train.json"
        path.write_text(json.dumps([values]))
        (fact,) = read_annotated(path, DropLog(), **options)
        return fact

    return read_fact


def ask(fact, mode, seed=0, drops=None):
    return list(FactAsker(mode, seed, our_wordings(), set(), Counter() if drops is None else drops).questions(fact))


def test_every_question_has_one_segment_that_fits(read):
    fact = read(machine())
    for seed in range(50):
        for question in ask(fact, "hard", seed) + ask(fact, "easy", seed):
            row = question_row(question, article_columns(fact, []), bounds_mentioned=False)
            try:
                solution = solve_time_row(row)
                assert (solution.answers, len(solution.fitting)) == (row["answers"], 1)
            except Unanswerable:
                assert row["answers"] == []


def test_overlapping_segments_are_asked_only_where_one_holds(read):
    questions = [[["1990", "1995"], machine()["questions"][0][1]], [["1992", "1995"], machine()["questions"][1][1]]]
    drops = Counter()
    fact = read(machine(questions=questions))
    assert ask(fact, "easy", drops=drops) == []
    assert drops == {synthesis.FITS_ANOTHER.format("easy"): 2}
    asked = {question.number for seed in range(20) for question in ask(fact, "hard", seed)}
    assert asked <= {0, 2}  # the second never holds alone; the extra is before or after both


def test_a_fact_with_two_segments_gets_an_unanswerable_question_unless_it_is_an_event(read):
    two = machine()["questions"][:2]
    extras = [ask(read(machine(questions=two)), "hard", seed)[2] for seed in range(30)]
    assert {question.segment.answers for question in extras} == {()}
    assert {question.specifier.kind for question in extras} >= {"before", "after", "in", "between"}
    assert len(ask(read(machine(questions=two, type="P166")), "hard")) == 2


@pytest.mark.parametrize("mode", ["ours", "released"])
def test_before_the_year_11_the_extra_questions_lie_after_the_last_segment(mode, read):
    fact = read(machine(questions=[[["3", "9"], [span(3, "Reds")]]]))
    for seed in range(20):
        if mode == "ours":
            asked = ask(fact, "hard", seed)
        else:
            asked = list(released_questions(fact, "hard", random.Random(seed), our_wordings()))
        assert len(asked) == 3
        assert {str(question.segment.segment.start) for question in asked[1:]} == {"9"}


def test_no_text_is_asked_twice(read):
    asked, drops = set(), Counter()
    fact = read(machine(questions=[[["1990", "1990"], [NONE]]], type="P166"))
    asker = FactAsker("easy", 0, our_wordings(), asked, drops)
    texts = [question.question for _ in range(4) for question in asker.questions(fact)]
    assert len(texts) == len(set(texts)) == len(our_wordings().templates["P166"])
    assert drops == {synthesis.ASKED_BEFORE.format("easy"): 2}


def test_other_times_of_a_sentence_stay_and_it_begins_with_a_capital(read):
    sentence = "From 1990 to 1995 , and not from 1970 to 1980 , who was there from Mar 1995 to 1999 ?"
    (question,) = ask(read(human(sentence)), "hard")
    assert question.question.startswith("From 1990 to 1995 , and not from 1970 to 1980 , who was there ")
    (question,) = ask(read(human("From 1990 to 1995, who?")), "hard")
    assert question.question[0].isupper()
    assert ask(read(human("From 1990 to 1995, who?")), "easy")[0].question == "From 1990 to 1995, who?"


@pytest.mark.parametrize(
    ("sentence", "time"),
    [
        ("Who led it in May 1990?", "in May 1990"),
        ("Who led it in 1990, and left in 1995?", None),
        ("Who led it in 1974 to 1975?", None),
        ("Who led it after 1990?", None),
        ("Who led it?", None),
        ("Who led it in 12 BC?", None),
        ("Who led it in 44 B.C.?", None),
        ("Who was in 10 Downing Street?", None),
        ("Who scored in 2 games for it?", None),
        ("Who led it in 12?", "in 12"),
        ("The head of 2002 to 2013 was where from 1989 to 1990?", "from 1989 to 1990"),
    ],
)
def test_the_time_of_a_sentence(sentence, time):
    found = time_of_sentence(sentence)
    assert (str(found) if found else None) == time


def test_what_cannot_be_asked_is_counted(read):
    drops = Counter()
    fact = read(human("From 1985 to 1848, who?", "Who was the first?", "Who won in 1990?", "Who, from 2000 to 2004?"))
    assert [question.number for question in ask(fact, "hard", drops=drops)] == [3]
    assert drops == {synthesis.REVERSED: 1, synthesis.NO_TIME: 1, synthesis.NO_HARD: 1}
    assert ask(read(machine(type="P99999")), "easy", drops=drops) == []
    assert drops[synthesis.NO_WORDING] == 1


def test_the_released_rules_keep_their_faults(read):
    sentences = ["From Jan 1990 to 1995, and from 1970 to 1980?", "Who from 1985 to 1848?", "Who won in 1990?"]
    fact = read(human(*sentences))
    easy = [question.question for question in released_questions(fact, "easy", random.Random(0), our_wordings())]
    assert easy == ["from 1990 to 1995, and from 1990 to 1995?", "Who in 1985?", "Who won in 1990?"]
    hard = [question.question for question in released_questions(fact, "hard", random.Random(0), our_wordings())]
    assert hard[1:] == easy[1:]
    two = read(machine(questions=machine()["questions"][:2]))
    hard = list(released_questions(two, "hard", random.Random(0), our_wordings()))
    assert [len(question.segment.answers) for question in hard] == [1, 1, 0]


@pytest.mark.parametrize(("mode", "are_from_to"), [("easy", True), ("hard", False)])
def test_the_released_rules_draw_the_times_of_hard_questions_alone(read, mode, are_from_to):
    fact = read(machine(questions=machine()["questions"][:2]))
    kinds = [
        question.specifier.kind
        for seed in range(20)
        for question in [*released_questions(fact, mode, random.Random(seed), our_wordings())][:2]
    ]
    assert (set(kinds) == {"from_to"}) is are_from_to
