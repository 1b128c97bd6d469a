"""The contents of the apps of numbers: scores equal to those of the evaluate modules, parts, worst numbers."""

import pytest

from temporal_qa.apps.metric_page import pasted_columns
from temporal_qa.apps.number_scores import NUMBER_METRICS, score_numbers

from .metric_columns import columns, metric

NUMBERS = ["4 years and 6 months", "no idea", "12", "2018", "1969", "July 7, 2019", ""]
RIGHT_NUMBERS = ["5.5", "30", "10", "2009", "1970", "July 9, 2019", "2008-03-30"]
UNITS = ["years"] * 3 + ["date_years"] * 2 + ["date"] * 2


@pytest.mark.parametrize("name", NUMBER_METRICS)
@pytest.mark.parametrize("how", [{}, {"bootstrap": 100}, {"groups": list("aabbaab")}])
def test_numbers_score_as_with_evaluate(name, how, tmp_path):
    expected = metric(name, tmp_path).compute(predictions=NUMBERS, references=RIGHT_NUMBERS, units=UNITS, **how)
    how = dict(how)
    given = columns(NUMBERS, RIGHT_NUMBERS, UNITS, how.pop("groups", None))
    assert score_numbers(name, given, **how).summary == expected


def test_pasted_numbers_need_no_units(tmp_path):
    expected = metric("temporal_mase", tmp_path).compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6])
    assert score_numbers("temporal_mase", pasted_columns("12\n2\n\n6", "10\n2\n6\n6")).summary == expected


def test_numbers_are_scored_by_unit_and_by_group():
    scored = score_numbers("temporal_mase", columns(NUMBERS, RIGHT_NUMBERS, UNITS))
    assert scored.parts[0] == ["part", "items", "in the mean", "parsed, %", "temporal_mase", "mean deviation"]
    assert [row[:4] for row in scored.parts[1]] == [
        ["date", 2, 1, 50.0], ["date_years", 2, 2, 100.0], ["years", 3, 2, 66.7]
    ]  # fmt: skip
    grouped = score_numbers("temporal_smape", columns(NUMBERS, RIGHT_NUMBERS, UNITS, list("aabbaab")))
    assert [row[0] for row in grouped.parts[1]] == ["a", "b", "date (unit)", "date_years (unit)", "years (unit)"]


def test_the_worst_numbers_come_first_and_those_without_a_value_last():
    smape = score_numbers("temporal_smape", columns(NUMBERS, RIGHT_NUMBERS, UNITS)).worst[1]
    assert [row[0] for row in smape] == ["q1", "q0", "q2", "q6"]
    assert smape[0] == ["q1", "no idea", "30", "years", 100.0]
    mase = score_numbers("temporal_mase", columns(NUMBERS, RIGHT_NUMBERS, UNITS)).worst[1]
    assert [(row[0], row[-1]) for row in mase[-2:]] == [("q1", "not in the mean"), ("q6", "not in the mean")]
    assert mase[-1][1] == "(none)"


@pytest.mark.parametrize(
    ("found", "right", "units", "message"),
    [
        (["soon"], ["1"], None, r"predictions\[0\]: 'soon' is text; reading it needs units="),
        (["3,5"], ["3.5"], None, r"predictions\[0\]: '3,5' is text; reading it needs units="),
        (["1"], ["1,234"], None, r"references\[0\]: '1,234' is text"),
        (["1"], ["soon"], ["years"], "references, item 1: 'soon' cannot be read"),
        (["1"], [None], None, "references, item 1"),
        (["1"], ["1"], ["fortnights"], "no unit 'fortnights'"),
        ([[1]], ["1"], ["years"], r"predictions"),
        (["inf"], ["1"], None, "is not a time"),
    ],
)
def test_entries_that_are_not_numbers(found, right, units, message):
    with pytest.raises((TypeError, ValueError), match=message):
        score_numbers("temporal_smape", columns(found, right, units))
