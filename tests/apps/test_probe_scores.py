"""The contents of the app of probes: scores equal to those of the evaluate module, parts, worst probes."""

import pytest

from temporal_qa.apps.probe_scores import score_probes
from temporal_qa.io.errors import InputError

from .metric_columns import columns, metric

PROBES = ["Maceo Anderson", "4 July 2001", "90 years", "Yes, it does.", ""]
RIGHT_PROBES = ["Maceo Anderson", "July 4, 2001", "90 years, 10 months and 1 day", "no", "1910"]
TYPES = ["entity", "date", "age", "yes_no", "date"]


@pytest.mark.parametrize("how", [{}, {"bootstrap": 100}])
@pytest.mark.parametrize("types", [None, TYPES])
def test_probes_score_as_with_evaluate(how, types, tmp_path):
    expected = metric("date_probes", tmp_path).compute(
        predictions=PROBES, references=RIGHT_PROBES, answer_types=types, **how
    )
    shown = score_probes(columns(PROBES, RIGHT_PROBES, types), **how)
    assert shown.summary == expected
    assert shown.parts[1] == [
        ["age", 1, 100.0, 0.0, "-", "-"], ["date", 2, 50.0, 50.0, 0.0, 50.0], ["entity", 1, 100.0, 100.0, 100.0, 100.0],
        ["yes_no", 1, 100.0, 0.0, 0.0, 0.0],
    ]  # fmt: skip
    assert [row[-1] for row in shown.worst[1]] == ["90 years, 0 months and 0 days", "yes", "not read"]


def test_rows_of_a_dataset_are_probes():
    given = columns([["Ann"], ["A", "B"], '["no"]'], [["Ann"], ["A"], '["no"]'], ["entity", "entity", "yes_no"])
    assert score_probes(given).summary["accuracy"] == pytest.approx(200 / 3)
    with pytest.raises(InputError, match="predictions, item 1: expected a text or an age by year, month and day"):
        score_probes(columns([{"a": 1}], ["A"]))
    with pytest.raises(InputError, match="references, item 1: expected one right answer, found 2"):
        score_probes(columns(["A"], [["A", "B"]]))
    with pytest.raises(ValueError, match=r"answer_types\[0\]: no type 'years'"):
        score_probes(columns(["A"], ["A"], ["years"]))
