"""The columns of a question as ours, and as released."""

import pytest

from temporal_qa.questions.time_qa.articles import AnnotatedSegment, AnswerSpan, ArticleFact
from temporal_qa.questions.time_qa.record import TimeQuestion, article_columns, question_row, released_columns
from temporal_qa.questions.time_qa.specifiers import read_time

FACT = ArticleFact("/wiki/Ann_Lee#P54", "P54", "Ann Lee", ("Ann Lee", "Ajax, then Ajax ."), ())
AJAX = (AnswerSpan("Ajax", 8, 12), AnswerSpan("Ajax", 19, 23))


def asked(answers, sentence=""):
    segment = AnnotatedSegment(read_time("1990"), read_time("1995"), answers, sentence)
    return TimeQuestion(FACT, 2, "easy", "Which team did Ann Lee play for?", None, segment)


@pytest.mark.parametrize(("sentence", "wording"), [("", "machine"), ("Ann Lee played for Ajax.", "human")])
def test_a_question_without_a_time_tells_who_worded_it(sentence, wording):
    row = question_row(asked(AJAX, sentence), article_columns(FACT, []), bounds_mentioned=False)
    assert (row["wording"], row["kind"], row["specifier"]) == (wording, "unknown", "")
    assert (row["answers"], row["answer_starts"], row["answer_ends"]) == (["Ajax"], [8], [12])


def test_released_columns_have_a_text_that_stands_twice_twice_and_no_answer_at_zero():
    released = {"idx": "/wiki/Ann_Lee#P54#2", "targets": ["Ajax", "Ajax"], "from": [8, 19], "end": [12, 23]}
    assert released_columns(asked(AJAX)) == released
    assert released_columns(asked(())) == released | {"targets": [""], "from": [0], "end": [0]}
