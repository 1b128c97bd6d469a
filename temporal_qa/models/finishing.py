"""The end of a run: the best model is scored, gets its card, and goes to its place or to the Hub."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.files import InputError, Row, write_json, write_json_lines
from temporal_qa.hub.cards import render_card
from temporal_qa.hub.dataset_repo import sha256
from temporal_qa.hub.hub_errors import patiently, told_in_one_line
from temporal_qa.models.checkpoints import Progress, RunFolder
from temporal_qa.models.generation import Answer, validate
from temporal_qa.models.question_data import Source, StoredQuestions, source_version
from temporal_qa.models.t5 import load_model
from temporal_qa.models.training_recipes import TrainingRecipe
from temporal_qa.models.training_steps import EvaluationQuestions
from temporal_qa.report.tables import markdown_table, score_report
from temporal_qa.scoring.score_table import FACETS, SCORES, Matched, ScoreRow, match_predictions, score_table
from temporal_qa.scoring.scored_questions import Sources, question_rows, questions_hash, scored_questions

_RESAMPLES = 1000


def finish(accelerator: Any, folder: RunFolder, recipe: TrainingRecipe, tokenizer: Any, progress: Progress) -> None:
    """Scores the best model on the test questions, or else on those of the validation; writes ``predictions.jsonl``,
    ``items.jsonl`` (the scored run, for ``temporal-qa report``), ``scores.json``, ``training.json`` and the card beside
    it, and gives it its place. Every process calls it."""
    best, source = folder.best(progress), recipe.test or recipe.validation
    test = EvaluationQuestions(source, tokenizer, recipe.reading) if source else None
    rows: list[ScoreRow] = []
    if test is not None:
        model = load_model(str(best), fusion=recipe.fusion).to(accelerator.device)
        _, answers = validate(accelerator, model, tokenizer, test.examples, recipe)
        if accelerator.is_main_process:
            matched, predictions = match_answers(test, answers), best / "predictions.jsonl"
            rows = score_answers(matched)
            write_json_lines(predictions, prediction_rows(test, answers))
            items = scored_questions(matched, run_sources(test, predictions), run=Path(recipe.out).as_posix())
            write_json_lines(best / "items.jsonl", question_rows(items))
            write_json(best / "scores.json", [row.to_dict() for row in rows])
    if accelerator.is_main_process:
        write_json(best / "recipe.json", recipe.to_dict())
        write_json(best / "training.json", asdict(progress))
        card = model_card(recipe, progress, rows, test, hardware(accelerator))
        (best / "README.md").write_text(card, encoding="utf-8")
        best.rename(folder.model)
        for row in rows[:1]:
            print(f"{test.source.describe() if test else ''}: set accuracy {row.set_accuracy:.1f}, n = {row.n}")
        print(f"wrote {folder.model}")
    accelerator.wait_for_everyone()


def prediction_rows(questions: EvaluationQuestions, answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """As ``temporal-qa score`` reads them."""
    return [
        {"id": example.id, "text": answer.text, "answers": answer.answers, "score": answer.score}
        for example, answer in zip(questions.examples, answers, strict=True)
    ]


def match_answers(questions: EvaluationQuestions, answers: Sequence[Answer]) -> list[Matched]:
    """The questions with their answers, ready to be scored."""
    predicted = _numbered(prediction_rows(questions, answers))
    return match_predictions(_numbered(questions.rows), predicted, questions.source.describe(), "the model's answers")


def run_sources(questions: EvaluationQuestions, predictions: Path) -> Sources:
    """Names and hashes of the questions, which may be on the Hub or made as they are read, and of the predictions."""
    source = questions.source
    if isinstance(source, StoredQuestions) and Path(source.dataset).is_file():
        return Sources.of_files(Path(source.dataset), predictions)
    asked = questions_hash(_numbered(questions.rows), source.describe())
    return Sources(source.describe(), asked, None, predictions.name, sha256(predictions))


def _numbered(rows: Sequence[dict[str, Any]]) -> list[Row]:
    return [Row(line, row) for line, row in enumerate(rows, 1)]


def score_answers(matched: Sequence[Matched]) -> list[ScoreRow]:
    """Scores of all questions and by every facet that they have, with 95 % intervals."""
    facets = ("level", "hops", "future", "answers")
    there = [name for name in facets if name in FACETS and all(name in row.question.facets for row in matched)]
    return score_table(matched, by=there, bootstrap=_RESAMPLES)


def model_card(
    recipe: TrainingRecipe,
    progress: Progress,
    rows: Sequence[ScoreRow],
    test: EvaluationQuestions | None,
    machine: Mapping[str, str],
) -> str:
    """The card of a model: what it was made from, how, what it scores, and the same as ``model-index``."""
    data = progress.data or {"hash": "", "padding": 0.0, "cut": {}}
    name = Path(recipe.out).as_posix().strip("/.").replace("/", "-")
    return render_card(
        "model",
        metadata=_metadata(name, recipe, rows, test).rstrip(),
        name=name,
        fusion=recipe.fusion,
        start=recipe.model or f"a new T5 of the shape {recipe.init!r}",
        script="train_fusion_in_decoder" if recipe.fusion else "train_t5",
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
            [
                [entry["epoch"], entry["step"], entry["set_accuracy"], entry["answer_f1"]]
                for entry in progress.validations
            ],
        ),
        best=progress.best,
        steps=progress.step,
        epochs=progress.epoch,
        stopped=progress.stopped,
        hours=progress.seconds / 3600,
        machine=machine,
        version=__version__,
    )


def _metadata(name: str, recipe: TrainingRecipe, rows: Sequence[ScoreRow], test: EvaluationQuestions | None) -> str:
    from huggingface_hub import EvalResult, ModelCardData

    results = [
        EvalResult(
            task_type="question-answering",
            task_name="Temporal question answering",
            dataset_type=_hub_id(test.source),
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
        datasets=[_hub_id(recipe.train)] if _on_hub(recipe.train) else None,
        tags=["temporal-reasoning", "question-answering", "temporal-qa"],
    )
    return str(data.to_yaml())


def _on_hub(source: Source) -> bool:
    return isinstance(source, StoredQuestions) and source.dataset.count("/") == 1 and not Path(source.dataset).exists()


def _hub_id(source: Source) -> str:
    return source.dataset if isinstance(source, StoredQuestions) else "pseudo-pit"


def hardware(accelerator: Any) -> dict[str, str]:
    """Processes, device and versions."""
    import torch
    import transformers

    kind = accelerator.device.type
    device = torch.cuda.get_device_name() if kind == "cuda" else platform.machine()
    return {
        "processes": f"{accelerator.num_processes} ({accelerator.distributed_type.value.lower()})",
        "device": f"{kind}: {device}",
        "precision": accelerator.mixed_precision if accelerator.mixed_precision != "no" else "fp32",
        "versions": f"torch {torch.__version__}, transformers {transformers.__version__}, "
        f"Python {platform.python_version()}",
    }


def push_model(folder: Path, name: str) -> str:
    """Puts a finished model on the Hub, in a repository that is made where there is none; returns its address.

    Raises:
        InputError: the Hub refuses, or cannot be reached.
    """
    from huggingface_hub import HfApi

    hub = HfApi()
    try:
        with told_in_one_line(hub, "model", name):
            repo = patiently(lambda: hub.create_repo(name, exist_ok=True))
            message = f"temporal-qa {__version__}"
            hub.upload_folder(repo_id=repo.repo_id, folder_path=folder, commit_message=message)
    except InputError as error:
        raise InputError(f"--push {name}: {error}; the model stays in {folder}, the same command tries again") from None
    return str(repo)
