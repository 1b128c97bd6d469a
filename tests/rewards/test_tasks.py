"""Endless tasks by number: the rows of the stream, in any order and process, and nothing that two seeds share."""

import pickle
import random
import subprocess
import sys
from itertools import pairwise

import pytest

from temporal_qa.fiction.groups import PseudoWorld
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe
from temporal_qa.fiction.streaming import endless_questions
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.baselines import random_object
from temporal_qa.questions.complex_tr.solver import solve_row
from temporal_qa.rewards.tasks import LEVELS, TaskDataset, create_dataset


@pytest.fixture(scope="module")
def tasks():
    return create_dataset("pseudo_pit", size=2_500, seed=7)


@pytest.fixture(scope="module", params=[1, 4])
def level(request):
    return create_dataset("pseudo_pit", size=200, seed=7, level=request.param)


# --- One stream -------------------------------------------------------------------------------------------------------


def test_task_i_is_row_i_of_the_endless_stream(tasks):
    rows = list(endless_questions(tasks.recipe).take(BLOCK_SIZE + 20))
    assert [tasks[i] for i in range(BLOCK_SIZE + 20)] == rows
    stream = endless_questions(make_recipe(PseudoOptions(seed=7, invent=True, resample=False)))
    assert list(stream.take(20)) == rows[:20]


def test_tasks_of_a_level_are_those_of_its_stream(level):
    assert list(level)[:30] == list(endless_questions(level.recipe).take(30))


def test_order_and_process_decide_nothing(tasks):
    places = [2_499, 0, 1_000, 999, -1, 17]
    fresh = pickle.loads(pickle.dumps(tasks))  # noqa: S301 - ours, as a worker gets it
    assert [fresh[i] for i in places] == [tasks[i] for i in places]
    code = "from temporal_qa.rewards.tasks import *; print(ascii(create_dataset('pseudo_pit', 2500, 7)[1000]))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == (
        ascii(tasks[1_000]) + "\n"
    )


def test_it_is_a_sequence(tasks):
    assert len(tasks) == 2_500
    assert tasks[-1] == tasks[2_499]
    assert tasks[5:8] == [tasks[5], tasks[6], tasks[7]]
    assert [row["id"] for row in tasks][::500] == [tasks[i]["id"] for i in range(0, 2_500, 500)]
    assert random.Random(0).choice(tasks) in tasks[:]
    with pytest.raises(IndexError):
        tasks[2_500]


def test_a_dataset_of_one_and_of_no_size_said():
    assert list(create_dataset("pseudo_pit", size=1, seed=7)) == [create_dataset("pseudo_pit", seed=7)[0]]
    assert len(create_dataset("pseudo_pit")) == 500
    assert create_dataset("pseudo_pit")[0] == create_dataset("pseudo_pit", size=1, seed=0)[0]


def test_an_answer_is_parted_by_the_facts_of_its_task(tasks):
    row = next(row for row in tasks if len(row["answers"]) > 1)
    assert tasks.score_answer(" and ".join(row["answers"]), row) == 1


def test_a_sentence_about_the_time_of_its_question_is_an_answer(tasks):
    facts = [{"subject": "Ann", "relation": "P108", "object": name} for name in ("Boeing", "Tesla")]
    row = {"question": "Which employer did Ann work for in May 2003?", "answers": ["Tesla"], "facts": facts}
    said = "Boeing ended in 2002. In May {}, she worked for Tesla."
    assert [tasks.score_answer(said.format(year), row) for year in (2003, 2001)] == [1, 0]
    assert tasks.score_answer("Tesla", {"answers": ["Tesla"], "facts": facts}) == 1


def test_who_repeats_the_prompt_earns_nothing(tasks):
    """The validation of ``harnesses/verifiers`` found 6 of 1,000 prompts that did."""
    for row in tasks[:600]:
        for said in (row["fact_context"], row["question"], f"{row['fact_context']}\n\n{row['question']}"):
            assert tasks.score_answer(said, row) < 1, said


def test_the_far_end_of_a_huge_dataset_is_as_near_as_the_first_task():
    tasks = create_dataset("pseudo_pit", size=10**12, seed=7)
    assert tasks[10**12 - 1] == create_dataset("pseudo_pit", size=10**15, seed=7)[10**12 - 1]
    assert tasks._block.cache_info().currsize == 1


def test_only_the_last_blocks_are_kept(monkeypatch):
    monkeypatch.setattr("temporal_qa.rewards.tasks._BLOCKS_KEPT", 2)
    tasks = create_dataset("pseudo_pit", size=10_000, seed=7, level=1)
    first, *_ = [tasks._block(number) for number in (0, 1, 0, 2)]
    assert tasks._block.cache_info().currsize == 2
    assert tasks._block(0) is first


def test_a_world_that_is_too_small_is_named_each_time(monkeypatch):
    monkeypatch.setattr("temporal_qa.fiction.pseudo_questions._MAX_GROUPS", 3)
    tasks = create_dataset("pseudo_pit", size=1_000, seed=7)
    for _ in range(2):
        with pytest.raises(InputError, match="3 groups lack"):
            tasks[:]


def test_a_block_that_was_interrupted_is_made_anew(monkeypatch):
    tasks, fresh = (create_dataset("pseudo_pit", size=10, seed=7) for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(PseudoWorld, "group", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            tasks[3]
    assert tasks[3] == fresh[3]


def test_nothing_heavy_is_imported():
    code = (
        "import sys; from temporal_qa.rewards.tasks import create_dataset; create_dataset('pseudo_pit', 9, 1)[0];"
        "print([name for name in ('numpy', 'torch', 'datasets', 'pyarrow', 'transformers') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- Seeds and levels -------------------------------------------------------------------------------------------------


def asked(tasks):
    return {(row["question"], *sorted(row["fact_context"].splitlines())) for row in tasks}


def test_neighbouring_seeds_share_no_question_with_its_facts(level):
    limits = level.recipe.world.limits
    neighbours = [TaskDataset(PseudoRecipe(PseudoWorld(seed, limits=limits)), 200) for seed in (6, 8)]
    own = asked(level)
    assert len(own) == 200
    for other in neighbours:
        assert not own & asked(other)


def test_seeds_share_no_facts_at_all(tasks):
    """Not even the facts of one question, whatever is asked about them."""
    facts = [{row["fact_context"] for row in create_dataset("pseudo_pit", 1_000, seed)} for seed in (7, 8, 70)]
    assert not facts[0] & facts[1] | facts[0] & facts[2] | facts[1] & facts[2]


def test_levels_share_nothing_and_each_is_harder_than_the_one_before():
    rows = [list(create_dataset("pseudo_pit", 200, 7, level)) for level in LEVELS]
    for one, other in pairwise(rows):
        assert not asked(one) & asked(other)
    facts = [sum(len(row["facts"]) for row in of_level) / 200 for of_level in rows]
    subjects = [len({fact["subject"] for fact in of_level[0]["facts"]}) for of_level in rows]
    guessed = [sum(random_object(row, 0) == row["answers"] for row in of_level) for of_level in rows]
    assert facts == sorted(set(facts))
    assert subjects == [1, 2, 3, 4, 7]
    assert all(harder < easier for easier, harder in pairwise(guessed))


def test_every_task_is_solved_and_only_the_right_answers_score(level):
    for row in level:
        assert solve_row(row).answers == row["answers"]
        assert level.score_answer(" $and ".join(row["answers"]), row) == 1
        assert level.score_answer(row["target"], row) == 1
        assert level.score_answer(None, row) == level.score_answer("", row) == level.score_answer("Nobody", row) == 0


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "leg_counting"}, "no dataset 'leg_counting', expected pseudo_pit"),
        ({"size": 0}, "a dataset of size 0, expected at least 1"),
        ({"size": 1.5}, "size is 1.5, expected a whole number"),
        ({"seed": "1"}, "seed is '1', expected a whole number"),
        ({"seed": True}, "seed is True, expected a whole number"),
        ({"level": 6}, "no level 6, expected one of 1, 2, 3, 4, 5"),
        ({"level": [1]}, "no level \\[1\\], expected one of 1, 2, 3, 4, 5"),
        ({"facts": 3}, "no limit 'facts', expected some of max_facts_per_group"),
        ({"max_facts_per_group": 4.0}, "max_facts_per_group is 4.0, expected a whole number"),
        ({"distractors": "2"}, "distractors is '2', expected a whole number"),
        ({"kinds": ("l9",)}, "unknown kind 'l9'"),
        ({"kinds": "l2_at"}, "kinds is 'l2_at', expected a list of names"),
        ({"relations": None}, "relations is None, expected a list of names"),
        ({"relations": [["P54"]]}, "relations is .*P54.*, expected a list of names"),
        ({"distractors": None}, "distractors is None, expected a whole number"),
    ],
)
def test_what_there_is_not_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        create_dataset(**{"name": "pseudo_pit", "size": 10, "seed": 0} | arguments)


def test_limits_replace_those_of_the_level():
    tasks = create_dataset("pseudo_pit", 50, 0, level=3, distractors=0, relations=("P54",))
    assert {row["relation"] for row in tasks} == {"P54"}
    assert all(len({fact["subject"] for fact in row["facts"]}) == 1 for row in tasks)
