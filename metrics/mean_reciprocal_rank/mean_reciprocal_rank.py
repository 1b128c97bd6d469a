"""Mean reciprocal rank: the mean of 1 / rank of the right answers, without other right answers.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.mean_reciprocal_rank import reciprocal_ranks

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question its rank (from 1; None where the answer is not ranked); or its candidates, the best
        first; or {candidate: score}; or the scores of the candidates 0, 1, 2, ... as a list with decimals.
    references: for each question the right answer, a text or a whole number, or a list of several; none for ranks.
    known: for each question other answers that are right and not asked for; they do not count as candidates.
    several: "each" (default): the mean over a question's right answers; "any": that of the best one.
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    mean_reciprocal_rank: 0 to 1.
    n: number of questions.
    n_unranked: number of right answers that are not among the candidates; they count 0.
    With `bootstrap`, also mean_reciprocal_rank_interval, [low, high].
Examples:
    >>> metric = evaluate.load("mean_reciprocal_rank")
    >>> metric.compute(predictions=[1, 2, 4])
    {'mean_reciprocal_rank': 0.5833333333333334, 'n': 3, 'n_unranked': 0}
"""


class MeanReciprocalRank(metric_modules.RankMetric):
    """Mean reciprocal rank: the mean of 1 / rank of the right answers, without other right answers."""

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION

    def _compute(self, predictions, references, known=None, several="each", bootstrap=None, seed=0):
        return self.score(
            predictions, references, {"mean_reciprocal_rank": reciprocal_ranks}, known=known, several=several,
            bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
