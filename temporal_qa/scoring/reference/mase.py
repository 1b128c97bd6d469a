"""The MASE that TempAnswerQA printed, whose scale is not that of its formula.

The paper (section 3.2, appendix E) defines MASE by the mean absolute deviation of the labels. The printed MASE divides
the error of each item by *that item's own* distance from the centre of a cluster of labels. HDBSCAN finds the clusters
in the labels of one unit, over all runs at once, with a minimum cluster size of 30 %.

This module holds the centres of the paper's two datasets, so that one run alone gives the printed figure. It clusters
all other labels with scikit-learn.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from temporal_qa.io import explain_missing
from temporal_qa.scoring.number_scores import NameColumn, Numbers, check_items

_SECONDS_A_DAY = 86400.0
_MIN_CLUSTER_SHARE = 0.3
_MIN_TO_CLUSTER = 7  # 30 % of fewer labels is less than 2

REFERENCE_CENTROIDS: Mapping[str, Mapping[str, Sequence[float]]] = {
    "ttqa": {
        "years": (4.699179775280899,),
        "days": (3.6904761904761907,),
        "months": (3.682926829268293,),
        "date_years": (2010.7570093457944,),
        "date": (738070.7777777778,),
    },
    "tot_arithmetic": {
        "days": (557.5333333333333,),
        "minutes": (146.78571428571428,),
        "months": (15.571428571428571,),
        "seconds": (8041.975806451613,),
        "years": (325.292, 2008.18),
        "date": (733697.8484848485,),
    },
}
"""Dataset -> unit -> centres behind the paper's tables; dates as ``datetime.date.toordinal`` counts them.

They are the centres of the labels of all released runs, which agree with the printed ones. Only the two centres of Test
of Time's years are as printed: they depend on the order of the rows, and the released files give one, 2019.56.
"""


def reference_scales(
    labels: ArrayLike, units: NameColumn, *, centroids: Mapping[str, Sequence[float] | float] | None = None
) -> Numbers:
    """The divisor of the error of each item in the printed MASE: the item's distance from its centre.

    The clusters depend on how often each label occurs. The paper's tables pool *all runs* that they compare: pass the
    labels of all of them, one run after the other, and split the result. TTQA also pools its splits head and tail, Test
    of Time does not. The result is in the unit of the item, but for ``date`` in seconds, where errors are in days.
    Dates therefore hardly count in the printed MASE.

    Args:
        labels: one finite number an item; dates are days, counted as ``datetime.date.toordinal`` does.
        units: the unit of each item.
        centroids: unit -> its centres, or its only one, in the unit of the labels, such as those of
            :data:`REFERENCE_CENTROIDS`; each item has the nearest. The labels of other units are clustered.

    Raises:
        TypeError, ValueError: as :func:`~temporal_qa.scoring.number_scores.check_items`.
        InputError: labels have to be clustered, and scikit-learn is not installed.

    >>> reference_scales([2009], ["date_years"], centroids={"date_years": [2010.757]}).round(3)
    array([1.757])
    """
    items = check_items(labels, labels, units)
    given = centroids or {}
    scales = np.empty_like(items.labels)
    for unit, here in items.by_unit.items():
        values = items.labels[here]
        centres = _nearest(values, given[unit]) if unit in given else cluster_centroids(values)
        scales[here] = np.abs(values - centres) * (_SECONDS_A_DAY if unit == "date" else 1.0)
    return scales


def reference_scaled_errors(predictions: Numbers, labels: Numbers, scales: Numbers) -> Numbers:
    r"""The scaled error that the printed MASE averages, per item; NaN where the prediction is unparsed.

    .. math:: \frac{|p_i - y_i|}{|y_i - c_i|}

    The denominator is ``scales``, see :func:`reference_scales`. As in the paper's code, 0/0 is 0, and the error of an
    item that is its own centre is infinite. Errors of dates are in days.

    >>> reference_scaled_errors(np.array([2018.0]), np.array([2009.0]), np.array([1.757])).round(2)
    array([5.12])
    """
    errors = np.abs(predictions - labels)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(errors == 0, 0.0, errors / scales)


def cluster_centroids(values: ArrayLike) -> Numbers:
    """The centre of the HDBSCAN cluster of each value; for a value in no cluster, the nearest centre.

    Fewer than 7 values are too few to cluster: their centre is their mean. The cluster of a value between two clusters
    may depend on the order of the values.

    Raises:
        InputError: scikit-learn is not installed.

    >>> cluster_centroids([1, 2, 6])
    array([3., 3., 3.])
    """
    column = np.asarray(values, dtype=np.float64)
    if len(column) < _MIN_TO_CLUSTER:
        return np.full(len(column), column.mean())
    with explain_missing("the published MASE of other data than the paper's needs scikit-learn", "reference"):
        from sklearn.cluster import HDBSCAN
    found = HDBSCAN(
        min_cluster_size=int(_MIN_CLUSTER_SHARE * len(column)),
        allow_single_cluster=True,
        store_centers="centroid",
        copy=True,
    ).fit(column[:, None])
    centres = found.centroids_.ravel()  # never empty: a single cluster is allowed
    return np.where(found.labels_ < 0, _nearest(column, centres), centres[found.labels_])


def _nearest(values: Numbers, centres: Sequence[float] | float | Numbers) -> Numbers:
    choices = np.atleast_1d(np.asarray(centres, dtype=np.float64))
    return np.asarray(choices[np.abs(values[:, None] - choices).argmin(axis=1)])
