"""Graph embeddings as a trainee of the training loop. At the end: scores of the test facts, thresholds, pictures, and
the card, from the template ``cards/embedding.md.jinja``."""

import sys
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.finishing import CURVE, card_head, put_in_place, run_values, shown_name
from temporal_qa.engine.loop import Epoch, score_in_words, scores_in_words
from temporal_qa.graph.filters import known_span
from temporal_qa.graph.graph_folder import read_graph
from temporal_qa.hub.cards import render_card
from temporal_qa.io import InputError, counted, write_json
from temporal_qa.io.local_copies import readable_here
from temporal_qa.models.graph_embeddings.adagrad import RowAdagrad
from temporal_qa.models.graph_embeddings.batches import BatchMaker, TrainingFacts
from temporal_qa.models.graph_embeddings.learner import Learner
from temporal_qa.models.graph_embeddings.plots import plot_hits_by_relation, plot_map
from temporal_qa.models.graph_embeddings.ranking import fit_thresholds, overlap_scores, predict_intervals, rank_facts
from temporal_qa.models.graph_embeddings.trained import as_text, load, save
from temporal_qa.models.recipes import EmbeddingRecipe
from temporal_qa.scoring.mean_reciprocal_rank import KS, rank_summary, ranks_by_relation
from temporal_qa.tables.markdown import markdown_table

_PICTURES = {
    CURVE: "Training loss and mean reciprocal rank of the validation facts by optimizer step",
    "entities.png": "Two principal components of the embeddings of entities",
    "times.png": "Two principal components of the embeddings of times, joined in their order",
    "relations.png": "Hits at 1 and at 10 by relation",
}
"""Those that may be beside the card, with what they show."""

_RANKED = ("mrr", *(f"hits_at_{k}" for k in KS))


class EmbeddingTraining:
    """See :class:`~temporal_qa.engine.loop.Trainee`.

    Raises:
        InputError: the graph cannot be read or is too small to learn from; more than one process.
    """

    def __init__(self, accelerator: Any, recipe: EmbeddingRecipe) -> None:
        if accelerator.num_processes > 1:
            raise InputError(f"{accelerator.num_processes} processes, expected one: embeddings are trained by one")
        self.accelerator, self.recipe = accelerator, recipe
        with readable_here(recipe.graph) as path:
            self.graph = graph = read_graph(path)
        self.model, valid = Learner(recipe, graph), graph.of_split("valid")
        batch_size = recipe.batch_size or min(max(len(graph.of_split("train")) // 50, 100), 1000)
        self.facts = TrainingFacts(graph, batch_size, recipe.seed)
        self.batches = BatchMaker(recipe, graph, self.model, accelerator.device)
        max_facts = recipe.validation_facts or min(10_000, max(500, 10**9 // len(graph.entities)))
        self.valid = valid.take(np.sort(np.random.default_rng(recipe.seed).permutation(len(valid))[:max_facts]))
        if not len(valid):
            accelerator.print(f"{recipe.graph} has no validation facts: the last weights are kept")

    def optimizer(self) -> Any:
        """Adagrad for rows."""
        return RowAdagrad(zip(self.model.model.parameters(), self.model.sums, strict=True), self.recipe.learning_rate)

    def epoch(self, number: int) -> Epoch:
        """Numbers of steps, see :class:`~.batches.TrainingFacts`."""
        self._number, self._queries = number, self.facts.epoch(number)
        steps, queries, answers = (len(self._queries.bounds) - 1, len(self._queries.subject), len(self._queries.object))
        description = f"{counted(steps, 'step')}, {answers:,} answers to {queries:,} queries"
        return Epoch(range(steps), {"queries": queries, "answers": answers}, description)

    def step(self, model: Any, optimizer: Any, step: int) -> tuple[Any, Any]:
        """Computes the gradients of the touched rows alone."""
        batch, rows = self.batches.batch(self._queries, self._number, step)
        weights = dict(model.named_parameters())
        touched = {}
        for name, places in rows.items():
            every = weights[name].detach()
            touched[name] = (every if places is None else every.index_select(0, places)).requires_grad_()
        loss, penalty = torch.func.functional_call(model, touched, (batch,))
        gradients = torch.autograd.grad(loss + penalty, list(touched.values()), materialize_grads=True)
        norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
        for (name, places), gradient in zip(rows.items(), gradients, strict=True):
            if places is not None:
                as_rows = {"is_coalesced": True, "check_invariants": False}
                gradient = torch.sparse_coo_tensor(places[None], gradient, weights[name].shape, **as_rows)
            weights[name].grad = gradient
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach(), norm

    def validate(self, model: Any) -> dict[str, float]:
        """``mrr``, 0 to 1, and ``hits_at_k``, 0 to 100, filtered, of both directions."""
        if not len(self.valid):
            return {}
        scores = rank_summary(rank_facts(model.model, self.valid, self.graph))
        return {name: value for name, value in scores.items() if name != "n"}

    def save(self, model: Any, folder: Path) -> None:
        """The weights and the names."""
        save(model.model, self.graph, self.recipe.embedding, folder)

    def finish(self, folder: RunFolder, progress: Progress) -> None:
        """Scores the best model on the test facts, or without them on the validation facts, and moves it to its place.

        Beside the model it writes ``scores.json``, ``training.json``, ``recipe.json``, the card and, where matplotlib
        is installed, the pictures.
        """
        recipe, graph, best = self.recipe, self.graph, folder.best(progress)
        model = load(best).model.to(self.accelerator.device)
        split = next((name for name in ("test", "valid") if len(graph.of_split(name))), None)
        scores: dict[str, Any] = {"split": split}
        asked = self.valid if split == "valid" else graph.of_split("test")
        if split:
            ranks = rank_facts(model, asked, graph)
            scores |= rank_summary(ranks)
            print(f"{split}: {scores_in_words({name: scores[name] for name in _RANKED})}")
            guessed = float(np.mean(1 / np.arange(1, len(graph.entities) + 1)))
            if scores["mrr"] < 1.5 * guessed:
                print(f"Guessing has an mrr of {guessed:.3f}: more epochs, a higher rank or a lower n3 may help.")
        if model.has_times and np.any(graph.first != graph.last):
            thresholds = fit_thresholds(model, self.valid, graph)
            if split:
                scores["intervals"] = overlap_scores(predict_intervals(model, asked, graph, thresholds), asked)
            save(model, graph, recipe.embedding, best, thresholds)
        write_json(best / "scores.json", scores)
        if find_spec("matplotlib"):
            plot_map(best / "entities.png", model.entity.weight, graph, "entities")
            if model.has_times:
                plot_map(best / "times.png", model.time.weight, graph, "times")
            if split:
                table = ranks_by_relation(ranks, np.tile(asked.relation, 2), graph.relations.to_pylist())
                plot_hits_by_relation(best / "relations.png", table)
        put_in_place(folder, recipe, progress, partial(_card, self, model, progress, scores, best))


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
    validations = [
        [int(entry["epoch"]), int(entry["step"]), *(score_in_words(key, entry[key]) for key in _RANKED)]
        for entry in progress.validations
    ]
    time = as_text(int(known_span(first.first, first.last)[0][0]), graph.time_unit)
    return render_card(
        "embedding", metadata=metadata, **of_run, graph=graph_name, kind=type(model).__name__,
        formula=(sys.modules[type(model).__module__].__doc__ or "").strip(),
        example=example, time=repr(time) if model.has_times else None,
        sizes={"entities": len(graph.entities), "relations": len(graph.relations), "times": len(graph.times)},
        facts={split: len(some) for split, some in graph.splits.items()},
        scores=markdown_table(["score", "value"], [[key, score_in_words(key, value)] for key, value in ranked.items()]),
        intervals=scores.get("intervals"), split=scores["split"], n=scores.get("n"),
        validations=markdown_table(["epoch", "step", *_RANKED], validations) if validations else None,
        pictures={file: text for file, text in _PICTURES.items() if (folder / file).is_file()},
    )  # fmt: skip
