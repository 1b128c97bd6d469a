"""Runs on the same questions: their mean scores by any facet, and tests of their differences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import InputError, grouped
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.ranked_answers import RANK_SCORES
from temporal_qa.scoring.sample_probes import SAMPLE_SCORES
from temporal_qa.scoring.score_table import clusters_of, natural_order
from temporal_qa.scoring.scored_questions import ScoredQuestion
from temporal_qa.scoring.significance import holm, paired_difference

TESTED_SCORES = ("set_accuracy", "answer_f1")
"""The paper's scores; the other two overestimate (its section 5.2) and are for comparison only."""

TEST_RESAMPLES = 10_000
"""The resamples of the interval of a difference, and the draws of a test that is not exact."""

FACT_COUNTS = ("1-4", "5-8", "9-12", "13-16", "17-20", "21 and more")
_ORDERS = {"period": PERIODS, "facts": FACT_COUNTS, "kind": tuple(KINDS)}
FACETS = ("level", "hops", "kind", "relation", "future", "answers", "period", "facts")
"""The facets that every run has; runs may have others."""


@dataclass(frozen=True)
class RunsOnQuestions:
    """All runs on one set of questions.

    Attributes:
        by_run: run -> its scored questions, in the same order for each run.
    """

    by_run: Mapping[str, Sequence[ScoredQuestion]]

    @cached_property
    def questions(self) -> Sequence[ScoredQuestion]:
        """Those of the first run; all runs have their facets."""
        return next(iter(self.by_run.values()))

    @cached_property
    def scores(self) -> dict[str, dict[str, NDArray[np.float64]]]:
        """run -> score -> one value a question; scores of ranks only where all answers of the run are ranked."""
        scores: dict[str, dict[str, NDArray[np.float64]]] = {run: {} for run in self.by_run}
        for run, score in product(self.by_run, (*SCORES, *RANK_SCORES)):
            if None not in (values := [getattr(question, score) for question in self.by_run[run]]):
                scores[run][score] = np.array(values)
        return scores

    def unread(self, run: str) -> int:
        """How many responses of a run held no answer that could be read."""
        return sum(question.unread is not None for question in self.by_run[run])

    @property
    def other_facets(self) -> list[str]:
        """The facets beside ``FACETS`` by which the runs were scored, and ``answerable`` if some questions are not."""
        known = {*FACETS, *SAMPLE_SCORES, "answerable"}
        names = dict.fromkeys(name for question in self.questions for name in question.facets if name not in known)
        some_unanswerable = any(question.facets["answers"] == "none" for question in self.questions)
        return [*["answerable"] * some_unanswerable, *names]

    @property
    def main_score(self) -> str:
        """The score in tables of one score: set accuracy; of TimeQA, where any right answer will do, exact match."""
        of_time_qa = all(question.facets.get("mode") in ("easy", "hard") for question in self.questions)
        return "exact_match" if of_time_qa else "set_accuracy"

    def members(self, facet: str) -> dict[str, list[int]]:
        """Value of a facet -> places of the questions that have it, values in order. Some questions have no value."""
        values = ((facet_value(question, facet), place) for place, question in enumerate(self.questions))
        found = grouped((value, place) for value, place in values if value is not None)
        order = {value: place for place, value in enumerate(_ORDERS.get(facet, ()))}
        ordered = sorted(found, key=lambda value: (order.get(value, len(order)), natural_order(value)))
        return {value: found[value] for value in ordered}

    @cached_property
    def clusters(self) -> list[str] | None:
        """What each question is a wording of; ``None`` where each is a question of its own."""
        return clusters_of((question.id, question.seed) for question in self.questions)


def facet_value(question: ScoredQuestion, facet: str) -> str | None:
    """The value of a facet: a column, or ``period`` (of the reference time), ``facts`` (their number, in steps of four)
    or ``answerable``. ``None`` if the question does not give it."""
    if facet == "period":
        return None if (month := question.reference_month) is None else period(month)
    if facet == "facts":
        # Questions without facts have no context.
        return FACT_COUNTS[min((question.facts - 1) // 4, len(FACT_COUNTS) - 1)] if question.facts else None
    if facet == "answerable":
        number = question.facets["answers"]
        return None if number is None else "unanswerable" if number == "none" else "answerable"
    return question.facets.get(facet)


def runs_by_questions(scored: Iterable[ScoredQuestion]) -> list[RunsOnQuestions]:
    """Groups runs by their questions: by the hash of what the questions ask, and by ids.

    Both are needed: another seed gives other questions with the same ids, and a run may lack some of the questions.

    Raises:
        InputError: a run has a question twice.
    """
    runs: dict[tuple[str, str], dict[str, ScoredQuestion]] = {}
    for question in scored:
        of_run = runs.setdefault((question.questions_sha256, question.run), {})
        if question.id in of_run:
            raise InputError(f"the run {question.run} has the question {question.id!r} of {question.questions} twice")
        of_run[question.id] = question
    sets: dict[tuple[str, frozenset[str]], dict[str, list[ScoredQuestion]]] = {}
    for (digest, run), of_run in runs.items():
        by_run = sets.setdefault((digest, frozenset(of_run)), {})
        order: Iterable[ScoredQuestion] = next(iter(by_run.values()), of_run.values())
        by_run[run] = [of_run[question.id] for question in order]
    return [RunsOnQuestions(by_run) for by_run in sets.values()]


def paired_tests(runs: RunsOnQuestions, *, seed: int = 0) -> list[dict[str, Any]]:
    """Every pair of runs compared by each of ``TESTED_SCORES``, as JSON has them.

    ``p_holm`` has Holm's correction over all tests.
    """
    scores = runs.scores
    asked = [(score, *pair) for score in TESTED_SCORES for pair in combinations(scores, 2)]
    results = [
        paired_difference(
            scores[first][score], scores[second][score], resamples=TEST_RESAMPLES, seed=seed, clusters=runs.clusters
        )
        for score, first, second in asked
    ]
    adjusted = holm([result.p for result in results])
    return [
        {"first": first, "second": second, "score": score, "difference": result.difference,
         "difference_interval": [result.low, result.high], "p": result.p, "p_holm": p_holm,
         "better": result.better, "worse": result.worse}
        for (score, first, second), result, p_holm in zip(asked, results, adjusted, strict=True)
    ]  # fmt: skip
