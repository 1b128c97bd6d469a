"""The evaluate module of date probes: it agrees with the library, in any batches, and refuses bad rows."""

import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import numpy as np
import pandas as pd
import pytest

from temporal_qa.scoring.date_probes import date_probes
from temporal_qa.scoring.sample_probes import probe_summary, sample_scores

AGE = {"year": 90, "month": 10, "day": 1}
PREDICTIONS = ["Maceo Anderson", None, AGE, 82, "Yes, it does.", "Jacek Karpiński"]
REFERENCES = [
    "Maceo Anderson", "July 4, 2001", "90 years, 10 months and 1 day", "82 years, 10 months and 12 days", "yes",
    "Jacek Karpiński",
]  # fmt: skip
TASKS = ["main", "extraction", "reasoning", "reasoning", "reasoning", "robustness"]


@pytest.fixture
def metric(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the folder's path is enough in any working directory
    return evaluate.load(str(ROOT / "metrics" / "date_probes"), cache_dir=str(tmp_path))


@pytest.mark.parametrize("how", [{}, {"bootstrap": 20, "seed": 3}])
def test_agrees_with_the_library(metric, how):
    probes = date_probes(PREDICTIONS, REFERENCES)
    rows = {"predictions": PREDICTIONS, "references": REFERENCES}
    assert metric.compute(**rows, **how) == probe_summary(probes, **how)
    expected = probe_summary(probes, sample_scores(["s"] * 6, TASKS, probes), **how)
    assert metric.compute(**rows, samples=["s"] * 6, tasks=TASKS, **how) == expected


def test_takes_rows_in_batches_and_one_by_one(metric):
    metric.add_batch(predictions=PREDICTIONS[:2], references=REFERENCES[:2])
    for prediction, reference in zip(PREDICTIONS[2:], REFERENCES[2:], strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.compute() == probe_summary(date_probes(PREDICTIONS, REFERENCES))
    for missing in (None, pd.NA, float("nan")):
        metric.add(prediction=missing, reference="yes")
        assert metric.compute()["coverage"] == 0


def test_takes_columns_of_pandas_whose_rows_have_other_labels(metric):
    columns = {"predictions": PREDICTIONS, "references": REFERENCES, "tasks": TASKS, "samples": ["s"] * 6}
    found = metric.compute(
        **{name: pd.Series(column, range(6, 0, -1), dtype=object) for name, column in columns.items()}
    )
    assert found == metric.compute(**columns)


def test_types_may_be_given(metric):
    rows = {"predictions": ["84"], "references": ["84"]}
    assert "ages" not in metric.compute(**rows)  # a year
    assert metric.compute(**rows, answer_types=["age"])["ages"]["age_year"] == 100


@pytest.mark.parametrize("age", [84, np.int64(84), {"year": np.int64(84)}])
def test_takes_the_numbers_of_numpy(metric, age):
    assert metric.compute(predictions=[age], references=["84 years"])["accuracy"] == 100


def test_the_released_scores(metric):
    answers = ["A", "4 July 2001", {"year": 1, "month": 10, "day": 90}, "90 years, 10 months and 1 day", "Yes.", "B"]
    right = ["a", "July 4, 2001", *["90 years, 10 months and 1 day"] * 2, "yes", "C"]
    found = metric.compute(predictions=answers, references=right, tasks=TASKS, as_published=True)
    names = ("em", "ex_em", "ex_f1", "em_math", "f1_math", "em_compare", "ro_em")
    assert [found[name] for name in names] == [100, 0, 100, 0, 50, 100, 0]
    assert len(found) == 17


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"predictions": [["a"]]}, r"predictions\[0\]: expected a text, an age or None, found \['a'\]"),
        ({"predictions": [True]}, r"predictions\[0\]: expected a text"),
        ({"predictions": "a"}, "found a text"),
        ({"predictions": ["a", "b"]}, "predictions: 2, references: 1"),
        ({"references": [None]}, r"references\[0\]: expected a text, found None"),
        ({"references": [" "]}, r"references\[0\]: expected a text that is not blank"),
        ({"predictions": [], "references": []}, "no questions to score"),
        ({"answer_types": ["age"]}, r"references\[0\]: expected an age"),
        ({"answer_types": ["entity", "age"]}, "answer_types: 2, references: 1"),
        ({"samples": ["s"]}, "samples and tasks go together"),
        ({"samples": ["s"], "tasks": ["probe"]}, r"tasks\[0\]: no task 'probe'"),
        ({"as_published": True}, "as_published needs the tasks"),
        ({"as_published": True, "tasks": ["reasoning"]}, r"tasks\[0\]: no released score of 'reasoning' with answers"),
        ({"as_published": True, "tasks": ["main"]}, "no question of extraction is predicted"),
    ],
)
def test_refuses_bad_rows(metric, arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        metric.compute(**({"predictions": ["a"], "references": ["a"]} | arguments))
