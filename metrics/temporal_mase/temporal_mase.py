"""Temporal MASE: the error of temporal answers, relative to how much the right answers differ.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules
from temporal_qa.scoring.mase import mase

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each question a number, None or NaN if the answer could not be parsed; or text, read in its unit.
    references: the right answers, likewise.
    units: the unit of each question, such as "years"; needed for text and for `as_published`.
    groups: the group of each question, such as split and unit; by default its unit, or without units one for all.
    unparsed: "drop" leaves unparsed predictions out; "penalty" counts them as the worst constant guess.
    as_published: reproduce the scale of the errors in the paper's tables (see the card).
    centroids: with `as_published`, unit -> centres to use instead of clustering the references.
    bootstrap: number of resamples for a 95 % interval; without it there is none.
    seed: of the bootstrap.
Returns:
    temporal_mase: 0 to infinity, lower is better, 1 for the mean; None if it is undefined for every question.
    n, n_defined: number of questions, and number of those in the mean.
    coverage: share of the questions whose answer could be parsed.
    off_by_one: share of errors of exactly 1 among those that are not zero.
    direction: mean sign of the errors, -1 (too small) to 1 (too large).
    signed_score: the mean with the sign of each error.
    by_unit, by_group: score, n, n_defined, coverage, and for groups the mean absolute deviation of the references.
    With `bootstrap`, also temporal_mase_interval, [low, high].
Examples:
    >>> metric = evaluate.load("temporal_mase")
    >>> metric.compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6])["temporal_mase"]
    0.3333333333333333
"""


class TemporalMase(metric_modules.NumberMetric):
    """Temporal MASE: the mean absolute error of numeric answers to temporal questions, in mean absolute deviations of
    the right answers. Answering with their mean scores 1.
    """

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION

    def _compute(
        self, predictions, references, units=None, groups=None, unparsed="drop", as_published=False, centroids=None,
        bootstrap=None, seed=0,
    ):  # fmt: skip
        score = mase(
            predictions, references, groups, units=units, unparsed=unparsed, as_published=as_published,
            centroids=centroids, bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
        return score.to_dict("temporal_mase")
