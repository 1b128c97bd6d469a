"""Scores of runs: the known scores of the released responses, and the meaning of each number."""

import datetime
import json
import math
from dataclasses import asdict, replace

import pytest

from places import SHARED_DATA
from temporal_qa.io.errors import InputError
from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
from temporal_qa.scoring.responses.response_scores import score_runs, summarize_runs
from temporal_qa.scoring.value_types import AnswerFormat, Run, TempAnswerItem

DATA = SHARED_DATA / "temp_answer_qa"
with_data = pytest.mark.skipif(not DATA.exists(), reason="the shared real data is not beside the checkout")


def run(responses, labels, unit="years", model="M", split="head"):
    questions = [
        TempAnswerItem((str(i),), split, label, "", AnswerFormat("ttqa", unit, "<num_years>", "How long?"))
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
    assert summarize_runs(items, bootstrap=20)[0]["em_interval"] != row["em_interval"]
    assert json.dumps(row)


def test_items_are_rows_to_write():
    first, second = map(asdict, score_runs([run(["5", "x"], ["4", "7"])]))
    assert first == {
        "dataset": "ttqa", "split": "head", "model": "M", "prompting": "few-shot", "question": "How long?",
        "question_type": "", "answer_format": "<num_years>", "unit": "years", "label": 4.0, "value": 5.0,
        "exact": False, "smape": pytest.approx(100 / 9), "mase": pytest.approx(1 / 1.5), "rule": "number",
        "how": "Read by the lenient parser; MASE is the textbook's.", "n_items": 2,
        "response": "Final Answer: 5", "id": "0",
    }  # fmt: skip
    assert second["rule"] == "none: no number after the marker"
    assert (second["value"], second["exact"], second["smape"], second["mase"]) == (None, False, 100.0, None)
    assert json.dumps([first, second])


def test_a_baseline_is_a_run_of_its_split_that_knows_the_labels_only():
    items = score_runs([run(["1", "x"], ["10", "20"]), run(["2", "3"], ["10", "20"], model="N")], baselines=True)
    made = [item for item in items if item.model.startswith("baseline")]
    assert [item.response for item in items if item not in made] == [f"Final Answer: {said}" for said in "1x23"]
    assert not any(item.response for item in made)
    assert [(item.dataset, item.split, item.model, item.prompting, item.value, item.rule) for item in made] == [
        ("ttqa", "head", model, "-", 15.0, model)
        for model in ("baseline, mean", "baseline, mean", "baseline, median", "baseline, median")
    ]


@pytest.mark.parametrize(
    ("parser", "as_published", "how"),
    [
        ("lenient", False, "Read by the lenient parser; MASE is the textbook's."),
        ("lenient", True, "Read by the lenient parser; MASE is the paper's, over all runs scored together."),
        ("published", False,
         "Read by the published parser (missing parts of dates from 2025-03-15); MASE is the textbook's."),
    ],
)  # fmt: skip
def test_items_say_how_they_were_scored(parser, as_published, how):
    (item, _) = score_runs([run(["5", "6"], ["4", "7"])], parser=parser, as_published=as_published)
    assert item.how == how


@pytest.mark.parametrize(("parser", "label"), [("lenient", "2014-08-05"), ("published", "2014-05-08")])
def test_labels_are_read_by_the_parser_of_the_responses(parser, label):
    asked = AnswerFormat("ttqa", "date", "", "How soon after 21-07-2014?")
    dated = run(["5"], ["5"])._replace(questions=[TempAnswerItem(("0",), "head", "05-08-2014", "", asked)])
    (item,) = score_runs([dated], parser=parser)
    assert item.label == datetime.date.fromisoformat(label).toordinal()


def test_the_error_of_a_label_without_a_value_names_its_question():
    with pytest.raises(InputError, match=r"the question 'How long\?' has a label without a value in years: 'soon'"):
        score_runs([run(["5"], ["soon"])])


def test_a_published_scale_of_0_gives_an_infinite_error_which_is_counted():
    (row,) = summary(run(["5", "4"], ["4", "4"], unit="minutes"), as_published=True)
    assert (row["mase"], row["mase_infinite"]) == (math.inf, 1)
    (row,) = summary(run(["5", "4"], ["4", "8"], unit="minutes"), as_published=True)
    assert "mase_infinite" not in row
    assert row["mase"] == pytest.approx((1 / 2 + 4 / 2) / 2)


def test_the_published_scale_pools_the_splits_of_ttqa_and_the_runs():
    """Too few labels to cluster: their centre is their mean. (The paper's data has no minutes.)"""
    head, tail = run(["5"], ["4"], unit="minutes"), run(["8"], ["10"], unit="minutes", split="tail")
    assert [row["mase"] for row in summary(head, tail, as_published=True)] == pytest.approx([1 / 3, 2 / 3])
    twice = summary(head, run(["4"], ["4"], unit="minutes", model="N"), tail, as_published=True)
    assert [row["mase"] for row in twice] == pytest.approx([1 / 2, 0, 2 / 4])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": math.inf}, "'label' is inf, expected a finite number"),
        ({"value": math.nan}, "'value' is nan, expected a finite number"),
        ({"smape": 100.5}, "'smape' is 100.5, expected a number from 0 to 100"),
        ({"smape": -1.0}, "'smape' is -1.0, expected"),
        ({"mase": -0.5}, "'mase' is -0.5, expected a number from 0 to inf"),
    ],
)
def test_an_impossible_item_is_refused(change, message):
    (item,) = score_runs([run(["5"], ["4"])])
    with pytest.raises(ValueError, match=message):
        replace(item, **change)


@pytest.fixture(scope="module")
def released():
    questions = read_questions(DATA)
    return [read_run(path, questions) for path in sorted((DATA / "responses").glob("*.csv.gz"))]


@with_data
@pytest.mark.parametrize("as_published", [False, True])
def test_the_released_responses_have_their_known_scores(released, as_published):
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


def test_one_run_of_the_papers_data_has_the_scale_of_its_tables():
    (row,) = summary(run(["5"], ["4"]), as_published=True)
    assert row["mase"] == pytest.approx(1 / 0.699, abs=0.001)


@with_data
def test_a_run_scores_the_same_alone_as_with_all_others(released):
    some = released[::3]
    assert {one.dataset for one in some} == {"tot", "ttqa"}
    together = score_runs(some, as_published=True)
    assert [item for one in some for item in score_runs([one], as_published=True)] == together


@with_data
def test_the_lenient_parser_reads_more_and_the_order_of_runs_does_not_matter(released):
    some = released[::3]
    lenient = summarize_runs(score_runs(some))
    published = summarize_runs(score_runs(some, parser="published"))
    tot = [i for i, row in enumerate(lenient) if row["dataset"] == "tot"]
    assert tot
    assert all(lenient[i]["coverage"] > published[i]["coverage"] for i in tot)
    assert all(lenient[i]["em"] > published[i]["em"] for i in tot)
    assert summarize_runs(score_runs(some[::-1]))[::-1] == lenient
    assert summarize_runs(score_runs(some[:3])) == lenient[:3]
