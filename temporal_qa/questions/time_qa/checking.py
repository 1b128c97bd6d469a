"""The check of each row before it is written: its columns and offsets, and the solver's answer."""

from __future__ import annotations

from typing import Any

from temporal_qa.questions.time_qa.record import check_row
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.unsolved import Unanswerable


def checked_question(row: dict[str, Any], seen_ids: set[str], *, solve: bool) -> dict[str, Any]:
    """The row, checked; with ``solve``, the solver's answers are the label, and no second segment fits.

    Raises:
        ValueError: see :func:`~temporal_qa.questions.time_qa.record.check_row`.
        RuntimeError: the solver disagrees with the label.
    """
    check_row(row, seen_ids)
    if solve:
        try:
            solution = solve_time_row(row)
            solved, fitting = solution.answers, len(solution.fitting)
        except Unanswerable:
            solved, fitting = [], 1
        if solved != row["answers"] or fitting != 1:
            raise RuntimeError(f"question {row['id']}, {row['question']!r}: labelled {row['answers']}, solved {solved}")
    return row
