"""Released questions of date arithmetic: TRAM's date tasks, and level L1 of TempReason, also as TimeBench has it.

TRAM's rows have the columns ``Question, Answer, Category`` and no id, those of TimeBench ``question, answer, context``.
"""

from __future__ import annotations

from typing import Any

from temporal_qa.io.read import Row
from temporal_qa.questions.date_arithmetic.solver import DateSolution, solve_date_question
from temporal_qa.questions.solving import has_facts
from temporal_qa.questions.unsolved import Unparsable

_COLUMNS = {"Question": "question", "Answer": "answer", "Category": "task"}


def with_our_columns(row: Row) -> Row:
    """The row with the names of our columns and, if it has no facts, an id: that of its line where it has none."""
    if has_facts(row.values):
        return row
    values = {_COLUMNS.get(name, name): value for name, value in row.values.items()}
    return row._replace(values={"id": f"line_{row.line}"} | values)


def import_date_row(row: Row, identity: str, labels: list[str]) -> tuple[dict[str, Any], bool]:
    """A row of level L1 as a row of ours, and whether its label is right.

    Raises:
        Unparsable: the question is in no known wording.
        InputError: the question is not a text.
    """
    question = row.text("question")
    solution: DateSolution = solve_date_question(question)
    if len(labels) != 1:
        raise Unparsable(f"{len(labels)} labels, expected one")
    ours = {
        "id": identity,
        "question": question,
        "answers": labels,
        "answer_type": "date",
        "context": "",
        "level": "L1",
        "task": "shift",
        "asks": solution.query.asks,
    }
    return ours, solution.is_meant_by(labels[0])
