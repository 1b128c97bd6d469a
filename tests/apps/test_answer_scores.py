"""The contents of the apps of answers and of probes: scores equal to those of evaluate, parts, worst answers."""

import pytest

from temporal_qa.apps.answer_scores import ANSWER_METRICS, score_answers, score_probes
from temporal_qa.apps.metric_page import WORST, pasted_columns
from temporal_qa.io.errors import InputError

from .metric_columns import columns, metric

FOUND = [["Tesla", "SpaceX"], ["Switzerland"], [], ["Boeing", "the Tesla Motors"], ["a", "b", "c"]]
RIGHT = [["SpaceX", "Tesla"], ["Switzerland"], ["Nobody"], ["Tesla"], ["A", "B", "C", "D", "E", "F"]]


@pytest.mark.parametrize("name", ANSWER_METRICS)
@pytest.mark.parametrize("how", [{}, {"bootstrap": 100}])
def test_answers_score_as_with_evaluate(name, how, tmp_path):
    expected = metric(name, tmp_path).compute(predictions=FOUND, references=RIGHT, **how)
    assert score_answers(name, columns(FOUND, RIGHT), **how).summary == expected
    pasted = pasted_columns(*("\n".join(" $and ".join(row) for row in column) for column in (FOUND, RIGHT)))
    assert score_answers(name, pasted, **how).summary == expected


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


def test_responses_of_chat_models_are_read():
    responses = pasted_columns("<think>Boeing?</think> Answer: Tesla\nIt is not Tesla.", "Tesla\nTesla")
    summary = score_answers("set_accuracy", responses).summary
    assert summary == {"set_accuracy": 50, "n": 2, "n_unread": 1}
    several = pasted_columns("Tesla, SpaceX", "SpaceX $and Tesla")
    assert score_answers("set_accuracy", several).summary["set_accuracy"] == 100


def test_lists_in_cells_and_years_as_numbers_are_answers():
    given = columns(['["a", "b"]', "[sic]", 1999, None], [["b", "a"], "[sic]", "1999", "x"])
    assert score_answers("set_accuracy", given).summary["set_accuracy"] == 75


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
    assert score_probes(columns([{"a": 1}], ["A"])).summary["accuracy"] == 0
    with pytest.raises(InputError, match="references, item 1: expected one right answer, found 2"):
        score_probes(columns(["A"], [["A", "B"]]))
    with pytest.raises(ValueError, match=r"answer_types\[0\]: no type 'years'"):
        score_probes(columns(["A"], ["A"], ["years"]))
