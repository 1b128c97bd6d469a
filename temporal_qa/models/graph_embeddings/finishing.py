"""The end of a training of graph embeddings: scores of the test facts, thresholds, pictures, card."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.finishing import plot_curve
from temporal_qa.engine.loop import scores_in_words
from temporal_qa.engine.model_card import CURVE
from temporal_qa.engine.question_data import shown_path
from temporal_qa.graph.graph import TemporalGraph
from temporal_qa.io.atomic import write_json
from temporal_qa.models.graph_embeddings.card import RANKED, embedding_card
from temporal_qa.models.graph_embeddings.ranking import fit_thresholds, overlap_scores, predict_intervals, rank_facts
from temporal_qa.models.graph_embeddings.saving import load, save
from temporal_qa.scoring.mean_reciprocal_rank import rank_summary, ranks_by_relation

if TYPE_CHECKING:
    from temporal_qa.models.graph_embeddings.training import EmbeddingTraining


def finish(training: EmbeddingTraining, folder: RunFolder, progress: Progress) -> None:
    """Scores the best model on the test facts, or without them on the validation facts, and moves it to its place.

    Beside the model it writes ``scores.json``, ``training.json``, ``recipe.json``, the card and, where matplotlib is
    installed, the pictures.
    """
    recipe, graph, best = training.recipe, training.graph, folder.best(progress)
    model = load(best).model.to(training.accelerator.device)
    split = next((name for name in ("test", "valid") if len(graph.of_split(name))), None)
    scores: dict[str, Any] = {"split": split}
    drawn: list[str] = []
    asked = training.valid if split == "valid" else graph.of_split(split or "test")
    if split:
        ranks = rank_facts(model, asked, graph)
        scores |= rank_summary(ranks.both)
    if model.has_times and np.any(graph.first != graph.last):
        thresholds = fit_thresholds(model, training.valid, graph)
        if split:
            scores["intervals"] = overlap_scores(predict_intervals(model, asked, graph, thresholds), asked)
        save(model, graph, recipe.embedding, best, thresholds)
    write_json(best / "scores.json", scores)
    write_json(best / "recipe.json", recipe.to_dict())
    write_json(best / "training.json", progress.to_dict())
    if find_spec("matplotlib"):
        if plot_curve(folder, best / CURVE, progress, shown_path(recipe.out), "mrr"):
            drawn.append(CURVE)
        drawn += _draw(best, model, graph, asked, ranks.both if split else None)
    card = embedding_card(training, model, progress, scores, drawn)
    (best / "README.md").write_text(card, encoding="utf-8")
    best.rename(folder.model)
    if split:
        print(f"{split}: {scores_in_words({name: scores[name] for name in RANKED})}")
    print(f"wrote {folder.model}")


def _draw(folder: Path, model: Any, graph: TemporalGraph, asked: TemporalGraph, ranks: Any) -> list[str]:
    from temporal_qa.models.graph_embeddings.plots import plot_hits_by_relation, plot_map

    plot_map(folder / "entities.png", model.entity.weight, graph, "entities")
    drawn = ["entities.png"]
    if model.has_times:
        plot_map(folder / "times.png", model.time.weight, graph, "times")
        drawn.append("times.png")
    if ranks is not None:
        table = ranks_by_relation(ranks, np.tile(asked.relation, 2), graph.relations.to_pylist())
        plot_hits_by_relation(folder / "relations.png", table)
        drawn.append("relations.png")
    return drawn
