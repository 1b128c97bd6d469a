"""Recipes: complete, checked, and each with one clear line where it is wrong."""

import re
from pathlib import Path

import orjson
import pytest
import yaml

from places import ROOT
from temporal_qa.engine.question_data import PseudoQuestions, Source
from temporal_qa.engine.recipes import read_recipe, read_settings
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.models.predicting import read_prediction_recipe
from temporal_qa.models.recipes import READER_RECIPES

ALL = sorted((ROOT / "training/recipes").glob("*.yaml"))
RECIPES = [path for path in ALL if path.stem.startswith(("t5_", "fid_"))]  # rows of the paper's tables
PROMPTING = [path for path in ALL if path.stem.startswith("flan_")]
FULL = Path(__file__).with_name("full_recipes.jsonl")
SFT, FID = (next(path for path in RECIPES if path.stem == name) for name in ("t5_base_sft", "fid_base"))

OPTIONS = ("model", "reader", "questions", "config", "split", "out", "shots", "shots_from", "seed", "context",
           "passages", "max_input_tokens", "step_tokens", "max_target_tokens", "beams",
           "max_question_tokens", "search", "no_answer")  # fmt: skip


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_every_recipe_can_be_read(path):
    fusion = path.stem.startswith("fid_")
    recipe = read_recipe(READER_RECIPES, path)
    assert recipe.reader == ("fusion_in_decoder" if fusion else "t5")
    assert recipe.out == f"runs/{path.stem}/seed-0"
    assert f"--config training/recipes/{path.name}" in path.read_text()
    assert (recipe.learning_rate, recipe.epochs) == (1e-5, 15 if "base" in path.stem and not is_pit(path) else 10)
    if fusion:
        assert recipe.passages == 100


def is_pit(path):
    return path.stem.partition("_pit")[1] != "" and not path.stem.endswith("_sft") and path.stem.startswith("t5_")


def test_what_a_recipe_starts_from_is_what_another_makes():
    made = {read_recipe(READER_RECIPES, path, ["seed=2"]).out for path in RECIPES if is_pit(path)}
    for path in RECIPES:
        recipe = read_recipe(READER_RECIPES, path, ["seed=2"])
        if recipe.model.startswith("runs/"):
            assert recipe.model.removesuffix("/model") in made


def test_there_is_one_for_each_row_of_the_tables():
    for size in ("base", "large"):
        rows = ("sft", "pit", "pit_sft", "odqa_sft", "odqa_pit_sft", "pit_no_resampling", "pit_no_fiction",
                "pit_no_resampling_sft", "pit_no_fiction_sft")  # fmt: skip
        expected = {f"t5_{size}_{row}" for row in rows} | {f"fid_{size}{row}" for row in ("", "_pit", "_pit_refine")}
        assert expected <= {path.stem for path in RECIPES}


def test_the_rows_of_hieradates_table_differ_in_their_questions_and_epochs_alone():
    hieradate = (path for path in ALL if path.stem.startswith("hieradate_"))
    recipes = {path.stem: read_recipe(READER_RECIPES, path, ["seed=2"]) for path in hieradate}
    tasks = {name: recipe.train.where["task"] for name, recipe in recipes.items()}
    assert tasks == {
        "hieradate_main": ["main"],
        "hieradate_extraction": ["main", "extraction"],
        "hieradate_reasoning": ["main", "reasoning"],
        "hieradate_robustness": ["main", "robustness"],
        "hieradate_no_robustness": ["main", "extraction", "reasoning"],
        "hieradate_all": ["main", "extraction", "reasoning", "robustness"],
        "hieradate_ages": ["extraction", "reasoning"],
    }
    assert {name: recipe.out for name, recipe in recipes.items()} == {name: f"runs/{name}/seed-2" for name in recipes}
    own = dict.fromkeys(("out", "train", "validation", "epochs"))
    others = [recipe.to_dict() | own for recipe in recipes.values()]
    assert all(other == others[0] for other in others)


def test_there_is_one_for_each_row_of_timeqas_tables():
    bigbird = {path.stem: path for path in ALL if path.stem.startswith("bigbird_")}
    trained = {name: read_recipe(READER_RECIPES, path) for name, path in bigbird.items() if "time_qa" in name}
    assert {name: recipe.model for name, recipe in trained.items()} == {
        "bigbird_time_qa": "google/bigbird-roberta-base",
        "bigbird_nq_time_qa": "vasudevgupta/bigbird-roberta-natural-questions",
        "bigbird_trivia_qa_time_qa": "google/bigbird-base-trivia-itc",
        "bigbird_nq_time_qa_human": f"{trained['bigbird_nq_time_qa'].out}/model",
    }
    assert all((recipe.learning_rate, recipe.epochs) == (2e-5, 3) for recipe in trained.values())
    asked = {name: read_prediction_recipe(path, OPTIONS) for name, path in bigbird.items() if name not in trained}
    assert {name: values["model"] for name, values in asked.items()} == {
        "bigbird_nq": trained["bigbird_nq_time_qa"].model,
        "bigbird_trivia_qa": trained["bigbird_trivia_qa_time_qa"].model,
    }
    for name, path in bigbird.items():
        assert f"training/recipes/{name}.yaml" in path.read_text()
    fusion = read_recipe(READER_RECIPES, ROOT / "training/recipes/time_qa_fid.yaml")
    assert (fusion.reader, fusion.context, fusion.answer_orders) == ("fusion_in_decoder", "paragraphs", "each")


@pytest.mark.parametrize("name", ["time_qa_minilm", "fact_set_reason_qa"])
def test_readers_over_minilm_have_a_recipe_each(name):
    recipe = read_recipe(READER_RECIPES, ROOT / f"training/recipes/{name}.yaml", ["seed=2"])
    assert (recipe.model, recipe.out) == ("sentence-transformers/all-MiniLM-L6-v2", f"runs/{name}/seed-2")


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
        ("- 1", "expected a YAML mapping of keys to values"),
        ("a: [", "cannot be read as YAML"),
        ("model: x\nseed: 1\nseed: 2", "cannot be read as YAML: the key 'seed' stands a second time in line 3"),
        ('model: "\\ud800"', "cannot be read as YAML: 'utf-8' codec can't encode character"),
    ],
)
def test_a_wrong_recipe_of_prediction_is_one_clear_line(tmp_path, text, message):
    (tmp_path / "r.yaml").write_text(text)
    with pytest.raises(InputError, match=re.escape(message)):
        read_prediction_recipe(tmp_path / "r.yaml", ["model", "shots", "seed"])


def test_values_can_be_replaced():
    overrides = ["seed=7", "learning_rate=3e-4", "train.split=dev", "trackers=[]", "patience=3"]
    recipe = read_recipe(READER_RECIPES, SFT, overrides, init="tiny")
    assert (recipe.seed, recipe.learning_rate, recipe.trackers, recipe.patience) == (7, 3e-4, [], 3)
    assert recipe.train == Source("complex-tr", "reason_qa", "dev")
    assert (recipe.model, recipe.init) == (None, "tiny")
    assert recipe.out.endswith("seed-7")


def test_a_value_may_stand_for_another_as_yaml_writers_have_it(tmp_path):
    plain = yaml.safe_load(SFT.read_text(encoding="utf-8"))
    shared = yaml.safe_dump(plain | {"test": plain["validation"]})
    assert "*id001" in shared
    (tmp_path / "shared.yaml").write_text(shared)
    recipe = read_recipe(READER_RECIPES, tmp_path / "shared.yaml")
    assert recipe.test == recipe.validation == Source("complex-tr", "reason_qa", "dev")


def test_the_generator_is_a_source():
    source = "train={pseudo-pit: {questions: 500, seed: 3, invent: true, new_each_epoch: true, group_facts: [2, 3]}}"
    recipe = read_recipe(READER_RECIPES, SFT, [source])
    options = PseudoQuestions(500, 3, new_each_epoch=True, invent=True, group_facts=[2, 3])
    assert recipe.train == Source(pseudo_pit=options)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("lr=1e-4", "unknown field `lr`, expected out, epochs, best_by"),
        ("passages_at_once=4", "unknown field `passages_at_once`"),
        ("epochs=many", "epochs: Expected `int`, got `str`"),
        ("epochs=true", "epochs: Expected `int`, got `bool`"),
        ("epochs=0", "epochs: Expected `int` >= 1"),
        ("tokens_per_batch=0", "tokens_per_batch: Expected `int` >= 1"),
        ("warmup=2", "warmup: Expected `float` <= 1.0"),
        ("learning_rate=.nan", "learning_rate: Expected `float` >= 0"),
        ("learning_rate=.inf", "learning_rate: Expected `float` <= 1.79"),
        ("max_gradient_norm=0", "max_gradient_norm: Expected `float` > 0"),
        ("compile=1", "compile: Expected `bool`, got `int`"),
        ("schedule=cosine", "schedule: Invalid enum value 'cosine', expected linear or constant"),
        ("trackers=tensorboard", "trackers: Expected `array`, got `str`"),
        ("init=tiny", "expected either a 'model' or 'init'"),
        ("model=null", "expected either a 'model' or 'init'"),
        ("reader=bert", "reader is 'bert', expected t5 or fusion_in_decoder"),
        ("best_by=loss", "best_by: Invalid enum value 'loss', expected set_accuracy or answer_f1"),
        ("train=complex-tr", "train: Expected `object`, got `str`"),
        ("train.splits=dev", "train: Object contains unknown field `splits`"),
        (
            "train={pseudo-pit: {questions: 5, seed: 1, invented: true}}",
            "train.pseudo-pit: Object contains unknown field `invented`",
        ),
        ("train={pseudo-pit: {questions: 5, seed: 1}}", "train.pseudo-pit: expected either --facts FILE or --invent"),
        ("train={pseudo-pit: {seed: 1, invent: true}}", "train.pseudo-pit: Object missing required field `questions`"),
        ("out.folder=x", "out.folder: there is no mapping 'out'"),
        ("seed", "expected key=value"),
        ("out=s3://lab/run", "out is s3://lab/run, expected a folder on this machine"),
        ("train={dataset: 's3://ann:secret@lab/ds'}", "s3://lab/ds: expected no user, password or query in a URL"),
    ],
)
def test_a_wrong_value_is_told_in_one_line(override, message):
    with pytest.raises(InputError) as refused:
        read_recipe(READER_RECIPES, SFT, [override])
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_key_is_set_once():
    with pytest.raises(InputError, match=r"--set train\.split is given twice"):
        read_recipe(READER_RECIPES, SFT, ["train.split=dev", "seed=1", "train.split=test"])


def test_compile_does_not_go_with_computing_again():
    with pytest.raises(InputError, match="compile: true does not go with gradient_checkpointing"):
        read_recipe(READER_RECIPES, SFT, ["compile=true", "gradient_checkpointing=true"])
    with pytest.raises(InputError, match="compile: true does not go with passages_at_once"):
        read_recipe(READER_RECIPES, FID, ["compile=true"])
    assert read_recipe(READER_RECIPES, FID, ["compile=true", "passages_at_once=null"]).compile


@pytest.mark.parametrize("row", list(read_rows(FULL)), ids=lambda row: row.values["name"])
def test_a_recipe_over_a_base_is_the_full_one(row):
    """``full_recipes.jsonl`` holds every recipe as it stood in full, before ``base``, ``reader`` and ``best_by``."""
    name, full = row.values["name"], row.values["recipe"]
    path = ROOT / f"training/recipes/{name}.yaml"
    resolved = read_settings(path)
    if not name.startswith("flan_"):
        assert resolved.pop("reader") == ("fusion_in_decoder" if name.startswith("fid_") else "t5")
        assert resolved.pop("best_by") == "set_accuracy"
    assert resolved == full


def test_the_resolved_recipe_is_a_recipe(tmp_path):
    for path in (FID, next(path for path in RECIPES if path.stem == "t5_large_pit_no_fiction")):
        recipe = read_recipe(READER_RECIPES, path)
        (tmp_path / "recipe.json").write_bytes(orjson.dumps(recipe.to_dict()))
        assert read_recipe(READER_RECIPES, tmp_path / "recipe.json") == recipe
        assert recipe.to_dict().keys() == set(type(recipe).__struct_fields__)


def test_a_base_is_put_under_what_differs(tmp_path):
    (tmp_path / "bases").mkdir()
    (tmp_path / "bases/first.yaml").write_text("a: 1\nb: {c: 2, d: 3}\ne: [4]\n")
    (tmp_path / "second.yaml").write_text("base: bases/first.yaml\nb.c: 5\ne: []\n")
    (tmp_path / "third.yaml").write_text("base: second.yaml\nb: {f: 6}\n")
    assert read_settings(tmp_path / "second.yaml") == {"a": 1, "b": {"c": 5, "d": 3}, "e": []}
    assert read_settings(tmp_path / "third.yaml", ["b.g=7"]) == {"a": 1, "b": {"f": 6, "g": 7}, "e": []}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base: r.yaml", "r.yaml: is its own base"),
        ("base: ./other.yaml", "r.yaml: is its own base"),
        ("base: missing.yaml", "r.yaml: base is 'missing.yaml': no such file"),
        ("base: .", "r.yaml: base is '.': no such file"),
        ("base: [a]", "r.yaml: base is ['a'], expected the path of a YAML file"),
        ('base: "a\\0b"', "r.yaml: base is 'a\\x00b': no such file"),
        ("base: list.yaml", "list.yaml: expected a YAML mapping"),
        ("base: plain.yaml\na.b: 1", "r.yaml: a.b: there is no mapping 'a'"),
    ],
)
def test_a_base_that_cannot_be(tmp_path, text, message):
    files = {"r": text, "other": "base: r.yaml", "list": "[]", "plain": "a: 1"}
    for name, content in files.items():
        (tmp_path / f"{name}.yaml").write_text(content)
    with pytest.raises(InputError) as refused:
        read_settings(tmp_path / "r.yaml")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_nothing_is_left_out(tmp_path):
    values = yaml.safe_load(SFT.read_text())
    del values["seed"], values["dropout"]
    path = tmp_path / "recipe.yaml"
    path.write_text(yaml.safe_dump(values))
    with pytest.raises(InputError, match=r"recipe\.yaml: Object missing required field `seed`"):
        read_recipe(READER_RECIPES, path)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, r"recipe\.yaml: no such file$"), ("a: [", "cannot be read as YAML"), ("- a", "expected a YAML mapping")],
)
def test_a_file_that_is_no_recipe(tmp_path, content, message):
    path = tmp_path / "recipe.yaml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=message) as refused:
        read_recipe(READER_RECIPES, path)
    assert "\n" not in str(refused.value)
