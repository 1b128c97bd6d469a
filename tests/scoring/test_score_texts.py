"""Predictions that are texts: how they are read on the way to a table, and what stays as it was."""

import pytest

from temporal_qa.io.row import Row
from temporal_qa.questions.answer_candidates import score_answer_text
from temporal_qa.scoring.matching import match_predictions
from temporal_qa.scoring.score_table import score_table
from temporal_qa.scoring.scored_questions import Sources, scored_questions

FACTS = [{"subject": "Ann", "object": name} for name in ("Tesla", "SpaceX", "Ernst & Young")]
UNFINISHED = "<think>It is Tesla"


def match(*rows, **how):
    """Questions with facts, each with its labels and a text."""
    questions = [Row(n, {"id": n, "answers": labels, "facts": FACTS}) for n, (labels, _) in enumerate(rows, 1)]
    predictions = [Row(n, {"id": n, "text": text}) for n, (_, text) in enumerate(rows, 1)]
    return match_predictions(questions, predictions, "q", "p", **how)


def test_the_objects_of_the_facts_settle_where_a_line_parts():
    (row,) = match((["Tesla", "Ernst & Young"], "<think>...</think> **Tesla** & Ernst & Young."))
    assert row.prediction.answers == ["Tesla", "Ernst & Young"]


def test_the_type_of_a_question_settles_how_its_text_is_read():
    questions = [Row(1, {"id": 1, "answers": ["no"], "answer_type": "yes_no"})]
    (row,) = match_predictions(questions, [Row(1, {"id": 1, "text": "No, it does not."})], "q", "p")
    assert row.prediction.answers == ["no"]


def test_the_question_settles_which_sentence_is_of_its_time():
    row = {"id": 1, "answers": ["Tesla"], "facts": FACTS, "question": "Which team did Ann play for in May 2008?"}
    text = "SpaceX ended in 2005. In May 2008 Ann played for Tesla."
    for question, answers in ((row["question"], ["Tesla"]), ("Which team did Ann play for in May 2005?", [])):
        asked = [Row(1, row | {"question": question})]
        (matched,) = match_predictions(asked, [Row(1, {"id": 1, "text": text})], "q", "p")
        assert matched.prediction.answers == answers


def test_unread_responses_are_counted_and_wrong_whatever_the_labels_are():
    matched = match((["Tesla"], "Answer: Tesla"), (["Tesla"], UNFINISHED), ([], UNFINISHED), ([], "No answer."))
    table = {row["value"]: row for row in score_table(matched, [])}
    assert [(value, row["n"], row["unread"], row["set_accuracy"]) for value, row in table.items()] == [
        ("", 4, 2, 50.0), ("answerable", 2, 1, 50.0), ("unanswerable", 2, 1, 50.0),
    ]  # fmt: skip
    assert table[""]["unread"] == 2
    scored = scored_questions(matched, Sources("q", "0", None, "p", "1"), run="r")
    assert [row.unread for row in scored] == [None, "a thought that never ends", "a thought that never ends", None]


@pytest.mark.parametrize("how", [{"reading": "plain"}, {"as_published": True}])
def test_a_text_is_not_read_as_chat_models_write_plainly_or_as_published(how):
    reading = how.get("reading", "chat")
    matched = match((["Tesla"], "Answer: Tesla"), reading=reading)
    row = score_table(matched, [], as_published="as_published" in how)[0]
    assert (row["unread"], row["set_accuracy"]) == (0, 0.0)


def test_lists_stay_as_they_are_beside_a_text():
    questions = [Row(1, {"id": 1, "answers": ["- Tesla"], "facts": FACTS})]
    predictions = [Row(1, {"id": 1, "answers": ["- Tesla"], "text": "Answer: SpaceX"})]
    (row,) = match_predictions(questions, predictions, "q", "p")
    assert row.prediction[:4] == (["- Tesla"], "Answer: SpaceX", False, None)


@pytest.mark.parametrize(
    ("labels", "text", "score"),
    [(["Tesla", "SpaceX"], "Tesla, SpaceX", 100), (["Tesla"], UNFINISHED, 0), ([], UNFINISHED, 0), ([], "None.", 100)],
)
def test_one_response_scores_as_in_the_table(labels, text, score):
    row = {"answers": labels, "facts": FACTS}
    assert score_answer_text(row, text)["set_accuracy"] == score
    assert score_table(match((labels, text)), [])[0]["set_accuracy"] == score


def test_the_question_settles_which_date_counts_in_the_table_too():
    row = {"id": 1, "question": "When did Ann die?", "answers": ["July 4, 2001"], "answer_type": "date"}
    text = "Ann was born in May 1923 and died on July 4, 2001."
    matched = match_predictions([Row(1, row)], [Row(1, {"id": 1, "text": text})], "q", "p")
    assert score_table(matched, [])[0]["set_accuracy"] == score_answer_text(row, text)["set_accuracy"] == 100
