"""The card of a trained model, from the template ``cards/model.md.jinja``."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.engine.checkpoints import Progress
from temporal_qa.engine.evaluation import EvaluationQuestions
from temporal_qa.engine.question_data import source_version
from temporal_qa.engine.recipes import Recipe
from temporal_qa.hub.cards import render_card
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.score_report import score_report
from temporal_qa.scoring.score_table import ScoreRow
from temporal_qa.tables.markdown import markdown_table


def model_card(
    recipe: Recipe,
    description: str,
    progress: Progress,
    rows: Sequence[ScoreRow],
    test: EvaluationQuestions | None,
    accelerator: Any,
) -> str:
    """The card of a model: its data, its training and its scores, these also as ``model-index``.

    Args:
        recipe: of the run.
        description: of the reader.
        progress: the state of the run at its end.
        rows: the scores of the questions in ``test``, 0 to 100, the row of all questions first; empty without scores.
        test: the questions that the model was scored on.
        accelerator: of the run, for the machine.

    Returns:
        Markdown under a head in YAML.
    """
    data = progress.data or {"hash": "", "padding": 0.0, "cut": {}}
    name = Path(recipe.out).as_posix().strip("/.").replace("/", "-")
    return render_card(
        "model",
        metadata=_metadata(name, recipe, rows, test).rstrip(),
        name=name,
        description=description,
        start=recipe.model or f"a new model of the shape {recipe.init!r}",
        recipe=recipe.to_dict(),
        train=recipe.train.describe(),
        train_hash=data["hash"],
        train_version=source_version(recipe.train),
        test=test.source.describe() if test else None,
        test_hash=test.hash if test else None,
        test_version=source_version(test.source) if test else "",
        own_test=recipe.test is not None,
        cut={"training": data["cut"]} | ({"test": test.cut} if test else {}),
        padding=data["padding"],
        scores=score_report(rows) if rows else None,
        validations=markdown_table(
            ["epoch", "step", "set_accuracy", "answer_f1"],
            [[entry.epoch, entry.step, entry.set_accuracy, entry.answer_f1] for entry in progress.validations],
        ),
        best=progress.best,
        steps=progress.step,
        epochs=progress.epoch,
        stopped=progress.stopped,
        hours=progress.seconds / 3600,
        machine=_hardware(accelerator),
        version=__version__,
    )


def _metadata(name: str, recipe: Recipe, rows: Sequence[ScoreRow], test: EvaluationQuestions | None) -> str:
    from huggingface_hub import EvalResult, ModelCardData

    results = [
        EvalResult(
            task_type="question-answering",
            task_name="Temporal question answering",
            dataset_type=test.source.dataset or "pseudo-pit",
            dataset_name=test.source.describe(),
            metric_type=score,
            metric_name=score,
            metric_value=round(getattr(row, score), 2),
            metric_args={"n": row.n, "confidence_interval_95": [round(end, 2) for end in row.intervals[score]]},
        )
        for row in rows[:1]
        for score in SCORES
        if test is not None and row.intervals is not None
    ]
    data = ModelCardData(
        model_name=name,
        eval_results=results or None,
        language="en",
        library_name="transformers",
        base_model=None if recipe.model is None or Path(recipe.model).exists() else recipe.model,
        datasets=[recipe.train.hub_id] if recipe.train.hub_id else None,
        tags=["temporal-reasoning", "question-answering", "temporal-qa"],
    )
    return str(data.to_yaml())


def _hardware(accelerator: Any) -> dict[str, str]:
    """Processes, device and versions."""
    import torch
    import transformers

    kind = accelerator.device.type
    how = "" if accelerator.num_processes == 1 else f" ({accelerator.distributed_type.value.lower()})"
    device = torch.cuda.get_device_name() if kind == "cuda" else platform.machine()
    return {
        "processes": f"{accelerator.num_processes}{how}",
        "device": f"{kind}: {device}",
        "precision": accelerator.mixed_precision if accelerator.mixed_precision != "no" else "fp32",
        "versions": f"torch {torch.__version__}, transformers {transformers.__version__}, "
        f"Python {platform.python_version()}",
    }
