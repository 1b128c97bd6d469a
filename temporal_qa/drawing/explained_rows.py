"""A row of any family explained: the facts or lives to draw, the reasons, and the solver's answers."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from temporal_qa.drawing.timeline_layout import Timeline, lay_out, lay_out_lives
from temporal_qa.questions.complex_tr.explanation import Explanation, explain
from temporal_qa.questions.complex_tr.relations import property_of
from temporal_qa.questions.complex_tr.solver import Solution
from temporal_qa.questions.cron_questions.queries import FIELDS
from temporal_qa.questions.solving import over_graph, solve_labelled_row
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.timeline import Fact, Life
from temporal_qa.timeline.fact_files import fact_from_row
from temporal_qa.timeline.lives import life_from_row


class ExplainedRow(NamedTuple):
    """What is known about a row.

    Attributes:
        lives: those with a date; they are drawn where there are no ``facts``.
        explanation: of the facts, which has the reasons; without one they are in ``reasons``.
        answers: the solver's; None where it has none.
    """

    facts: Sequence[Fact]
    lives: Sequence[Life]
    explanation: Explanation | None
    reasons: list[str]
    answers: list[str] | None

    def timeline(self, answer: str | None) -> Timeline | None:
        """The timeline, if there is something to draw. Of lives, the one named ``answer`` is coloured."""
        if self.facts:
            return lay_out(self.facts, self.explanation)
        return lay_out_lives(self.lives, answer) if self.lives else None


def explain_row(row: Mapping[str, Any]) -> ExplainedRow:
    """Why a row has its answers, or why it cannot be solved; its facts or lives are drawn in both cases."""
    lives: list[Life] = []
    with suppress(TypeError, ValueError):  # another column of that name
        lives = [life for life in map(life_from_row, row.get("lives") or ()) if life.start or life.end]
    if over_graph(row):
        asked = [f"{name.replace('_', ' ')}: {row[name]}" for name in FIELDS if row.get(name) is not None]
        needs = "The solver needs the graph: temporal-qa solve ROWS --graph GRAPH"
        return ExplainedRow((), lives, None, [*asked, needs], None)
    try:
        solution = solve_labelled_row(row)
        if not isinstance(solution, Solution):
            return ExplainedRow((), lives, None, solution.evidence(), solution.answers)
        return ExplainedRow(solution.facts, lives, explain(solution.query, solution.facts), [], solution.answers)
    except Unsolved as why:
        facts = [fact_from_row(fact, property_of=property_of) for fact in row.get("facts") or ()]  # as the solver does
        return ExplainedRow(facts, lives, None, [f"The solver has no answer: {why}."], None)
    except ValueError as error:
        return ExplainedRow((), lives, None, [f"The row cannot be read: {error}."], None)
