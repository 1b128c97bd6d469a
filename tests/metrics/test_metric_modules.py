"""The evaluate modules: they load from their folders, agree with the library, refuse bad rows."""

import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import numpy as np
import pandas as pd
import pytest

from temporal_qa.apps.answer_scores import ANSWER_METRICS

METRICS = ROOT / "metrics"

PREDICTIONS = [["Tesla", "SpaceX"], ["Switzerland"], [], ["Boeing", "the Tesla Motors"]]
REFERENCES = [["SpaceX", "Tesla"], ["Switzerland"], ["Nobody"], ["Tesla"]]


def joined(column, separator=" $and "):
    return [separator.join(row) for row in column]


def expected(name, **how):
    scores = ANSWER_METRICS[name](PREDICTIONS, REFERENCES, **how)
    return {score: values.mean() for score, values in scores.items()} | {"n": len(REFERENCES)}


@pytest.fixture(params=ANSWER_METRICS)
def name(request):
    return request.param


@pytest.fixture
def metric(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the folder's path is enough in any working directory
    return evaluate.load(str(METRICS / name), cache_dir=str(tmp_path))


@pytest.mark.parametrize("as_published", [False, True])
def test_agrees_with_the_library_for_lists_and_for_joined_strings(name, metric, as_published):
    for predictions in (PREDICTIONS, joined(PREDICTIONS)):
        for references in (REFERENCES, joined(REFERENCES)):
            found = metric.compute(predictions=predictions, references=references, as_published=as_published)
            assert found == pytest.approx(expected(name, as_published=as_published))


def test_takes_another_separator(name, metric):
    found = metric.compute(predictions=joined(PREDICTIONS, "; "), references=REFERENCES, separator="; ")
    assert found == pytest.approx(expected(name))


def test_reads_strings_as_responses_of_chat_models(name, metric):
    written = ["<think>Boeing?</think>\n\nFinal Answer: the Tesla", "It is not Tesla."]
    rows = {"predictions": written, "references": [["Tesla"], []]}
    found = metric.compute(**rows)
    assert (found[name], found["n_unread"]) == (50, 1)
    plain = metric.compute(**rows, reading="plain")
    assert plain[name] < 50
    assert "n_unread" not in plain
    with pytest.raises(ValueError, match="expected 'chat' or 'plain', found 'Chat'"):
        metric.compute(**rows, reading="Chat")


def test_a_line_of_right_answers_alone_is_parted_as_score_does(name, metric):
    lines = ["Tesla, SpaceX", "Final Answer: SpaceX and Tesla", "SpaceX; Tesla"]
    for right in (["SpaceX", "Tesla"], "SpaceX $and Tesla"):
        assert metric.compute(predictions=lines, references=[right] * 3)[name] == 100
    assert metric.compute(predictions=["Tesla, Boeing"], references=[["SpaceX", "Tesla"]])[name] < 100


def test_takes_rows_in_batches_and_one_by_one(name, metric):
    metric.add_batch(predictions=PREDICTIONS[:2], references=REFERENCES[:2])
    for prediction, reference in zip(PREDICTIONS[2:], REFERENCES[2:], strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.compute() == pytest.approx(expected(name))


def test_takes_arrays_of_answers_as_pandas_reads_them(name, metric):
    predictions, references = ([np.array(row, dtype=object) for row in column] for column in (PREDICTIONS, REFERENCES))
    assert metric.compute(predictions=predictions, references=references) == pytest.approx(expected(name))


def test_takes_columns_of_pandas_whose_rows_have_other_labels(name, metric):
    """As those of a table that was sorted or filtered."""
    for form in (list, joined):
        predictions, references = (pd.Series(form(column), [7, 9, 5, 3]) for column in (PREDICTIONS, REFERENCES))
        assert metric.compute(predictions=predictions, references=references) == pytest.approx(expected(name))


def test_evaluate_combines_it_row_by_row(name, metric):
    combined = evaluate.combine([metric])
    for prediction, reference in zip(PREDICTIONS, REFERENCES, strict=True):
        combined.add(prediction=prediction, reference=reference)
    assert combined.compute() == pytest.approx(expected(name))


def test_intervals_on_request_are_reproducible(metric):
    rows = {"predictions": PREDICTIONS, "references": REFERENCES}
    found = metric.compute(**rows, bootstrap=50, seed=1)
    for score in found.keys() - {"n"}:
        if not score.endswith("_interval"):
            low, high = found[f"{score}_interval"]
            assert 0 <= low <= found[score] <= high <= 100
    assert metric.compute(**rows, bootstrap=50, seed=1) == found


@pytest.mark.parametrize(
    ("bad", "place"),
    [
        ("Tesla", 1),  # evaluate alone would make it ["T", "e", "s", "l", "a"]
        ([3], 1),  # ... and this ["3"]
        (None, 1),
        ([None], 1),
        ({"text": "Tesla"}, 1),
        (3.5, 0),
    ],
)
def test_refuses_bad_rows_at_any_place(metric, bad, place):
    column = [["Tesla"], ["Tesla"]]
    column[place] = bad
    with pytest.raises((TypeError, ValueError), match=rf"predictions\[{place}\]"):
        metric.compute(predictions=column, references=[["Tesla"], ["Tesla"]])
    with pytest.raises((TypeError, ValueError), match=rf"references\[{place}\]"):
        metric.compute(predictions=[["Tesla"], ["Tesla"]], references=column)


def test_unanswerable_questions_are_scored_and_counted(metric):
    name = metric.name
    for predictions, references in (
        ([[], ["Tesla"], ["Tesla"], []], [[], [], ["Tesla"], ["Tesla"]]),
        (["", "Tesla", "Tesla", ""], ["", "", "Tesla", "Tesla"]),
    ):
        found = metric.compute(predictions=predictions, references=references)
        assert (found[name], found["n"], found["n_unanswerable"]) == (50.0, 4, 2)
        assert "n_unanswerable" not in metric.compute(predictions=predictions[2:], references=references[2:])
        published = metric.compute(predictions=predictions, references=references, as_published=True)
        assert (published[name], published["n_unanswerable"]) == (50.0, 2)


def test_refuses_no_questions_and_unequal_lengths(metric):
    with pytest.raises(ValueError, match="no questions"):
        metric.compute(predictions=[], references=[])
    with pytest.raises(ValueError, match="predictions: 1, references: 2"):
        metric.compute(predictions=["a"], references=["a", "b"])
