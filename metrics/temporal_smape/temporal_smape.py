"""Temporal sMAPE: by how many percent temporal answers are off.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.smape import smape

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question a number, None or NaN if the answer could not be parsed; or text, read in its unit.
    references: the right answers, likewise.
    units: the unit of each question, such as "years"; needed for text. "date" and "date_years" have no score.
    groups: the group of each question, for the table `by_group`.
    as_published: has no effect; the default is the definition of the paper.
    bootstrap: number of resamples for a 95 % interval; without it there is none.
    seed: of the bootstrap.
Returns:
    temporal_smape: 0 to 100, lower is better; None if it is undefined for every question.
    n, n_defined: number of questions, and number of those in the mean.
    coverage: share of the questions whose answer could be parsed.
    off_by_one: share of errors of exactly 1 among those that are not zero.
    direction: mean sign of the errors, -1 (too small) to 1 (too large).
    signed_score: the mean with the sign of each error.
    by_unit, by_group: score, n, n_defined, coverage of each.
    With `bootstrap`, also temporal_smape_interval, [low, high].
Examples:
    >>> metric = evaluate.load("temporal_smape")
    >>> metric.compute(predictions=[3, None], references=[1, 5])["temporal_smape"]
    75.0
"""


class TemporalSmape(metric_modules.NumberMetric):
    """Temporal sMAPE: the symmetric mean absolute percentage error of numeric answers to temporal questions."""

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION

    def _compute(self, predictions, references, units=None, groups=None, as_published=False, bootstrap=None, seed=0):
        score = smape(predictions, references, units, groups=groups, bootstrap=bootstrap, seed=seed)
        return score.to_dict("temporal_smape")
