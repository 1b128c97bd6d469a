"""The bootstrap interval of a mean, and the summary that every metric returns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from temporal_qa.scoring.bootstrap import mean_interval, summarize

values = st.lists(st.sampled_from([0.0, 40.0, 66.7, 100.0]), min_size=1, max_size=40)


def test_agrees_with_scipy():
    scores = np.random.default_rng(1).choice([0.0, 50.0, 100.0], size=500, p=[0.3, 0.2, 0.5])
    theirs = bootstrap((scores,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
    assert mean_interval(scores, resamples=20_000) == pytest.approx((theirs.low, theirs.high), abs=0.2)


def test_agrees_with_scipy_on_values_that_are_all_distinct():
    scores = np.random.default_rng(2).normal(size=300)
    theirs = bootstrap((scores,), np.mean, n_resamples=20_000, method="percentile", rng=1, confidence_level=0.8)
    ours = mean_interval(scores, resamples=20_000, confidence=0.8)
    assert ours == pytest.approx(tuple(theirs.confidence_interval), abs=0.005)


def test_covers_the_true_mean_about_as_often_as_it_says():
    rng = np.random.default_rng(3)
    covered = 0
    for trial in range(200):
        low, high = mean_interval(100.0 * (rng.random(200) < 0.7), seed=trial)
        covered += low <= 70 <= high
    assert 180 <= covered <= 198


@given(values, st.randoms())
def test_depends_on_seed_and_values_but_not_on_their_order(scores, random):
    shuffled = random.sample(scores, len(scores))
    assert mean_interval(shuffled, resamples=50) == mean_interval(scores, resamples=50)


def test_another_seed_gives_other_resamples():
    scores = np.arange(30.0)
    assert mean_interval(scores, seed=1) != mean_interval(scores, seed=2)


@given(values)
def test_lies_within_the_values(scores):
    low, high = mean_interval(scores, resamples=50)
    assert min(scores) - 1e-9 <= low <= high <= max(scores) + 1e-9


def test_one_value_and_equal_values_have_a_degenerate_interval():
    assert mean_interval([42.0]) == (42.0, 42.0)
    assert mean_interval([33.3] * 7) == (33.3, 33.3)


def test_more_confidence_is_wider_and_more_questions_are_narrower():
    few, many = [0.0, 100.0] * 20, [0.0, 100.0] * 500
    widths = [
        high - low for low, high in (mean_interval(few, confidence=0.99), mean_interval(few), mean_interval(many))
    ]
    assert widths[0] > widths[1] > widths[2]


@pytest.mark.parametrize(
    ("scores", "how", "message"),
    [
        ([], {}, "at least one value"),
        ([[1.0, 2.0]], {}, "shape"),
        ([1.0, float("nan")], {}, "finite"),
        ([1.0], {"confidence": 95}, "confidence"),
        ([1.0], {"resamples": 0}, "resamples"),
    ],
)
def test_bad_arguments(scores, how, message):
    with pytest.raises(ValueError, match=message):
        mean_interval(scores, **how)


def test_summary_has_intervals_only_on_request():
    scores = {"em": np.array([100.0, 0.0, 100.0, 100.0])}
    assert summarize(scores) == {"em": 75.0, "n": 4}
    low, high = mean_interval(scores["em"], resamples=20, seed=5)
    assert summarize(scores, bootstrap=20, seed=5) == {"em": 75.0, "n": 4, "em_interval": [low, high]}
