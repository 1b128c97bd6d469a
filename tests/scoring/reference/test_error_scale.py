"""The scale behind the printed MASE: the paper's example, given centres, and clusters as scikit-learn finds them."""

import numpy as np
import pytest

from temporal_qa.scoring.errors import mase
from temporal_qa.scoring.reference.error_scale import (
    REFERENCE_CENTROIDS,
    cluster_centroids,
    reference_scaled_errors,
    reference_scales,
)


def test_the_example_of_the_paper():
    scales = reference_scales([2009], ["date_years"], centroids=REFERENCE_CENTROIDS["ttqa"])
    assert mase([2018], [2009], units=["date_years"], as_published=True, scales=scales).score == pytest.approx(
        5.12, abs=0.005
    )


def test_each_item_is_measured_from_the_nearest_of_the_given_centres():
    labels, units = [-352, 1057, 2007], ["years"] * 3
    assert reference_scales(labels, units, centroids={"years": [300, 2000]}).tolist() == [652, 757, 7]


def test_units_without_a_given_centre_are_clustered():
    scales = reference_scales([1, 2, 3, 5], ["days", "days", "days", "years"], centroids={"years": [4.5]})
    assert scales.tolist() == [1, 0, 1, 0.5]


def test_dates_are_days_over_seconds():
    scales = reference_scales([733000], ["date"], centroids={"date": [732999]})
    assert reference_scaled_errors([733002], [733000], ["date"], scales).tolist() == [2 / 86400]


@pytest.mark.parametrize(
    ("prediction", "scale", "expected"),
    [(3, 0, 0.0), (4, 0, np.inf), (4, 2, 0.5), (None, 2, np.nan), (None, 0, np.nan)],
)
def test_division_by_zero_and_unparsed(prediction, scale, expected):
    found = reference_scaled_errors([prediction], [3], ["days"], [scale])
    np.testing.assert_array_equal(found, [expected])


def test_refuses_scales_of_other_items():
    with pytest.raises(ValueError, match="scales: expected 2, one an item"):
        reference_scaled_errors([1, 2], [3, 4], ["days"] * 2, [1])


def test_refuses_units_that_do_not_exist():
    with pytest.raises(ValueError, match="no unit 'dates'"):
        reference_scales([1], ["dates"])
    with pytest.raises(ValueError, match="no unit 'dates'"):
        reference_scaled_errors([1], [1], ["dates"], [1])


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


def test_order_does_not_matter():
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.poisson(30, 60), rng.integers(1990, 2020, 60), rng.integers(0, 3000, 20)]).astype(
        float
    )
    order = rng.permutation(len(values))
    assert (cluster_centroids(values[order]) == cluster_centroids(values)[order]).all()


@pytest.mark.parametrize("seed", range(60))
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
    if len(centres) == 1:
        np.testing.assert_allclose(cluster_centroids(values), expected)
    else:  # the value at which a cluster falls apart is in neither part here, and there in an arbitrary one
        assert np.mean(np.abs(cluster_centroids(values) - expected) < 0.25) > 0.95
