"""Answers that hang on one shared boundary month, as at a handover. We ask no such question; other datasets may."""

from temporal_qa.questions.complex_tr.solver import Solution, span_asked_about
from temporal_qa.timeline import TimeSpan


def answers_read_open(solution: Solution) -> list[str]:
    """The answers of an ``l2_between`` or ``l3_during`` that remain if facts are read open.

    A fact of several months then holds in none of its boundary months, see :class:`~.queries.TemporalQuery`. Of other
    kinds, which do not ask what overlaps, all answers remain.

    >>> from temporal_qa.questions.complex_tr.solver import solve_text
    >>> ann = "Ann was the owner of LMS from May 1990 to June 1991."
    >>> bob = "Bob was the owner of LMS from June 1991 to May 1999."
    >>> asked = solve_text("By whom else was LMS owned when Bob was the owner?", f"{ann}\\n{bob}")
    >>> asked.answers, answers_read_open(asked)
    (['Ann'], [])
    """
    query = solution.query
    if query.kind not in ("l2_between", "l3_during"):
        return solution.answers
    asked, event = span_asked_about(query), query.event
    sure = set()
    for fact in solution.proof if event is None else solution.proof[:-1]:
        first, last = max(fact.span.start, asked.start), min(fact.span.end, asked.end)
        if first < last or (_inside(first, fact.span) and (event is None or _inside(first, asked))):
            sure.add(fact.object)
    return [name for name in solution.answers if name in sure]


def _inside(month: int, span: TimeSpan) -> bool:
    return span.months == 1 or span.start < month < span.end
