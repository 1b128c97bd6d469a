"""Labels compared with the solver's answers: what is counted, what is listed, and which rows are refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.audit import OUTCOMES, audit_rows, solve_rows
from temporal_qa.questions.complex_tr.solver import solve_row

CONTEXT = "Ann worked for IBM from May 1990 to June 1991.\nAnn worked for SAP from June 1991 to May 1999."
IN_JUNE_1991 = "Which employer did Ann work for in June 1991?"  # IBM and SAP


def audited(rows: Iterator[Row]) -> dict[str, Any]:
    return audit_rows(rows, solve_row)


def rows(*values: dict[str, Any]) -> Iterator[Row]:
    defaults = {"question": IN_JUNE_1991, "fact_context": CONTEXT}
    return (
        Row(number, {"id": f"q{number}"} | defaults | row, "questions.jsonl") for number, row in enumerate(values, 1)
    )


@pytest.mark.parametrize(
    ("row", "outcome", "why"),
    [
        ({"answers": ["SAP", "IBM"]}, "equal", None),
        ({"answers": ["ibm ", "S\uff21P", "IBM"]}, "equal", None),  # NFKC, case, white space; a set
        ({"answer": ["SAP", "IBM"]}, "equal", None),
        ({"answer": "IBM $and SAP"}, "equal", None),
        ({"answers": None, "answer": ["SAP", "IBM"]}, "equal", None),
        ({"answers": ["SAP"]}, "label_is_subset", "the facts also give 'IBM'"),
        ({"answer": "SAP"}, "label_is_subset", "the facts also give 'IBM'"),
        ({"answers": ["IBM", "SAP", "Dell"]}, "label_is_superset", "the facts do not give 'Dell'"),
        (
            {"answers": ["Dell", "Bull"]},
            "different",
            "the facts also give 'IBM', 'SAP'; the facts do not give 'Dell', 'Bull'",
        ),
        ({"answers": ["IBM", "Dell"]}, "different", "the facts also give 'SAP'; the facts do not give 'Dell'"),
        (
            {"answers": ["IBM"], "question": "Which employer did Ann work for in June 1999?"},
            "unanswerable",
            "no fact of the relation P108 (employer) holds in June 1999",
        ),
        # The label "no answer".
        ({"answers": [], "question": "Which employer did Ann work for in June 1999?"}, "equal", None),
        ({"answer": "", "question": "Which employer did Ann work for in June 1999?"}, "equal", None),
        ({"answers": []}, "label_is_subset", "the facts also give 'IBM', 'SAP'"),
        ({"answers": [], "question": "Who is Ann?"}, "unparsable", "the question is in no known wording"),
        ({"answers": ["IBM"], "question": "Who is Ann?"}, "unparsable", "the question is in no known wording"),
        (
            {"answers": ["IBM"], "fact_context": "Ann likes IBM."},
            "unparsable",
            "a sentence of the context does not end",
        ),
    ],
)
def test_each_row_has_its_outcome_and_the_reason(row: dict[str, Any], outcome: str, why: str | None) -> None:
    report = audited(rows(row))
    assert report["counts"] == dict.fromkeys(OUTCOMES, 0) | {outcome: 1}
    assert [d["outcome"] for d in report["disagreements"]] == ([] if why is None else [outcome])
    assert all(d["why"].startswith(why) for d in report["disagreements"])


def test_the_report() -> None:
    labelled = [
        {"answers": ["IBM", "SAP"], "level": "L2"},
        {"answers": ["SAP"], "level": "L2"},
        {"answers": ["IBM"], "level": "L3", "question": "Which employer did Ann work for before SAP?"},
    ]
    none = dict.fromkeys(OUTCOMES, 0)
    assert audited(rows(*labelled)) == {
        "n": 3,
        "counts": none | {"equal": 2, "label_is_subset": 1},
        "percent": none | {"equal": 66.67, "label_is_subset": 33.33},
        "touches": 0,
        "by_level": {
            "L2": {
                "n": 2,
                "counts": none | {"equal": 1, "label_is_subset": 1},
                "percent": none | {"equal": 50.0, "label_is_subset": 50.0},
                "touches": 0,
            },
            "L3": {"n": 1, "counts": none | {"equal": 1}, "percent": none | {"equal": 100.0}, "touches": 0},
        },
        "disagreements": [
            {
                "id": "q2",
                "level": "L2",
                "question": IN_JUNE_1991,
                "outcome": "label_is_subset",
                "touches": False,
                "labelled": ["SAP"],
                "solved": ["IBM", "SAP"],
                "facts": [
                    "Ann worked for IBM from May 1990 to June 1991.",
                    "Ann worked for SAP from June 1991 to May 1999.",
                ],
                "why": "the facts also give 'IBM'",
            }
        ],
        "touching": [],
    }


WHILE_AT_SAP = "Which other employers did Ann work for when he/she was working for SAP?"


@pytest.mark.parametrize(
    ("row", "touches"),
    [
        ({"question": WHILE_AT_SAP, "answers": ["IBM"]}, 1),
        ({"question": WHILE_AT_SAP, "answers": []}, 1),  # the label of who reads open
        ({"question": "Which employers did Ann work for from June 1991 to May 1992?", "answers": ["IBM", "SAP"]}, 1),
        ({"question": "Which employers did Ann work for from May 1991 to May 1992?", "answers": ["IBM", "SAP"]}, 0),
        ({"question": IN_JUNE_1991, "answers": ["IBM", "SAP"]}, 0),  # asks for one month, not for what overlaps
        ({"question": "Who is Ann?", "answers": ["IBM"]}, 0),
    ],
)
def test_questions_of_which_an_answer_hangs_on_one_boundary_month_are_counted_and_listed(row, touches) -> None:
    report = audited(rows({"level": "L3"} | row))
    assert report["touches"] == report["by_level"]["L3"]["touches"] == touches
    assert [(each["labelled"], each["facts"], each["why"]) for each in report["touching"]] == [
        (row["answers"], CONTEXT.split("\n"), "one shared boundary month gives 'IBM'")
    ] * touches
    assert all(each["touches"] is True for each in report["touching"])


def test_the_facts_to_judge_by_include_the_label_and_the_event() -> None:
    context = CONTEXT + "\nAnn worked for Dell from June 2001 to May 2002.\nAnn lived in Ulm in May 1990."
    question = "Which employers did Ann work for when he/she was living in Ulm?"
    report = audited(rows({"question": question, "fact_context": context, "answers": ["dell"]}))
    assert report["disagreements"][0]["facts"] == [
        "Ann lived in Ulm in May 1990.",
        "Ann worked for IBM from May 1990 to June 1991.",
        "Ann worked for Dell from June 2001 to May 2002.",
    ]


def test_the_facts_to_judge_an_unanswered_question_by_are_those_that_it_asks_about() -> None:
    question = "Which employer did Ann work for in June 1999?"
    report = audited(rows({"question": question, "answers": ["SAP"]}))
    assert report["disagreements"][0]["facts"] == CONTEXT.split("\n")


def test_predictions() -> None:
    unsolved = {"question": "Which employer did Ann work for in June 1999?"}
    unread = {"id": 7, "question": "Who is Ann?"}
    assert list(solve_rows(rows({}, unsolved, unread), solve_row)) == [
        {"id": "q1", "answers": ["IBM", "SAP"], "text": "IBM $and SAP"},
        {
            "id": "q2",
            "answers": [],
            "text": "",
            "reason": "unanswerable: no fact of the relation P108 (employer) holds in June 1999",
        },
        {"id": "7", "answers": [], "text": "", "reason": "unparsable: the question is in no known wording"},
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"id": None}, r"expected an 'id' \(text or a whole number\), found None"),
        ({"id": ["q"]}, r"expected an 'id' .*, found \['q'\]"),
        ({"id": ""}, "expected an 'id' .*, found ''"),
        ({"id": True}, "expected an 'id' .*, found True"),
        ({"question": None}, "column 'question' holds nothing, expected text"),
        ({"question": 7}, "column 'question' holds int, expected text"),
        ({"fact_context": None}, "neither 'facts' nor 'fact_context'"),
        ({"fact_context": 7}, "column 'fact_context' holds int, expected text"),
        ({"facts": {"subject": "Ann"}}, "column 'facts' holds dict, expected a list of facts"),
        ({"facts": [{"subject": "Ann"}]}, r"facts\[0\]: column 'relation' holds nothing"),
    ],
)
def test_bad_rows_are_named_by_file_and_line(row: dict[str, Any], problem: str) -> None:
    for read in (audited, lambda rows: list(solve_rows(rows, solve_row))):
        with pytest.raises(InputError, match=rf"^questions\.jsonl:2: {problem}"):
            read(rows({"answers": ["IBM", "SAP"]}, {"answers": ["IBM", "SAP"]} | row))


@pytest.mark.parametrize(
    ("label", "problem"),
    [
        ({}, r"expected 'answers' or 'answer' \(list of strings\)"),
        ({"answers": "IBM"}, "expected 'answers' or 'answer'"),
        ({"answer": ["IBM", 1]}, "expected 'answers' or 'answer'"),
        ({"answers": [" "]}, "expected 'answers' to hold an answer that is not blank"),
        ({"answer": " "}, "expected 'answer' to hold an answer that is not blank"),
    ],
)
def test_bad_labels_are_named_by_file_and_line(label: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=rf"^questions\.jsonl:1: {problem}"):
        audited(rows(label))


def test_no_questions_are_no_audit() -> None:
    with pytest.raises(InputError, match=r"^no questions to audit"):
        audited(rows())
