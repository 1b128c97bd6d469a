"""The error scale behind the MASE that TempAnswerQA printed, which is not the scale of its formula.

The paper (section 3.2, appendix E) defines MASE by the mean absolute deviation of the labels. What it printed divides
the error of each item by *that item's own* distance from the centre of a cluster of labels, found by HDBSCAN with a
minimum cluster size of 30 % in the labels of one unit, over all runs at once. Only this module knows about that.

Labels are one-dimensional, where HDBSCAN is short: at a scale eps a cluster is a run of sorted labels, each with enough
labels within eps of itself and at most eps away from the next. Nothing then depends on the order of the labels. In
scikit-learn's, ties are broken by row order; that changes one published unit, the ``years`` of Test of Time.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.number_columns import Names, Numbers, check_items

SECONDS_A_DAY = 86400.0
MIN_CLUSTER_SHARE = 0.3

_UNIX_EPOCH = datetime.date(1970, 1, 1).toordinal()  # dates are printed there in seconds from it

# The two clusters of Test of Time's years depend on the order of its rows: only they have to be given to reproduce that
# table, all other centres come out of the labels. Dates are ordinals, see :class:`datetime.date`.
REFERENCE_CENTROIDS: Mapping[str, Mapping[str, Sequence[float]]] = MappingProxyType(
    {
        "ttqa": {
            "years": (4.699,),
            "days": (3.690,),
            "months": (3.683,),
            "date_years": (2010.757,),
            "date": (_UNIX_EPOCH + 1633632000 / SECONDS_A_DAY,),
        },
        "tot_arithmetic": {
            "days": (557.53,),
            "minutes": (146.79,),
            "months": (15.57,),
            "seconds": (8041.98,),
            "years": (325.292, 2008.18),
            "date": (_UNIX_EPOCH + 1255810909 / SECONDS_A_DAY,),
        },
    }
)


def reference_scales(
    labels: ArrayLike,
    units: Sequence[str] | Names,
    *,
    centroids: Mapping[str, Sequence[float]] | None = None,
) -> Numbers:
    """What the published MASE divides the error of each item by: the item's distance from its centre.

    The clusters depend on how often each label occurs. Published tables pool *all runs* that they compare: give the
    labels of all of them, one run after the other, and split the result. TTQA pools the splits head and tail too, Test
    of Time does not. The result is in the unit of the item, for ``date`` in seconds where errors are in days: that is
    why dates count for next to nothing in the printed MASE.

    Args:
        labels: one finite number an item; dates are days, counted as ``datetime.date.toordinal`` does.
        units: the unit of each item.
        centroids: unit -> centres to use instead of clustering, in the unit of the labels; each item has the
            nearest. See :data:`REFERENCE_CENTROIDS`. Units that are not in it are clustered.

    >>> reference_scales([2009], ["date_years"], centroids={"date_years": [2010.757]}).round(3)
    array([1.757])
    """
    items = check_items(labels, labels, units)
    given = centroids or {}
    scales = np.empty_like(items.labels)
    for unit, here in items.by_unit.items():
        values = items.labels[here]
        centres = _nearest(values, given[unit]) if unit in given else cluster_centroids(values)
        scales[here] = np.abs(values - centres) * (SECONDS_A_DAY if unit == "date" else 1.0)
    return scales


def reference_scaled_errors(
    predictions: ArrayLike, labels: ArrayLike, units: Sequence[str] | Names, scales: ArrayLike
) -> Numbers:
    r"""The scaled error that the printed MASE averages, per item; NaN where the prediction is unparsed.

    .. math:: \frac{|p_i - y_i|}{|y_i - c_i|}

    The denominator is ``scales``, see :func:`reference_scales`; 0/0 is 0, and an error of an item that is its own
    centre is infinite, as there. Errors of dates are in days.

    >>> reference_scaled_errors([2018], [2009], ["date_years"], [1.757]).round(2)
    array([5.12])
    """
    items = check_items(predictions, labels, units)
    divisors = np.asarray(scales, dtype=np.float64)
    if divisors.shape != items.labels.shape:
        raise ValueError(f"scales: expected {len(items.labels)}, one an item, found shape {divisors.shape}")
    errors = np.abs(items.predictions - items.labels)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(errors == 0, 0.0, errors / divisors)


def cluster_centroids(values: ArrayLike) -> Numbers:
    """The centre of the HDBSCAN cluster that each value is in; of a value in none, the nearest centre.

    What ``sklearn.cluster.HDBSCAN(min_cluster_size=int(0.3 * n), allow_single_cluster=True, store_centers="centroid")``
    finds, except that ties are resolved all at once: a value that leaves a cluster just as this falls apart is in
    neither part, where scikit-learn puts it into one or the other. Fewer than 7 values are too few to cluster: their
    centre is their mean.

    >>> cluster_centroids([70, 71, 72, 73, 2012, 2011, 2010, 2009])
    array([  71.5,   71.5,   71.5,   71.5, 2010.5, 2010.5, 2010.5, 2010.5])
    """
    column = np.asarray(values, dtype=np.float64)
    least = int(len(column) * MIN_CLUSTER_SHARE)
    if least < 2:
        return np.full(len(column), column.mean())
    points, inverse, counts = np.unique(column, return_inverse=True, return_counts=True)
    hierarchy = _Hierarchy(points, counts, _core_distances(points, column, least), least)
    clusters = hierarchy.best()
    means = []
    for cluster in clusters:  # means are weighted by membership: how long a point stays, relative to the last ones
        last = cluster.leaves.max()
        membership = np.divide(cluster.leaves, last, out=np.ones_like(cluster.leaves), where=cluster.leaves != last)
        means.append(float(np.average(points[cluster.members], weights=membership * counts[cluster.members])))
    centres = _nearest(points, means)
    for cluster, mean in zip(clusters, means, strict=True):
        centres[cluster.members] = mean
    return centres[inverse]


class _Cluster(NamedTuple):
    """Sorted points that hold together from density ``birth`` on, and the density at which each one leaves."""

    members: NDArray[np.intp]
    birth: float
    leaves: Numbers
    children: list[_Cluster]


class _Hierarchy(NamedTuple):
    """Sorted distinct points, how often each occurs, its core distance, and the least size of a cluster."""

    points: Numbers
    counts: NDArray[np.intp]
    core: Numbers
    least: int

    def best(self) -> list[_Cluster]:
        """The clusters with the most "excess of mass"; where that is the root, only what is left of it at the end."""
        root = self._grow(np.arange(len(self.points)), birth=0.0)
        chosen, _ = self._select(root)
        if chosen[0] is root:
            core = root.leaves == root.leaves.max()
            return [root._replace(members=root.members[core], leaves=root.leaves[core])]
        return chosen

    def _grow(self, members: NDArray[np.intp], birth: float) -> _Cluster:
        """Follows a cluster to ever smaller scales, until it falls apart into none or several."""
        leaves = np.empty(len(members))
        rest = members
        while True:
            scale = max(self.core[rest].max(), np.diff(self.points[rest]).max(initial=0.0))
            density = 1 / scale if scale else np.inf
            parts = self._below(rest, scale)
            leaves[np.isin(members, rest)] = density  # overwritten for those that stay on
            if len(parts) != 1:
                return _Cluster(members, birth, leaves, [self._grow(part, density) for part in parts])
            rest = parts[0]

    def _below(self, members: NDArray[np.intp], scale: float) -> list[NDArray[np.intp]]:
        """The clusters, large enough, that are left at scales just under this one."""
        dense = members[self.core[members] < scale]
        parts = np.split(dense, np.flatnonzero(np.diff(self.points[dense]) >= scale) + 1)
        return [part for part in parts if self.counts[part].sum() >= self.least]

    def _select(self, cluster: _Cluster) -> tuple[list[_Cluster], float]:
        """The cluster itself, or the best of its children where together they are more stable."""
        stability = float((self.counts[cluster.members] * (cluster.leaves - cluster.birth)).sum())
        below = [self._select(child) for child in cluster.children]
        if below and sum(total for _, total in below) > stability:
            return [one for chosen, _ in below for one in chosen], sum(total for _, total in below)
        return [cluster], stability


def _core_distances(points: Numbers, values: Numbers, least: int) -> Numbers:
    """How far from each point one must go to find ``least`` values, its own included."""
    ordered = np.sort(values)
    first, last = ordered[: len(ordered) - least + 1], ordered[least - 1 :]  # of each window of so many values
    # The further right the window, the nearer its first value and the farther its last: the best is where they cross.
    after = np.searchsorted(first + last, 2 * points).clip(max=len(first) - 1)
    before = (after - 1).clip(min=0)
    reach = [np.maximum(np.abs(points - first[at]), np.abs(last[at] - points)) for at in (before, after)]
    nearest: Numbers = np.minimum(*reach)
    return nearest


def _nearest(values: Numbers, centres: Sequence[float]) -> Numbers:
    choices = np.asarray(centres, dtype=np.float64)
    nearest: Numbers = choices[np.abs(values[:, None] - choices).argmin(axis=1)]
    return nearest
