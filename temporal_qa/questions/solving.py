"""One solver for rows of every family: what a row holds decides which one answers it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from temporal_qa.io.missing import is_missing
from temporal_qa.questions.complex_tr import explanation, solver
from temporal_qa.questions.date_arithmetic.solver import DateSolution, solve_date_question
from temporal_qa.questions.hieradate.solver import LifeSolution, solve_life_question
from temporal_qa.questions.time_qa.solver import solve_time_row
from temporal_qa.questions.unsolved import UnknownWording, Unsolved
from temporal_qa.scoring.labelled_rows import LABEL_COLUMNS


class Solved(Protocol):
    """What the solver of a family returns."""

    @property
    def answers(self) -> list[str]:
        """The answers, in order."""

    def evidence(self) -> list[str]:
        """What people judge a label by, in sentences."""


AnySolution: TypeAlias = Solved | solver.Solution
"""That of Complex-TR has no ``evidence``: its facts are chosen by the labels, see :func:`evidence_for`."""

_PLAIN = {str, list, int, bool, type(None)}
"""Types of values that are not what pandas calls missing, and that nearly all rows consist of."""

_NO_FACTS = (
    "expected 'facts', 'fact_context', 'segments' (TimeQA), a question of HieraDate with its 'context', or one of date "
    "arithmetic in a known wording"
)

_OF_A_FAMILY = {"task", "Category", "fact_context", "probes", "answer_type"}
"""Columns of rows of dates and lives: where they are, a question in no known wording is counted, not refused."""


def has_facts(row: Mapping[str, Any]) -> bool:
    """Whether a row has facts, or a context of facts."""
    return row.get("facts") is not None or bool(row.get("fact_context"))


def over_graph(row: Mapping[str, Any]) -> bool:
    """Whether a row of CronQuestions asks a graph."""
    return all(row.get(name) is not None for name in ("anchor", "relation", "role"))


def solve_row(row: Mapping[str, Any]) -> AnySolution:
    """Answers a row from its facts, its ``segments`` (TimeQA) or the lives in its ``context``; or, without any of
    them, from the dates in the question.

    Raises:
        ValueError: a column is absent or of the wrong type; says which, and what was expected.
        Unsolved: the question cannot be read, or has no answer.
    """
    if not _PLAIN.issuperset(map(type, row.values())):  # pandas has NaN where rows differ
        row = {column: value for column, value in row.items() if not is_missing(value)}
    if over_graph(row):
        raise ValueError("a question over a graph, expected --graph")
    if has_facts(row):
        return solver.solve_row(row)
    if row.get("segments") is not None or "specifier" in row:
        return solve_time_row(row)
    question, context = row.get("question", row.get("Question")), row.get("context") or ""  # TRAM's "Question"
    if not isinstance(question, str) or not isinstance(context, str):
        raise ValueError("column 'question' is absent or not text, or 'context' is not text")
    try:
        return solve_life_question(question.strip(), context) if context else solve_date_question(question)
    except UnknownWording:
        if row.keys() & _OF_A_FAMILY:
            raise
        raise ValueError(_NO_FACTS) from None


def solve_labelled_row(row: Mapping[str, Any]) -> AnySolution:
    """:func:`solve_row` for a comparison with the row's label: an answer that is equal by value is written as there."""
    solution = solve_row(row)
    label = next((row[column] for column in LABEL_COLUMNS if row.get(column) is not None), None)
    only = label[0] if isinstance(label, list) and len(label) == 1 else label
    if not isinstance(solution, DateSolution | LifeSolution) or not isinstance(only, str):
        return solution
    from temporal_qa.scoring.reading.values import as_right_answers  # patterns that other rows do not need

    # Without ``answer_value``: it belongs to the label, which may be wrong.
    about = {column: row[column] for column in ("question", "answer_type", "unit") if column in row}
    is_equal = solution.is_meant_by(only) or as_right_answers([only], solution.answers, about) == solution.answers
    return solution._replace(answers=[only]) if is_equal else solution


def evidence_for(labels: Sequence[str], solved: AnySolution | Unsolved) -> list[str]:
    """What people judge a label by: the facts, or the dates and how they are counted."""
    if isinstance(solved, solver.Solution | Unsolved):
        return explanation.evidence(labels, solved)
    return solved.evidence()


def answers_read_open(solution: AnySolution) -> list[str]:
    """The answers without those that hang on one boundary month; years and counted days have no such months."""
    return solution.answers_read_open if isinstance(solution, solver.Solution) else solution.answers
