"""Questions as instructions: every wording is complete, and the target has the order that it asks for."""

import random
import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.io import yaml_tables
from temporal_qa.questions.instructions import instruction_and_target, instruction_wordings
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

WORDINGS = instruction_wordings()
ORDERS = WORDINGS["chronological"] + WORDINGS["reverse_chronological"]
QUESTION, CONTEXT, ANSWERS = "Who was it?", "Ann worked for IBM.\nAnn worked for SAP.", ("IBM", "SAP", "ASML")


def draw(seed, question=QUESTION, context=CONTEXT, answers=ANSWERS):
    return instruction_and_target(question, context, answers, random.Random(seed))


def all_filled(question, context):
    """Every possible input, with its template and order. Slots are those of the template, never of the text in them."""
    for template, order, convention in product(WORDINGS["templates"], ORDERS, WORDINGS["conventions"]):
        pieces = re.split(r"\{(\w+)\}", template)
        fill = {"order": order, "convention": convention, "context": context, "question": question}
        filled = [fill[piece] if at % 2 else piece for at, piece in enumerate(pieces)]
        yield template, order, "".join(filled)


@pytest.mark.parametrize("template", WORDINGS["templates"])
def test_every_template_has_each_slot_once(template):
    assert [template.count(slot) for slot in ("{context}", "{question}", "{convention}", "{order}")] == [1, 1, 1, 1]
    assert template.count("{") == template.count("}") == 4
    assert template == template.strip()


def test_there_are_several_wordings_of_everything_and_none_twice():
    for wordings in (WORDINGS["templates"], WORDINGS["conventions"], ORDERS):
        assert len(set(wordings)) == len(wordings)
    assert len(WORDINGS["templates"]) >= 5
    assert min(len(WORDINGS["chronological"]), len(WORDINGS["reverse_chronological"])) >= 3


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_names_the_separator_and_says_which_way(order):
    assert order.count(f'"{ANSWER_SEPARATOR}"') == 1
    backwards = any(words in order for words in ("latest to the earliest", "reverse chronological", "began last"))
    assert backwards == (order in WORDINGS["reverse_chronological"])


@pytest.mark.parametrize("convention", WORDINGS["conventions"])
def test_every_convention_says_that_both_end_months_count(convention):
    assert "both" in convention
    assert "month" in convention


def test_the_target_is_the_answers_in_the_order_that_the_input_asks_for():
    found = Counter()
    of_input = {text: (template, order) for template, order, text in all_filled(QUESTION, CONTEXT)}
    for seed in range(2_000):
        instruction, target = draw(seed)
        template, order = of_input[instruction]
        forwards = order in WORDINGS["chronological"]
        assert target == ("IBM $and SAP $and ASML" if forwards else "ASML $and SAP $and IBM")
        found[template] += 1
        found[order] += 1
        found[forwards] += 1
    assert found.keys() == {*WORDINGS["templates"], *ORDERS, True, False}
    # Alike: within four standard deviations.
    assert all(abs(found[template] - 2_000 / 8) < 4 * 15 for template in WORDINGS["templates"])
    assert all(abs(found[order] - 2_000 / 6) < 4 * 17 for order in ORDERS)
    assert abs(found[True] - 1_000) < 4 * 23


def test_the_target_of_one_answer_is_that_answer():
    assert {draw(seed, answers=("IBM",))[1] for seed in range(50)} == {"IBM"}


SLOTS = ["{question}", "{context}", "{order}", "{convention}", "{", "}", "{}", "{0}", "\\g<0>", "$and", "May 1990"]
HOSTILE = st.lists(st.sampled_from([*SLOTS, "Ann"]), min_size=1, max_size=4).map(" ".join)


@given(HOSTILE, HOSTILE, st.lists(HOSTILE, min_size=1, max_size=3, unique=True), st.integers(0, 999))
def test_names_that_look_like_slots_stay_as_they_are(question, context, answers, seed):
    instruction, target = draw(seed, f"Q {question}?", f"C {context}.", tuple(answers))
    assert instruction in {text for _, _, text in all_filled(f"Q {question}?", f"C {context}.")}
    assert target in (ANSWER_SEPARATOR.join(answers), ANSWER_SEPARATOR.join(answers[::-1]))


def test_the_generator_decides():
    assert draw(3) == draw(3)
    assert len({draw(seed) for seed in range(300)}) > 100  # of 144 inputs


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("templates: ['{context} {question}']", "has slots"),
        ("templates: ['{context} {question} {convention} {order} {order}']", "has slots"),
        ("templates: []\nchronological: ['In order.']\nreverse_chronological: []", r"' \$and ' in 'In order"),
        ("templates: []\nchronological: []\nreverse_chronological: ['Backwards.']", "in 'Backwards"),
    ],
)
def test_a_table_that_lacks_something_is_refused(monkeypatch, tmp_path, table, message):
    (tmp_path / "instructions.yaml").write_text(table)
    monkeypatch.setattr(yaml_tables, "files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=message):
        instruction_wordings.__wrapped__()
