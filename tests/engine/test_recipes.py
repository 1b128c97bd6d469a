"""Recipes: complete, checked, and each with one clear line where it is wrong."""

import re

import pytest
import yaml

from places import ROOT
from temporal_qa.engine.question_data import PseudoQuestions, StoredQuestions
from temporal_qa.engine.recipes import FusionRecipe, TrainingRecipe, read_recipe
from temporal_qa.io.errors import InputError
from temporal_qa.models.predicting import read_prediction_recipe

ALL = sorted((ROOT / "training/recipes").glob("*.yaml"))
RECIPES = [path for path in ALL if path.stem.startswith(("t5_", "fid_"))]  # rows of the paper's tables
PROMPTING = [path for path in ALL if path.stem.startswith("flan_")]
SFT, FID = (next(path for path in RECIPES if path.stem == name) for name in ("t5_base_sft", "fid_base"))

OPTIONS = ("model", "questions", "config", "split", "out", "shots", "shots_from", "seed", "context", "passages",
           "max_input_tokens", "max_target_tokens", "beams")  # fmt: skip


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_every_recipe_can_be_read(path):
    fusion = path.stem.startswith("fid_")
    recipe = read_recipe(FusionRecipe if fusion else TrainingRecipe, path)
    assert recipe.fusion is fusion
    assert recipe.out == f"runs/{path.stem}/seed-0"
    assert f"--config training/recipes/{path.name}" in path.read_text()
    assert (recipe.learning_rate, recipe.epochs) == (1e-5, 15 if "base" in path.stem and not is_pit(path) else 10)
    if fusion:
        assert recipe.passages == 100


def is_pit(path):
    return path.stem.partition("_pit")[1] != "" and not path.stem.endswith("_sft") and path.stem.startswith("t5_")


def test_what_a_recipe_starts_from_is_what_another_makes():
    made = {read_recipe(TrainingRecipe, path, ["seed=2"]).out for path in RECIPES if is_pit(path)}
    for path in RECIPES:
        recipe = read_recipe(FusionRecipe if path.stem.startswith("fid_") else TrainingRecipe, path, ["seed=2"])
        if recipe.model.startswith("runs/"):
            assert recipe.model.removesuffix("/model") in made


def test_there_is_one_for_each_row_of_the_tables():
    for size in ("base", "large"):
        rows = ("sft", "pit", "pit_sft", "odqa_sft", "odqa_pit_sft", "pit_no_resampling", "pit_no_fiction",
                "pit_no_resampling_sft", "pit_no_fiction_sft")  # fmt: skip
        expected = {f"t5_{size}_{row}" for row in rows} | {f"fid_{size}{row}" for row in ("", "_pit", "_pit_refine")}
        assert expected <= {path.stem for path in RECIPES}


@pytest.mark.parametrize("path", PROMPTING, ids=lambda path: path.stem)
def test_few_shot_prompting_is_a_recipe_of_prediction(path):
    values = read_prediction_recipe(path, OPTIONS)
    assert (values["model"], values["shots"], values["split"]) == ("google/flan-t5-xl", "1", "test")
    assert f"--recipe training/recipes/{path.name}" in path.read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shots: [1]", "shots is [1], expected text or a whole number"),
        ("shot: 1", "unknown key 'shot', expected model, shots, seed"),
        ("- 1", "expected a YAML mapping of options"),
        ("a: [", "cannot be read as YAML"),
    ],
)
def test_a_wrong_recipe_of_prediction_is_one_clear_line(tmp_path, text, message):
    (tmp_path / "r.yaml").write_text(text)
    with pytest.raises(InputError, match=re.escape(message)):
        read_prediction_recipe(tmp_path / "r.yaml", ["model", "shots", "seed"])


def test_values_can_be_replaced():
    overrides = ["seed=7", "learning_rate=3e-4", "train.split=dev", "trackers=[]", "patience=3"]
    recipe = read_recipe(TrainingRecipe, SFT, overrides, init="tiny")
    assert (recipe.seed, recipe.learning_rate, recipe.trackers, recipe.patience) == (7, 3e-4, [], 3)
    assert recipe.train == StoredQuestions("complex-tr", "reason_qa", "dev")
    assert (recipe.model, recipe.init) == (None, "tiny")
    assert recipe.out.endswith("seed-7")


def test_a_value_may_stand_for_another_as_yaml_writers_have_it(tmp_path):
    plain = yaml.safe_load(SFT.read_text(encoding="utf-8"))
    shared = yaml.safe_dump(plain | {"test": plain["validation"]})
    assert "*id001" in shared
    (tmp_path / "shared.yaml").write_text(shared)
    recipe = read_recipe(TrainingRecipe, tmp_path / "shared.yaml")
    assert recipe.test == recipe.validation == StoredQuestions("complex-tr", "reason_qa", "dev")


def test_the_generator_is_a_source():
    source = "train={pseudo-pit: {questions: 500, seed: 3, invent: true, new_each_epoch: true, group_facts: [2, 3]}}"
    recipe = read_recipe(TrainingRecipe, SFT, [source])
    assert recipe.train == PseudoQuestions(500, 3, new_each_epoch=True, invent=True, group_facts=[2, 3])


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("lr=1e-4", "unknown key 'lr', expected out, model"),
        ("passages_at_once=4", "unknown key 'passages_at_once'"),
        ("epochs=many", "epochs is 'many', expected a whole number"),
        ("epochs=true", "epochs is True, expected a whole number"),
        ("epochs=-1", "epochs is -1, expected at least 0"),
        ("tokens_per_batch=0", "tokens_per_batch is 0, expected at least 1"),
        ("warmup=2", "warmup is 2.0, expected a share, 0 to 1"),
        ("learning_rate=.nan", "learning_rate is nan"),
        ("compile=1", "compile is 1, expected true or false"),
        ("schedule=cosine", "schedule is 'cosine', expected linear or constant"),
        ("trackers=tensorboard", "trackers is 'tensorboard', expected a list"),
        ("init=tiny", "expected either a 'model' or 'init'"),
        ("model=null", "expected either a 'model' or 'init'"),
        ("train=complex-tr", "train: expected 'dataset'"),
        ("train.splits=dev", "train: unknown key 'splits', expected dataset, config, split"),
        ("train={pseudo-pit: {questions: 5, seed: 1, invented: true}}", "train: unknown key 'invented'"),
        ("train={pseudo-pit: {questions: 5, seed: 1}}", "train: expected either --facts FILE or --invent"),
        ("train={pseudo-pit: {seed: 1, invent: true}}", "train: expected 'questions'"),
        ("out.folder=x", "has no mapping 'out'"),
        ("seed", "expected key=value"),
    ],
)
def test_a_wrong_value_is_told_in_one_line(override, message):
    with pytest.raises(InputError) as told:
        read_recipe(TrainingRecipe, SFT, [override])
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_compile_does_not_go_with_computing_again():
    with pytest.raises(InputError, match="compile: true does not go with gradient_checkpointing or passages_at_once"):
        read_recipe(TrainingRecipe, SFT, ["compile=true", "gradient_checkpointing=true"])
    with pytest.raises(InputError, match="compile: true does not go with"):
        read_recipe(FusionRecipe, FID, ["compile=true"])
    assert read_recipe(FusionRecipe, FID, ["compile=true", "passages_at_once=null"]).compile


def test_nothing_is_left_out(tmp_path):
    values = yaml.safe_load(SFT.read_text())
    del values["seed"], values["dropout"]
    path = tmp_path / "recipe.yaml"
    path.write_text(yaml.safe_dump(values))
    with pytest.raises(InputError, match=r"recipe.yaml: no dropout, seed; a recipe leaves nothing out"):
        read_recipe(TrainingRecipe, path)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), ("a: [", "cannot be read as YAML"), ("- a", "expected a YAML mapping")],
)
def test_a_file_that_is_no_recipe(tmp_path, content, message):
    path = tmp_path / "recipe.yaml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=message) as told:
        read_recipe(TrainingRecipe, path)
    assert "\n" not in str(told.value)
