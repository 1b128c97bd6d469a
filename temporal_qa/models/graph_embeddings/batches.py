"""The queries of an epoch, and its batches: the rows of the tables that a step touches, and its queries among them.

Every training fact is asked from both sides; equal queries are folded into one with several answers. All is a function
of the seed and the number of the epoch, so that a run can resume anywhere.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from temporal_qa.graph.filters import Places, known_span
from temporal_qa.graph.graph import Column, TemporalGraph
from temporal_qa.models.graph_embeddings.cross_entropy import Answers
from temporal_qa.models.graph_embeddings.learner import Batch, Learner
from temporal_qa.models.recipes import EmbeddingRecipe

_FREQUENCY_POWER = 0.4
"""Negatives are drawn in proportion to this power of an entity's facts: between evenly (0) and by frequency (1)."""

_MAX_NEIGHBOURS = 512
"""A step makes at most this many pairs of neighbouring times smooth; of more it draws some at random."""


class EpochOfQueries(NamedTuple):
    """Queries in random order, ``(subject, relation, ?, time)``, and their answers in the order of queries.

    Attributes:
        subject, relation, time: (queries,); relations beyond those of the graph are inverse ones, times are places.
        first_answer: (queries + 1,) where the answers of a query begin.
        object: (answers,) the right entities.
        bounds: (steps + 1,) where the queries of a step begin.
    """

    subject: Column
    relation: Column
    time: Column
    first_answer: Places
    object: Column
    bounds: Places


class TrainingFacts:
    """The training facts of a graph.

    Args:
        graph: with all times.
        batch_size: answers of a step, about.
        seed: of order and times. The drawn time of a fact is any time that occurs in its span, with the same
            probability; the released code draws the first and the last one half as often.
    """

    def __init__(self, graph: TemporalGraph, batch_size: int, seed: int) -> None:
        self.graph, self.facts, self.batch_size, self.seed = graph, graph.of_split("train"), batch_size, seed
        first, last = known_span(self.facts.first, self.facts.last)
        self._first, self._last = (np.searchsorted(graph.times, ends).astype(np.int32) for ends in (first, last))

    def draw_times(self, rng: np.random.Generator) -> Column:
        """A time for each fact, as its place."""
        width = self._last - self._first
        if not width.any():
            return self._first
        inside = rng.random(len(width), np.float32) * (width + 1)
        times: Column = self._first + np.minimum(inside, width).astype(np.int32)
        return times

    def epoch(self, number: int) -> EpochOfQueries:
        """The epoch ``number``, counted from 0."""
        rng = np.random.default_rng([self.seed, number])
        facts, relations = self.facts, len(self.graph.relations)
        time = np.tile(self.draw_times(rng), 2)
        given, asked = np.concatenate([facts.subject, facts.object]), np.concatenate([facts.object, facts.subject])
        relation = np.concatenate([facts.relation, facts.relation + np.int32(relations)])
        key = (given.astype(np.int64) * (2 * relations) + relation) * len(self.graph.times) + time
        order = np.argsort(key, kind="stable")
        _, starts, counts = np.unique(key[order], return_index=True, return_counts=True)
        shuffled = rng.permutation(len(starts))
        starts, counts = starts[shuffled], counts[shuffled]
        first_answer = np.concatenate([[0], np.cumsum(counts)])
        answers = np.repeat(starts - first_answer[:-1], counts) + np.arange(len(key))
        one = order[starts]
        ends = np.searchsorted(first_answer, np.arange(self.batch_size, len(key), self.batch_size))
        bounds = np.unique(np.concatenate([[0], ends, [len(starts)]]))
        return EpochOfQueries(given[one], relation[one], time[one], first_answer, asked[order[answers]], bounds)


class BatchMaker:
    """Makes batches.

    Args:
        recipe: of the training.
        graph: to be learned.
        learner: with the model of the recipe.
        device: of the batches.
    """

    def __init__(self, recipe: EmbeddingRecipe, graph: TemporalGraph, learner: Learner, device: Any) -> None:
        self.recipe, self.learner, self.device, self.entities = recipe, learner, device, len(graph.entities)
        self.gaps = np.diff(graph.times.astype(np.float32))
        train = graph.of_split("train")
        often = np.bincount(np.concatenate([train.subject, train.object]), minlength=self.entities)
        bounds = np.cumsum((often + 1.0) ** _FREQUENCY_POWER)
        self._bounds = bounds / bounds[-1]
        never = np.log1p(-np.diff(self._bounds, prepend=0)) * recipe.negatives
        self._log_probability = np.log(-np.expm1(never)).astype(np.float32)  # of being among the negatives
        self._place = np.zeros(self.entities, np.int64)  # of an entity among the touched rows

    def batch(self, epoch: EpochOfQueries, number: int, step: int) -> tuple[Batch, dict[str, Tensor | None]]:
        """One batch, and the rows that it touches of each parameter; ``None``: all.

        Args:
            epoch: the queries.
            number: of the epoch.
            step: within the epoch.
        """
        rng = np.random.default_rng([self.recipe.seed, number, step])
        low, high = epoch.bounds[step], epoch.bounds[step + 1]
        first, last = epoch.first_answer[low], epoch.first_answer[high]
        query = np.repeat(np.arange(high - low), np.diff(epoch.first_answer[low : high + 1]))
        subject, object = epoch.subject[low:high].astype(np.int64), epoch.object[first:last].astype(np.int64)
        candidates, unused, log_probability, entities = self.entities, 0, None, None
        if self.recipe.loss == "sampled":
            entities, candidates, unused, log_probability = self._sample(subject, object, rng)
            subject, object = self._place[subject], self._place[object]
        rows: dict[str, Any] = {"model.entity.weight": entities}
        relations, relation = np.unique(epoch.relation[low:high], return_inverse=True)
        rows |= {f"model.{name}.weight": relations.astype(np.int64) for name in self.learner.model.relation_tables}
        time = epoch.time[low:high].astype(np.int64)
        earlier = later = np.empty(0, np.int64)
        gaps = None
        if self.learner.model.has_times:
            pairs = len(self.gaps)  # of neighbouring times; pair: the earlier ones of those that the step makes smooth
            pair = np.arange(pairs) if pairs <= _MAX_NEIGHBOURS else rng.integers(0, pairs, _MAX_NEIGHBOURS)
            rows["model.time.weight"], time, earlier, later = self._touched_times(time, pair)
            gaps = self._tensor(self.gaps[pair]) if self.recipe.smooth_by == "gap" else None
        weight = torch.full((len(object),), 1 / len(object), device=self.device)
        batch = Batch(
            subject=self._tensor(subject),
            relation=self._tensor(relation),
            time=self._tensor(time),
            answers=Answers(self._tensor(query), self._tensor(object), weight),
            candidates=candidates,
            unused=unused,
            log_probability=log_probability,
            earlier=self._tensor(earlier),
            later=self._tensor(later),
            gaps=gaps,
        )
        return batch, {name: None if places is None else self._tensor(places) for name, places in rows.items()}

    def _touched_times(self, time: Places, pair: Places) -> tuple[Places | None, Places, Places, Places]:
        """The times that the step touches (``None``: all), and among them the times of the queries and of the pairs."""
        if self.learner.time_loss or len(self.gaps) <= _MAX_NEIGHBOURS:
            return None, time, pair, pair + 1
        used, places = np.unique(np.concatenate([time, pair, pair + 1]), return_inverse=True)
        time, earlier, later = np.split(places, [len(time), len(time) + len(pair)])
        return used, time, earlier, later

    def _sample(self, subject: Places, object: Places, rng: np.random.Generator) -> tuple[Places, int, int, Tensor]:
        """The touched entities: negatives, those of them that are subjects, right ones, other subjects; how many are
        candidates, all but the last; how many are only negatives; and the logarithm of the candidates' probability."""
        right = np.unique(object)
        drawn = np.setdiff1d(np.searchsorted(self._bounds, rng.random(self.recipe.negatives), side="right"), right)
        asked = np.setdiff1d(subject, right)
        only_drawn, asked_too = np.setdiff1d(drawn, asked), np.intersect1d(drawn, asked)
        rows = np.concatenate([only_drawn, asked_too, right, np.setdiff1d(asked, drawn)])
        self._place[rows] = np.arange(len(rows))
        log_probability = np.pad(self._log_probability[rows[: len(drawn)]], (0, len(right)))
        return rows, len(log_probability), len(only_drawn), self._tensor(log_probability)

    def _tensor(self, column: Any) -> Tensor:
        return torch.from_numpy(column).to(self.device)
