"""The solver on the released TempReason questions: 660 of level L2 and 525 of level L3, with their labels."""

from typing import Any

import pytest

from places import SHARED_DATA
from temporal_qa.io.read import read_rows
from temporal_qa.questions.audit import audit_rows, solve_rows
from temporal_qa.questions.complex_tr.solver import solve_row

RELEASED = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"

pytestmark = pytest.mark.skipif(not RELEASED.exists(), reason=f"no released TempReason questions at {RELEASED}")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return audit_rows(read_rows(RELEASED), solve_row)


def test_every_question_is_read_and_answered(report: dict[str, Any]) -> None:
    assert report["n"] == 1185
    assert report["counts"]["unparsable"] == report["counts"]["unanswerable"] == 0
    assert report["touches"] == 0  # they ask about months, and about neighbours


def test_level_2_labels_are_the_solver_s_answers(report: dict[str, Any]) -> None:
    level = report["by_level"]["L2"]
    assert level["n"] == 660
    assert level["percent"]["equal"] >= 99.5


def test_level_3_labels_are_among_the_solver_s_answers(report: dict[str, Any]) -> None:
    level = report["by_level"]["L3"]
    assert level["n"] == 525
    assert level["percent"]["equal"] + level["percent"]["label_is_subset"] >= 99.0


def test_level_3_labels_that_fall_short_name_one_of_several_that_start_at_once(report: dict[str, Any]) -> None:
    """TempReason labels one neighbour; if several start in the same month, all of them count here."""
    short = [d for d in report["disagreements"] if d["level"] == "L3" and d["outcome"] == "label_is_subset"]
    assert short
    assert all(len(d["labelled"]) == 1 < len(d["solved"]) for d in short)


def test_each_disagreement_is_listed_with_its_facts(report: dict[str, Any]) -> None:
    listed = report["disagreements"]
    assert len(listed) == report["n"] - report["counts"]["equal"]
    for disagreement in listed:
        facts = " ".join(disagreement["facts"])
        assert all(name in facts for name in disagreement["labelled"] + disagreement["solved"]), disagreement


def test_one_label_is_not_among_the_answers(report: dict[str, Any]) -> None:
    """The 9th and the 10th Parliament start in the same month, so the one does not start before the other."""
    (different,) = [d for d in report["disagreements"] if d["outcome"] == "different"]
    assert different["id"] == "L3_797"
    assert different["facts"] == [
        f"William Leader Maberly held the position of {position}."
        for position in (
            "Surveyor-General of the Ordnance from January 1831 to January 1832",
            "Member of the 9th Parliament of the United Kingdom in April 1831",
            "Member of the 10th Parliament of the United Kingdom from April 1831 to December 1832",
        )
    ]


def test_predictions_follow_the_rows() -> None:
    predictions = list(solve_rows(read_rows(RELEASED), solve_row))
    assert [prediction["id"] for prediction in predictions] == [row.values["id"] for row in read_rows(RELEASED)]
    assert all(prediction["answers"] for prediction in predictions)
