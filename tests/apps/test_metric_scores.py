"""The contents of the apps: scores equal to those of the evaluate modules, parts, worst items."""

import os

from places import ROOT

os.environ["HF_EVALUATE_OFFLINE"] = "1"  # read when evaluate is first imported

import evaluate
import pytest

from temporal_qa.apps.metric_inputs import Columns, pasted_columns
from temporal_qa.apps.metric_scores import (
    ANSWER_METRICS,
    NUMBER_METRICS,
    PROBE_METRICS,
    WORST,
    score_answers,
    score_numbers,
    score_probes,
)
from temporal_qa.apps.rank_scores import INTERVAL_METRICS, RANK_METRICS
from temporal_qa.io.errors import InputError

METRICS = ROOT / "metrics"

FOUND = [["Tesla", "SpaceX"], ["Switzerland"], [], ["Boeing", "the Tesla Motors"], ["a", "b", "c"]]
RIGHT = [["SpaceX", "Tesla"], ["Switzerland"], ["Nobody"], ["Tesla"], ["A", "B", "C", "D", "E", "F"]]
NUMBERS = ["4 years and 6 months", "no idea", "12", "2018", "1969", "July 7, 2019", ""]
RIGHT_NUMBERS = ["5.5", "30", "10", "2009", "1970", "July 9, 2019", "2008-03-30"]
UNITS = ["years"] * 3 + ["date_years"] * 2 + ["date"] * 2


def columns(found, right, units=None, groups=None):
    return Columns([f"q{n}" for n in range(len(right))], found, right, units, groups)


def metric(name, folder):
    return evaluate.load(str(METRICS / name), cache_dir=str(folder))


def test_there_is_an_app_for_each_metric():
    names = sorted([*ANSWER_METRICS, *NUMBER_METRICS, *PROBE_METRICS, *RANK_METRICS, *INTERVAL_METRICS])
    assert names == sorted(path.parent.name for path in METRICS.glob("*/app.py"))


@pytest.mark.parametrize("name", ANSWER_METRICS)
@pytest.mark.parametrize("how", [{}, {"as_published": True}, {"bootstrap": 100}])
def test_answers_score_as_with_evaluate(name, how, tmp_path):
    expected = metric(name, tmp_path).compute(predictions=FOUND, references=RIGHT, **how)
    assert score_answers(name, columns(FOUND, RIGHT), **how).summary == expected
    pasted = pasted_columns(*("\n".join(" $and ".join(row) for row in column) for column in (FOUND, RIGHT)))
    assert score_answers(name, pasted, **how).summary == expected


@pytest.mark.parametrize("name", NUMBER_METRICS)
@pytest.mark.parametrize("how", [{}, {"bootstrap": 100}, {"groups": list("aabbaab")}])
def test_numbers_score_as_with_evaluate(name, how, tmp_path):
    expected = metric(name, tmp_path).compute(predictions=NUMBERS, references=RIGHT_NUMBERS, units=UNITS, **how)
    how = dict(how)
    given = columns(NUMBERS, RIGHT_NUMBERS, UNITS, how.pop("groups", None))
    assert score_numbers(name, given, **how).summary == expected


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


def test_unparsed_predictions_may_be_penalized(tmp_path):
    expected = metric("temporal_mase", tmp_path).compute(predictions=[12, 2, None, 6], references=[10, 2, 6, 6],
                                                         unparsed="penalty")  # fmt: skip
    given = pasted_columns("12\n2\n\n6", "10\n2\n6\n6")
    assert score_numbers("temporal_mase", given, unparsed="penalty").summary == expected


def test_answers_are_scored_by_their_number():
    heads, rows = score_answers("answer_f1", columns(FOUND, RIGHT)).parts
    assert heads == ["right answers", "questions", "answer_f1", "answer_precision", "answer_recall"]
    assert rows == [["1", 3, 33.33, 33.33, 33.33], ["2", 1, 100.0, 100.0, 100.0], ["5 or more", 1, 66.67, 100.0, 50.0]]


def test_the_worst_answers_list_the_missing_and_the_superfluous():
    heads, rows = score_answers("answer_f1", columns(FOUND, RIGHT)).worst
    assert [row[:5] for row in rows] == [
        ["q2", "(none)", "Nobody", "Nobody", ""],
        ["q3", "Boeing; the Tesla Motors", "Tesla", "Tesla", "Boeing; the Tesla Motors"],
        ["q4", "a; b; c", "A; B; C; D; E; F", "D; E; F", ""],
    ]
    assert heads[:5] == ["item", "prediction", "reference", "missing", "too many"]
    assert score_answers("answer_f1", columns(RIGHT, RIGHT)).worst[1] == []
    assert len(score_answers("token_f1", columns([""] * 99, ["a"] * 99)).worst[1]) == WORST


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
    ("found", "right", "message"),
    [
        ([["a"], {"b": 1}], ["a", "b"], r"predictions, item 2: expected text or a list of texts, found \{'b': 1\}"),
        (["a", "b"], [["a"], [1]], r"references, item 2"),
        ([True], ["a"], r"predictions, item 1"),
    ],
)
def test_entries_that_are_not_answers(found, right, message):
    with pytest.raises((InputError, TypeError, ValueError), match=message):
        score_answers("answer_f1", columns(found, right))


def test_unanswerable_questions_are_right_if_nothing_is_answered():
    shown = score_answers("answer_f1", columns(["", "x", "x"], ["", "", "x"]))
    assert (shown.summary["answer_f1"], shown.summary["n_unanswerable"]) == (pytest.approx(200 / 3), 2)
    assert [row[:3] for row in shown.parts[1]] == [["0", 2, 50.0], ["1", 1, 100.0]]
    assert [row[:5] for row in shown.worst[1]] == [["q1", "x", "(none)", "", "x"]]


def test_lists_in_cells_and_years_as_numbers_are_answers():
    given = columns(['["a", "b"]', "[sic]", 1999, None], [["b", "a"], "[sic]", "1999", "x"])
    assert score_answers("set_accuracy", given).summary["set_accuracy"] == 75
    with pytest.raises(InputError, match="no separator"):
        score_answers("set_accuracy", given, separator="")


@pytest.mark.parametrize(
    ("found", "right", "units", "message"),
    [
        (["soon"], ["1"], None, "predictions, item 1: 'soon' is text, and needs a unit"),
        (["3,5"], ["3.5"], None, "predictions, item 1: '3,5' is text, and needs a unit to be read; expected a number"),
        (["1"], ["1,234"], None, "references, item 1: '1,234' is text"),
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
