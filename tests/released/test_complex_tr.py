"""Released questions as rows of ours: what is read, what stays as released, what is left out and why.

The rows are written by hand in the layout of the released files; the examples of the paper are in another file.
"""

import gzip
import json
from collections import Counter

import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.fiction.world import invent_groups
from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.splits import choose_questions
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.released.complex_tr import import_rows, with_our_columns
from temporal_qa.released.import_record import ImportRecord, LeftOut, Remark

from .conftest import LAYLA_MORAN, MORAN, TEMP_REASON, imported

DATES = SHARED_DATA / "dates"

TRAM = {"Question": "Which year comes 17 years after 1581?", "Answer": "1598", "Category": "Year Shift"}


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
    assert (record.counts()["rows"], record.kept.total()) == (2, 1)
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
        ({"subject": "Ann", "object": "B"}, r"released\.json:1: columns subject, object; expected id, question"),
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
    with pytest.raises(InputError, match="expected 'text' to be a text, in each passage, found None"):
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
    )  # fmt: skip
    assert (report["n"], report["counts"]["equal"]) == (1, 1)


def test_rows_of_tram_get_our_columns_and_the_id_of_their_line():
    ours = {"id": "line_7", "question": TRAM["Question"], "answer": "1598", "task": "Year Shift"}
    assert with_our_columns(Row(7, TRAM)).values == ours


def test_rows_of_several_files_without_ids_are_all_kept(tmp_path):
    for name in ("dev.json", "test.json"):
        (tmp_path / name).write_text(json.dumps([TRAM]))
    (tmp_path / "more.csv").write_text(f"Question,Option A,Option B,Answer,Category\n{TRAM['Question']},7,1598,B,x\n")
    done = run_command("import", "dev.json", "test.json", "more.csv", "--out", "o.jsonl", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["remarks"] == {"id that an earlier row has, so that it got a number": 1}
    rows = map(json.loads, (tmp_path / "o.jsonl").read_text().splitlines())
    told = [("line_1", ["1598"]), ("line_1#2", ["1598"]), ("line_2", ["1598"])]
    assert [(row["id"], row["answers"]) for row in rows] == told


def test_rows_with_facts_stay_as_they_are():
    row = Row(1, {"question": "Who?", "fact_context": "Ann attended MIT from Jan, 1990 to Jan, 1992."})
    assert with_our_columns(row) is row


def date_row(question, *labels):
    return imported({"id": "L1_1", "question": question, "text_answers": {"text": [*labels]}})


LABELS = [("May, 1173", True), ("May 1173", True), ("1173-05", True), ("Jun, 1173", False), ("May-73", False)]


@pytest.mark.parametrize(("label", "right"), LABELS)
def test_a_label_is_right_in_any_form_that_means_the_date(label, right):
    _, record = date_row("What is the time 3 year and 2 month before Jul, 1176", label)
    assert [note.detail for note in record.remarked] == ([] if right else [label])


TYPES = [
    ("What is the time 3 year and 2 month before Jul, 1176", "May, 1173", "shift", "date"),
    ("In which week of year 1587 does the date 01-22-1587 occur?", "Week 4", "week", "week"),
]


@pytest.mark.parametrize(("question", "label", "task", "answer_type"), TYPES)
def test_a_date_row_has_the_type_of_its_answer(question, label, task, answer_type):
    (ours,), record = date_row(question, label)
    assert (ours["task"], ours["answer_type"], record.remarked) == (task, answer_type, [])


def test_a_question_of_something_else_is_not_imported():
    for question, labels in (("Who was king?", ["Ann"]), (TYPES[0][0], ["May, 1173", "May, 1174"])):
        _, record = date_row(question, *labels)
        assert [note.reason for note in record.left_out] == [LeftOut.NO_FACTS]


def test_import_keeps_level_l1_and_says_which_labels_are_wrong(tmp_path):
    asked = "What is the time 5 month after Nov, 1360"
    rows = [
        {"id": "L1_1", "question": asked, "text_answers": {"text": ["Apr, 1361"]}, "none_context": ""},
        {"id": "L1_2", "question": asked, "text_answers": {"text": ["Apr-61"]}, "none_context": ""},
        {"id": "L1_3", "question": "Who was king?", "text_answers": {"text": ["Ann"]}, "none_context": ""},
    ]
    released = tmp_path / "l1.json"
    released.write_text("\n".join(map(json.dumps, rows)))
    out = tmp_path / "ours.jsonl"
    done = run_command("import", released, "--out", out, "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["kept"] == 2
    first = json.loads(out.read_text().splitlines()[0])
    assert (first["level"], first["answers"], first["context"]) == ("L1", ["Apr, 1361"], "")
    notes = json.loads((tmp_path / "ours.drops.json").read_text())
    assert [note["id"] for note in notes["remarked"]] == ["L1_2"]
    assert [note["id"] for note in notes["left_out"]] == ["L1_3"]


@pytest.mark.skipif(not DATES.exists(), reason="needs ../shared/data")
@pytest.mark.parametrize(("name", "n", "wrong"), [("timebench_date_arith", 2_000, 0), ("tram_dates", 4_543, 104)])
def test_audit_finds_what_a_spreadsheet_spoiled_and_nothing_else(name, n, wrong, tmp_path):
    report = tmp_path / "report.json"
    run_command("audit", DATES / f"{name}.jsonl.gz", "--out", report, cwd=tmp_path)
    counts = json.loads(report.read_text())
    assert (counts["n"], counts["counts"]["equal"], counts["counts"]["different"]) == (n, n - wrong, wrong)


@pytest.mark.skipif(not DATES.exists(), reason="needs ../shared/data")
def test_solve_answers_rows_without_facts(tmp_path):
    with gzip.open(DATES / "timebench_date_arith.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for _, line in zip(range(20), lines, strict=False)]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(json.dumps({"id": i, "question": row["question"]}) for i, row in enumerate(rows)))
    run_command("solve", questions, "--out", tmp_path / "p.jsonl", cwd=tmp_path)
    answered = [json.loads(line)["answers"] for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert answered == [row["answer"] for row in rows]
