"""Released questions of date arithmetic: audited and imported as they are."""

import gzip
import json

import pytest

from places import SHARED_DATA
from run_command import run_command
from temporal_qa.io.read import Row
from temporal_qa.questions.unsolved import Unparsable
from temporal_qa.released.date_tasks import import_date_row, with_our_columns

DATES = SHARED_DATA / "dates"

TRAM = {"Question": "Which year comes 17 years after 1581?", "Answer": "1598", "Category": "Year Shift"}


def test_rows_of_tram_get_our_columns_and_the_id_of_their_line():
    ours = {"id": "line_7", "question": TRAM["Question"], "answer": "1598", "task": "Year Shift"}
    assert with_our_columns(Row(7, TRAM)).values == ours


def test_rows_with_facts_stay_as_they_are():
    row = Row(1, {"question": "Who?", "fact_context": "Ann attended MIT from Jan, 1990 to Jan, 1992."})
    assert with_our_columns(row) is row


LABELS = [("May, 1173", True), ("May 1173", True), ("1173-05", True), ("Jun, 1173", False), ("May-73", False)]


@pytest.mark.parametrize(("label", "right"), LABELS)
def test_a_label_is_right_in_any_form_that_means_the_date(label, right):
    row = Row(1, {"question": "What is the time 3 year and 2 month before Jul, 1176"})
    assert import_date_row(row, "L1_1", [label])[1] is right


def test_a_question_of_something_else_is_not_imported():
    with pytest.raises(Unparsable):
        import_date_row(Row(1, {"question": "Who was king?"}), "L1_1", ["Ann"])


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
