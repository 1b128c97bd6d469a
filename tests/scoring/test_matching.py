"""Predictions joined with their questions, and the messages for bad rows and ids."""

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.scoring.matching import common_facets, match_predictions
from temporal_qa.scoring.score_table import score_report, score_table

from .conftest import PREDICTIONS, QUESTIONS, match, rows


def test_predictions_are_joined_on_id_in_the_order_of_the_questions():
    assert [(row.id, row.prediction.answers, row.prediction.text) for row in match()] == [
        ("q1", ["tesla"], None), ("q2", ["B"], "only as published"), ("q3", [], None), ("q4", ["Poland"], "Poland"),
    ]  # fmt: skip


def test_ids_are_text_or_whole_numbers():
    questions = rows({"id": 3, "answers": ["A"]}, {"id": "b", "answers": ["A"]})
    predictions = rows({"id": "b", "text": "A"}, {"id": "3", "answers": ["A"]})
    assert [row.id for row in match(questions, predictions)] == ["3", "b"]


@pytest.mark.parametrize("answer", [["A", "B"], "A $and B"])
def test_questions_may_be_labelled_in_the_column_of_temp_reason(answer):
    (row,) = match(rows({"id": "q", "answer": answer}), rows({"id": "q", "text": "A"}))
    assert row.question.references == ["A", "B"]


def test_ids_that_do_not_match_are_counted_and_the_first_are_named():
    questions = rows(*({"id": f"q{i}", "answers": ["A"]} for i in range(7)))
    predictions = rows({"id": "q0", "text": "A"}, {"id": "other", "text": "A"})
    with pytest.raises(InputError) as error:
        match(questions, predictions)
    assert str(error.value) == (
        "predictions.jsonl: 6 ids ('q1', 'q2', 'q3', 'q4', 'q5', ...) of questions.jsonl without a prediction; "
        "1 id ('other') not in questions.jsonl; expected one prediction for each question"
    )


@pytest.mark.parametrize(
    ("questions", "predictions", "message"),
    [
        ([], [], "questions.jsonl: no questions$"),
        (rows({"answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'"),
        (rows({"idx": "/wiki/A#P54#0", "targets": ["A"]}), [], "; temporal-qa import reads released questions"),
        (rows({"question": "Who?", "answer": ["A"]}), [], "found None; temporal-qa import reads released questions"),
        (rows({"Question": "Who?", "label": "A"}), [], "found None; temporal-qa import reads released questions"),
        (rows({"kind": "simple_entity", "anchor": "A"}), [], "found None; temporal-qa solve --graph answers queries"),
        (rows({"id": 3.5, "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found 3.5"),
        (rows({"id": True, "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found True"),
        (rows({"id": "", "answers": ["A"]}), [], "questions.jsonl:1: expected an 'id'.*found ''"),
        (rows({"id": 3, "answers": ["A"]}, {"id": "3", "answers": ["A"]}), [], r"1 id \('3'\) more than once"),
        (rows({"id": "q", "answers": "A"}), [], "questions.jsonl:1: expected 'answers'"),
        (rows({"id": "q", "answers": [" "]}), [], "questions.jsonl:1: expected 'answers'"),
        (rows({"id": "q"}), [], "questions.jsonl:1: expected 'answers'"),
        (QUESTIONS + QUESTIONS[:2], PREDICTIONS, r"questions.jsonl: 2 ids \('q1', 'q2'\) more than once"),
        (QUESTIONS, PREDICTIONS + PREDICTIONS[:1], r"predictions.jsonl: 1 id \('q4'\) more than once"),
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
            r"predictions.jsonl:1: expected 'answers' \(list of strings\) or, without it, 'text' \(string\), "
            r"found \['id'\]$",
        ),
        (QUESTIONS, rows({"id": "q1", "response": "A"}), r"TempAnswerQA are scored by temporal-qa score-responses$"),
        (QUESTIONS, rows({"id": "q1", "text": "A"}, {"text": "A"}), "predictions.jsonl:2: expected an 'id'"),
    ],
)
def test_bad_rows_are_named(questions, predictions, message):
    with pytest.raises(InputError, match=message):
        match(questions, predictions)


def test_missing_predictions_are_wrong_even_where_nothing_is_right():
    questions = rows({"id": 1, "answers": ["A"]}, {"id": 2, "answers": []}, {"id": 3, "answers": ["B"]})
    predictions = rows({"id": 3, "answers": ["B."]})
    with pytest.raises(InputError, match=r"2 ids \('1', '2'\) .*--allow-missing counts missing ones as wrong"):
        match(questions, predictions)
    matched = match(questions, predictions, allow_missing=True)
    for as_published in (False, True):
        table = score_table(matched, [], as_published=as_published)
        assert [(row["value"], row["n"], row["n_missing"]) for row in table] == [
            ("", 3, 2), ("answerable", 2, 1), ("unanswerable", 1, 1)
        ]  # fmt: skip
        assert table[0]["exact_match"] == pytest.approx(100 / 3)
        assert "2 questions have no prediction and count as wrong." in score_report(table)
    with pytest.raises(InputError, match=r"1 id \('4'\) not in"):
        match(questions, rows({"id": 4, "answers": []}), allow_missing=True)


def test_exchanged_files_are_refused():
    questions = [row._replace(values=row.values | {"question": "Who?"}) for row in QUESTIONS]
    with pytest.raises(InputError, match=r"^questions.jsonl: holds predictions, and predictions.jsonl questions"):
        match(PREDICTIONS, questions)
    for prediction in ({"answers": ["Ann"]}, {"answer": "Ann", "reason": "?"}):
        with pytest.raises(InputError, match="exchange the two"):
            match(rows({"id": 1} | prediction), questions)
    assert len(match(QUESTIONS, [row._replace(values=row.values | {"question": "Who?"}) for row in PREDICTIONS])) == 4
    assert match(rows({"id": 1, "answers": ["A"]}), rows({"id": 1, "question": "Who?", "text": "A"}))


@pytest.mark.parametrize(
    ("prediction", "reading", "answers"),
    [
        ({"text": "Ann and Bob"}, "chat", ["Ann", "Bob"]),
        ({"text": "Ann and Cid"}, "chat", ["Ann and Cid"]),
        ({"text": "Ann and Eve"}, "chat", ["Ann", "Eve"]),
        ({"answers": ["Ann and Bob"]}, "chat", ["Ann and Bob"]),
        ({"text": "Ann and Bob"}, "plain", "Ann and Bob"),
    ],
)
def test_a_text_that_names_the_right_answers_and_nothing_else_is_parted(prediction, reading, answers):
    asked, given = [Row(1, {"id": "1", "answers": ["Ann", "Bob"]})], [Row(1, {"id": "1"} | prediction)]
    (matched,) = match_predictions(asked, given, "q", "p", reading=reading, candidates=lambda _: ["Ann", "Bob", "Eve"])
    assert matched.prediction.answers == answers


def test_the_facets_of_all_questions():
    every = ["level", "hops", "kind", "relation", "future", "answers", "answerable"]
    assert common_facets(match(), match()[0].question.facets) == every
    assert common_facets(match(), ["relation", "level", "seed"]) == ["relation", "level"]
