"""The card of a trained model, from the template ``cards/model.md.jinja``."""

from __future__ import annotations

import inspect
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from temporal_qa.engine.checkpoints import Progress
from temporal_qa.engine.question_data import shown_path, source_version
from temporal_qa.engine.recipes import ReaderRecipe, Recipe
from temporal_qa.hub.cards import render_card
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.score_table import ScoreRow, score_report
from temporal_qa.tables.markdown import markdown_table

if TYPE_CHECKING:
    from temporal_qa.engine.reader_training import ReaderTraining

CURVE = "learning_curve.png"
"""The name of the picture of the loss and the validations, beside the card."""

_LICENSE_KEYS = ("license", "license_name", "license_link")


def model_card(training: ReaderTraining, progress: Progress, rows: Sequence[ScoreRow], folder: Path) -> str:
    """The card of a model: its data, its training and its scores, these also as ``model-index``.

    Args:
        training: of the run, with its machine and the questions that the model was scored on.
        progress: the state of the run at its end.
        rows: the scores of these questions, 0 to 100, the row of all questions first; empty without scores.
        folder: of the card, in which there may be a picture :data:`CURVE`.

    Returns:
        Markdown under a head in YAML.
    """
    recipe, test, data = training.recipe, training.test, progress.data
    of_run, terms = run_values(recipe, progress, training.accelerator), _terms(recipe)
    task = {"task_type": "question-answering", "task_name": "Temporal question answering"}
    if test:
        task["dataset_type"] = test.source.hub_id or Path(test.source.dataset or "pseudo-pit").name
        task["dataset_name"] = test.source.describe()
    results = [
        {"metric_type": score, "metric_name": score, "metric_value": round(row[score], 2),
         "metric_args": {"n": row["n"], "confidence_interval_95": [round(end, 2) for end in row[f"{score}_interval"]]}}
        for row in rows[:1] for score in SCORES
    ]  # fmt: skip
    base = None if recipe.model is None or Path(recipe.model).exists() else recipe.model
    metadata = card_head(
        of_run["name"], task, results, language="en", library_name="transformers", pipeline_tag="question-answering",
        base_model=base, datasets=[recipe.train.hub_id] if recipe.train.hub_id else None,
        tags=["temporal-reasoning", "question-answering", "temporal-qa"], **terms,
    )  # fmt: skip
    return render_card(
        "model",
        **of_run,
        metadata=metadata,
        description=inspect.getdoc(type(training.reader)),
        start=shown_path(recipe.model) if recipe.model else f"a new model of the shape {recipe.init!r}",
        license=terms["license"],
        curve=CURVE if (folder / CURVE).is_file() else None,
        train=recipe.train.describe(), train_hash=data["hash"], train_version=source_version(recipe.train),
        test=test.source.describe() if test else None, test_hash=test.hash if test else None,
        test_version=source_version(test.source) if test else "", own_test=recipe.test is not None,
        cut={"training": data["cut"]} | ({"test": test.cut} if test else {}),
        padding=data["padding"], left_out=data["left_out"],
        scores=score_report(rows) if rows else None,
        validations=markdown_table(
            ["epoch", "step", "set_accuracy", "answer_f1"], [list(entry.values()) for entry in progress.validations]
        ),
    )  # fmt: skip


def card_head(name: str, task: Mapping[str, Any], results: Sequence[Mapping[str, Any]], **data: Any) -> str:
    """The head of a card in YAML.

    Args:
        name: of the model.
        task: task and dataset of the results, as arguments of ``EvalResult``.
        results: for ``model-index``, each as the other arguments of ``EvalResult``.
        data: further arguments of ``ModelCardData``.
    """
    from huggingface_hub import EvalResult, ModelCardData

    every = [EvalResult(**task, **result) for result in results]
    return str(ModelCardData(model_name=name, eval_results=every or None, **data).to_yaml()).rstrip()


def _terms(recipe: ReaderRecipe) -> dict[str, Any]:
    """The licence of the model it started from, as its card states it; for a new model, that of temporal-qa."""
    from huggingface_hub import ModelCard
    from huggingface_hub.errors import HTTPError
    from yaml import YAMLError

    if recipe.model is None:
        return {"license": "apache-2.0"}
    try:
        folder = Path(recipe.model)
        data = ModelCard.load(folder / "README.md" if folder.is_dir() else recipe.model).data.to_dict()
    except (OSError, ValueError, HTTPError, YAMLError):  # no card, one that cannot be read, or no network
        data = {}
    return {"license": "unknown"} | {key: data[key] for key in _LICENSE_KEYS if data.get(key)}


def run_values(recipe: Recipe, progress: Progress, accelerator: Any) -> dict[str, Any]:
    """What the cards of all models say of their training."""
    return {
        "name": shown_name(recipe.out), "recipe": _without_folders(recipe.to_dict()), "best": progress.best,
        "steps": progress.step, "epochs": progress.epoch, "stopped": progress.stopped,
        "hours": progress.seconds / 3600, "machine": _hardware(accelerator),
    }  # fmt: skip


def shown_name(path: str) -> str:
    """The name of what lies in a folder, for a card."""
    return shown_path(path).strip("/.").replace("/", "-")


def _without_folders(value: Any) -> Any:
    """The settings with each path as :func:`~.question_data.shown_path` writes it."""
    if isinstance(value, dict):
        return {key: _without_folders(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_folders(each) for each in value]
    return shown_path(value) if isinstance(value, str) and "/" in value else value


def _hardware(accelerator: Any) -> dict[str, str]:
    """Processes, device and versions."""
    import torch
    import transformers

    kind = accelerator.device.type
    how = "" if accelerator.num_processes == 1 else f" ({accelerator.distributed_type.value.lower()})"
    device = torch.cuda.get_device_name() if kind == "cuda" else platform.machine()
    versions = f"torch {torch.__version__}, transformers {transformers.__version__}, Python {platform.python_version()}"
    precision = accelerator.mixed_precision.replace("no", "fp32")
    processes = f"{accelerator.num_processes}{how}"
    return {"processes": processes, "device": f"{kind}: {device}", "precision": precision, "versions": versions}
