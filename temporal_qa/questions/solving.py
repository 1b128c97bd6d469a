"""One solver for rows of every family: what a row holds decides which one answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from temporal_qa.questions.complex_tr import boundary_months, evidence, solver
from temporal_qa.questions.date_arithmetic.queries import RULE
from temporal_qa.questions.date_arithmetic.solver import DateSolution, same_answer, solve_date_row
from temporal_qa.questions.unsolved import Unparsable, Unsolved
from temporal_qa.scoring.labelled_rows import LABEL_COLUMNS

AnySolution: TypeAlias = solver.Solution | DateSolution

_NO_FACTS = "neither 'facts' nor 'fact_context', nor a question of date arithmetic; expected one of them"


def is_date_row(row: Mapping[str, Any]) -> bool:
    """Whether nothing but the question can answer a row: it has neither facts nor a context of facts."""
    return row.get("facts") is None and not row.get("fact_context")


def solve_row(row: Mapping[str, Any]) -> AnySolution:
    """Answers a row from its facts (see :func:`.complex_tr.solver.solve_row`) or, without any, from its dates.

    Raises:
        ValueError: a column is absent or of the wrong type; says which, and what was expected.
        Unsolved: the question cannot be read, or has no answer.
    """
    if not is_date_row(row):
        return solver.solve_row(row)
    try:
        return solve_date_row(row)
    except Unparsable:
        if "task" in row or "Category" in row or "fact_context" in row:
            raise
        raise ValueError(_NO_FACTS) from None


def solve_labelled_row(row: Mapping[str, Any]) -> AnySolution:
    """:func:`solve_row` for a comparison with the row's label: a date is written as the label writes it."""
    solution = solve_row(row)
    label = next((row[column] for column in LABEL_COLUMNS if row.get(column) is not None), None)
    only = label[0] if isinstance(label, list) and len(label) == 1 else label
    if isinstance(solution, DateSolution) and isinstance(only, str) and same_answer(only, solution):
        return solution.written_as(only)
    return solution


def evidence_for(labels: Sequence[str], solved: AnySolution | Unsolved) -> list[str]:
    """What people judge a label by: the facts, or how the dates are counted."""
    if isinstance(solved, DateSolution):
        return [f"{solved.value}: {RULE}"]
    return evidence.evidence(labels, solved)


def answers_read_open(solution: AnySolution) -> list[str]:
    """See :func:`.complex_tr.boundary_months.answers_read_open`; days that are counted have no boundary months."""
    return solution.answers if isinstance(solution, DateSolution) else boundary_months.answers_read_open(solution)
