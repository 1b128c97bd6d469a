"""Which solver answers a row: facts, a context of lives, or the question alone."""

from typing import Any

import pandas as pd
import pytest

from temporal_qa.io.row import Row
from temporal_qa.questions.audit import audit_rows
from temporal_qa.questions.solving import solve_labelled_row, solve_row
from temporal_qa.questions.unsolved import Unanswerable, Unparsable

LIVES = "Ann Lee: Ann Lee (1 May 1900 - 2 July 1981) sang.\nBob Roe: Bob Roe (3 May 1900 - 2 July 1980) sang."
LIFE_ROWS = [
    {"question": "Does May 1, 1900 come before May 3, 1900?", "answers": ["yes"]},
    {"question": "When was Bob Roe born?", "answers": ["May 3rd, 1900"]},
    {"question": "How old was Ann Lee when they died?", "answers": ["81 years, 2 months and 1 day"]},
    {"question": "Who lived longer, Ann Lee or Bob Roe?", "answers": ["Bob Roe"]},  # wrong
    {"question": "Does 1900 come before May 3, 1900?", "answers": ["yes"]},  # nobody knows
]


def test_the_columns_choose_the_solver() -> None:
    fact = {"subject": "Ann Lee", "relation": "P108", "object": "IBM", "start": "1990-01", "end": "1995-01"}
    asked = "What is the date of birth of Ann Lee?"
    assert solve_row({"question": asked, "context": LIVES}).answers == ["1 May 1900"]
    assert solve_row({"question": "Does 1900 come before 1901?", "context": ""}).answers == ["yes"]
    assert solve_row(
        {"question": "Which employer did Ann Lee work for in May 1991?", "facts": [fact], "context": LIVES}
    ).answers == ["IBM"]


def test_families_in_one_table_of_pandas_are_told_apart() -> None:
    rows = pd.DataFrame(
        [
            {"question": "Does 1900 come before 1901?"},
            {"question": "When was Ann Lee born?", "context": LIVES},
            {"question": "Where did Ann Lee work in May 1991?", "fact_context": "Ann Lee worked in Ur in May 1991."},
        ]
    )
    assert [solve_row(row).answers for row in rows.to_dict("records")] == [["yes"], ["1 May 1900"], ["Ur"]]


def test_a_hard_question_of_time_qa_as_released_has_nothing_to_be_answered_from() -> None:
    with pytest.raises(Unparsable, match="no segments of its fact"):
        solve_row({"question": "Which team, in 1990?", "specifier": "in 1990", "segments": None, "context": LIVES})


def test_who_is_not_told_is_named() -> None:
    with pytest.raises(Unanswerable, match="the paragraph of 'Cy Ray' does not state the date of death"):
        solve_row({"question": "When did Cy Ray die?", "context": "Cy Ray: Cy Ray (born 1 May 1900) sang."})


@pytest.mark.parametrize("context", [None, "", "A table without lives"])
def test_a_row_of_no_family_is_malformed(context: str | None) -> None:
    with pytest.raises(ValueError, match=r"expected 'facts', .* or one of date arithmetic in a known wording"):
        solve_row({"question": "How tall is Ann?", "context": context})


@pytest.mark.parametrize("row", [{}, {"question": 1}, {"question": "When was Jacek born?", "context": ["Jacek"]}])
def test_a_row_without_text_is_malformed(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="'question' is absent or not text, or 'context' is not text"):
        solve_row(row)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"question": "What day of the week is February 29, 1900?"}, "no day 29 in February 1900"),
        ({"question": "How many whole days are there from May 5, 2005 to May 1, 2005?"}, "in the wrong order"),
        ({"question": "Who was born first, Ann Lee?", "context": LIVES}, "does not name two"),
    ],
)
def test_a_question_of_a_known_wording_is_unsolved_and_not_malformed(row: dict[str, str], why: str) -> None:
    with pytest.raises(Unparsable, match=why):
        solve_row(row)


def test_a_row_over_a_graph_needs_the_graph_though_it_has_facts() -> None:
    with pytest.raises(ValueError, match="a question over a graph, expected --graph"):
        solve_row({"question": "?", "anchor": "a", "relation": "P54", "role": "subject", "fact_context": "A was b."})


def test_a_row_of_temp_answer_qa_has_nothing_to_answer_it_from() -> None:
    with pytest.raises(ValueError, match=r"expected 'facts', .* or one of date arithmetic in a known wording"):
        solve_row({"question": "How old is Ann?", "answer_value": 3.0, "temporal_unit": "years", "context": ""})


def test_audit_finds_the_wrong_labels_of_lives() -> None:
    rows = [Row(i, {"id": i, "context": LIVES, "task": "", **row}, "x.jsonl") for i, row in enumerate(LIFE_ROWS)]
    report = audit_rows(rows, solve_labelled_row)
    assert report["counts"]["equal"] == 3
    wrong, open_ = report["disagreements"]
    assert (wrong["outcome"], wrong["solved"]) == ("different", ["Ann Lee"])
    assert wrong["facts"][:2] == ["Ann Lee: 1 May 1900 to 2 July 1981", "Bob Roe: 3 May 1900 to 2 July 1980"]
    assert (open_["outcome"], open_["why"]) == (
        "unanswerable",
        "1900 and 3 May 1900 are equal, or too coarse to tell which is earlier",
    )


@pytest.mark.parametrize(
    ("question", "type_", "equal", "other"),
    [
        ("In which ISO week of the year does 1 January 2021 lie?", "week", ["W53", "Week 053"], "Week 52"),
        ("What day of the week is 1 January 2021?", "weekday", ["Fri", "friday"], "Thu"),
        ("How many complete years passed from 1830/08/11 until 1909/08/29?", "number", ["79 years", "79.0"], "78"),
        ("Does 1 January 2001 come before 1 January 2021?", "yes_no", ["Yes.", "True"], "no"),
        ("If you add 3 days to 1 May 2001, which date do you get?", "date", ["4 May 2001", "2001-05-04"], "5 May 2001"),
    ],
)  # fmt: skip
def test_a_label_counts_by_value_as_in_scores(question, type_, equal, other) -> None:
    labels = [*equal, other]
    rows = [
        Row(n, {"id": n, "question": question, "answers": [label], "answer_type": type_, "answer_value": label})
        for n, label in enumerate(labels)
    ]
    report = audit_rows(rows, solve_labelled_row)
    assert [each["labelled"] for each in report["disagreements"]] == [[other]]
