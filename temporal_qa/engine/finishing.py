"""The end of a run: the best model is scored, gets its card, and goes to its place or to the Hub.

The card is made from the template ``cards/model.md.jinja``.
"""

import inspect
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import structs

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import EvaluationQuestions
from temporal_qa.engine.learning_curve import plot_learning_curve
from temporal_qa.engine.question_data import shown_path, source_version
from temporal_qa.engine.reader import Answer, Reader
from temporal_qa.engine.recipes import ReaderRecipe, Recipe, with_texts
from temporal_qa.hub.cards import render_card
from temporal_qa.hub.publications import model_publication
from temporal_qa.hub.publishing import hub_client, publish
from temporal_qa.io import InputError, Row, counted, read_rows, sha256, write_json, write_json_lines
from temporal_qa.questions.hieradate.baselines import baseline_items, baseline_runs, with_baselines
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.matching import common_facets, match_predictions
from temporal_qa.scoring.score_table import ScoreRow, score_each, score_report, score_table
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, matched_hash, scored_questions
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.tables.plot_style import legible

CURVE = "learning_curve.png"
"""The name of the picture of the loss and the validations, beside the card."""

_LICENSE_KEYS = ("license", "license_name", "license_link")
_RESAMPLES = 1000
_FACETS = ("task", "level", "hops", "future", "answers")
"""The facets of the table on a card, where the questions have them."""


def score_test(test: EvaluationQuestions, answers: Sequence[Answer], best: Path, run: str) -> list[ScoreRow]:
    """Writes the answers and their scores beside the best model; returns the table of scores."""
    name, predictions = test.source.describe(), best / "predictions.jsonl"
    given = [answer.to_row(example.id) for example, answer in zip(test.examples, answers, strict=True)]
    write_json_lines(predictions, given)
    asked = [Row(line, row, name) for line, row in enumerate(test.rows, 1)]
    matched = match_predictions(asked, list(read_rows(predictions)), name, "the model's answers")
    scores = score_each(matched)
    rows = score_table(matched, common_facets(matched, _FACETS), scores=scores, bootstrap=_RESAMPLES)
    if (file := Path(test.source.dataset or "")).is_file():
        sources = Sources.of_files(file, predictions, matched)
    else:  # a dataset on the Hub, or generated
        sources = Sources(name, matched_hash(matched), None, predictions.name, sha256(predictions))
    items = scored_questions(matched, sources, run=run, scores=scores)
    of_baselines = dict[str, dict[str, list[str]]]()
    list(with_baselines(asked, of_baselines))
    if baselines := baseline_items(baseline_runs(matched, of_baselines), sources, run):
        write_json_lines(best / "baselines.jsonl", map(ScoredQuestion.to_row, baselines))
    write_json_lines(best / "items.jsonl", map(ScoredQuestion.to_row, items))
    write_json(best / "scores.json", rows)
    print(f"{name}: set accuracy {rows[0]['set_accuracy']:.1f}, n = {rows[0]['n']}")
    return rows


def put_in_place(folder: RunFolder, recipe: Recipe, progress: Progress, card: Callable[[], str]) -> None:
    """Writes ``recipe.json``, ``training.json``, the learning curve and the card beside the best model, and moves it to
    its place.

    Args:
        folder: of the run.
        recipe: of the run.
        progress: the state of the run at its end.
        card: makes the card, when all else is there. Without matplotlib there is no learning curve.
    """
    best = folder.best(progress)
    write_json(best / "recipe.json", recipe.to_dict())
    write_json(best / "training.json", structs.asdict(progress))
    losses = [row.values for row in read_rows(folder.losses)] if folder.losses.is_file() else []
    if losses and find_spec("matplotlib"):
        title = f"{legible(shown_path(recipe.out))}: {counted(progress.step, 'step')}"
        score = "set_accuracy" if isinstance(recipe, ReaderRecipe) else "mrr"
        plot_learning_curve(best / CURVE, losses, progress.validations, {}, title, score)
    (best / "README.md").write_text(card(), encoding="utf-8")
    best.rename(folder.model)
    print(f"wrote {folder.model}")


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


def model_card(
    accelerator: Any, recipe: ReaderRecipe, reader: Reader, test: EvaluationQuestions | None, progress: Progress,
    rows: Sequence[ScoreRow], folder: Path,
) -> str:  # fmt: skip
    """The card of a model: its data, its training and its scores, these also as ``model-index``.

    Args:
        accelerator, recipe, reader: of the run.
        test: the questions that the model was scored on.
        progress: the state of the run at its end.
        rows: the scores of these questions, 0 to 100, the row of all questions first; empty without scores.
        folder: of the card, in which there may be a picture :data:`CURVE`.

    Returns:
        Markdown under a head in YAML.
    """
    of_run, terms, data = run_values(recipe, progress, accelerator), _terms(recipe), progress.data
    task = {"task_type": "question-answering", "task_name": "Temporal question answering"}
    if test:
        task["dataset_type"] = test.source.hub_id or Path(test.source.dataset or "pseudo-pit").name
        task["dataset_name"] = test.source.describe()
    results = [
        {"metric_type": score, "metric_name": score, "metric_value": round(row[score], 2),
         "metric_args": {"n": row["n"], "confidence_interval_95": [round(end, 2) for end in row[f"{score}_interval"]]}}
        for row in rows[:1] for score in SCORES
    ]  # fmt: skip
    validations = [list(entry.values()) for entry in progress.validations]
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
        description=inspect.getdoc(type(reader)),
        start=shown_path(recipe.model) if recipe.model else f"a new model of the shape {recipe.init!r}",
        license=terms["license"],
        curve=CURVE if (folder / CURVE).is_file() else None,
        train=recipe.train.describe(), train_hash=data["hash"], train_version=source_version(recipe.train),
        test=test.source.describe() if test else None, test_hash=test.hash if test else None,
        test_version=source_version(test.source) if test else "", own_test=recipe.test is not None,
        cut={"training": data["cut"]} | ({"test": test.cut} if test else {}),
        padding=data["padding"], left_out=data["left_out"],
        scores=score_report(rows) if rows else None,
        validations=markdown_table(["epoch", "step", "set_accuracy", "answer_f1"], validations),
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
    shown = with_texts(recipe.to_dict(), lambda text: shown_path(text) if "/" in text else text)
    return {
        "name": shown_name(recipe.out), "recipe": shown, "best": progress.best,
        "steps": progress.step, "epochs": progress.epoch, "stopped": progress.stopped,
        "hours": progress.seconds / 3600, "machine": _hardware(accelerator),
    }  # fmt: skip


def shown_name(path: str) -> str:
    """The name of what lies in a folder, for a card."""
    return shown_path(path).strip("/.").replace("/", "-")


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
