"""The end of a run: the best model is scored, gets its card, and goes to its place or to the Hub."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import EvaluationQuestions, validate
from temporal_qa.engine.learning_curve import plot_learning_curve
from temporal_qa.engine.model_card import CURVE, model_card
from temporal_qa.engine.question_data import shown_path
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Recipe
from temporal_qa.hub.publications import model_publication
from temporal_qa.hub.publishing import hub_client, publish
from temporal_qa.io import InputError, Row, counted, read_rows, sha256, write_json, write_json_lines
from temporal_qa.questions.hieradate.baselines import baseline_items, baseline_runs, with_baselines
from temporal_qa.scoring.matching import Matched, common_facets, match_predictions
from temporal_qa.scoring.score_table import ScoreRow, score_each, score_table
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, matched_hash, scored_questions
from temporal_qa.tables.plot_style import legible

if TYPE_CHECKING:
    from temporal_qa.engine.reader_training import ReaderTraining

_RESAMPLES = 1000
_FACETS = ("task", "level", "hops", "future", "answers")
"""The facets of the table on a card, where the questions have them."""


def finish(training: ReaderTraining, folder: RunFolder, progress: Progress) -> None:
    """Scores the best model, where there are questions for it, and moves it to its place.

    Beside the model it writes ``predictions.jsonl``, ``items.jsonl`` and, of HieraDate, ``baselines.jsonl`` (scored
    runs, for ``temporal-qa report``), ``scores.json``, ``training.json``, the recipe, the card and, where matplotlib
    is installed, ``learning_curve.png``. Every process calls it.

    Args:
        training: of the run, with the questions to score the model on.
        folder: of the run, with its best model.
        progress: the state of the run at its end.
    """
    accelerator, recipe, test = training.accelerator, training.recipe, training.test
    best, rows = folder.best(progress), list[ScoreRow]()
    if test:
        reader = training.reader.load(str(best), recipe.to_dict())
        model = reader.model.to(accelerator.device)
        # In float32, as predict.py answers: in bf16 some answers would be others.
        _, answers = validate(accelerator, reader, model, test, in_float32=True)
        if accelerator.is_main_process:
            rows = _score(test, answers, best, Path(recipe.out).as_posix())
    if accelerator.is_main_process:
        put_in_place(folder, recipe, progress, partial(model_card, training, progress, rows, best))
    accelerator.wait_for_everyone()


def _score(test: EvaluationQuestions, answers: Sequence[Answer], best: Path, run: str) -> list[ScoreRow]:
    """Writes the answers and their scores beside the best model; returns the table of scores."""
    name, predictions = test.source.describe(), best / "predictions.jsonl"
    given = [answer.to_row(example.id) for example, answer in zip(test.examples, answers, strict=True)]
    write_json_lines(predictions, given)
    asked = [Row(line, row, name) for line, row in enumerate(test.rows, 1)]
    matched = match_predictions(asked, list(read_rows(predictions)), name, "the model's answers")
    scores = score_each(matched)
    rows = score_table(matched, common_facets(matched, _FACETS), scores=scores, bootstrap=_RESAMPLES)
    sources, of_baselines = _run_sources(test, matched, predictions), dict[str, dict[str, list[str]]]()
    items = scored_questions(matched, sources, run=run, scores=scores)
    list(with_baselines(asked, of_baselines))
    if baselines := baseline_items(baseline_runs(matched, of_baselines), sources, run):
        write_json_lines(best / "baselines.jsonl", map(ScoredQuestion.to_row, baselines))
    write_json_lines(best / "items.jsonl", map(ScoredQuestion.to_row, items))
    write_json(best / "scores.json", rows)
    print(f"{name}: set accuracy {rows[0]['set_accuracy']:.1f}, n = {rows[0]['n']}")
    return rows


def put_in_place(
    folder: RunFolder, recipe: Recipe, progress: Progress, card: Callable[[], str],
    score: Literal["set_accuracy", "mrr"] = "set_accuracy",
) -> None:  # fmt: skip
    """Writes ``recipe.json``, ``training.json``, the learning curve and the card beside the best model, and moves it to
    its place.

    Args:
        folder: of the run.
        recipe: of the run.
        progress: the state of the run at its end.
        card: makes the card, when all else is there. Without matplotlib there is no learning curve.
        score: of the validations.
    """
    best = folder.best(progress)
    write_json(best / "recipe.json", recipe.to_dict())
    write_json(best / "training.json", progress.to_dict())
    losses = [row.values for row in read_rows(folder.losses)] if folder.losses.is_file() else []
    if losses and find_spec("matplotlib"):
        title = f"{legible(shown_path(recipe.out))}: {counted(progress.step, 'step')}"
        plot_learning_curve(best / CURVE, losses, progress.validations, {}, title, score)
    (best / "README.md").write_text(card(), encoding="utf-8")
    best.rename(folder.model)
    print(f"wrote {folder.model}")


def _run_sources(questions: EvaluationQuestions, matched: Sequence[Matched], predictions: Path) -> Sources:
    """Names and hashes of the questions (a file, a dataset on the Hub or generated) and of the predictions."""
    if (file := Path(questions.source.dataset or "")).is_file():
        return Sources.of_files(file, predictions, matched)
    return Sources(questions.source.describe(), matched_hash(matched), None, predictions.name, sha256(predictions))


def push_model(folder: Path, name: str) -> str:
    """Uploads a finished model to a repository on the Hub, creating it if needed; returns its address.

    It sends the files that ``publish`` sends; files of the same names in the repository are replaced.

    Raises:
        InputError: a folder that ``publish`` refuses; the Hub refuses or cannot be reached.
    """
    try:
        return publish(hub_client(), model_publication(folder, name), overwrite=True).url
    except InputError as error:
        raise InputError(f"--push {name}: {error}; the model stays in {folder}, the same command tries again") from None
