r"""Temporal sMAPE: by how many percent numeric answers (durations, times) are off.

.. math:: \text{sMAPE} = \frac{100}{n} \sum_{i=1}^{n} \frac{|p_i - y_i|}{|p_i| + |y_i|}

Predictions p and labels y are numbers in the unit of their question. Range 0 to 100, lower is better.

Undefined for calendar dates and years (the units of :data:`UNDEFINED_UNITS`): a percentage of a point in time depends
on where its calendar starts. Such items are left out of the mean; ``n`` counts them, ``n_defined`` does not. The score
is NaN if no item is left. 0/0 is 0, and a prediction that could not be parsed counts 100. A missing label is an error:
every numeric question has an answer.

Source: Tofallis (2015), "A better measure of relative prediction accuracy for model selection and model estimation",
as adapted by Abbood, Meng and Collier (2025), "Time to Revisit Exact Match" (TempAnswerQA), section 3.2. Its tables
leave out the same units; the calendar years of Test of Time have the unit ``years`` and are counted.
"""

import numpy as np
from numpy.typing import ArrayLike

from temporal_qa.scoring.number_scores import ErrorScore, NameColumn, check_items, error_score

UNDEFINED_UNITS = ("date", "date_years")


def smape(
    predictions: ArrayLike,
    labels: ArrayLike,
    units: NameColumn | None = None,
    *,
    groups: NameColumn | None = None,
    bootstrap: int | None = None,
    seed: int = 0,
) -> ErrorScore:
    """The sMAPE of all items together; see the module for the formula.

    Args:
        predictions: a number for each item, None or NaN where unparsed.
        labels: a finite number for each item.
        units: the unit of each item; without units, all items are taken as durations.
        groups: the group of each item for the table ``by_group``, by default its unit; does not affect the score.
        bootstrap: number of resamples for a 95 % interval; without it there is none.
        seed: of the bootstrap.

    Raises:
        TypeError: an entry that is not a number, or a unit or group that is not a string.
        ValueError: no items, unequal lengths, an infinite prediction, a label that is not finite.

    >>> score = smape([1, 3, None, 2018], [1, 1, 5, 2009], ["days", "days", "days", "date_years"])
    >>> score.score, score.n, score.n_defined, score.coverage
    (50.0, 4, 3, 0.75)
    >>> score.values
    array([  0.,  50., 100.,  nan])
    """
    items = check_items(predictions, labels, units, groups)
    sizes = np.abs(items.predictions) + np.abs(items.labels)
    errors = np.abs(items.predictions - items.labels)
    values = 100.0 * np.divide(errors, sizes, out=np.zeros_like(errors), where=sizes != 0)
    values[np.isnan(items.predictions)] = 100.0
    for unit in items.by_unit.keys() & set(UNDEFINED_UNITS):
        values[items.by_unit[unit]] = np.nan
    return error_score(items, values, bootstrap=bootstrap, seed=seed)
