"""Interval overlap: how well predicted time intervals fit, by four forms of intersection over union in whole years.

The formulas are in ``temporal_qa.scoring``, the interface for ``evaluate`` in ``temporal_qa.hub.metric_modules``.
"""

from temporal_qa.hub import metric_modules

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each fact the first and the last year of the predicted interval, such as [1990, 1994].
    references: the right ones, likewise; both ends included.
    bootstrap: number of resamples for 95 % intervals; without it there are none.
    seed: of the bootstrap.
Returns:
    iou, giou, aeiou, gaeiou: means, 0 to 100 (see the card).
    n: number of intervals.
    With `bootstrap`, also <score>_interval, [low, high], for each score.
Examples:
    >>> metric = evaluate.load("interval_overlap")
    >>> metric.compute(predictions=[[1990, 1994]], references=[[1993, 1996]])["aeiou"]
    28.57142857142857
"""


class IntervalOverlap(metric_modules.IntervalMetric):
    """Interval overlap: how well predicted time intervals fit, by four forms of intersection over union in whole
    years.
    """

    INPUTS_DESCRIPTION = _KWARGS_DESCRIPTION
