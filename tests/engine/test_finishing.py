"""The head of a model's card, and that no folder of the machine is on the card."""

from types import SimpleNamespace

import pytest
import yaml

from places import ROOT

for package in ("torch", "transformers"):
    pytest.importorskip(package, reason=f"training needs {package}")

from temporal_qa.engine.checkpoints import Progress  # noqa: E402
from temporal_qa.engine.finishing import CURVE, model_card  # noqa: E402
from temporal_qa.engine.question_data import shown_path  # noqa: E402
from temporal_qa.engine.recipes import read_recipe  # noqa: E402
from temporal_qa.models.recipes import READER_RECIPES  # noqa: E402

ACCELERATOR = SimpleNamespace(
    device=SimpleNamespace(type="cpu"), num_processes=1, mixed_precision="no", distributed_type=None
)


class Letters:
    """A reader of letters."""


@pytest.fixture
def card(tmp_path, monkeypatch):
    """Makes the card of a run, offline; returns it with its head."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)

    def make(**changes):
        sources = {"train": {"dataset": str(tmp_path / "facts.jsonl")}, "validation": None, "test": None}
        changes = {"model": None, "init": "tiny", "out": str(tmp_path / "runs" / "mine")} | sources | changes
        settings = [f"{key}={yaml.safe_dump(value, default_flow_style=True)}" for key, value in changes.items()]
        recipe = read_recipe(READER_RECIPES, ROOT / "training/recipes/t5_base_sft.yaml", settings)
        (tmp_path / CURVE).touch()
        data = {"hash": "", "padding": 0.0, "cut": {}, "left_out": {}}
        text = model_card(ACCELERATOR, recipe, Letters(), None, Progress(best=1, data=data), [], tmp_path)
        return text, yaml.safe_load(text.split("---")[1])

    return make


def test_a_new_model_has_our_licence_and_no_base(card, tmp_path):
    text, head = card()
    assert (head["license"], head["pipeline_tag"]) == ("apache-2.0", "question-answering")
    assert head.keys().isdisjoint({"base_model", "datasets"})
    assert str(tmp_path) not in text
    assert "# mine\n\nA reader of letters.\n" in text
    assert "](learning_curve.png)" in text


def test_a_model_and_a_dataset_of_the_hub_are_in_the_head(card):
    text, head = card(model="google/t5-v1_1-base", init=None, train={"dataset": "org/questions", "split": "train"})
    assert (head["base_model"], head["datasets"]) == ("google/t5-v1_1-base", ["org/questions"])
    assert head["license"] == "unknown"  # the Hub cannot be asked
    assert "Started from google/t5-v1_1-base" in text


@pytest.mark.parametrize(
    ("metadata", "license"),
    [("license: mit", "mit"), ("license: other\nlicense_name: own-1", "other"), ("language: en", "unknown"),
     (None, "unknown")],
)  # fmt: skip
def test_a_model_in_a_folder_hands_its_licence_on_and_gives_no_base(card, tmp_path, metadata, license):
    (tmp_path / "earlier").mkdir()
    if metadata:
        (tmp_path / "earlier/README.md").write_text(f"---\n{metadata}\n---\n# Earlier\n")
    text, head = card(model=str(tmp_path / "earlier"), init=None)
    assert (head["license"], head.get("license_name")) == (license, "own-1" if license == "other" else None)
    assert "base_model" not in head
    assert str(tmp_path) not in text
    assert "Started from earlier" in text


@pytest.mark.parametrize(
    ("path", "shown"),
    [("/home/ann/runs/seed-0", "seed-0"), ("../runs/seed-0", "seed-0"), ("runs/seed-0", "runs/seed-0"),
     ("google/t5-v1_1-base", "google/t5-v1_1-base"), ("/home/ann/data/", "data")],
)  # fmt: skip
def test_a_path_is_shown_without_the_folders_of_the_machine(path, shown):
    assert shown_path(path) == shown
