"""Model cards: whole, and with code that runs as it stands, for every way in which a model reads."""

import re

import msgspec
import pytest
import yaml

from places import ROOT
from temporal_qa.engine.question_data import PseudoQuestions, Source
from temporal_qa.engine.recipes import read_recipe, read_settings
from temporal_qa.hub.cards import render_card
from temporal_qa.models.recipes import READER_RECIPES

WAYS = [("facts", False), ("instruction", False), ("passages", False), ("passages", True)]


def card(context, fusion, **values):
    """A card as the end of a run fills it."""
    recipe = {"context": context, "max_input_tokens": 512, "passages": 100 if context == "passages" else None,
              "model": "google/t5-v1_1-base", "train": {"dataset": "complex-tr"},
              "reader": "fusion_in_decoder" if fusion else "t5"}  # fmt: skip
    given = {
        "metadata": "language: en\nlibrary_name: transformers", "name": "t5-base-sft", "description": "A T5.",
        "start": "google/t5-v1_1-base", "recipe": recipe, "train": "complex-tr reason_qa train",
        "train_hash": "a" * 64, "train_version": "commit 1", "test": "complex-tr reason_qa test", "test_hash": "b" * 64,
        "test_version": "", "own_test": True,
        "cut": {"training": {"inputs_cut": 0.25}}, "padding": 0.1, "scores": "| n |\n| -: |\n| 7 |", "validations": "",
        "left_out": {"targets too long, not trained on": 1200},
        "best": 100, "steps": 1200, "epochs": 3, "stopped": False, "hours": 0.5, "machine": {"device": "cpu"},
        "version": "0.1.0", "license": "apache-2.0", "curve": "learning_curve.png",
    }  # fmt: skip
    return render_card("model", **given | values)


RECIPES = [
    path
    for path in sorted((ROOT / "training/recipes").glob("*.yaml"))
    if {"reader", "epochs"} <= read_settings(path).keys()  # those of training
]


@pytest.mark.parametrize(("context", "fusion"), WAYS)
def test_the_card_of_each_way_is_whole(context, fusion):
    assert_whole(card(context, fusion))


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_the_card_of_each_recipe_is_whole(path):
    assert_whole(card("", False, recipe=read_recipe(READER_RECIPES, path, [], None).to_dict()))


def assert_whole(text):
    assert yaml.safe_load(text.split("---\n")[1]) == {"language": "en", "library_name": "transformers"}
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == ["How to use", "Uses", "Scores", "How it was trained", "Limits and biases", "Citation"]
    words = re.sub(r"```.*?```", "code", text.partition("The whole recipe")[0], flags=re.DOTALL)
    assert not re.search(r"{{|{%|}}|%}|\bNone\b|\n\n\n", words)
    assert "a" * 64 in text
    assert "b" * 64 in text
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    compile(code, "card", "exec")


def test_what_was_not_scored_and_not_started_from_another_says_so():
    recipe = {"reader": "t5", "context": "facts", "max_input_tokens": 9, "passages": None, "model": None, "train": {}}
    text = card("facts", False, scores=None, recipe=recipe, start="a new T5")
    assert "Not scored" in text
    assert "a new T5 has learned" not in text


@pytest.mark.parametrize(
    ("train", "said"),
    [
        (Source(pseudo_pit=PseudoQuestions(100, 1, invent=True)), True),
        (Source(pseudo_pit=PseudoQuestions(100, 1, facts="facts.jsonl")), True),
        (Source(pseudo_pit=PseudoQuestions(100, 1, facts="facts.jsonl", fiction=False)), False),
        (Source("complex-tr"), False),
    ],
)
def test_only_fiction_is_said_to_be_about_nobody(train, said):
    recipe = {"context": "facts", "max_input_tokens": 512, "passages": None, "model": None, "reader": "t5",
              "train": msgspec.to_builtins(train)}  # fmt: skip
    text = card("facts", False, recipe=recipe, train=train.describe())
    assert ("about entities that do not exist" in text) is said


@pytest.mark.parametrize(("context", "fusion"), WAYS)
def test_the_python_in_the_card_runs_as_it_stands(tiny_t5, context, fusion):
    (code,) = re.findall(r"```python\n(.*?)```", card(context, fusion), re.DOTALL)
    said = {}
    exec(code.replace("PATH_OR_REPO", str(tiny_t5)), said)  # noqa: S102 - what the card tells readers to run
    assert isinstance(said["answers"], list)
    assert all(isinstance(answer, str) for answer in said["answers"])


@pytest.mark.parametrize("context", ["facts", "passages"])
def test_the_input_in_the_card_has_the_form_that_the_model_was_trained_on(context, tokenizer):
    from collections import Counter

    from temporal_qa.models.seq2seq.inputs import InputFormat, read_examples

    (code,) = re.findall(r"```python\n(.*?)```", card(context, False), re.DOTALL)
    shown = {}
    exec(code[code.index("text = (") : code.index("output =")], shown)  # noqa: S102 - likewise
    question, _, rest = shown["text"].removeprefix("question: ").partition("? ")
    row = {"id": "a", "question": f"{question}?", "fact_context": rest.removeprefix("context: "),
           "passages": [{"title": "Ann Reed", "text": rest.partition(" context: ")[2]}]}  # fmt: skip
    (example,) = read_examples([row], tokenizer, InputFormat(context, 512, 64), Counter(), targets=False)
    assert tokenizer(shown["text"])["input_ids"] == example.inputs[0].tolist()
