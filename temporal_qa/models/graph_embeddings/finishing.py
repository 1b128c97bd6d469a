"""The end of a training of graph embeddings: scores of the test facts, thresholds, pictures, and the card, from the
template ``cards/embedding.md.jinja``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.finishing import put_in_place
from temporal_qa.engine.loop import score_in_words, scores_in_words
from temporal_qa.engine.model_card import CURVE, card_head, run_values, shown_name
from temporal_qa.graph.filters import known_span
from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.hub.cards import render_card
from temporal_qa.io import write_json
from temporal_qa.models.graph_embeddings.ranking import fit_thresholds, overlap_scores, predict_intervals, rank_facts
from temporal_qa.models.graph_embeddings.saving import load, save
from temporal_qa.models.graph_embeddings.trained import as_text
from temporal_qa.scoring.mean_reciprocal_rank import KS, rank_summary, ranks_by_relation
from temporal_qa.tables.markdown import markdown_table

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.training import EmbeddingTraining

_PICTURES = {
    CURVE: "Training loss and mean reciprocal rank of the validation facts by optimizer step",
    "entities.png": "Two principal components of the embeddings of entities",
    "times.png": "Two principal components of the embeddings of times, joined in their order",
    "relations.png": "Hits at 1 and at 10 by relation",
}
"""Those that may be beside the card, with what they show."""

_RANKED = ("mrr", *(f"hits_at_{k}" for k in KS))


def finish(training: EmbeddingTraining, folder: RunFolder, progress: Progress) -> None:
    """Scores the best model on the test facts, or without them on the validation facts, and moves it to its place.

    Beside the model it writes ``scores.json``, ``training.json``, ``recipe.json``, the card and, where matplotlib is
    installed, the pictures.
    """
    recipe, graph, best = training.recipe, training.graph, folder.best(progress)
    model = load(best).model.to(training.accelerator.device)
    split = next((name for name in ("test", "valid") if len(graph.of_split(name))), None)
    scores: dict[str, Any] = {"split": split}
    asked = training.valid if split == "valid" else graph.of_split(split or "test")
    if split:
        ranks = rank_facts(model, asked, graph)
        scores |= rank_summary(ranks)
    if model.has_times and np.any(graph.first != graph.last):
        thresholds = fit_thresholds(model, training.valid, graph)
        if split:
            scores["intervals"] = overlap_scores(predict_intervals(model, asked, graph, thresholds), asked)
        save(model, graph, recipe.embedding, best, thresholds)
    write_json(best / "scores.json", scores)
    if find_spec("matplotlib"):
        _draw(best, model, graph, asked, ranks if split else None)
    if split:
        print(f"{split}: {scores_in_words({name: scores[name] for name in _RANKED})}")
        guessed = float(np.mean(1 / np.arange(1, len(graph.entities) + 1)))
        if scores["mrr"] < 1.5 * guessed:
            print(f"Guessing has an mrr of {guessed:.3f}: more epochs, a higher rank or a lower n3 may help.")
    put_in_place(folder, recipe, progress, partial(_card, training, model, progress, scores, best), "mrr")


def _draw(folder: Path, model: Any, graph: TemporalGraph, asked: TemporalGraph, ranks: Any) -> None:
    from temporal_qa.models.graph_embeddings.plots import plot_hits_by_relation, plot_map

    plot_map(folder / "entities.png", model.entity.weight, graph, "entities")
    if model.has_times:
        plot_map(folder / "times.png", model.time.weight, graph, "times")
    if ranks is not None:
        table = ranks_by_relation(ranks, np.tile(asked.relation, 2), graph.relations.to_pylist())
        plot_hits_by_relation(folder / "relations.png", table)


def _card(training: EmbeddingTraining, model: Any, progress: Progress, scores: Mapping[str, Any], folder: Path) -> str:
    """The card: what it was trained on, how it is used, its scores, these also as ``model-index``.

    Args:
        training: of the run.
        model: the best one.
        progress: the state of the run at its end.
        scores: as in ``scores.json``.
        folder: the folder of the card and the pictures.
    """
    recipe, graph = training.recipe, training.graph
    of_run, graph_name = run_values(recipe, progress, training.accelerator), shown_name(recipe.graph)
    ranked = {key: scores[key] for key in _RANKED if key in scores}
    task = {"task_type": "graph-ml", "task_name": "Temporal link prediction", "dataset_type": graph_name,
            "dataset_name": f"{graph_name}, {scores['split']}"}  # fmt: skip
    results = [
        {"metric_type": score, "metric_name": f"{score} (filtered)", "metric_value": round(value, 4)}
        for score, value in ranked.items()
    ]
    metadata = card_head(
        of_run["name"], task, results, library_name="temporal-qa", pipeline_tag="graph-ml", license="other",
        tags=["temporal-knowledge-graph", "link-prediction", "graph-embeddings", "temporal-qa"],
    )  # fmt: skip
    first = graph.of_split("train")
    of_columns = (graph.entities, first.subject), (graph.relations, first.relation), (graph.entities, first.object)
    example = [repr(names[int(column[0])].as_py()) for names, column in of_columns]
    time = as_text(int(known_span(first.first, first.last)[0][0]), graph.time_unit)
    return render_card(
        "embedding", metadata=metadata, **of_run, graph=graph_name, kind=type(model).__name__,
        formula=(sys.modules[type(model).__module__].__doc__ or "").strip(),
        example=example, time=repr(time) if model.has_times else None,
        sizes={"entities": len(graph.entities), "relations": len(graph.relations), "times": len(graph.times)},
        facts={split: len(some) for split, some in graph.splits.items()},
        scores=markdown_table(["score", "value"], [[key, score_in_words(key, value)] for key, value in ranked.items()]),
        intervals=scores.get("intervals"), split=scores["split"], n=scores.get("n"),
        validations=markdown_table(
            ["epoch", "step", *_RANKED],
            [
                [int(entry["epoch"]), int(entry["step"]), *(score_in_words(key, entry[key]) for key in _RANKED)]
                for entry in progress.validations
            ],
        ) if progress.validations else None,
        pictures={file: text for file, text in _PICTURES.items() if (folder / file).is_file()},
    )  # fmt: skip
