"""Candidates put into words: ids, contexts, and the check by the solver."""

from collections import Counter
from dataclasses import replace

import pytest
from ann_lee import FACTS, GROUP, questions
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.questions.complex_tr.solver import Solution, solve_text
from temporal_qa.questions.complex_tr.synthesis import all_questions
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.questions.complex_tr.verbalize import build_questions, context_facts, subject_slug
from temporal_qa.questions.unsolved import Unanswerable, Unparsable
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, FactGroup, group_facts


def test_ids_are_unique_and_say_kind_subject_and_relation():
    ids = [question.id for question in questions()]
    assert len(set(ids)) == len(ids)
    assert {id_.rsplit("_", 1)[0].replace("Ann_Lee-d1cd8e", "*") for id_ in ids} >= {
        "L2_*_P108",
        "L2M_*_P69",
        "L3H_*_P108",
    }
    (with_id,) = group_facts(replace(one, subject_id="Q42") for one in FACTS)
    assert questions(group=with_id)[0].id == "L2_Q42_P108_0"


@pytest.mark.parametrize(
    ("name", "readable"), [("Xerox", "Xerox"), ("(X) & Co.", "X_Co"), ("__a__", "a"), ("東京", "東京")]
)
def test_an_id_holds_the_letters_of_the_name(name, readable):
    assert subject_slug(FactGroup(name, ())).rpartition("-")[0] == readable


def test_subjects_whose_names_differ_in_signs_only_keep_ids_apart():
    groups = group_facts([replace(one, subject=name) for one in FACTS for name in ("Ann Lee", "Ann_Lee", "Ann-Lee")])
    ids = [question.id for group in groups for question in questions(group=group)]
    assert len(set(ids)) == len(ids)


def test_the_context_states_the_facts_in_a_seeded_order():
    for question in questions():
        assert len(question.fact_context.split("\n")) == len(question.facts) == 3
        for sentence, one in zip(question.fact_context.split("\n"), question.facts, strict=True):
            assert sentence.startswith("Ann Lee")
            assert one.object in sentence
    orders = {question.facts for question in questions()}
    assert len(orders) > 1
    assert questions(seed=3) == questions(seed=3) != questions(seed=4)


def test_a_context_states_the_facts_of_others_too():
    (other,) = group_facts([Fact("Bob Ray", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))])
    alone, together = context_facts(GROUP), context_facts(GROUP, [other])
    assert together.sentences == alone.sentences + context_facts(other).sentences


def test_a_question_asked_against_its_facts_is_a_crash():
    candidate = all_questions(GROUP, 0)[0]
    with pytest.raises(RuntimeError, match="asked for"):
        list(build_questions([(GROUP, candidate._replace(answers=("NightOwl", "BrightBoost")))], 0, Counter()))


def wrong(question, facts):
    return Solution(None, ["Tesla"], ())


def no_answer(question, facts):
    raise Unanswerable("nothing holds")


def two_readings(*_):
    raise Unparsable("two readings")


@pytest.mark.parametrize(("outcome", "message"), [(wrong, "solved as"), (no_answer, "finds none: nothing holds")])
def test_a_solver_that_answers_otherwise_from_the_facts_is_a_crash(monkeypatch, outcome, message):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.verbalize.solve", outcome)
    with pytest.raises(RuntimeError, match=message):
        questions()


@pytest.mark.parametrize(("outcome", "message"), [(wrong, "solved as"), (no_answer, "finds none: nothing holds")])
def test_a_context_with_two_readings_is_solved_as_text_and_checked_too(monkeypatch, outcome, message):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.verbalize.fact_context_readings", two_readings)
    monkeypatch.setattr("temporal_qa.questions.complex_tr.verbalize.solve_text", outcome)
    with pytest.raises(RuntimeError, match=message):
        questions()


def later(fact):
    return fact_sentence(replace(fact, end=CalendarDate(fact.end.year + 1, fact.end.month)))


def of_another_name(fact):
    return fact_sentence(replace(fact, object=fact.object + " Ltd"))


@pytest.mark.parametrize("misstated", [later, of_another_name])
def test_a_text_that_says_other_than_the_facts_is_a_crash(monkeypatch, misstated):
    monkeypatch.setattr("temporal_qa.questions.complex_tr.verbalize.fact_sentence", misstated)
    with pytest.raises(RuntimeError, match="state other facts"):
        questions()


@pytest.mark.parametrize("checks", [["solve"], ["fact_context_readings", "solve_text"]], ids=["facts", "text"])
def test_what_can_be_read_in_two_ways_is_left_out_and_counted(monkeypatch, checks):
    candidates, not_asked = all_questions(GROUP, 0), Counter()
    for check in checks:
        monkeypatch.setattr(f"temporal_qa.questions.complex_tr.verbalize.{check}", two_readings)
    assert list(build_questions([(GROUP, candidate) for candidate in candidates], 0, not_asked)) == []
    kinds = Counter(candidate.query.kind for candidate in candidates)
    assert not_asked == {f"{kind}: its words can be read in more than one way": n for kind, n in kinds.items()}


HOSTILE = (
    "IBM", "Ann", " from ", " before ", "after", " in June 2007", "from May 1990 to June 1991", "worked for",
    "he/she", "it", ", ", "?", ".", "was the chair of", "the head coach", "exactly 1 year", "Which employer did",
    "{month}",
)  # fmt: skip
hostile_names = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=4).map(lambda parts: " ".join(parts).strip())


stations = st.tuples(
    st.sampled_from(["P108", "P488", "P286"]), hostile_names, st.integers(24070, 24090), st.integers(0, 9)
)


@given(hostile_names, st.lists(stations, min_size=1, max_size=4))
def test_whatever_the_names_every_question_asked_is_solved_from_its_text(subject, stations):
    (group,) = group_facts(
        Fact(subject, relation, name, *(CalendarDate(m // 12, m % 12 + 1) for m in (start, start + months)))
        for relation, name, start, months in stations
    )
    candidates, not_asked = all_questions(group, 0), Counter()
    asked = list(build_questions([(group, candidate) for candidate in candidates], 0, not_asked))
    assert len(asked) + not_asked.total() == len(candidates)
    for question in asked:
        assert tuple(solve_text(question.question, question.fact_context).answers) == question.answers


def test_no_question_has_two_answers_that_are_one_name_to_scores():
    facts = [Fact("Ann", "P108", name, CalendarDate(1990), CalendarDate(1999)) for name in ("ACME", "The Acme", "Beta")]
    (group,) = group_facts(facts)
    not_asked = Counter()
    made = list(build_questions([(group, candidate) for candidate in all_questions(group, 1)], 1, not_asked))
    assert not_asked["l2_at: two answers are one name to scores"]
    assert all(len({*question.answers} & {"ACME", "The Acme"}) < 2 for question in made)
