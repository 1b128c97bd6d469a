"""The scale of the printed MASE: the paper's example, given centres, and the clusters of scikit-learn."""

import sys

import numpy as np
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.reference.mase import (
    REFERENCE_CENTROIDS,
    cluster_centroids,
    reference_scaled_errors,
    reference_scales,
)


def test_the_example_of_the_paper():
    centroids = REFERENCE_CENTROIDS["ttqa"]
    found = mase([2018], [2009], units=["date_years"], as_published=True, centroids=centroids)
    assert found.score == pytest.approx(5.12, abs=0.005)


def test_each_item_is_measured_from_the_nearest_of_the_given_centres():
    labels, units = [-352, 1057, 2007], ["years"] * 3
    assert reference_scales(labels, units, centroids={"years": [300, 2000]}).tolist() == [652, 757, 7]
    assert reference_scales(labels, units, centroids={"years": 2000}).tolist() == [2352, 943, 7]


def test_units_without_a_given_centre_are_clustered():
    scales = reference_scales([1, 2, 3, 5], ["days", "days", "days", "years"], centroids={"years": [4.5]})
    assert scales.tolist() == [1, 0, 1, 0.5]


def test_dates_are_days_over_seconds():
    scales = reference_scales([733000], ["date"], centroids={"date": [732999]})
    assert reference_scaled_errors(np.array([733002]), np.array([733000]), scales).tolist() == [2 / 86400]


@pytest.mark.parametrize(
    ("prediction", "scale", "expected"),
    [(3, 0, 0.0), (4, 0, np.inf), (4, 2, 0.5), (None, 2, np.nan), (None, 0, np.nan)],
)
def test_division_by_zero_and_unparsed(prediction, scale, expected):
    found = reference_scaled_errors(np.array([prediction], float), np.array([3]), np.array([scale]))
    np.testing.assert_array_equal(found, [expected])


def test_refuses_units_that_do_not_exist():
    with pytest.raises(ValueError, match="no unit 'dates'"):
        reference_scales([1], ["dates"])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5], [5]),
        ([1, 2, 6], [3] * 3),
        ([4] * 20, [4] * 20),
        ([4] * 10 + [90] * 2, [4] * 12),
        ([1, 2, 3, 4, 101, 102, 103, 104], [2.5] * 4 + [102.5] * 4),
    ],
)
def test_clusters_of_few_and_of_equal_values(values, expected):
    assert cluster_centroids(values).tolist() == expected


def test_order_does_not_matter_if_no_two_clusters_touch():
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.poisson(30, 60), rng.integers(1990, 2020, 60)]).astype(float)
    order = rng.permutation(len(values))
    assert cluster_centroids(values[order]) == pytest.approx(cluster_centroids(values)[order])


def test_the_centres_of_the_paper_are_used_without_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.cluster", None)
    for centroids in REFERENCE_CENTROIDS.values():
        units = list(centroids)
        assert np.isfinite(reference_scales([2010.0] * len(units), units, centroids=centroids)).all()
    with pytest.raises(InputError, match=r"needs scikit-learn: pip install 'temporal-qa\[reference\]'"):
        reference_scales(range(7), ["days"] * 7)


PRINTED = {
    "ttqa": {"years": [4.699], "days": [3.690], "months": [3.683], "date_years": [2010.757],
             "date": [719163 + 1633632000 / 86400]},
    "tot_arithmetic": {"days": [557.53], "minutes": [146.79], "months": [15.57], "seconds": [8041.98],
                       "years": [325.292, 2008.18], "date": [719163 + 1255810909 / 86400]},
}  # fmt: skip
"""The paper prints dates in seconds from 1970-01-01. The one of TTQA is from 18 more items than were released."""


def test_the_centres_are_those_that_were_printed():
    for dataset, printed in PRINTED.items():
        for unit, centres in printed.items():
            assert REFERENCE_CENTROIDS[dataset][unit] == pytest.approx(centres, abs=0.3 if unit == "date" else 0.005)


@pytest.mark.parametrize("seed", range(10))
def test_clusters_are_those_of_scikit_learn(seed):
    cluster = pytest.importorskip("sklearn.cluster", reason="scikit-learn is not installed")
    rng = np.random.default_rng(seed)
    size, other = int(rng.integers(7, 120)), int(rng.integers(0, 90))
    values = np.concatenate([rng.normal(size=size), rng.normal(rng.uniform(0, 20), 2, other), rng.uniform(-50, 50, 9)])
    theirs = cluster.HDBSCAN(
        min_cluster_size=int(0.3 * len(values)), allow_single_cluster=True, store_centers="centroid", copy=True
    ).fit(values[:, None])
    centres = theirs.centroids_.ravel()
    nearest = np.abs(values[:, None] - centres).argmin(axis=1)
    expected = centres[np.where(theirs.labels_ < 0, nearest, theirs.labels_)]
    np.testing.assert_allclose(cluster_centroids(values), expected)
