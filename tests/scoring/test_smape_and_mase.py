"""sMAPE and MASE: case tables, an independent reference in plain Python, and what must hold for all numbers."""

import math
import random
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.scoring.mase import constant_guesses, mase
from temporal_qa.scoring.number_scores import mean
from temporal_qa.scoring.smape import smape

NAN = math.nan
SOME_DAYS = [10, 2, 6, 6]  # mean 6, mean absolute deviation 2

times = st.integers(-4000, 4000).map(float)
rows = st.tuples(times | st.none(), times, st.sampled_from(["years", "days", "date", "date_years"]))
tables = st.lists(rows, min_size=1, max_size=30)


def columns(table):
    return [list(column) for column in zip(*table, strict=True)]


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize(
    ("prediction", "label", "unit", "expected"),
    [
        (3, 1, "days", 50),
        (1, 3, "days", 50),
        (-352, 352, "years", 100),
        (7, 7, "months", 0),
        (0, 0, "seconds", 0),
        (0, 5, "seconds", 100),
        (None, 5, "minutes", 100),
        (NAN, 0, "minutes", 100),
        (2018, 2009, "years", 100 * 9 / 4027),
        (2018, 2009, "date_years", NAN),
        (None, 733000, "date", NAN),
    ],
)
def test_percentage_error_of_one_item(prediction, label, unit, expected):
    assert smape([prediction], [label], [unit]).values == close([expected])


@pytest.mark.parametrize(
    ("prediction", "label", "group", "unparsed", "expected"),
    [
        (12, 10, "days", "drop", 1),
        (10, 10, "days", "drop", 0),
        (6, 10, "days", "drop", 2),
        (-94, 6, "days", "drop", 50),
        (None, 10, "days", "drop", NAN),
        (None, 10, "days", "penalty", 2),  # always 2, or always 10, is 4 days off on average
        (None, 6, "days", "penalty", 2),
        (3, 3, "of one item", "drop", NAN),
        (9, 3, "of one item", "penalty", NAN),
        (None, 3, "of one item", "penalty", NAN),
    ],
)
def test_scaled_error_of_one_item(prediction, label, group, unparsed, expected):
    others = list(SOME_DAYS)
    if group == "days":
        others.remove(label)
    groups = [group] + ["days"] * len(others)
    assert mase([prediction, *others], [label, *others], groups, unparsed=unparsed).values[0] == close(expected)


@given(tables)
def test_columns_may_be_arrays(table):
    predictions, labels, units = columns(table)
    arrays = np.array(predictions, dtype=float), np.array(labels), np.array(units)
    for measure in (smape, mase):
        assert repr(measure(*arrays)) == repr(measure(predictions, labels, units))


def test_everything_beside_the_score():
    score = smape(
        [11, 3, None, 2010, 5], [10, 1, 5, 2009, 5], ["days", "days", "years", "date_years", "years"], bootstrap=100
    )
    assert (score.score, score.n, score.n_defined) == close(((100 / 21 + 50 + 100 + 0) / 4, 5, 4))
    assert score.coverage == 4 / 5
    assert score.off_by_one == 2 / 3  # of days 1, days 2, date_years 1
    assert score.direction == 3 / 4
    assert score.signed_score == close((100 / 21 + 50 + 0) / 3)
    low, high = score.interval
    assert 0 <= low <= score.score <= high <= 100
    assert {unit: (part.n, part.n_defined, part.coverage) for unit, part in score.by_unit.items()} == {
        "date_years": (1, 0, 1.0),
        "days": (2, 2, 1.0),
        "years": (2, 2, 0.5),
    }
    assert score.by_unit["days"].score == close((100 / 21 + 50) / 2)
    assert math.isnan(score.by_unit["date_years"].score)


def test_groups_may_be_finer_than_units():
    labels, units = [1, 3, 10, 30], ["days"] * 4
    score = mase([2, 2, 20, 20], labels, ["head, days", "head, days", "tail, days", "tail, days"], units=units)
    assert (score.score, score.by_unit["days"].score) == (1, 1)
    assert {group: part.deviation for group, part in score.by_group.items()} == {"head, days": 1, "tail, days": 10}
    assert mase([2, 2, 20, 20], labels, units=units).score < 1  # one group: 11 ± 9.5


def test_groups_may_be_the_values_of_a_mapping():
    named = {"a": "head", "b": "tail", "c": "head", "d": "tail"}
    whole = mase([1, 2, 3, 4], [1, 3, 5, 8], list(named.values()))
    assert mase([1, 2, 3, 4], [1, 3, 5, 8], named.values()) == whole  # numpy makes one text of them
    assert list(whole.by_group) == ["head", "tail"]


def test_undefined_is_nan_and_none_in_json():
    score = mase([None, None], [1, 2], ["days"] * 2, units=["days"] * 2, bootstrap=10)
    assert math.isnan(score.score)
    assert (score.n, score.n_defined, score.coverage, score.interval) == (2, 0, 0, None)
    summary = score.to_dict("temporal_mase")
    assert summary["temporal_mase"] is summary["off_by_one"] is summary["direction"] is None
    assert summary["by_unit"] == {"days": {"score": None, "n": 2, "n_defined": 0, "coverage": 0.0}}
    assert summary["by_group"]["days"]["deviation"] == 0.5


def test_infinite_errors_in_both_directions_have_no_signed_score():
    score = mase([4, 6], [5, 5], units=["days"] * 2, as_published=True, centroids={"days": 5})
    assert (score.score, score.direction) == (math.inf, 0)
    assert score.to_dict("temporal_mase")["signed_score"] is None


def test_groups_without_deviation_are_left_out_whatever_was_predicted():
    score = mase([0.1, 5, 7, 3, 1], [0.1, 0.1, 0.1, 1, 3], ["equal"] * 3 + ["days"] * 2)
    assert (score.score, score.n, score.n_defined) == (2, 5, 2)
    assert score.by_group["equal"].deviation == 0
    assert math.isnan(mase([1], [1]).score)


def test_unparsed_predictions_leave_the_scale_alone():
    assert mase([None, None, 7, 6], SOME_DAYS).values[2] == mase([10, 2, 7, 6], SOME_DAYS).values[2] == 0.5


def test_a_unit_may_be_declared_undefined_or_not():
    assert math.isnan(smape([1], [3], ["date"]).score)
    assert smape([1], [3]).score == 50


@pytest.mark.parametrize("measure", [smape, mase])
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([], []), ValueError, "^no items to score$"),
        (([10**400], [1]), ValueError, r"predictions\[0\]: expected a number from -1e\+100 to 1e\+100"),
        (([1e305, 1], [1, 2]), ValueError, r"predictions\[0\]: expected a number from -1e\+100"),
        (([1, 2], [1, -1.7e308]), ValueError, r"labels\[1\]: expected a number from -1e\+100"),
        (([None, 1], [1, -(10**400)]), ValueError, r"labels\[1\]: expected a number from"),
        (([1], [1, 2]), ValueError, "predictions: 1, labels: 2"),
        (([1, math.inf], [1, 2]), ValueError, r"predictions\[1\]: inf"),
        (([1, 2], [1, math.inf]), ValueError, r"labels\[1\]: expected a finite number"),
        (([1, 2], [1, NAN]), ValueError, r"labels\[1\]: expected a finite number"),
        (([1, 2], [1, None]), ValueError, r"labels\[1\]: expected a finite number"),
        (([1, "2"], [1, 2]), TypeError, r"predictions\[1\]: expected a number or None, found '2'"),
        (([1, True], [1, 2]), TypeError, r"predictions\[1\]"),
        ((np.array(["1", "2"]), [1, 2]), TypeError, r"predictions\[0\]: expected a number or None, found"),
        ((np.array([True, False]), [1, 2]), TypeError, r"predictions\[0\]: expected a number or None, found"),
        (([[1], [2]], [1, 2]), TypeError, r"predictions: expected one list of numbers, found shape \(2, 1\)"),
        (([1, 2], [1, 2], ["days"]), ValueError, "expected 2, one for each item, found 1"),
        (([1, 2], [1, 2], ["days", None]), TypeError, r"\[1\]: expected a string, found None"),
        (([1, 2], [1, 2], "ab"), ValueError, "expected 2, one for each item, found .ab."),
        (([1, 2], [1, 2], np.array(["days"])), ValueError, "expected 2, one for each item, found 1"),
        (([1, 2], [1, 2], np.array([["days"], ["days"]])), TypeError, r"\[0\]: expected a string, found \['days'\]"),
    ],
)
def test_refuses(measure, arguments, error, message):
    with pytest.raises(error, match=message):
        measure(*arguments)


def test_refuses_a_unit_that_does_not_exist():
    units = "seconds, minutes, days, months, years, date_years, date"
    with pytest.raises(ValueError, match=f"^no unit 'dates', expected some of {units}$"):
        smape([1, 2], [1, 2], ["days", "dates"])


def test_refuses_arguments_that_do_not_go_together():
    with pytest.raises(ValueError, match="'drop' or 'penalty', found 'zero'"):
        mase([1], [1], unparsed="zero")
    with pytest.raises(ValueError, match=r"^as_published=True needs units, and drops unparsed predictions$"):
        mase([1], [1], as_published=True)
    with pytest.raises(ValueError, match=r"^as_published=True needs units, and drops unparsed predictions$"):
        mase([1], [1], units=["days"], as_published=True, unparsed="penalty")
    with pytest.raises(ValueError, match=r"^centroids go with as_published=True; otherwise"):
        mase([1], [1], centroids={"days": 1})


def reference_smape(predictions, labels, units):
    values = []
    for p, y, unit in zip(predictions, labels, units, strict=True):
        if unit not in ("date", "date_years"):
            values.append(100 if p is None else 0 if p == y == 0 else 100 * abs(p - y) / (abs(p) + abs(y)))
    return statistics.fmean(values) if values else NAN


def reference_mase(predictions, labels, groups, penalty):
    values = []
    for p, y, group in zip(predictions, labels, groups, strict=True):
        of_group = [label for label, other in zip(labels, groups, strict=True) if other == group]
        middle = statistics.fmean(of_group)
        deviation = statistics.fmean(abs(label - middle) for label in of_group)
        if len(set(of_group)) > 1 and p is not None:
            values.append(abs(p - y) / deviation)
        elif len(set(of_group)) > 1 and penalty:
            guesses = (min(of_group), max(of_group))
            values.append(max(statistics.fmean(abs(c - label) for label in of_group) for c in guesses) / deviation)
    return statistics.fmean(values) if values else NAN


@given(tables)
def test_agrees_with_the_reference(table):
    predictions, labels, units = columns(table)
    assert smape(predictions, labels, units).score == close(reference_smape(predictions, labels, units))
    for unparsed in ("drop", "penalty"):
        expected = reference_mase(predictions, labels, units, unparsed == "penalty")
        assert mase(predictions, labels, units, unparsed=unparsed).score == close(expected)


@given(tables)
def test_predicting_the_mean_scores_exactly_one(table):
    _, labels, groups = columns(table)
    score = mase(constant_guesses(labels, groups, mean), labels, groups)
    assert score.n_defined == 0 or score.score == pytest.approx(1, abs=1e-12)
    for part in score.by_group.values():
        assert part.n_defined == 0 or part.score == pytest.approx(1, abs=1e-12)
    assert score.n_defined == 0 or mase(constant_guesses(labels, groups, np.median), labels, groups).score <= 1 + 1e-12


@given(tables)
def test_silence_scores_as_the_worst_constant_and_never_below_the_mean(table):
    _, labels, groups = columns(table)
    score = mase([None] * len(labels), labels, groups, unparsed="penalty")
    assert score.n_defined == 0 or score.score >= 1 - 1e-12


@given(tables, st.sampled_from([0.5, 12.0, 86400.0]), times)
def test_mase_ignores_scale_and_origin(table, scale, shift):
    predictions, labels, groups = columns(table)
    moved = [None if p is None else p * scale + shift for p in predictions]
    for unparsed in ("drop", "penalty"):
        expected = mase(predictions, labels, groups, unparsed=unparsed).score
        found = mase(moved, [y * scale + shift for y in labels], groups, unparsed=unparsed).score
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6, nan_ok=True)


@given(st.lists(st.tuples(times, times), min_size=1), st.sampled_from([0.5, 12.0, 86400.0]))
def test_smape_is_symmetric_bounded_and_ignores_scale(pairs, scale):
    predictions, labels = map(np.array, columns(pairs))
    score = smape(predictions, labels).score
    assert 0 <= score <= 100 + 1e-9
    assert smape(labels, predictions).score == score
    assert smape(predictions * scale, labels * scale).score == close(score)
    assert (score == 0) == (predictions == labels).all()


@given(tables, st.randoms(use_true_random=False))
def test_row_order_changes_nothing_at_all(table, shuffler: random.Random):
    shuffled = shuffler.sample(table, len(table))
    for measure in (smape, mase):
        assert measure(*columns(table)).to_dict("score") == measure(*columns(shuffled)).to_dict("score")


def test_intervals_are_reproducible():
    rng = np.random.default_rng(0)
    predictions, labels = rng.normal(size=200), rng.normal(size=200)
    first = mase(predictions, labels, bootstrap=200, seed=1)
    assert first.interval == mase(predictions, labels, bootstrap=200, seed=1).interval
    assert first.interval != mase(predictions, labels, bootstrap=200, seed=2).interval
    for error in (mase, smape):
        assert error(predictions, labels, bootstrap=200) == error(predictions, labels, bootstrap=200, seed=0)
    assert first.interval[0] < first.score < first.interval[1]
    assert mase(predictions, labels).interval is None


def test_labels_that_hardly_differ_are_refused():
    with pytest.raises(ValueError, match=r"^group 'all': labels differ by less than 1e-100, expected times$"):
        mase([1, 2], [0, 1e-101])
