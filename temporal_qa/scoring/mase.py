r"""Temporal MASE: how far numeric answers are off, relative to how much the right answers differ.

.. math:: \text{MASE} = \frac{1}{n} \sum_{i=1}^{n} \frac{|p_i - y_i|}{\text{MAD}_{g(i)}},
    \qquad \text{MAD}_g = \frac{1}{n_g} \sum_{j \in g} |y_j - \bar{y}_g|

Predictions p and labels y are numbers in the unit of their question (dates in days). A group g is a unit in a split.
The deviation is that of all labels of the group, parsed or not, so that it depends on the questions only. Range 0 to
infinity, lower is better; predicting the mean of each group scores exactly 1.

Undefined for a group whose labels are all equal (such as a group of one item), since it has no scale: its items are
left out of the mean, whatever was predicted. The score is NaN if no item is left. A missing label is an error: every
numeric question has an answer.

A prediction that could not be parsed is left out too (``unparsed="drop"``). This favours a model that answers only
when it is sure, so read ``coverage`` beside it. With ``unparsed="penalty"`` it counts as much as the mean error of the
worst constant guess between the smallest and the largest label of its group:

.. math:: \max(\bar{y}_g - \min y_g, \; \max y_g - \bar{y}_g) \,/\, \text{MAD}_g \geq 1

The penalty depends on the labels only, is the same for each item of a group, and never rewards silence: a model
without a parsed answer scores as the worst constant guess does.

Source: Hyndman and Koehler (2006), "Another look at measures of forecast accuracy", as adapted by Abbood, Meng and
Collier (2025), "Time to Revisit Exact Match" (TempAnswerQA), section 3.2. Its tables use another scale, see
:mod:`~.reference.mase`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from temporal_qa.scoring.number_scores import ErrorScore, Items, NameColumn, Numbers, check_items, error_score, mean
from temporal_qa.scoring.reference.mase import reference_scaled_errors, reference_scales
from temporal_qa.scoring.value_types import MAX_NUMBER


def mase(
    predictions: ArrayLike,
    labels: ArrayLike,
    groups: NameColumn | None = None,
    *,
    units: NameColumn | None = None,
    unparsed: Literal["drop", "penalty"] = "drop",
    as_published: bool = False,
    centroids: Mapping[str, Sequence[float] | float] | None = None,
    bootstrap: int | None = None,
    seed: int = 0,
) -> ErrorScore:
    """The MASE of all items together; see the module for the formula.

    Args:
        predictions: a number for each item, None or NaN where unparsed.
        labels: a finite number for each item.
        groups: the group of each item; by default its unit, and without units all items are one group.
        units: the unit of each item, for the table ``by_unit`` and for ``as_published``.
        unparsed: "drop" or "penalty".
        as_published: divide by the scales behind the paper's tables, which differ from its formula, see
            :func:`~.reference.mase.reference_scaled_errors`. Needs units; has no penalty.
        centroids: with ``as_published``, the given centres of :func:`~.reference.mase.reference_scales`.
        bootstrap: number of resamples for a 95 % interval; without it there is none.
        seed: of the bootstrap.

    Raises:
        TypeError, ValueError: as :func:`~.smape.smape`, and for arguments that do not go together.
        InputError: ``as_published``, a unit without ``centroids``, and scikit-learn is not installed.

    >>> score = mase([12, 2, None, 6], [10, 2, 6, 6], ["days"] * 4)
    >>> score.score, score.n_defined, score.coverage, score.by_group["days"].deviation
    (0.3333333333333333, 3, 0.75, 2.0)
    >>> score.values
    array([ 1.,  0., nan,  0.])
    >>> mase([12, 2, None, 6], [10, 2, 6, 6], ["days"] * 4, unparsed="penalty").score
    0.75
    """
    items = check_items(predictions, labels, units, groups)
    if not as_published:
        if centroids is not None:
            raise ValueError("centroids go with as_published=True; otherwise the groups give the scale")
        values, deviations = _scaled_errors(items, unparsed)
        return error_score(items, values, deviations=deviations, bootstrap=bootstrap, seed=seed)
    if units is None or unparsed != "drop":
        raise ValueError("as_published=True needs units, and drops unparsed predictions")
    scales = reference_scales(items.labels, units, centroids=centroids)
    values = reference_scaled_errors(items.predictions, items.labels, scales)
    return error_score(items, values, bootstrap=bootstrap, seed=seed)


def constant_guesses(labels: ArrayLike, groups: NameColumn | None, guess: Callable[[Numbers], float]) -> Numbers:
    """One guess for all labels of a group: their mean has a MASE of 1, and of all constants their median has the best.

    >>> constant_guesses([10, 2, 6, 5, 3], ["days"] * 4 + ["years"], np.median)
    array([5.5, 5.5, 5.5, 5.5, 3. ])
    """
    items = check_items(labels, labels, groups=groups)
    guesses = np.empty_like(items.labels)
    for here in items.by_group.values():
        guesses[here] = guess(items.labels[here])
    return guesses


def _scaled_errors(items: Items, unparsed: Literal["drop", "penalty"]) -> tuple[Numbers, dict[str, float]]:
    """The values, and group -> mean absolute deviation of its labels; exactly 0 where they are all equal."""
    if unparsed not in ("drop", "penalty"):
        raise ValueError(f"unparsed must be 'drop' or 'penalty', found {unparsed!r}")
    values: Numbers = np.abs(items.predictions - items.labels)
    deviations = {}
    for group, here in items.by_group.items():
        labels = items.labels[here]
        centre = mean(labels)
        deviation = 0.0 if np.ptp(labels) == 0 else mean(np.abs(labels - centre))
        if 0 < deviation < 1 / MAX_NUMBER:
            raise ValueError(f"group {group!r}: labels differ by less than {1 / MAX_NUMBER:g}, expected times")
        if unparsed == "penalty":
            values[here[np.isnan(items.predictions[here])]] = max(centre - labels.min(), labels.max() - centre)
        values[here] = values[here] / deviation if deviation else np.nan
        deviations[group] = deviation
    return values, deviations
