"""The queries of an epoch: every training fact from both sides, equal queries folded into one with several answers.

All is a function of the seed and the number of the epoch, so that a run can resume anywhere.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.filters import known_span
from temporal_qa.graph.graph import Column, TemporalGraph

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class EpochOfQueries:
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
        seed: of order and times.
        interval_ends: the drawn time of a fact is any time that occurs in its span with the same probability, or the
            first and the last one with half of it, as in the released code.
    """

    def __init__(
        self, graph: TemporalGraph, batch_size: int, seed: int, interval_ends: Literal["even", "as_published"]
    ) -> None:
        self.graph, self.facts = graph, graph.of_split("train")
        self.batch_size, self.seed, self.interval_ends = batch_size, seed, interval_ends
        first, last = known_span(self.facts.first, self.facts.last)
        self._first, self._last = (np.searchsorted(graph.times, ends).astype(np.int32) for ends in (first, last))

    def draw_times(self, rng: np.random.Generator) -> Column:
        """A time for each fact, as its place."""
        width = self._last - self._first
        if not width.any():
            return self._first
        share = rng.random(len(width), np.float32)
        inside = np.rint(share * width) if self.interval_ends == "as_published" else share * (width + 1)
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
        key = key[order]
        starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
        counts = np.diff(starts, append=len(key))
        shuffled = rng.permutation(len(starts))
        starts, counts = starts[shuffled], counts[shuffled]
        first_answer = np.concatenate([[0], np.cumsum(counts)])
        answers = np.repeat(starts - first_answer[:-1], counts) + np.arange(len(key))
        one = order[starts]
        ends = np.searchsorted(first_answer, np.arange(self.batch_size, len(key), self.batch_size))
        bounds = np.unique(np.concatenate([[0], ends, [len(starts)]]))
        return EpochOfQueries(
            given[one], relation[one], time[one], first_answer, asked[order[answers]], bounds.astype(np.int64)
        )
