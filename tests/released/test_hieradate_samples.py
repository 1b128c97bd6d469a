"""HieraDate's released samples as samples of ours: nothing is lost, and the solver audits their labels."""

import random
from itertools import chain
from typing import Any

import orjson
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.io.row import Row
from temporal_qa.questions.audit import audit_rows
from temporal_qa.questions.hieradate.drawn_samples import draw_main_question
from temporal_qa.questions.hieradate.paragraphs import write_paragraph
from temporal_qa.questions.hieradate.sample import Relation, Version, questions_of, sample_from_row
from temporal_qa.questions.hieradate.sample_files import released_object, write_released_layout
from temporal_qa.questions.hieradate.synthesis import Comparison, DrawOptions, build_sample
from temporal_qa.questions.solving import solve_labelled_row
from temporal_qa.released.hieradate import COLUMNS, released_questions
from temporal_qa.released.hieradate_samples import import_samples
from temporal_qa.released.import_record import ImportRecord, LeftOut
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.lives import Life

WASHINGTONS = {  # Figure 2 of the paper
    "_id": "w",
    "question": "Who was born first, George Washington or Lawrence Washington?",
    "answer": "Lawrence Washington",
    "context": [
        ["George Washington", ["George Washington (February 22, 1732 - December 14, 1799) was a president. ", " He"]],
        ["Lawrence Washington", ["Lawrence Washington (1718-1752) was a soldier."]],
    ],
    "data_label": "2wiki",
    "ques_extract_1": "What is the birth date of George Washington?",
    "ans_extract_1": "February 22, 1732",
    "ans_extract_1_date": {"year": 1732, "month": 2, "day": 22},
    "ques_extract_2": "When was Lawrence Washington born?",
    "ans_extract_2": "1718",
    "ans_extract_2_date": {"year": 1718, "month": 0, "day": 0},
    "ques_reason_1": "Does February 22, 1732 come before 1718?",
    "ans_reason_1": "no",
    "ques_reason_2": "Does February 22, 1732 come after 1718?",
    "ans_reason_2": "yes",
    "ques_robust": "Who was born later, George Washington or Lawrence Washington?",
    "ans_robust": "George Washington",
}


def imported(*samples: dict[str, Any]) -> tuple[list[dict[str, Any]], ImportRecord]:
    record = ImportRecord()
    rows = [Row(number, sample, "dev.json") for number, sample in enumerate(samples, 1)]
    return list(import_samples(rows, record)), record


def released(row: dict[str, Any]) -> dict[str, Any]:
    return released_object(sample_from_row(row)) | orjson.loads(row["released"])


def test_a_released_sample_keeps_everything() -> None:
    (row,), record = imported(WASHINGTONS)
    assert released(row) == WASHINGTONS
    assert orjson.loads(row["released"]).keys() == {"data_label", "ans_extract_2_date"}
    (remark,) = record.remarked
    assert remark.detail == "data_label, ans_extract_2_date"
    sample = sample_from_row(row)
    assert (sample.relation, sample.extreme, sample.decided_by) == ("birth", "first", "year")
    assert (sample.version, sample.setting) == ("full_date", "normal")
    assert [(life.name, life.start) for life in sample.lives] == [
        ("George Washington", CalendarDate(1732, 2, 22)),
        ("Lawrence Washington", CalendarDate(1718)),
    ]
    assert [probe.value for probe in sample.probes[1:3]] == ["1732-02-22", "1718"]


@pytest.mark.parametrize("version", ["full_date", "year_only"])
@pytest.mark.parametrize("relation", ["birth", "death", "lifespan"])
@pytest.mark.parametrize("type_", ["person", "organisation"])
def test_what_we_write_is_read_again(relation: Relation, version: Version, type_: str) -> None:
    lives = (
        Life("a", "Ann Lee", type_, CalendarDate(-43, 3, 15), CalendarDate(20, 3, 14)),
        Life("b", "Bob Roe", type_, CalendarDate(1900, 5, 2), CalendarDate(1998, 5)),
    )
    if relation == "lifespan":
        lives = (lives[0], Life("b", "Bob Roe", type_, CalendarDate(1900, 5, 2), CalendarDate(1998, 5, 2)))
    options = DrawOptions(0, version, invent=True)
    for number in range(20):
        rng = random.Random(number)
        paragraphs, written, _ = zip(*(write_paragraph(life, options) for life in lives), strict=True)
        extreme, question, opposite = draw_main_question(lives, relation, "all", rng)
        comparison = Comparison(str(number), lives, relation, extreme, question, opposite, written, paragraphs)
        sample = build_sample(comparison, rng, DrawOptions(version=version))
        original = released_object(sample)
        (row,), record = imported(original)
        again = sample_from_row(row)
        assert released(row) == original
        assert not record.remarked
        assert again.probes == sample.probes
        assert (again.relation, again.extreme, again.decided_by, again.version) == (
            relation, extreme, sample.decided_by, version,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"question": "Who is taller, George Washington or Lawrence Washington?"}, "no known wording"),
        ({"ans_extract_2": "long ago", "ans_extract_2_date": None}, "expected a date"),
        ({"ans_extract_2": "?", "ans_extract_2_date": {"year": 0, "month": 0, "day": 0}}, "expected a date"),
        ({"ans_extract_2": "?", "ans_extract_2_date": {"year": 10**9, "month": 0, "day": 0}}, "expected a date"),
        ({"ans_robust": ""}, "ans_robust is absent or empty"),
        ({"ans_robust": None}, "ans_robust is absent or empty"),
        ({"question": "Who lived longer, George Washington or Lawrence Washington?"}, "2 dates, expected 4"),
    ],
)
def test_a_sample_that_cannot_be_read_is_left_out_and_counted(changes: dict[str, Any], detail: str) -> None:
    rows, record = imported(WASHINGTONS | changes, WASHINGTONS, WASHINGTONS)
    assert [row["id"] for row in rows] == ["w"]
    unreadable, repeated = record.left_out
    assert unreadable.reason == LeftOut.UNREADABLE_SAMPLE
    assert detail in unreadable.detail
    assert repeated.reason == LeftOut.REPEATED_ID


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("question", 3),
        ("ques_extract_1", 3),
        ("context", 3),
        ("context", [[3, ["text"]]]),
        ("context", [["Ann Lee", "a text, not a list of sentences"]]),
        ("_id", None),
    ],
)
def test_a_value_of_the_wrong_type_is_bad_input(column: str, value: object) -> None:
    with pytest.raises(InputError, match=rf"dev\.json.*'{column}'"):
        imported(WASHINGTONS | {column: value})


def test_the_audit_finds_the_wrong_labels_of_released_samples() -> None:
    wrong = {
        "_id": "x",
        "ans_reason_1": "yes",
        "ans_extract_1": "22 February 1732",
        "ans_robust": "Lawrence Washington",
    }
    rows, _ = imported(WASHINGTONS, WASHINGTONS | wrong | {"_id": "x"})
    asked = [each for row in rows for each in questions_of(Row(1, row, "dev.jsonl"))]
    report = audit_rows(asked, solve_labelled_row)
    assert report["counts"]["equal"] == 10
    assert [found["id"] for found in report["disagreements"]] == ["x_reason_1", "x_robust"]


def test_columns_of_the_other_kind_may_hold_nothing() -> None:
    """As in a table that holds both kinds of samples."""
    in_years = WASHINGTONS | {
        "ques_reason_1": "Does 1732 come before 1718?", "ques_reason_2": "Does 1732 come after 1718?",
    }  # fmt: skip
    filled = dict.fromkeys(chain.from_iterable(columns[:2] for columns in COLUMNS.values())) | in_years
    (row,), _ = imported(in_years)
    (again,), _ = imported(filled)
    assert again | {"released": ""} == row | {"released": ""}
    assert row["version"] == "year_only"
    asked = [
        [each.values for each in released_questions(Row(1, sample | {"id": "w"}, "dev.json"))]
        for sample in (in_years, filled)
    ]
    assert asked[0] == asked[1]
    assert asked[0][0]["kind"] == "comparison"


def test_no_samples_are_an_empty_list(tmp_path):
    write_released_layout(tmp_path / "test.json", [])
    assert orjson.loads((tmp_path / "test.json").read_bytes()) == []
