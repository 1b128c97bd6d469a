"""How notebooks display facts, questions, solutions and HieraDate's samples: on a timeline.

The displays are here and not in the classes because those lie in lower layers, which do not import drawing.
"""

from collections.abc import Sequence
from html import escape

from temporal_qa.drawing.timeline_layout import lay_out, lay_out_lives, timeline_html
from temporal_qa.questions.complex_tr.explanation import Explanation, explain
from temporal_qa.questions.complex_tr.question_parsing import parse_question
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.solver import Solution
from temporal_qa.questions.hieradate.sample import Sample
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.tables.markdown import visible
from temporal_qa.timeline import Fact, FactGroup


def group_html(group: FactGroup) -> str:
    """The timeline of a subject, under its name."""
    return _figure(f"<strong>{escape(group.subject)}</strong>", group.facts)


def question_html(question: Question) -> str:
    """A question, its answers, and the timeline with the months asked about.

    If the solver cannot read the question, the timeline shows the facts alone, under the reason.
    """
    heading = f"<strong>{escape(question.question)}</strong><br>✓ {', '.join(map(escape, question.answers))}"
    explanation: Explanation | None = None
    try:
        explanation = explain(parse_question(question.question, question.facts), question.facts)
    except Unsolved as why:
        heading += f"<br><em>{escape(str(why))}</em>"
    return _figure(heading, question.facts, explanation)


def solution_html(solution: Solution) -> str:
    """The answers, the timeline with the months asked about, and for each fact why it is an answer or not."""
    explanation = explain(solution.query, solution.facts)
    heading = f"<strong>✓ {', '.join(map(escape, solution.answers))}</strong>"
    return f"<div>{_figure(heading, solution.facts, explanation)}<pre>{escape(explanation.to_text())}</pre></div>"


def sample_html(sample: Sample) -> str:
    """The main question of a sample, its answer, both lives on a timeline, and the other questions."""
    main, *probes = sample.probes
    rest = "".join(f"<br>{escape(probe.question)} {escape(probe.answer)}" for probe in probes)
    heading = f"<strong>{escape(main.question)}</strong><br>✓ {escape(main.answer)}"
    picture = timeline_html(lay_out_lives(sample.lives, main.answer))
    return _under(heading, f"{picture}<div>{visible(rest)}</div>")


def _figure(heading: str, facts: Sequence[Fact], explanation: Explanation | None = None) -> str:
    return _under(heading, timeline_html(lay_out(facts, explanation)) if facts else "no facts")


def _under(heading: str, picture: str) -> str:
    style = "font: 14px/1.5 system-ui, sans-serif; max-width: 860px; text-align: left"
    return f'<div style="{style}"><div style="margin-bottom: 6px">{visible(heading)}</div>{picture}</div>'


FactGroup._repr_html_ = group_html  # type: ignore[attr-defined]
Question._repr_html_ = question_html  # type: ignore[attr-defined]
Sample._repr_html_ = sample_html  # type: ignore[attr-defined]
Solution._repr_html_ = solution_html  # type: ignore[attr-defined]
