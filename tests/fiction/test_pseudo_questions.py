"""Blocks of pseudo-PIT: the paper's mix, every question solved, blocks independent of each other."""

import hashlib
import os
import pickle
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.fiction import pseudo_questions
from temporal_qa.fiction.groups import GROUPS_PER_WORLD, MAX_SHIFT, MIN_SHIFT, PseudoWorld
from temporal_qa.fiction.pseudo_questions import (
    BLOCK_SIZE,
    MAX_OF_CLASS_PER_GROUP,
    PSEUDO_MIX,
    PseudoRecipe,
    block_questions,
    class_counts,
)
from temporal_qa.fiction.resampling import KEEP_ALL
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import solve, solve_text
from temporal_qa.questions.complex_tr.synthesis import QuestionSlot
from temporal_qa.questions.periods import PERIODS
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, FactGroup

RECIPE = PseudoRecipe(PseudoWorld(1))


@pytest.fixture(scope="module")
def blocks():
    return [block_questions(RECIPE, block) for block in (0, 1, 40_000)]


def of_class(pseudo):
    kind = KINDS[pseudo.question.kind]
    return kind.level, kind.hops


# --- The mix ----------------------------------------------------------------------------------------------------------


def test_the_papers_size_gives_the_papers_mix():
    assert list(class_counts(0, 51_451).values()) == list(PSEUDO_MIX.values()) == [11_389, 13_919, 15_205, 10_938]
    assert sum(PSEUDO_MIX.values()) == 51_451


@given(st.integers(0, 10**12), st.integers(0, 60_000))
def test_every_class_has_its_share_of_any_stretch(start, length):
    counts = class_counts(start, start + length)
    assert sum(counts.values()) == length
    for key, share in PSEUDO_MIX.items():
        assert abs(counts[key] - length * share / 51_451) <= 2


@given(st.integers(0, 10**9))
def test_a_block_has_its_share_of_every_class(block):
    counts = class_counts(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE)
    assert sum(counts.values()) == BLOCK_SIZE
    assert all(210 <= number <= 297 for number in counts.values())


def test_any_number_of_questions_can_be_asked_for(monkeypatch):
    monkeypatch.setattr(pseudo_questions, "_MAX_GROUPS", 100)  # so that it ends sooner
    assert len(block_questions(RECIPE, 5, 1)) == 1  # the last of 5,001


def test_blocks_are_in_the_mix_to_the_question(blocks):
    for number, block in zip((0, 1, 40_000), blocks, strict=True):
        assert Counter(map(of_class, block)) == class_counts(number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE)


@pytest.mark.parametrize("size", [1, 2, 7, 451])
def test_a_block_may_be_smaller(size):
    made = block_questions(RECIPE, 51, size)
    assert len(made) == size
    wanted = class_counts(51_000, 51_000 + size)
    assert Counter(map(of_class, made)) == {key: number for key, number in wanted.items() if number}


# --- Questions --------------------------------------------------------------------------------------------------------


def test_the_solver_gives_every_answer_from_facts_and_from_text(blocks):
    for pseudo in (pseudo for block in blocks for pseudo in block):
        question = pseudo.question
        assert solve_text(question.question, question.fact_context).answers == list(question.answers) != []
        assert solve(question.question, question.facts).answers == list(question.answers)


def test_a_label_that_the_solver_does_not_confirm_is_a_crash(monkeypatch):
    drawn = QuestionSlot.draw
    monkeypatch.setattr(QuestionSlot, "draw", lambda self, rng: drawn(self, rng)._replace(answers=("Nobody",)))
    with pytest.raises(RuntimeError, match=r"asked for \('Nobody',\), solved as \['"):
        block_questions(RECIPE, 0, 10)


def test_all_kinds_and_relations_occur_and_no_question_occurs_twice(blocks):
    every = [pseudo.question for block in blocks for pseudo in block]
    assert {question.kind for question in every} == set(KINDS)
    assert {question.relation for question in every} == set(wordings().relations)
    assert len({(question.question, question.fact_context) for question in every}) == len(every)


def test_a_block_is_in_random_order(blocks):
    for block in blocks:
        subjects = [pseudo.question.subject for pseudo in block]
        assert sum(a == b for a, b in pairwise(subjects)) < 60  # of 999, some 50 groups in turn
        classes = Counter(map(of_class, block[:250]))
        assert all(30 < number < 110 for number in classes.values())


def test_ids_are_unique_and_blocks_share_no_subject(blocks):
    ids = [pseudo.question.id for block in blocks for pseudo in block]
    assert len(set(ids)) == len(ids)
    subject_ids = [{fact.subject_id for pseudo in block for fact in pseudo.question.facts} for block in blocks]
    subjects = [{pseudo.question.subject for pseudo in block} for block in blocks]
    for one, other in [*combinations(subject_ids, 2), *combinations(subjects, 2)]:
        assert not one & other
    for pseudo in (pseudo for block in blocks for pseudo in block):
        (subject_id,) = {fact.subject_id for fact in pseudo.question.facts}
        assert f"_{subject_id}_{pseudo.question.relation}_" in pseudo.question.id


def test_at_most_twelve_of_a_class_are_asked_of_a_group(blocks):
    for block in blocks:
        asked = Counter((of_class(pseudo), pseudo.question.facts[0].subject_id) for pseudo in block)
        assert max(asked.values()) == MAX_OF_CLASS_PER_GROUP == 12


def test_a_question_tells_how_its_group_was_moved(blocks):
    for pseudo in blocks[1][::20]:
        subject_id = pseudo.question.facts[0].subject_id
        group = RECIPE.world.group(128 + int(subject_id.removeprefix("S1B1G")), subject_id)
        assert MIN_SHIFT <= pseudo.shift_months == group.shift_months <= MAX_SHIFT
        assert pseudo.source_group == group.source_group
        assert set(pseudo.question.facts) == set(group.group.facts)


# --- Pure functions ---------------------------------------------------------------------------------------------------


def test_blocks_may_be_made_in_any_order_and_from_a_pickled_recipe(blocks):
    recipe = pickle.loads(pickle.dumps(PseudoRecipe(PseudoWorld(1))))  # noqa: S301 - ours, as it goes to a worker
    assert [block_questions(recipe, block) for block in (40_000, 1)] == [blocks[2], blocks[1]]


def test_seeds_share_no_question(blocks):
    other = block_questions(PseudoRecipe(PseudoWorld(2)), 0)
    assert not {p.question.question for p in other} & {p.question.question for p in blocks[0]}
    assert not {p.question.id for p in other} & {p.question.id for p in blocks[0]}


def test_processes_agree_whatever_their_hash_seed():
    code = (
        "from temporal_qa.fiction.groups import PseudoWorld\n"
        "from temporal_qa.fiction.pseudo_questions import *\n"
        "print(ascii(block_questions(PseudoRecipe(PseudoWorld(9)), 3, 200)))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]  # fmt: skip
    here = ascii(block_questions(PseudoRecipe(PseudoWorld(9)), 3, 200)) + "\n"
    assert len({hashlib.sha256(made).hexdigest() for made in (*runs, here.encode())}) == 1


def test_a_block_that_needs_more_groups_goes_on_far_beyond(monkeypatch):
    monkeypatch.setattr(pseudo_questions, "_GROUPS_PER_BLOCK", 2)
    met = []
    plain = PseudoWorld.group

    def group(self, number, subject_id):
        met.append(number)
        return plain(self, number, subject_id)

    monkeypatch.setattr(PseudoWorld, "group", group)
    made = [pseudo for block in range(3) for pseudo in block_questions(RECIPE, block, 100)]
    assert len(met) == len(set(met)) > 6
    assert sum(number < GROUPS_PER_WORLD for number in met) == 6
    ids = [pseudo.question.id for pseudo in made]
    assert len(set(ids)) == len(ids) == 300


# --- Real facts -------------------------------------------------------------------------------------------------------


def life(name, *stations):
    return FactGroup(name, tuple(
        Fact(name, relation, object_, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))
        for relation, object_, start, end in stations
    ))  # fmt: skip


HOSTILE = life(
    "Ann {question} of May",
    ("P54", "from May 1990 to June 1991", "1990", "1994-02"), ("P54", "{context}", "1994", "1999"),
    ("P108", "IBM", "1993-05-06", "2001"), ("P108", "he/she worked for IBM", "2001", "2003"),
    ("P54", "Ann {question} of May", "1999", "2003"), ("P39", "mayor, before he/she worked for IBM", "1999", "1999"),
)  # fmt: skip


def test_facts_with_hostile_names_give_questions_that_are_solved():
    for pseudo in block_questions(PseudoRecipe(PseudoWorld(2, (HOSTILE,))), 0, 200):
        question = pseudo.question
        assert solve_text(question.question, question.fact_context).answers == list(question.answers)
        assert "{" not in question.question + question.fact_context
        assert pseudo.source_group == "Ann {question} of May"


def test_real_names_that_can_be_read_in_two_ways_are_left_out_and_counted():
    left_out = Counter()
    groups = (HOSTILE, *invent_groups(5, 8))
    made = block_questions(PseudoRecipe(PseudoWorld(2, groups, fiction=False)), 0, 300, left_out)
    assert any("can be read in more than one way" in reason for reason in left_out)
    for pseudo in made:
        question = pseudo.question
        assert solve_text(question.question, question.fact_context).answers == list(question.answers)
    assert {pseudo.question.subject for pseudo in made} <= {group.subject for group in groups}


@pytest.mark.parametrize(
    ("groups", "keep", "lack"),
    [
        # Sixteen years apart: nothing during an event, and nothing a known time before or after it.
        ([life("Ann", ("P54", "A", "1950", "1951"), ("P54", "B", "1967", "1968"))], KEEP_ALL, "13 L3 multi-hop"),
        ([life("Ann", ("P54", "A", "1950", "1990"))], KEEP_ALL, "18 L3 1-hop, 13 L3 multi-hop"),
        ([], dict.fromkeys(PERIODS, 0.0), "13 L2 1-hop, 16 L2 multi-hop, 18 L3 1-hop, 13 L3 multi-hop"),
    ],
    ids=["far apart", "one fact", "nothing kept"],
)
def test_facts_that_do_not_give_the_mix_are_refused(monkeypatch, groups, keep, lack):
    monkeypatch.setattr(pseudo_questions, "_MAX_GROUPS", 40)
    with pytest.raises(InputError) as raised:
        block_questions(PseudoRecipe(PseudoWorld(1, tuple(groups)), keep), 0, 60)
    assert str(raised.value) == (
        f"40 groups lack {lack} of 60 questions: too few can be asked about these subjects; expected more, with "
        "facts of several relations, in periods that resampling keeps"
    )


def test_too_few_questions_reach_another_process_as_they_are():
    sent = pickle.loads(pickle.dumps(InputError("40 groups lack 1")))  # noqa: S301 - as a worker sends it
    assert isinstance(sent, InputError)
    assert str(sent) == "40 groups lack 1"
