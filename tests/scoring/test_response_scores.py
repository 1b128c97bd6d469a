"""Runs scored: the released responses against what they are known to score, and the meaning of each number."""

import datetime
import json
from pathlib import Path

import pytest

from temporal_qa.scoring.response_scores import item_rows, score_runs, summarize_runs
from temporal_qa.scoring.value_types import AnswerFormat
from temporal_qa.sources.responses import Question, Run, read_questions, read_run

DATA = Path(__file__).parents[3] / "shared" / "data" / "temp_answer_qa"
with_data = pytest.mark.skipif(not DATA.exists(), reason="the shared real data is not beside the checkout")


def run(responses, labels, unit="years", model="M", split="head"):
    questions = [
        Question((str(i),), split, label, "", AnswerFormat("ttqa", unit, "<num_years>", "How long?"))
        for i, label in enumerate(labels)
    ]
    return Run("ttqa", split, model, "few-shot", questions, [f"Final Answer: {text}" for text in responses])


def summary(*runs, **how):
    return summarize_runs(score_runs(runs, **how))


def test_each_number_of_a_run():
    (row,) = summary(run(["10", "20", "36", "no idea"], ["10", "20", "30", "40"]))
    assert row["n"] == 4
    assert row["em"] == 50.0
    assert row["smape"] == pytest.approx((0 + 0 + 100 * 6 / 66 + 100) / 4)  # the unparsed one counts 100
    assert row["mase"] == pytest.approx((0 + 0 + 6 / 10) / 3)  # labels deviate by 10 from their mean of 25
    assert row["coverage"] == 0.75
    assert row["n_defined"] == {"em": 4, "smape": 4, "mase": 3}


def test_the_mean_baseline_has_a_mase_of_one_and_the_median_no_worse():
    rows = summary(run(["1"] * 4, ["10", "20", "30", "100"]), baselines=True)
    by_model = {row["model"]: row for row in rows}
    assert by_model["baseline, mean"]["mase"] == pytest.approx(1)
    assert by_model["baseline, median"]["mase"] <= 1
    assert by_model["baseline, mean"]["coverage"] == 1


def test_a_calendar_year_has_no_percentage_error():
    (row,) = summary(run(["2001", "2003"], ["2001", "2002"], unit="date_years"))
    assert row["smape"] is None
    assert row["n_defined"]["smape"] == 0
    assert row["mase"] is not None


def test_the_scale_is_that_of_the_questions_and_not_of_the_other_runs():
    one = run(["10", "25", "30"], ["10", "20", "30"])
    alone, together = summary(one)[0], summary(one, run(["1", "2", "3"], ["10", "20", "30"], model="N"))[0]
    assert alone == together


def test_intervals_hold_the_scores():
    items = score_runs([run([str(i) for i in range(40)], [str(i - i % 2) for i in range(40)])])
    (row,) = summarize_runs(items, bootstrap=200)
    for name in ("em", "smape", "mase"):
        assert row[f"{name}_interval"][0] <= row[name] <= row[f"{name}_interval"][1]
    assert json.dumps(row)


def test_items_are_rows_to_write():
    (first, _) = item_rows(score_runs([run(["5", "x"], ["4", "7"])]))
    assert (first["label"], first["value"], first["exact"], first["unit"]) == (4.0, 5.0, False, "years")
    assert json.dumps(first)


@pytest.fixture(scope="module")
def released():
    questions = read_questions(DATA)
    return [read_run(path, questions) for path in sorted((DATA / "responses").glob("*.csv.gz"))]


@with_data
@pytest.mark.parametrize("as_published", [False, True])
def test_the_released_responses_score_what_they_are_known_to(released, as_published):
    expected = json.loads((DATA / "expected_scores.json").read_text())["rows"]
    filled = datetime.date(2026, 11, 21)  # of expected_scores.json
    rows = summarize_runs(score_runs(released, parser="published", as_published=as_published, fill_date=filled))
    found = {tuple(row[column] for column in ("dataset", "split", "model", "prompting")): row for row in rows}
    assert len(found) == len(expected) == 18
    for row in expected:
        ours = found[row["dataset"], row["split"], row["model"], row["prompting"]]
        assert ours["n"] == row["n"]
        assert ours["n_defined"] == row["n_defined"]
        assert round(ours["em"], 2) == pytest.approx(row["em"], abs=0.00501)
        assert ours["smape"] == pytest.approx(row["smape"], abs=0.0001)
        if as_published:
            assert ours["mase"] == pytest.approx(row["mase_as_published_on_released_items"], abs=0.01)
        else:
            assert ours["mase"] == pytest.approx(row["mase"], abs=0.001)
        if as_published and row["dataset"] == "tot":  # released whole, so they match what was printed
            printed = {name: round(ours[name], 2) for name in ("em", "smape", "mase")}
            assert printed == pytest.approx(row["paper"], abs=0.0051)


@with_data
def test_the_lenient_parser_reads_more_and_the_order_of_runs_does_not_matter(released):
    lenient = summarize_runs(score_runs(released))
    published = summarize_runs(score_runs(released, parser="published"))
    tot = [i for i, row in enumerate(lenient) if row["dataset"] == "tot"]
    assert all(lenient[i]["coverage"] > published[i]["coverage"] for i in tot)
    assert all(lenient[i]["em"] > published[i]["em"] for i in tot)
    assert summarize_runs(score_runs(released[::-1]))[::-1] == lenient
