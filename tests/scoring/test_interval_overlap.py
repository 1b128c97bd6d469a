"""The measures of overlap, year by year."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.scoring.interval_overlap import interval_overlap

INTERVALS = st.tuples(st.integers(-50, 50), st.integers(0, 30)).map(lambda pair: [pair[0], pair[0] + pair[1]])


def year_by_year(found, right):
    hull = range(min(found[0], right[0]), max(found[1], right[1]) + 1)
    inside = [sum(first <= year <= last for first, last in (found, right)) for year in hull]
    shared, gap, size = inside.count(2), inside.count(0), len(hull)
    iou = shared / (size - gap)
    return {
        "iou": iou,
        "giou": (iou - gap / size + 1) / 2,
        "aeiou": max(1, shared) / size,
        "gaeiou": shared / size if shared else 1 / ((gap + 1) * size),
    }


@given(INTERVALS, INTERVALS)
def test_all_measures_are_those_of_years_counted_one_by_one(found, right):
    scores = interval_overlap([found], [right])
    expected = year_by_year(found, right)
    assert {name: values[0] for name, values in scores.items()} == pytest.approx(
        {name: 100 * value for name, value in expected.items()}
    )
    swapped = interval_overlap([right], [found])
    assert all((scores[name] == swapped[name]).all() for name in scores)
    assert all((values[0] == 100) == (found == right) for values in scores.values())


def test_years_of_any_size():
    scores = interval_overlap([[0, 2**63 - 1]], [[-(2**63), 2**63 - 1]])
    assert {name: values[0] for name, values in scores.items()} == pytest.approx(
        {"iou": 50, "giou": 75, "aeiou": 50, "gaeiou": 50}
    )


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1990]], r"predictions\[0\]: found \[1990\], expected two whole years"),
        ([[1, 2], [1, 2, 3]], r"predictions\[1\]: found \[1, 2, 3\]"),
        ([[1, 2], [1.5, 2.0]], r"predictions\[1\]: found \[1.5, 2.0\]"),
        ([[1, 2], ["1990", "1991"]], r"predictions\[1\]: found \['1990', '1991'\]"),
        ([[True, True]], r"predictions\[0\]: found \[True, True\]"),
        ([[1, 2], None], r"predictions\[1\]: found None"),
        ("1990", r"predictions\[0\]: found '1990'"),
        ([[1, 2], [5, 4]], r"predictions\[1\]: from 5 to 4, expected an end that is not before the start"),
        ([[1, 2]] * 3, "3 predictions for 2 references"),
    ],
)
def test_what_is_not_an_interval_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        interval_overlap(values, [[1, 2], [1, 2]])


def test_no_intervals_have_no_scores():
    assert all(len(values) == 0 for values in interval_overlap([], []).values())
