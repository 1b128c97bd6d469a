"""Rewards: the gold scores 1, what is wrong scores less, and no completion scores above what its author knows."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.io.errors import InputError
from temporal_qa.prompting.chat_prompts import chat_prompt, right_response
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.rewards.functions import (
    answer_f1_reward,
    completion_text,
    format_reward,
    set_accuracy_reward,
)
from temporal_qa.rewards.tasks import create_dataset

ANSWER_REWARDS = (set_accuracy_reward, answer_f1_reward)
HACKS = json.loads((Path(__file__).parent / "reward_hacking.json").read_text())


@pytest.fixture(scope="module")
def rows():
    """Questions with one or more answers, and candidates that are wrong."""
    every = [row for level in (1, 3) for row in create_dataset("pseudo_pit", 12, 5, level)]
    return [row for row in every if len({fact["object"] for fact in row["facts"]}) > len(row["answers"])]


def rewarded(reward, completion, row):
    (value,) = reward([completion], answers=[row["answers"]], facts=[row["facts"]], relation=[row["relation"]])
    return value


def filled(form, row):
    candidates = list(dict.fromkeys(fact["object"] for fact in row["facts"]))
    gold, wrong = " $and ".join(row["answers"]), next(name for name in candidates if name not in row["answers"])
    return form.format(
        gold=gold, wrong=wrong, context=row["fact_context"], question=row["question"],
        gold_often=" $and ".join([gold] * 200), wrong_often=" $and ".join([wrong] * 200),
        prompt="\n".join(turn["content"] for turn in chat_prompt(row, "zero-shot").messages),
        all=" $and ".join(candidates), all_lines="\n".join(f"- {name}" for name in candidates),
        all_boxes="\n\n".join(f"\\boxed{{{name}}}" for name in candidates), all_or=" or ".join(candidates),
        all_finals="\n".join(f"Final Answer: {name}" for name in candidates),
        all_tags="\n".join(f"<answer>{name}</answer>" for name in candidates),
        all_json=", ".join(f'"{name}"' for name in candidates),
    )  # fmt: skip


@pytest.mark.parametrize(("name", "form", "knows"), HACKS, ids=[name for name, _, _ in HACKS])
def test_no_form_scores_above_what_it_knows(rows, name, form, knows):
    """``same`` as the gold; ``part`` of it; a ``guess`` of as many names as are right; the ``last`` name said."""
    for row in rows:
        candidates = list(dict.fromkeys(fact["object"] for fact in row["facts"]))
        last = tuple(rewarded(reward, f"Final Answer: {candidates[-1]}", row) for reward in ANSWER_REWARDS)
        part, guess = (0, 1 - 1e-9), (0, len(row["answers"]) / len(candidates))
        limits = {"same": (1, 1), "part": part, "guess": guess, "last": last, "nothing": (0, 0)}[knows]
        for reward, limit in zip(ANSWER_REWARDS, limits, strict=True):
            assert rewarded(reward, filled(form, row), row) <= limit + 1e-12, filled(form, row)[:300]


def test_gold_scores_1_in_every_form_that_is_asked_for(rows):
    for row in rows:
        for completion in (right_response(row), row["target"], [{"role": "assistant", "content": right_response(row)}]):
            assert [rewarded(reward, completion, row) for reward in ANSWER_REWARDS] == [1, 1]
        assert format_reward([right_response(row)]) == [1]


@pytest.mark.parametrize(
    ("said", "accuracy", "f1"),
    [
        ("A $and B", 1, 1), ("B $and A", 1, 1), ("<think>C?</think>\n**Final Answer:** A $and B", 1, 1),
        ("A", 0, 2 / 3), ("A $and C", 0, 1 / 2), ("A $and B $and C", 0, 2 / 3), ("A $and B $and C $and D", 0, 1 / 2),
        ("C", 0, 0), ("C $and D", 0, 0), ("", 0, 0), ("A $and A $and A", 0, 2 / 3), ("It is not A.", 0, 0),
    ],
)  # fmt: skip
def test_parts_of_an_answer(said, accuracy, f1):
    row = {"answers": ["A", "B"], "facts": [{"object": name} for name in "ABCD"], "relation": "P54"}
    assert [rewarded(reward, said, row) for reward in ANSWER_REWARDS] == pytest.approx([accuracy, f1])


@given(st.integers(1, 7), st.data())
def test_who_knows_nothing_earns_most_by_guessing_as_many_as_are_right(candidates, data):
    """The mean over all equally likely sets of right answers, by how many names are listed."""
    right = data.draw(st.integers(1, candidates))
    sets = [["ABCDEFG"[i] for i in of] for of in combinations(range(candidates), right)]
    means = {}
    for listed in range(1, candidates + 1):
        said = " $and ".join("ABCDEFG"[:listed])
        for reward in ANSWER_REWARDS:
            means[reward, listed] = sum(reward([said] * len(sets), answers=sets)) / len(sets)
    for (reward, _), mean in means.items():
        assert mean <= means[reward, right] + 1e-12


def test_no_answer_is_a_label_and_a_row_without_a_label_is_not_rewarded():
    said = ["Final Answer: none", "Final Answer: A", "mumble, mumble, perhaps", " \n"]
    assert set_accuracy_reward(said, answers=[[], [], [], []]) == [1, 0, 0, 0]
    for reward in ANSWER_REWARDS:
        assert reward(["A", "A"], answers=[None, ["A"]], facts=[None, None]) == [None, 1]
        assert reward([], answers=[]) == []


@pytest.mark.parametrize(
    "completion",
    ["A", [{"role": "assistant", "content": "A"}], 
     [{"role": "user", "content": "B"}, {"role": "assistant", "content": "A"}],
     [{"role": "assistant", "content": [{"type": "text", "text": "A"}]}],
     [{"content": [{"type": "reasoning", "text": "Final Answer: B"}, {"type": "output_text", "text": "A"}]}],
     [{"role": "assistant", "content": ({"type": "text", "text": "A"},)}]],
)  # fmt: skip
def test_completions_are_texts_or_messages(completion):
    assert completion_text(completion) == "A"
    assert set_accuracy_reward([completion], answers=[["A"]]) == [1]


def test_the_parts_of_a_message_are_one_text():
    message = {"content": ["Final Answer: Te", {"type": "text", "text": "sla"}]}
    assert completion_text([message]) == "Final Answer: Tesla"


@pytest.mark.parametrize(
    "other", [5, b"A", ["A"], {"role": "assistant", "content": "A"}, [{"content": 5}], [{"content": [5]}],
              [{"content": [{"text": 5}]}]],
)  # fmt: skip
def test_what_is_no_completion_is_named(other):
    for reward in (*ANSWER_REWARDS, format_reward):
        with pytest.raises(InputError, match="expected a text or a list of messages"):
            reward([other], answers=[["A"]])


@pytest.mark.parametrize(
    "nothing", [None, [], [{"role": "assistant", "content": None}], [{"role": "assistant"}],
                [{"role": "assistant", "tool_calls": []}, {"role": "tool", "content": "Final Answer: A"}],
                [{"role": "assistant", "content": "Who?"}, {"role": "user", "content": "Final Answer: A"}],
                [{"role": "assistant", "content": [{"type": "reasoning_text", "text": "Final Answer: A"}]}]],
)  # fmt: skip
def test_a_completion_may_be_nothing(nothing):
    assert set_accuracy_reward([nothing], answers=[["A"]]) == format_reward([nothing]) == [0]


def test_a_line_is_parted_by_the_facts_of_its_own_row():
    """ "A and B" is one name where no fact names A."""
    facts = [({"object": "A"}, {"object": "B"}), None, [{"object": "A and B"}]]
    answers = [["A", "B"], ["A and B"], ["A and B"]]
    assert set_accuracy_reward(["A and B"] * 3, answers=answers, facts=facts) == [1, 1, 1]
    lives = [[{"name": "Ann"}, {"name": "Bob"}]] * 2
    said, question = ["Ann was born first.", "Ann and Bob"], ["Who was born first, Ann or Bob?"] * 2
    rewards = set_accuracy_reward(
        said, answers=[["Ann"]] * 2, answer_type=["entity"] * 2, lives=lives, question=question
    )
    assert rewards == [1, 0]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"answers": ["413"], "answer_type": "number", "unit": "month"}, "There are 413 months."),
        ({"answers": ["04/07/2001"], "answer_type": "date", "answer_iso": "2001-07-04"}, "4 July 2001"),
        ({"answers": ["no"], "answer_type": "yes_no", "answer_value": "no"}, "No, it does not."),
        ({"answers": ["1985", "1986"], "answer_type": "time"}, "1985–1986"),
        (
            {"answers": ["IBM", "SAP"], "fact_context": "Ann worked for IBM in 1985.\nBob worked for SAP in 1985."},
            "SAP and IBM",
        ),
        ({"answers": ["IBM"], "fact_context": "Ann worked for IBM in May 1985."}, "IBM, since May 1985"),
        (
            {
                "answers": ["SAP"],
                "question": "Which employer did Ann work for after IBM?",
                "fact_context": "Ann worked for IBM in 1985.\nAnn worked for SAP in 1987.",
            },
            "She worked for SAP after IBM.",
        ),
    ],
)
def test_values_are_rewarded_as_they_are_scored(row, said):
    assert score_answer_text(row, f"Final Answer: {said}")["set_accuracy"] == 100
    columns = {name: [value, value] for name, value in row.items()}
    for reward in ANSWER_REWARDS:
        assert reward([f"Let me see.\nFinal Answer: {said}", "Final Answer: 4"], **columns) == [1, 0]


def test_answers_may_be_arrays_as_pandas_reads_them():
    answers = [np.array(row, dtype=object) for row in (["A", "B"], ["A"], [])]
    for reward in ANSWER_REWARDS:
        assert reward(["Final Answer: B $and A", "Final Answer: A", "Final Answer: none"], answers=answers) == [1, 1, 1]


def test_completions_answers_and_columns_go_together():
    for reward in ANSWER_REWARDS:
        with pytest.raises(InputError, match="completions: 2, answers: 1; expected equally many"):
            reward(["A", "B"], answers=[["A"]])
        for name, some in (("facts", [None] * 2), ("facts", []), ("answer_type", ["date"] * 2)):
            with pytest.raises(InputError, match=f"^completions: 1, {name}: {len(some)}; expected equally many$"):
                reward(["A"], answers=[["A"]], **{name: some})
        with pytest.raises(InputError, match="the answers of a row are the text 'A', expected a list of texts"):
            reward(["A"], answers=["A"])
    with pytest.raises(InputError, match=r"^completions: 1, contract: 2; expected equally many$"):
        format_reward(["A"], contract=["ttqa", "ttqa"])
    with pytest.raises(
        InputError, match="unknown contract 'Article', expected one of facts, dates, article, ttqa, tot"
    ):
        format_reward(["A"], contract=["Article"])


# --- The form ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("completion", "contract", "value"),
    [
        ("It adds up.\nFinal Answer: 4", "dates", 1), ("Final Answer: 4\nor so", "dates", 0),
        ("He left in 1910.\nFinal Answer: none", "article", 1), ("He left.\nFinal Answer: A", "facts", 0),
        ("Final Answer: A", None, 1), ("Final Answer: A $and B\n", None, 1),
        ("<think>B</think>\n\nFinal Answer: A", None, 1),
        ("A", None, 0), ("Final Answer:", None, 0),
        ("Final Answer: A $and A", None, 0), ("Final Answer: A $and  $and B", None, 0),
        ("Final Answer: A $and", None, 0), ("Final Answer: $and A", None, 0),
        ("Let me see.\nFinal Answer: A", None, 0), ("Final Answer: A\nFinal Answer: B", None, 0),
        ("Final Answer: A\nThat is all.", None, 0), ("<think>Final Answer: A", None, 0), ("final answer: A", None, 0),
        ("From 1837 to 1841.\nFinal Answer: 4", "ttqa", 1), ("Final Answer: 4", "ttqa", 1), ("4", "ttqa", 0),
        ("Final Answer: 4\nor so", "ttqa", 0), ("Final Answer: 4\nFinal Answer: 5", "ttqa", 0),
        ('{"explanation": "2 + 3", "answer": 5}', "tot", 1), ('{"explanation": "2 + 3"}', "tot", 0),
        ('{"answer": 5}', "tot", 0), ('```json\n{"explanation": "", "answer": 5}\n```', "tot", 0),
        ("[" * 10**5, "tot", 0),
    ],
)  # fmt: skip
def test_the_form_that_the_prompt_asks_for(completion, contract, value):
    assert format_reward([completion], contract=[contract]) == [value]
    if contract is None:
        assert format_reward([completion]) == [value]
