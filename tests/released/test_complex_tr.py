"""Released questions as rows of ours: what is read, what stays as released, what is left out and why.

The rows are written by hand in the layout of the released files; the examples of the paper are in another file.
"""

from collections import Counter

import pytest

from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.splits import choose_questions
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.released.complex_tr import import_rows
from temporal_qa.released.import_record import ImportRecord, LeftOut, Remark

from .conftest import LAYLA_MORAN, MORAN, TEMP_REASON, imported


def test_a_row_of_complex_tr_becomes_a_row_of_ours():
    ((row,), record) = imported(MORAN)
    facts = row.pop("facts")
    assert row == {
        "id": "L2_Q20806527_P69_0",
        "question": "Where was Layla Moran educated in November 2005?",
        "answers": ["Brunel University"],
        "level": "L2",
        "hops": "1-hop",
        "kind": "l2_at",
        "relation": "P69",
        "subject": "Layla Moran",
        "reference_date": "2005-11",
        "fact_context": LAYLA_MORAN,
        "future": False,
    }
    assert len(facts) == 5
    assert facts[3] == {
        "subject": "Layla Moran",
        "relation": "P69",
        "object": "Brunel University",
        "start": "2005-09",
        "end": "2007-03",
    }
    assert record.counts() == {
        "rows": 1,
        "kept": 1,
        "layouts": {"text_answers (Complex-TR, TempReason)": 1},
        "drops": {},
        "remarks": {},
    }


def test_a_row_of_temp_reason_has_more_columns_that_are_not_used():
    row = {
        "question": "Who was the chair of Swedish People's Party of Finland in Mar, 1960?",
        "date": "March 5, 1960",
        "text_answers": {"text": ["Lars Erik Taxell"]},
        "id": "L2_Q327591_P488_0",
        "fact_context": TEMP_REASON,
        "context": "Swedish People's Party of FinlandThe party was founded in 1906.",
        "none_context": "",
        "neg_answers": ["Jan-Magnus Jansson"],
        "kb_answers": [{"text": "Lars Erik Taxell"}],
    }
    ((ours,), _) = imported(row)
    assert (ours["kind"], ours["reference_date"], ours["answers"]) == ("l2_at", "1960-03", ["Lars Erik Taxell"])
    assert ours.keys() == imported(MORAN)[0][0].keys()


def test_a_row_of_time_bench_has_its_labels_in_answer():
    row = {"id": "L2_7", "level": "L2", "question": MORAN["question"], "answer": ["Brunel University"],
           "fact_context": LAYLA_MORAN, "context": ""}  # fmt: skip
    ((ours,), record) = imported(row)
    assert ours == imported(MORAN)[0][0] | {"id": "L2_7"}
    assert record.kept == {"answer (TimeBench)": 1}


@pytest.mark.parametrize(
    ("changes", "reason", "detail"),
    [
        ({"fact_context": None}, LeftOut.NO_FACTS, ""),
        ({"fact_context": ""}, LeftOut.NO_FACTS, ""),
        ({"text_answers": {"text": []}}, LeftOut.NO_ANSWER, ""),
        ({"text_answers": {"text": [" "]}}, LeftOut.NO_ANSWER, ""),
        ({"id": "17"}, LeftOut.UNKNOWN_ID, "expected one of L2, "),
        ({"id": "L4_Q1_P69_0"}, LeftOut.UNKNOWN_ID, ""),
        ({"fact_context": "Layla Moran likes Oxford from May 1990 to May 1991."}, LeftOut.UNREADABLE_FACTS,
         "no known wording"),
        ({"fact_context": "Ann lived in Ulm in May 1990. \n Bob lived in Ulm in May 1990."}, LeftOut.UNREADABLE_FACTS,
         "share no subject"),
        ({"question": "Who is Layla Moran?"}, LeftOut.UNREADABLE_QUESTION, "no known wording"),
        ({"question": "Where was Layla Moran taught from May 2003 to July 2006"}, LeftOut.UNREADABLE_QUESTION, ""),
        ({"question": "Where was Layla Moran educated after Oxford?"}, LeftOut.NO_ONE_EVENT, "'Oxford'"),
        ({"question": "Where was Layla Moran educated from May 2003 to July 2001?"}, LeftOut.NO_ONE_EVENT,
         "ends before"),
        ({"id": "L3_Q1_P69_0"}, LeftOut.OTHER_CLASS, "l2_at does: L2 1-hop"),
        ({"id": "L2M_Q1_P69_0"}, LeftOut.OTHER_CLASS, "L2 1-hop"),
        ({"level": "L3"}, LeftOut.OTHER_CLASS, "L2 1-hop"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_left_out_with_its_reason(changes, reason, detail):
    rows, record = imported(MORAN | {"id": "L2_before"}, MORAN | changes, MORAN | {"id": "L2_after"})
    assert [row["id"] for row in rows] == ["L2_before", "L2_after"]
    (note,) = record.left_out
    assert (note.file, note.line, note.id, note.reason) == ("released.json", 2, (MORAN | changes)["id"], reason)
    assert detail in note.detail
    assert record.counts()["drops"] == {reason: 1}


def test_no_id_is_given_twice_not_even_by_two_files():
    record = ImportRecord()
    for _ in range(2):
        list(import_rows([Row(1, MORAN)], record))
    assert (record.rows, record.kept.total()) == (2, 1)
    assert [note.reason for note in record.left_out] == [LeftOut.REPEATED_ID]


def test_a_label_that_is_no_object_is_kept_for_the_audit_and_noted():
    ((row,), record) = imported(MORAN | {"text_answers": {"text": ["brunel university ", "Oxford"]}})
    assert row["answers"] == ["brunel university ", "Oxford"]
    assert [(note.reason, note.detail) for note in record.remarked] == [(Remark.FOREIGN_ANSWER, "Oxford")]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            {"id": "a", "question": "Who?", "answers": ["B"]},
            r"released\.json:1: columns id, question, answers; expected",
        ),
        (MORAN | {"id": None}, "expected an 'id'"),
        (MORAN | {"text_answers": ["A"]}, r"'text_answers\.text' to be a list of strings"),
        (MORAN | {"text_answers": {"text": "A"}}, "to be a list of strings"),
        (MORAN | {"question": None}, r"expected 'question' \(text\)"),
        (MORAN | {"fact_context": ["a", "b"]}, r"expected 'fact_context' \(text\)"),
    ],
)
def test_rows_of_another_shape_are_refused(row, message):
    with pytest.raises(InputError, match=message):
        imported(row)


def test_passages_come_best_first_where_the_release_ranks_them():
    passages = [
        {"title": "A", "text": "third", "bge_rank": 3.0},
        {"title": "B", "text": "first", "bge_rank": 1.5, "url": "https://example.org/b"},
        {"title": None, "text": "second", "bge_rank": 1.5},
    ]
    ((row,), _) = imported(MORAN | {"passages": passages}, with_passages=True)
    assert row["passages"] == [
        {"title": "B", "text": "first", "url": "https://example.org/b"},
        {"title": "", "text": "second", "url": ""},
        {"title": "A", "text": "third", "url": ""},
    ]
    assert "passages" not in imported(MORAN | {"passages": passages})[0][0]
    del passages[0]["bge_rank"]
    ((row,), _) = imported(MORAN | {"passages": passages}, with_passages=True)
    assert [passage["text"] for passage in row["passages"]] == ["third", "first", "second"]


def test_rows_without_passages_are_no_open_domain_questions():
    rows, record = imported(MORAN, with_passages=True)
    assert rows == []
    assert [note.reason for note in record.left_out] == [LeftOut.NO_PASSAGES]
    with pytest.raises(InputError, match="title, text and url"):
        imported(MORAN | {"passages": [{"title": "A"}]}, with_passages=True)


def test_our_own_questions_in_the_released_layout_come_back_as_they_were():
    """A round trip over every kind and relation of an invented world."""
    groups = [group for group in invent_groups(150, seed=5) if len(group.facts) > 1]
    ours = [question.to_row() for question in build_questions(choose_questions(groups, 5, Counter()), 5, Counter())]
    released = [
        {"id": row["id"], "question": row["question"], "text_answers": {"text": row["answers"]},
         "fact_context": row["fact_context"].replace("\n", " \n "), "context": ""}
        for row in ours
    ]  # fmt: skip
    rows, record = imported(*released)
    assert {row["kind"] for row in ours} == set(KINDS)
    assert record.left_out == record.remarked == []
    assert [row | {"fact_context": row["fact_context"].replace(" \n ", "\n")} for row in rows] == ours


def test_a_released_row_is_audited_as_it_is():
    from temporal_qa.questions.audit import audit_rows
    from temporal_qa.questions.complex_tr.boundary_months import answers_read_open
    from temporal_qa.questions.complex_tr.evidence import evidence
    from temporal_qa.questions.complex_tr.solver import solve_row

    report = audit_rows(
        [
            Row(1, {
                "id": "L2_Q1_P69_0", "question": "Where was Layla Moran educated in November 2005?",
                "text_answers": {"text": ["Brunel University"]},
                "fact_context": "Layla Moran studied at Brunel University from September 2005 to March 2007. \n ",
            })
        ],
        solve_row,
        evidence,
        answers_read_open,
    )  # fmt: skip
    assert (report["n"], report["counts"]["equal"]) == (1, 1)
