"""From question and prediction rows to a table: joining, facets, order, messages."""

import json

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.score_table import match_predictions, natural_order, score_each, score_table
from temporal_qa.scoring.significance import mean_interval


def rows(*values):
    return [Row(line, value) for line, value in enumerate(values, 1)]


QUESTIONS = rows(
    {"id": "q1", "answers": ["Tesla"], "level": "L2", "hops": 10, "kind": "l2_at", "relation": "P108", "future": False},
    {
        "id": "q2",
        "answers": ["A", "B"],
        "level": "L3",
        "hops": 2,
        "kind": "l3_offset",
        "relation": "P39",
        "future": True,
    },
    {"id": "q3", "answers": ["C", "c"], "level": "L2", "hops": 2, "kind": "l2_at", "relation": "P6", "future": True},
    {"id": "q4", "answers": ["Poland"], "level": "L2", "hops": 1, "kind": "l2_at", "relation": "P27", "future": False},
)
PREDICTIONS = rows(
    {"id": "q4", "text": "Poland"},
    {"id": "q2", "answers": ["B"], "text": "only as published"},
    {"id": "q1", "answers": ["tesla"]},
    {"id": "q3", "answers": []},
)


def match(questions=QUESTIONS, predictions=PREDICTIONS):
    asked = [row._replace(path="questions.jsonl") for row in questions]
    answered = [row._replace(path="predictions.jsonl") for row in predictions]
    return match_predictions(asked, answered, "questions.jsonl", "predictions.jsonl")


def table(by, **how):
    return [(row.facet, row.value, row.n, row.set_accuracy) for row in score_table(match(), by, **how)]


def test_predictions_are_joined_on_id_in_the_order_of_the_questions():
    assert [(row.id, row.prediction.answers, row.prediction.text) for row in match()] == [
        ("q1", ["tesla"], None), ("q2", ["B"], "only as published"), ("q3", [], None), ("q4", "Poland", "Poland"),
    ]  # fmt: skip


def test_ids_are_text_or_whole_numbers():
    questions = rows({"id": 3, "answers": ["A"]}, {"id": "b", "answers": ["A"]})
    predictions = rows({"id": "b", "text": "A"}, {"id": "3", "answers": ["A"]})
    assert [row.id for row in match(questions, predictions)] == ["3", "b"]


@pytest.mark.parametrize("answer", [["A", "B"], "A $and B"])
def test_questions_may_be_labelled_in_the_column_of_temp_reason(answer):
    (row,) = match(rows({"id": "q", "answer": answer}), rows({"id": "q", "text": "A"}))
    assert row.question.references == ["A", "B"]


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
        assert [row.value for row in score_table(match(questions), [facet])[1:]] == values


def test_a_number_of_any_length_has_its_place():
    assert sorted(["1" * 5_000, "10", "2", "007"], key=natural_order) == ["2", "007", "10", "1" * 5_000]


def test_all_four_scores():
    row = score_table(match(), ())[0]
    assert (row.n, row.set_accuracy, row.answer_f1) == (4, 50.0, pytest.approx((100 + 200 / 3 + 0 + 100) / 4))
    assert (row.exact_match, row.token_f1) == (75.0, 75.0)


def test_as_published_is_another_table():
    questions = rows({"id": "q", "answers": ["Switzerland"]}, {"id": "r", "answers": ["Tesla"]})
    predictions = rows({"id": "q", "text": "Switzerland"}, {"id": "r", "answers": ["Tesla"]})
    matched = match(questions, predictions)
    default, published = score_table(matched, ()), score_table(matched, (), as_published=True)
    assert (default[0].set_accuracy, published[0].set_accuracy) == (100.0, 50.0)


def test_as_published_scores_the_raw_text_and_the_answers_where_there_is_none():
    questions = rows({"id": "q", "answers": ["Tesla", "IBM"]}, {"id": "r", "answers": ["Tesla", "IBM"]})
    predictions = rows(
        {"id": "q", "answers": ["SAP"], "text": "Tesla $and IBM"}, {"id": "r", "answers": ["Tesla", "IBM"]}
    )
    matched = match(questions, predictions)
    default, published = score_table(matched, ()), score_table(matched, (), as_published=True)
    assert (default[0].set_accuracy, published[0].set_accuracy) == (50.0, 100.0)


def test_intervals_are_those_of_the_rows_questions():
    row = score_table(match(), ("level",), bootstrap=50, seed=3)[1]
    values = answer_f1([["tesla"], [], ["Poland"]], [["Tesla"], ["C"], ["Poland"]]).f1
    assert row.intervals["answer_f1"] == mean_interval(values, resamples=50, seed=3)


def test_intervals_follow_from_the_seed():
    asked = rows(*({"id": i, "answers": ["A"]} for i in range(40)))
    matched = match(asked, rows(*({"id": i, "text": "A" if i % 3 else "B"} for i in range(40))))
    (row,) = score_table(matched, (), bootstrap=100, seed=3)
    right = [100.0 if i % 3 else 0.0 for i in range(40)]
    assert set(row.intervals.values()) == {mean_interval(right, resamples=100, seed=3)}
    assert mean_interval(right, resamples=100, seed=3) != mean_interval(right, resamples=100, seed=4)


def test_to_dict_is_json():
    row = score_table(match(), ("future",), bootstrap=10)[2]
    values = json.loads(json.dumps(row.to_dict()))
    assert list(values) == [
        "facet", "value", "n", "set_accuracy", "answer_f1", "exact_match", "token_f1", "set_accuracy_interval",
        "answer_f1_interval", "exact_match_interval", "token_f1_interval", "as_published",
    ]  # fmt: skip
    assert "set_accuracy_interval" not in score_table(match(), ())[0].to_dict()


def test_ids_that_do_not_match_are_counted_and_the_first_are_named():
    questions = rows(*({"id": f"q{i}", "answers": ["A"]} for i in range(8)))
    predictions = rows({"id": "q0", "text": "A"}, {"id": "other", "text": "A"})
    with pytest.raises(InputError) as error:
        match(questions, predictions)
    assert str(error.value) == (
        "predictions.jsonl: 7 ids ('q1', 'q2', 'q3', 'q4', 'q5', ...) of questions.jsonl without a prediction; "
        "1 id ('other') that questions.jsonl does not ask; expected one prediction a question"
    )


@pytest.mark.parametrize(
    ("questions", "predictions", "message"),
    [
        ([], [], "questions.jsonl: no questions$"),
        (rows({"answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'"),
        (rows({"id": 3.5, "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found 3.5"),
        (rows({"id": True, "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found True"),
        (rows({"id": "", "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found ''"),
        (rows({"id": 3, "answers": ["A"]}, {"id": "3", "answers": ["A"]}), [], r"1 id \('3'\) there more than once"),
        (rows({"id": "q", "answers": "A"}), [], "questions.jsonl:1: expected 'answers'"),
        (rows({"id": "q", "answers": [" "]}), [], "questions.jsonl:1: expected 'answers'"),
        (rows({"id": "q"}), [], "questions.jsonl:1: expected 'answers'"),
        (QUESTIONS + QUESTIONS[:2], PREDICTIONS, r"questions.jsonl: 2 ids \('q1', 'q2'\) there more than once"),
        (QUESTIONS, PREDICTIONS + PREDICTIONS[:1], r"predictions.jsonl: 1 id \('q4'\) there more than once"),
        (QUESTIONS, rows({"id": "q1", "answers": "A"}), "predictions.jsonl:1: expected 'answers'"),
        (
            QUESTIONS,
            rows({"id": "q1", "answers": ["A"], "text": 7}),
            "predictions.jsonl:1: expected 'text' to be a string, found 7$",
        ),
        (QUESTIONS, rows({"id": "q1", "answers": [None]}), "predictions.jsonl:1: expected 'answers'"),
        (
            QUESTIONS,
            rows({"id": "q1"}),
            r"predictions.jsonl:1: expected 'answers' \(list of strings\) or, without it, 'text' \(string\)$",
        ),
        (QUESTIONS, rows({"id": "q1", "text": "A"}, {"text": "A"}), "predictions.jsonl:2: expected an 'id'"),
    ],
)
def test_bad_rows_are_named(questions, predictions, message):
    with pytest.raises(InputError, match=message):
        match(questions, predictions)


def test_facets_that_are_unknown_or_absent():
    with pytest.raises(InputError, match="unknown facet 'colour', expected some of level, hops"):
        table(["colour"])
    matched = match([*QUESTIONS[:3], Row(4, {"id": "q4", "answers": ["Poland"], "level": "L2"})])
    with pytest.raises(InputError, match=r"no 'kind' in 1 id \('q4'\); all questions have level, answers"):
        score_table(matched, ["level", "kind"])
    matched = match(rows({"id": "q", "answers": ["A"], "level": ["L2"], "hops": 1}), rows({"id": "q", "text": "A"}))
    with pytest.raises(InputError, match=r"unknown facet 'level', expected some of hops, answers, answerable$"):
        score_table(matched, ["level"])
    with pytest.raises(InputError, match=r"^no questions to score$"):
        score_table([], [])


def test_any_column_of_one_value_is_a_facet():
    asked = rows(*({"id": i, "answers": ["A"], "hard": i > 1, "share": i / 4, "context": "x" * 200} for i in range(4)))
    matched = match_predictions(asked, rows(*({"id": i, "text": "A"} for i in range(4))), "q", "p", ["context"])
    found = [(row.facet, row.value, row.n) for row in score_table(matched, ["hard", "share", "context"])[1:]]
    assert found == [("hard", "false", 2), ("hard", "true", 2), *(("share", share, 1) for share in ("0", "0.25", "0.5",
                     "0.75")), ("context", "x" * 200, 4)]  # fmt: skip


UNANSWERABLE = rows(
    {"id": 1, "answers": []}, {"id": 2, "answer": ""}, {"id": 3, "answers": ["X"]}, {"id": 4, "answers": ["X", "B"]}
)
SOME_ANSWERS = rows({"id": 1, "answers": []}, {"id": 2, "text": "X"}, {"id": 3, "text": "X"}, {"id": 4, "answers": []})


def test_unanswerable_questions_are_counted_and_stand_apart():
    table = score_table(match(UNANSWERABLE, SOME_ANSWERS), ["answers"])
    assert [(row.facet, row.value, row.n, row.n_unanswerable, row.set_accuracy) for row in table] == [
        ("all", "", 4, 2, 50.0),
        ("answerable", "answerable", 2, 0, 50.0),
        ("answerable", "unanswerable", 2, 2, 50.0),
        ("answers", "none", 2, 2, 50.0),
        ("answers", "single", 1, 0, 100.0),
        ("answers", "multi", 1, 0, 0.0),
    ]
    assert list(table[0].to_dict())[:4] == ["facet", "value", "n", "n_unanswerable"]
    assert "n_unanswerable" not in table[1].to_dict()


def test_without_unanswerable_questions_nothing_is_added():
    assert [row.facet for row in score_table(match(), [])] == ["all"]


def test_unanswerable_questions_as_published():
    table = score_table(match(UNANSWERABLE, SOME_ANSWERS), [], as_published=True)
    assert [row.set_accuracy for row in table] == [50.0, 50.0, 50.0]


def test_scores_that_are_there_are_not_computed_again():
    matched = match()
    scores = {name: 0 * values for name, values in score_each(matched).items()}
    assert score_table(matched, (), scores=scores)[0].set_accuracy == 0
