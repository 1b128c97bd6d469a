"""Hits at k: the share of right answers that are among the best k candidates, without other right answers.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from collections.abc import Iterable
from functools import partial

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.hits_at_k import hits_at_k

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question its rank (from 1; None where the answer is not ranked); or its candidates, the best
        first; or {candidate: score}; or the scores of the candidates 0, 1, 2, ... as a list with decimals.
    references: for each question the right answer, a text or a whole number, or a list of several; none for ranks.
    known: for each question other answers that are right and not asked for; they do not count as candidates.
    several: "each" (default): the mean over a question's right answers; "any": one among the best k is enough.
    k: a whole number, or a list of such.
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    hits_at_<k>: 0 to 100, for each k.
    n: number of questions.
    n_unranked: number of right answers that are not among the candidates; they count 0.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("hits_at_k")
    >>> metric.compute(predictions=[1, 2, 11], k=[1, 10])
    {'hits_at_1': 33.333333333333336, 'hits_at_10': 66.66666666666667, 'n': 3, 'n_unranked': 0}
"""


class HitsAtK(metric_modules.RankMetric):
    """Hits at k: the share of right answers that are among the best k candidates, without other right answers."""

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION

    def _compute(
        self, predictions, references, known=None, several="each", k=(1, 3, 10), bootstrap=None, seed=0,
    ):  # fmt: skip
        ks = [*k] if isinstance(k, Iterable) and not isinstance(k, str) else [k]
        if not ks:
            raise ValueError("k: found none, expected a whole number from 1, or a list of some")
        return self.score(
            predictions, references, {f"hits_at_{k}": partial(hits_at_k, k=k) for k in ks}, known=known,
            several=several, bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
