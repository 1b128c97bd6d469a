"""The evaluate modules of ranks and of intervals: they agree with the library, in any batches, and refuse bad rows."""

import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import numpy as np
import pandas as pd
import pytest

from temporal_qa.apps.metric_page import Columns, pasted_columns
from temporal_qa.apps.number_scores import score_intervals, score_ranks
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.interval_overlap import interval_overlap

PREDICTIONS = [["a", "b", "c"], {"a": 0.5, "b": 0.5}, [0.1, 0.9], ["x"]]
REFERENCES = [["c", "b"], "a", 0, "a"]
RANKS = [2, 2, 2, 2, float("inf")]
INTERVALS = {"predictions": [[1990, 1994], [1990, 1994]], "references": [[1993, 1996], [1990, 1994]]}


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the folder's path is enough in any working directory
    return lambda name: evaluate.load(str(ROOT / "metrics" / name), cache_dir=str(tmp_path))


def test_ranks_candidates_and_scores(load):
    rows = {"predictions": PREDICTIONS, "references": REFERENCES}
    assert load("mean_reciprocal_rank").compute(**rows) == {"mean_reciprocal_rank": 0.375, "n": 4, "n_unranked": 1}
    hits = load("hits_at_k").compute(**rows, k=[1, 2])
    assert hits == {"hits_at_1": 0.0, "hits_at_2": 75.0, "n": 4, "n_unranked": 1}
    known = [[], ["b"], [1], []]
    assert load("hits_at_k").compute(**rows, known=known, k=1)["hits_at_1"] == 50
    with_intervals = load("hits_at_k").compute(**rows, k=2, bootstrap=50, seed=1)
    assert with_intervals["hits_at_2_interval"][0] < 75 < with_intervals["hits_at_2_interval"][1]


def test_ranks_alone_need_no_references(load):
    metric = load("mean_reciprocal_rank")
    expected = {"mean_reciprocal_rank": 0.75, "n": 2, "n_unranked": 0}
    assert metric.compute(predictions=[1, 2]) == metric.compute(predictions=np.array([1, 2])) == expected
    for predictions in ([1, None], np.array([1, np.nan]), pd.Series([1, None], dtype="Int64")):
        assert metric.compute(predictions=predictions)["n_unranked"] == 1


def test_any_of_several_answers_may_be_enough(load):
    row = {"predictions": [["x", "a", "b"]], "references": [["a", "c"]]}
    assert load("hits_at_k").compute(**row, k=2)["hits_at_2"] == 50
    assert load("hits_at_k").compute(**row, k=2, several="any")["hits_at_2"] == 100


def test_rows_in_batches_and_one_by_one(load):
    metric = load("mean_reciprocal_rank")
    metric.add_batch(predictions=PREDICTIONS[:2], references=REFERENCES[:2])
    for prediction, reference in zip(PREDICTIONS[2:], REFERENCES[2:], strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.compute()["mean_reciprocal_rank"] == 0.375
    metric = load("interval_overlap")
    metric.add(prediction=[1990, 1994], reference=[1990, 1994])
    metric.add_batch(predictions=np.array([[1, 2]]), references=[[1, 2]])
    assert metric.compute()["aeiou"] == 100


def test_intervals(load):
    expected = {name: values.mean() for name, values in interval_overlap(*INTERVALS.values()).items()}
    assert load("interval_overlap").compute(**INTERVALS) == expected | {"n": 2}
    columns = {name: pd.Series(column, [5, 3]) for name, column in INTERVALS.items()}
    table = {name: pd.DataFrame(column, [5, 3], dtype="Int64") for name, column in INTERVALS.items()}
    for of_pandas in (columns, table):
        assert load("interval_overlap").compute(**of_pandas) == expected | {"n": 2}
    table["references"].iloc[1, 0] = None
    with pytest.raises(ValueError, match=r"references\[1\]: found \[<NA>, \d+\], expected two whole years"):
        load("interval_overlap").compute(**table)


def test_infinite_scores_mark_candidates_that_are_left_out(load):
    metric = load("mean_reciprocal_rank")
    for scores in ([0.5, -np.inf, 0.1], {0: 0.5, 1: -np.inf}, np.array([0.5, -np.inf])):
        assert metric.compute(predictions=[scores], references=[0])["mean_reciprocal_rank"] == 1
        assert metric.compute(predictions=[scores], references=[1])["mean_reciprocal_rank"] < 1


@pytest.mark.parametrize("k", [[], 1.5, 0, "2", [1, 2.5]], ids=str)
def test_another_k_is_refused(load, k):
    with pytest.raises(ValueError, match=r"k: found .*, expected a whole number from 1"):
        load("hits_at_k").compute(predictions=[1], k=k)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"predictions": [0]}, "item 0: .* found 0, expected a number from 1"),
        ({"predictions": [["a"]] * 2, "references": pd.Series([1, None], dtype="Int64")}, "item 1: no right answer"),
        ({"predictions": [True]}, "item 0: no right answer"),
        ({"predictions": "a"}, "predictions: expected a list with an entry for each question, found 'a'"),
        ({"predictions": ["a"], "references": ["a"]}, "item 0: expected a rank, candidates or scores, found 'a'"),
        ({"predictions": [1], "references": ["a"]}, "item 0: a rank needs no reference"),
        ({"predictions": [["a"]]}, "item 0: no right answer"),
        ({"predictions": [["a", "b", "a"]], "references": ["a"]}, "item 0: the candidate 'a' stands there twice"),
        ({"predictions": [["a", None]], "references": ["a"]}, "item 0: expected a text or a whole number, found None"),
        ({"predictions": [{"a": "high"}], "references": ["a"]}, "item 0: the score of 'a' is 'high'"),
        ({"predictions": [["a"]], "references": [{"a": 1}]}, "item 0: expected a text, a whole number, or a list"),
        ({"predictions": [1], "references": [None, None]}, "predictions: 1, references: 2"),
        ({"predictions": [1], "known": []}, "predictions: 1, known: 0"),
        ({"predictions": []}, "no questions to score"),
        ({"predictions": [1], "several": "all"}, "several: found 'all', expected 'each' or 'any'"),
    ],
)
def test_refuses_bad_rows(load, rows, message):
    with pytest.raises((TypeError, ValueError), match=message):
        load("mean_reciprocal_rank").compute(**rows)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"predictions": [[1990, 1994]]}, "predictions: 1, references: 2; expected equally many"),
        ({"predictions": [[1990, 1994], [1994, 1990]]}, r"predictions\[1\]: from 1994 to 1990"),
        ({"references": [[1990, 1994], [1994]]}, r"references\[1\]: found \[1994\]"),
        ({"predictions": [], "references": []}, "no intervals to score"),
    ],
)
def test_refuses_bad_intervals(load, rows, message):
    with pytest.raises(ValueError, match=message):
        load("interval_overlap").compute(**(INTERVALS | rows))


def columns(found, right):
    return Columns([f"q{number}" for number in range(len(right))], found, right)


@pytest.mark.parametrize("name", ["hits_at_k", "mean_reciprocal_rank"])
@pytest.mark.parametrize("how", [{}, {"bootstrap": 50}])
def test_the_apps_of_ranks_score_as_evaluate(load, name, how):
    found, right = [["a", "b"], ["x", "b", "c"], ["x"]], [["a"], ["b", "c"], ["a"]]
    expected = load(name).compute(predictions=found, references=right, **how)
    shown = score_ranks(name, columns(found, right), **how)
    assert shown.summary == expected
    assert (
        score_ranks(name, pasted_columns("a $and b\nx $and b $and c\nx", "a\nb $and c\na"), **how).summary == expected
    )
    assert shown.parts == (["best rank", "questions"], [["1", 1], ["2 to 3", 1], ["not ranked", 1]])
    assert [row[0] for row in shown.worst[1]] == ["q2", "q1"]


def test_the_apps_of_ranks_refuse_what_is_not_text():
    with pytest.raises(InputError, match="predictions, item 1: expected text or a list of texts, found"):
        score_ranks("hits_at_k", columns([{"a": 1}], ["a"]))


def test_the_app_of_intervals_scores_as_evaluate(load):
    rows = {"predictions": [[1990, 1994], [1990, 1990], [-5, 3]], "references": [[1993, 1996], [1990, 1990], [4, 5]]}
    shown = score_intervals(pasted_columns("1990-1994\n1990\n-5 to 3", "[1993, 1996]\n1990\n4, 5"))
    assert shown.summary == load("interval_overlap").compute(**rows) == score_intervals(columns(*rows.values())).summary
    assert [row[:2] for row in shown.parts[1]] == [["equal", 1], ["overlapping", 1], ["apart", 1]]
    assert [row[:3] for row in shown.worst[1]] == [["3", "-5-3", "4-5"], ["1", "1990-1994", "1993-1996"]]
    with pytest.raises(InputError, match="predictions, item 1: found 'soon', expected years such as 1990-1994"):
        score_intervals(pasted_columns("soon", "1990"))
