"""The evaluate modules of numeric time: they load from their folders, agree with the library, refuse bad rows."""

import json
import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import numpy as np
import pandas as pd
import pytest

from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.smape import smape

METRICS = ROOT / "metrics"

PREDICTIONS = [12.5, None, 3.0, 2018.0, 733002.1234567891]
REFERENCES = [10.0, 7.0, 2.0, 2009.0, 733000.0]
UNITS = ["days", "days", "days", "date_years", "date"]
GROUPS = ["head, days", "head, days", "tail, days", "head, points", "head, points"]


def expected(name, **how):
    if name == "temporal_smape":
        return smape(PREDICTIONS, REFERENCES, UNITS, groups=GROUPS, **how).to_dict(name)
    return mase(PREDICTIONS, REFERENCES, GROUPS, units=UNITS, **how).to_dict(name)


@pytest.fixture(params=["temporal_smape", "temporal_mase"])
def name(request):
    return request.param


@pytest.fixture
def metric(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the folder's path is enough in any working directory
    return evaluate.load(str(METRICS / name), cache_dir=str(tmp_path))


def test_agrees_with_the_library_to_the_last_digit(name, metric):
    rows = {"predictions": PREDICTIONS, "references": REFERENCES, "units": UNITS, "groups": GROUPS}
    assert metric.compute(**rows) == expected(name)
    assert metric.compute(**rows, bootstrap=50, seed=1) == expected(name, bootstrap=50, seed=1)


def test_takes_arrays_with_nan(name, metric):
    predictions = np.array([np.nan if p is None else p for p in PREDICTIONS])
    found = metric.compute(predictions=predictions, references=np.array(REFERENCES), units=UNITS, groups=GROUPS)
    assert found == expected(name)


def test_takes_missing_predictions_of_pandas_and_names_the_place_of_a_missing_reference(name, metric):
    whole, missing = pd.Series([10, 2, 5], dtype="Int64"), pd.Series([10, None, 6], dtype="Int64")
    rows = {"references": [10, 2, 5], "units": ["years"] * 3}
    for predictions in (missing, missing.tolist(), pd.Series(["10 years", None, "6"], dtype="string")):
        assert metric.compute(predictions=predictions, **rows) == metric.compute(predictions=[10, None, 6], **rows)
    with pytest.raises(ValueError, match=r"references\[1\]: expected a finite number, found nan"):
        metric.compute(predictions=whole, references=missing)


def test_takes_text_in_a_unit(name, metric):
    found = metric.compute(
        predictions=["12.5", "no idea", "three", "2018 AD", 733002.1234567891],
        references=["10", "7 days", "2", 2009, "November 21, 2007"],
        units=UNITS,
        groups=GROUPS,
    )
    assert found["coverage"] == 0.8
    assert found[name] == pytest.approx(expected(name)[name], rel=1e-3)


def test_reads_text_in_the_unit_of_its_place_where_rows_of_pandas_have_other_labels(name, metric):
    columns = {"predictions": ["1 year", "two days"], "references": ["2", "4"], "units": ["years", "days"]}
    for labels in ([1, 0], [5, 9]):
        found = metric.compute(
            **{name: pd.Series(column, labels) for name, column in columns.items()}, groups=["a"] * 2
        )
        assert found == metric.compute(**columns, groups=["a"] * 2)


def test_takes_rows_in_batches_and_one_by_one(name, metric):
    metric.add_batch(predictions=PREDICTIONS[:2], references=REFERENCES[:2])
    for prediction, reference in zip(PREDICTIONS[2:], REFERENCES[2:], strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.compute(units=UNITS, groups=GROUPS) == expected(name)


def test_needs_neither_units_nor_groups(name, metric):
    assert metric.compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6])["by_unit"] == {}


def test_is_plain_json_where_nothing_is_defined(name, metric):
    found = metric.compute(predictions=[None, None], references=[1, 1], units=["date", "date"])
    assert found[name] is None
    assert json.loads(json.dumps(found, allow_nan=False)) == found


@pytest.mark.parametrize(
    ("column", "bad", "message"),
    [
        ("predictions", [1, "two"], r"predictions\[1\]: 'two' is text"),
        ("predictions", [1, [2]], r"predictions\[1\]: expected a number"),
        ("predictions", [1, {"value": 2}], r"predictions\[1\]"),
        ("predictions", [float("inf"), 1], r"predictions\[0\]: inf"),
        ("references", ["one", 2], r"references\[0\]: 'one' is text"),
        ("references", [1, None], r"references\[1\]: expected a finite number"),
        ("units", ["days"], "units: expected 2"),
        ("groups", ["days", 3], r"groups\[1\]: expected a string"),
    ],
)
def test_refuses_bad_rows_at_any_place(metric, column, bad, message):
    rows = {"predictions": [1, 2], "references": [1, 2], column: bad}
    with pytest.raises((TypeError, ValueError), match=message):
        metric.compute(**rows)


def test_refuses_no_questions_unequal_lengths_and_text_without_a_known_unit(metric):
    with pytest.raises(ValueError, match="no items"):
        metric.compute(predictions=[], references=[])
    with pytest.raises(ValueError, match="Mismatch in the number of predictions"):
        metric.compute(predictions=[1], references=[1, 2])
    with pytest.raises(ValueError, match=r"units\[0\]: no unit 'eons'"):
        metric.compute(predictions=["1"], references=[1], units=["eons"])
    with pytest.raises(ValueError, match=r"references\[0\]: expected a finite number"):
        metric.compute(predictions=[1], references=["no idea"], units=["days"])


def test_arguments_of_mase(tmp_path):
    metric = evaluate.load(str(METRICS / "temporal_mase"), cache_dir=str(tmp_path))
    rows = {"predictions": [12, 2, None, 6], "references": [10, 2, 6, 6]}
    assert metric.compute(**rows, unparsed="penalty")["temporal_mase"] == 0.75
    year = {"predictions": [2018], "references": [2009], "units": ["date_years"]}
    found = metric.compute(**year, as_published=True, centroids={"date_years": [2010.757]})
    assert found["temporal_mase"] == pytest.approx(5.12, abs=0.005)
    clustered = metric.compute(**rows, units=["days"] * 4, as_published=True)
    assert clustered["temporal_mase"] == pytest.approx((2 / 4 + 0 + 0) / 3)
    with pytest.raises(ValueError, match="centroids go with as_published"):
        metric.compute(**year, centroids={"date_years": [2010.757]})


def test_as_published_changes_nothing_for_smape(tmp_path):
    metric = evaluate.load(str(METRICS / "temporal_smape"), cache_dir=str(tmp_path))
    rows = {"predictions": PREDICTIONS, "references": REFERENCES, "units": UNITS}
    assert metric.compute(**rows, as_published=True) == metric.compute(**rows)
