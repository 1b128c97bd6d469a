"""A table of scores: rows, facets, their order, intervals, messages, and how it is shown."""

import json

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.score_table import natural_order, score_each, score_report, score_table
from temporal_qa.scoring.significance import mean_interval

from .conftest import QUESTIONS, match, rows


def table(by, **how):
    return [(row["facet"], row["value"], row["n"], row["set_accuracy"]) for row in score_table(match(), by, **how)]


def test_all_questions_then_each_value_of_each_facet():
    assert table(("level", "answers")) == [
        ("all", "", 4, 50.0),
        ("level", "L2", 3, pytest.approx(200 / 3)),
        ("level", "L3", 1, 0.0),
        ("answers", "single", 3, pytest.approx(200 / 3)),  # "C" and "c" are one answer
        ("answers", "multi", 1, 0.0),
    ]


@pytest.mark.parametrize(
    ("facet", "values"),
    [
        ("hops", ["1", "2", "10"]),
        ("relation", ["P6", "P27", "P39", "P108"]),
        ("future", ["in-domain", "future"]),
        ("answers", ["single", "multi"]),
    ],
)
def test_values_stand_in_natural_order_whatever_the_order_of_rows(facet, values):
    for questions in (QUESTIONS, QUESTIONS[::-1]):
        assert [row["value"] for row in score_table(match(questions), [facet])[1:]] == values


@pytest.mark.parametrize("without", [{}, {"unit": None}])
def test_a_column_that_some_rows_lack_is_a_facet(without):
    questions = rows({"id": "q", "answers": ["A"], "unit": "day"}, {"id": "r", "answers": ["A"], **without})
    predictions = rows({"id": "q", "answers": ["A"]}, {"id": "r", "answers": ["B"]})
    matched = match_predictions(questions, predictions, "questions.jsonl", "predictions.jsonl", ["unit"])
    found = [(row["value"], row["n"], row["set_accuracy"]) for row in score_table(matched, ["unit"])]
    assert found == [("", 2, 50.0), ("day", 1, 100.0), ("none", 1, 0.0)]


def test_null_is_a_value_of_the_facet_alone():
    date = {"answers": ["4 July 2001"], "answer_type": "date"}
    questions = rows({"id": "q", **date, "answer_iso": "2001-07-04"}, {"id": "r", **date, "answer_iso": None})
    predictions = rows(*({"id": i, "answers": ["July 4, 2001"]} for i in "qr"))  # null is not compared with them
    matched = match_predictions(questions, predictions, "questions.jsonl", "predictions.jsonl", ["answer_iso"])
    found = [(row["value"], row["n"], row["set_accuracy"]) for row in score_table(matched, ["answer_iso"])]
    assert found == [("", 2, 100.0), ("2001-07-04", 1, 100.0), ("none", 1, 100.0)]


def test_a_number_of_any_length_has_its_place():
    assert sorted(["1" * 5_000, "10", "2", "007"], key=natural_order) == ["2", "007", "10", "1" * 5_000]


def test_all_four_scores():
    row = score_table(match(), ())[0]
    assert (row["n"], row["set_accuracy"], row["answer_f1"]) == (4, 50.0, pytest.approx((100 + 200 / 3 + 0 + 100) / 4))
    assert (row["exact_match"], row["token_f1"]) == (75.0, 75.0)


def test_as_published_is_another_table():
    questions = rows({"id": "q", "answers": ["Switzerland"]}, {"id": "r", "answers": ["Tesla"]})
    predictions = rows({"id": "q", "text": "Switzerland"}, {"id": "r", "answers": ["Tesla"]})
    matched = match(questions, predictions)
    default, published = score_table(matched, ()), score_table(matched, (), as_published=True)
    assert (default[0]["set_accuracy"], published[0]["set_accuracy"]) == (100.0, 50.0)


def test_as_published_timeqa_has_two_scores():
    """Those of its released script: exact match and token F1, by the first of several answers."""
    questions = rows(
        {"id": "q", "answers": ["Reds FC"], "specifier": "in"}, {"id": "r", "answers": [], "specifier": "after"}
    )
    matched = match(questions, rows({"id": "q", "answers": ["the Reds", "Reds FC"]}, {"id": "r", "text": ""}))
    row = score_table(matched, (), as_published=True)[0]  # then those with and without an answer
    assert score_each(matched, as_published=True).keys() == {"exact_match", "token_f1"}
    assert (row["exact_match"], row["token_f1"]) == (50.0, pytest.approx((200 / 3 + 100) / 2))


def test_as_published_scores_the_raw_text_and_the_answers_where_there_is_none():
    questions = rows({"id": "q", "answers": ["Tesla", "IBM"]}, {"id": "r", "answers": ["Tesla", "IBM"]})
    predictions = rows(
        {"id": "q", "answers": ["SAP"], "text": "Tesla $and IBM"}, {"id": "r", "answers": ["Tesla", "IBM"]}
    )
    matched = match(questions, predictions)
    default, published = score_table(matched, ()), score_table(matched, (), as_published=True)
    assert (default[0]["set_accuracy"], published[0]["set_accuracy"]) == (50.0, 100.0)


def test_intervals_are_those_of_the_rows_questions():
    row = score_table(match(), ("level",), bootstrap=50, seed=3)[1]
    values = answer_f1([["tesla"], [], ["Poland"]], [["Tesla"], ["C"], ["Poland"]])["answer_f1"]
    assert row["answer_f1_interval"] == [*mean_interval(values, resamples=50, seed=3)]


def test_intervals_follow_from_the_seed():
    asked = rows(*({"id": i, "answers": ["A"]} for i in range(40)))
    matched = match(asked, rows(*({"id": i, "text": "A" if i % 3 else "B"} for i in range(40))))
    (row,) = score_table(matched, (), bootstrap=100, seed=3)
    right = [100.0 if i % 3 else 0.0 for i in range(40)]
    assert {tuple(row[f"{name}_interval"]) for name in SCORES} == {mean_interval(right, resamples=100, seed=3)}
    assert mean_interval(right, resamples=100, seed=3) != mean_interval(right, resamples=100, seed=4)


def test_a_row_is_json():
    row = score_table(match(), ("future",), bootstrap=10)[2]
    values = json.loads(json.dumps(row))
    assert list(values) == [
        "facet", "value", "n", "unread", "set_accuracy", "answer_f1", "exact_match", "token_f1",
        "set_accuracy_interval", "answer_f1_interval", "exact_match_interval", "token_f1_interval", "as_published",
    ]  # fmt: skip
    assert "set_accuracy_interval" not in score_table(match(), ())[0]


def test_facets_that_are_unknown_or_absent():
    with pytest.raises(InputError, match="unknown facet 'colour', expected some of level, hops"):
        table(["colour"])
    matched = match(rows({"id": "q", "answers": ["A"], "level": ["L2"], "hops": 1}), rows({"id": "q", "text": "A"}))
    with pytest.raises(InputError, match=r"unknown facet 'level', expected some of hops, answers, answerable$"):
        score_table(matched, ["level"])
    with pytest.raises(InputError, match=r"^no questions to score$"):
        score_table([], [])


def test_any_column_of_one_value_is_a_facet():
    asked = rows(*({"id": i, "answers": ["A"], "hard": i > 1, "share": i / 4, "context": "x" * 200} for i in range(4)))
    matched = match_predictions(asked, rows(*({"id": i, "text": "A"} for i in range(4))), "q", "p", ["context"])
    found = [(row["facet"], row["value"], row["n"]) for row in score_table(matched, ["hard", "share", "context"])[1:]]
    assert found == [("hard", "false", 2), ("hard", "true", 2), *(("share", share, 1) for share in ("0", "0.25", "0.5",
                     "0.75")), ("context", "x" * 200, 4)]  # fmt: skip


UNANSWERABLE = rows(
    {"id": 1, "answers": []}, {"id": 2, "answer": ""}, {"id": 3, "answers": ["X"]}, {"id": 4, "answers": ["X", "B"]}
)
SOME_ANSWERS = rows({"id": 1, "answers": []}, {"id": 2, "text": "X"}, {"id": 3, "text": "X"}, {"id": 4, "answers": []})


def test_unanswerable_questions_are_counted_and_stand_apart():
    table = score_table(match(UNANSWERABLE, SOME_ANSWERS), ["answers"])
    told = ("facet", "value", "n", "n_unanswerable", "set_accuracy")
    assert [tuple(row.get(name, 0) for name in told) for row in table] == [
        ("all", "", 4, 2, 50.0),
        ("answerable", "answerable", 2, 0, 50.0),
        ("answerable", "unanswerable", 2, 2, 50.0),
        ("answers", "none", 2, 2, 50.0),
        ("answers", "single", 1, 0, 100.0),
        ("answers", "multi", 1, 0, 0.0),
    ]
    assert list(table[0])[:4] == ["facet", "value", "n", "n_unanswerable"]
    assert "n_unanswerable" not in table[1]


def test_without_unanswerable_questions_nothing_is_added():
    assert [row["facet"] for row in score_table(match(), [])] == ["all"]


@pytest.mark.parametrize(
    ("how", "counted"), [({}, 1), ({"normalization": "plain"}, None), ({"as_published": True}, None)]
)
def test_names_that_fall_together_are_counted(how, counted):
    questions = rows({"id": "q", "answers": ["Times", "The Times"]}, {"id": "r", "answers": ["Times"]})
    matched = match(questions, rows({"id": "q", "answers": ["Times"]}, {"id": "r", "answers": ["Times"]}))
    assert score_table(matched, [], **how)[0].get("n_compared_plainly") == counted


def test_unanswerable_questions_as_published():
    table = score_table(match(UNANSWERABLE, SOME_ANSWERS), [], as_published=True)
    assert [row["set_accuracy"] for row in table] == [50.0, 50.0, 50.0]


def test_scores_that_are_there_are_not_computed_again():
    matched = match()
    scores = {name: 0 * values for name, values in score_each(matched).items()}
    assert score_table(matched, (), scores=scores)[0]["set_accuracy"] == 0


def scored(**how):
    questions = [Row(n, {"id": str(n), "answers": ["A"], "level": level}) for n, level in enumerate(["L2", "L2", "L3"])]
    predictions = [Row(n, {"id": str(n), "text": text}) for n, text in enumerate(["A", "A", "B"])]
    return score_table(match_predictions(questions, predictions, "q", "p"), ["level"], **how)


def test_scores_say_which_metric_they_are():
    assert score_report(scored()).splitlines() == [
        "Scores, 0 to 100.",
        "",
        "| facet | value |   n | unread | set_accuracy | answer_f1 | exact_match | token_f1 |",
        "| :---- | :---- | --: | -----: | -----------: | --------: | ----------: | -------: |",
        "| all   |       |   3 |      0 |         66.7 |      66.7 |        66.7 |     66.7 |",
        "| level | L2    |   2 |      0 |        100.0 |     100.0 |       100.0 |    100.0 |",
        "| level | L3    |   1 |      0 |          0.0 |       0.0 |         0.0 |      0.0 |",
    ]
    assert score_report(scored(as_published=True)).startswith("Scores as published")
    with pytest.raises(ValueError, match="all as published, or none"):
        score_report([*scored(), *scored(as_published=True)])


def test_intervals_stand_beside_their_score():
    assert "| level | L2    |   2 |      0 | 100.0 [100.0, 100.0] |" in score_report(scored(bootstrap=50))
