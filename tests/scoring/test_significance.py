"""The bootstrap interval of a mean, and the summary that every metric returns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap, norm, permutation_test
from statsmodels.stats.multitest import multipletests

from temporal_qa.scoring.significance import holm, mean_interval, paired_difference, summarize

values = st.lists(st.sampled_from([0.0, 40.0, 66.7, 100.0]), min_size=1, max_size=40)


def test_agrees_with_scipy():
    scores = np.random.default_rng(1).choice([0.0, 50.0, 100.0], size=500, p=[0.3, 0.2, 0.5])
    theirs = bootstrap((scores,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
    assert mean_interval(scores, resamples=20_000) == pytest.approx((theirs.low, theirs.high), abs=0.2)


def test_agrees_with_scipy_on_values_that_are_all_distinct():
    scores = np.random.default_rng(2).normal(size=300)
    theirs = bootstrap((scores,), np.mean, n_resamples=20_000, method="percentile", rng=1)
    ours = mean_interval(scores, resamples=20_000)
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


def test_of_one_resample_there_is_one_mean():
    low, high = mean_interval([0.0, 30.0, 100.0], resamples=1)
    assert low == high


def test_the_same_seed_is_the_default():
    scores = np.arange(3000.0) % 7
    assert mean_interval(scores, resamples=50) == mean_interval(scores, resamples=50, seed=0)
    pair = scores, np.roll(scores, 1)
    assert paired_difference(*pair, resamples=50) == paired_difference(*pair, resamples=50, seed=0)


def test_the_interval_of_more_questions_is_narrower():
    few, many = (high - low for low, high in (mean_interval([0.0, 100.0] * n) for n in (20, 500)))
    assert few > many


@pytest.mark.parametrize(
    ("scores", "how", "message"),
    [
        ([], {}, "at least one value"),
        ([[1.0, 2.0]], {}, "shape"),
        ([1.0, float("nan")], {}, "finite"),
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


def correlated_runs(n, gap, seed):
    """Two runs that find the same questions hard; the first is right on ``gap`` more of a hundred."""
    rng = np.random.default_rng(seed)
    ease = rng.random(n)
    return [np.where(ease + rng.normal(0, 0.1, n) < share, 100.0, 0.0) for share in (0.5 + gap / 100, 0.5)]


@pytest.mark.parametrize("gap", [0, 2, 4, 8])
def test_p_agrees_with_a_permutation_test_where_many_questions_differ(gap):
    first, second = correlated_runs(800, gap, seed=gap)
    theirs = permutation_test(
        (first, second), lambda a, b, axis: np.mean(a - b, axis=axis), permutation_type="samples",
        n_resamples=4000, vectorized=True, rng=1,
    )  # fmt: skip
    ours = paired_difference(first, second)
    assert ours.difference == pytest.approx(theirs.statistic)
    assert ours.p == pytest.approx(theirs.pvalue, abs=0.04)


def mean_difference(one, other, axis):
    return np.mean(one - other, axis=axis)


@pytest.mark.parametrize("n", [2, 3, 5, 9, 12])
def test_with_few_questions_p_is_that_of_all_sign_flips(n):
    first = np.random.default_rng(n).choice([0.0, 40.0, 200 / 3, 100.0], n)
    second = np.random.default_rng(n + 100).choice([0.0, 40.0, 200 / 3, 50.0], n)
    theirs = permutation_test(
        (first, second), mean_difference, permutation_type="samples", n_resamples=np.inf, vectorized=True
    )
    assert paired_difference(first, second).p == pytest.approx(theirs.pvalue, rel=1e-9)


@pytest.mark.parametrize(("better", "worse"), [(1, 0), (0, 1), (3, 0), (9, 1), (106, 97), (557, 0), (300, 200)])
def test_with_right_and_wrong_only_it_is_the_sign_test(better, worse):
    """Nothing is drawn, even if p is far below one in the number of draws."""
    first = [100.0] * better + [0.0] * worse + [100.0] * 50
    second = [0.0] * better + [100.0] * worse + [100.0] * 50
    expected = binomtest(better, better + worse).pvalue
    assert paired_difference(first, second, resamples=10).p == pytest.approx(expected, rel=1e-9)


def test_the_differences_of_a_cluster_change_their_sign_together():
    """Three clusters of 300, 300 and -200 points: of the eight ways to flip them, four have a sum of 400 or more."""
    first, second = [100] * 6 + [0] * 2, [0] * 6 + [100] * 2
    assert paired_difference(first, second, clusters=[*"aaabbbcc"]).p == 0.5
    assert paired_difference(first, second, clusters=[*"abcdefgh"]) == paired_difference(first, second)


def test_beyond_the_draws_p_lies_between_the_truth_and_a_bound():
    """Sixteen sizes are too many cases to enumerate, and the true p is far below one in the number of draws."""
    differences = np.repeat(np.linspace(10, 25, 16), 8)
    p = paired_difference(differences, np.zeros(128), resamples=1000).p
    z = differences.sum() / np.sqrt((differences**2).sum())
    assert 2 * 0.5**128 <= p <= 4 * 2 * norm.sf(z) < 1e-20


@pytest.mark.parametrize("differences", [np.full(3000, 100.0), np.linspace(10, 25, 3000)], ids=["exact", "bound"])
def test_p_is_never_0(differences):
    assert 0 < paired_difference(differences, np.zeros(3000), resamples=10).p < 1e-300


def test_no_difference_at_all_has_a_p_of_one():
    """Also where it is drawn: every flip is as far from 0."""
    sizes = np.linspace(10, 25, 100)
    assert paired_difference([*sizes, *-sizes], np.zeros(200), resamples=19).p == 1


def test_few_draws_are_never_below_what_they_can_tell():
    differences = np.random.default_rng(4).normal(1.0, 10, 200)
    assert paired_difference(differences, np.zeros(200), resamples=19).p >= 1 / 20


@pytest.mark.parametrize("n", [3, 5, 10, 100])
@pytest.mark.parametrize("scores", [(0.0, 100.0), (0.0, 40.0, 50.0, 200 / 3, 100.0)], ids=["right or wrong", "F1"])
def test_equal_runs_differ_at_a_level_no_oftener_than_the_level(n, scores):
    """With few questions, an exact test rejects too rarely; it never rejects too often."""
    rng, trials = np.random.default_rng(n), 300
    ps = np.array([paired_difference(*rng.choice(scores, (2, n)), resamples=400).p for _ in range(trials)])
    for level in (0.05, 0.1, 0.3):
        assert (ps <= level).mean() <= level + 3 * np.sqrt(level * (1 - level) / trials)
    assert (ps <= 0.3).mean() > (0.15 if n == 100 else 0.02 if n > 3 else 0)


def test_equal_runs_are_found_different_about_as_often_as_p_says():
    found = sum(paired_difference(*correlated_runs(300, 0, t), resamples=1000).p <= 0.1 for t in range(300))
    assert 15 <= found <= 48  # 30 expected


def test_pairing_finds_what_two_intervals_hide():
    first, second = correlated_runs(600, 6, seed=1)
    test = paired_difference(first, second)
    assert mean_interval(first)[0] < mean_interval(second)[1]  # they overlap
    assert test.low > 0
    assert test.p < 0.05


def test_better_and_worse_are_counted_and_equal_runs_have_p_1():
    result = paired_difference([100.0, 100.0, 0.0, 50.0], [0.0, 100.0, 50.0, 0.0])
    assert (result.better, result.worse, result.difference) == (2, 1, 25.0)
    assert paired_difference([50.0, 100.0], [50.0, 100.0]) == (0.0, 0.0, 0.0, 1.0, 0, 0)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 40.0, 100.0])] * 2), min_size=1, max_size=30))
def test_p_is_a_probability_and_the_interval_that_of_the_differences(pairs):
    first, second = zip(*pairs, strict=True)
    result = paired_difference(first, second, resamples=99, seed=4)
    assert 0 < result.p <= 1
    assert (result.low, result.high) == mean_interval(np.subtract(first, second), resamples=99, seed=4)


def test_runs_of_unequal_length_are_no_pairs():
    with pytest.raises(ValueError, match="two scores of each question"):
        paired_difference([1.0], [1.0, 2.0])


@pytest.mark.parametrize("p_values", [[], [0.3], [0.01, 0.04, 0.03], [0.02, 0.02, 1.0, 0.0], [0.6, 0.5, 0.4]])
def test_holm_is_that_of_statsmodels(p_values):
    expected = multipletests(p_values, method="holm")[1].tolist() if p_values else []
    assert holm(p_values) == pytest.approx(expected)
