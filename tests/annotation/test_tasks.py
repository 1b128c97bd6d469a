"""The tasks of annotators, and the places of names in them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.annotation.doccano import doccano_example
from temporal_qa.annotation.label_studio import label_studio_task
from temporal_qa.annotation.tasks import MentionFinder, Passage, task_from_row
from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.date_arithmetic.queries import RULE
from temporal_qa.questions.date_arithmetic.synthesis import date_question

PASSAGE = {"title": "Ann", "text": "Ann played.", "url": "https://a.org"}


@pytest.mark.parametrize(
    ("columns", "facts", "passages"),
    [
        ({"fact_context": "A b.\n C d. \n\n"}, ("A b.", "C d."), ()),
        ({"fact_context": None, "passages": [PASSAGE]}, (), (Passage("Ann", "Ann played.", "https://a.org"),)),
        ({"fact_context": "A.", "passages": [{"text": "x"}, {"text": " "}]}, ("A.",), (Passage("", "x", ""),)),
        ({"fact_context": "", "context": "An article."}, (), (Passage("", "An article.", ""),)),
    ],
)
def test_contexts_of_every_kind(row, columns, facts, passages):
    task = task_from_row(Row(1, row(0, **columns), "q.jsonl"))
    assert (task.facts, task.passages) == (facts, passages)


@pytest.mark.parametrize(
    ("columns", "subject"),
    [
        ({"subject": "Ann Bo"}, "Ann Bo"),
        ({"subject": None, "facts": [{"subject": "Cy"}, {"subject": "Di"}]}, "Cy"),
        ({"subject": None, "facts": []}, ""),
        ({"subject": None}, ""),
    ],
)
def test_the_subject(row, columns, subject):
    assert task_from_row(Row(1, row(0, **columns), "q.jsonl")).subject == subject


def test_questions_of_date_arithmetic_are_judged_by_its_rule():
    task = task_from_row(Row(1, date_question(0, 0), "q.jsonl"))
    assert task.facts == (f"Rule: {RULE}.",)


def test_that_there_is_no_answer_is_judged_too(row):
    task = task_from_row(Row(1, row(0, answers=[]), "q.jsonl"))
    assert label_studio_task(task, "both")["data"]["answers"] == ["no answer"]
    assert "<li>no answer</li>" in label_studio_task(task, "both")["data"]["question_html"]
    assert "\nAnswers: no answer\n" in doccano_example(task, "both")["text"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"id": None}, "expected an 'id'"),
        ({"question": " "}, "expected 'question' (text), found ' '"),
        ({"answers": [3]}, "list of strings"),
        ({"answers": "Team"}, "list of strings"),
        ({"fact_context": ""}, "nothing to verify by"),
        (
            {"fact_context": "", "anchor": "Q1", "relation": "P39", "role": "object"},
            "'context'; build with --contexts 20, and take reason_qa",
        ),
        ({"fact_context": ["A."]}, "expected 'fact_context' (text), found ['A.']"),
        ({"passages": {"text": "x"}}, "expected 'passages' to be a list"),
        ({"passages": [{"text": 3}]}, "expected 'text' (text), found 3"),
    ],
)
def test_bad_rows_are_named(row, columns, message):
    with pytest.raises(InputError) as error:
        task_from_row(Row(7, row(0, **columns), "q.jsonl"))
    assert str(error.value).startswith("q.jsonl:7: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("answers", "subject", "text", "found"),
    [
        (["Tesla"], "", "tesla, TESLA, Teslas", [("tesla", "answer"), ("TESLA", "answer")]),
        (["Tesla", "Tesla Energy"], "", "Tesla Energy", [("Tesla Energy", "answer")]),
        (["New York"], "", "New\n  York", [("New\n  York", "answer")]),
        (["C++", "a.b"], "", "in C++ (a.b), not aXb", [("C++", "answer"), ("a.b", "answer")]),
        (["Bo"], "Ann Bo", "Ann Bo beat Bo", [("Ann Bo", "subject"), ("Bo", "answer")]),
        (["Ann"], "Ann", "Ann", [("Ann", "answer")]),
        (["!?"], "", "what!? no", []),
        (["東京"], "", "in 東京.", [("東京", "answer")]),
        ([" "], " ", "any text", []),
    ],
)
def test_mentions(answers, subject, text, found):
    mentions = MentionFinder(answers, subject).find(text)
    assert [(text[start:end], kind) for start, end, kind in mentions] == found


@given(st.lists(st.text("ab +(", max_size=4), max_size=4), st.text("ab +(", max_size=4), st.text("ab +(\n"))
def test_mentions_do_not_overlap_and_are_names(answers, subject, text):
    mentions = list(MentionFinder(answers, subject).find(text))
    names = {" ".join(name.split()) for name in [*answers, subject]}
    assert all(" ".join(text[start:end].split()) in names for start, end, _ in mentions)
    assert all(earlier[1] <= later[0] for earlier, later in pairwise(mentions))
