"""The solver's reasoning in words: what is asked, which months follow from it, and what that says of each fact.

It follows the table of :class:`~.queries.TemporalQuery`. Tests ensure that the facts it calls answers are those of the
solver, for every kind.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from temporal_qa.questions.complex_tr.queries import TemporalQuery
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.solver import Solution, answering_facts, span_asked_about
from temporal_qa.questions.complex_tr.templates import fact_sentence
from temporal_qa.questions.unsolved import Unsolved
from temporal_qa.scoring.normalize import row_form
from temporal_qa.text.durations import format_duration
from temporal_qa.timeline import Fact, TimeSpan, chronological_order, format_month

Role = Literal["answer", "event", "asked", "not asked"]
"""The role of a fact in a question: an answer; the event; of the subject and relation asked for but of another time; of
another relation or subject."""


class FactRole(NamedTuple):
    """A fact, its ``role`` in the question, and why, as the end of a sentence that begins with the fact."""

    fact: Fact
    role: Role
    why: str


class Explanation(NamedTuple):
    """Why a question has its answers.

    Attributes:
        query: what the question asks.
        asked: the same, in words.
        time: how the months that matter follow from the question, in words.
        window: these months. For the kind ``l3_neighbour``, from next to the event's start up to the nearest start;
            None where no fact starts on that side.
        fact_roles: every fact once, in the order of time: those of the relation asked for, then the others.
    """

    query: TemporalQuery
    asked: str
    time: str
    window: TimeSpan | None
    fact_roles: tuple[FactRole, ...]

    @property
    def answers(self) -> list[str]:
        """The answers, each once, in the order of :func:`~temporal_qa.questions.complex_tr.solver.answer`."""
        return list(dict.fromkeys(each.fact.object for each in self.fact_roles if each.role == "answer"))

    def role_of(self, fact: Fact) -> Role:
        """The role of one of the facts; of a fact that was not among them, ``not asked``."""
        return next((each.role for each in self.fact_roles if each.fact == fact), "not asked")

    def to_text(self) -> str:
        """All of it as plain lines; facts of other relations are only counted."""
        shown = [each for each in self.fact_roles if each.role != "not asked"]
        marks = {"answer": "yes", "event": "event", "asked": "no"}
        lines = [self.asked, self.time]
        lines += [f"- {marks[each.role]}: {each.fact.object} {each.why}" for each in shown]
        if rest := len(self.fact_roles) - len(shown):
            lines.append(f"- {rest} {'fact' if rest == 1 else 'facts'} of other relations: not asked about")
        return "\n".join([*lines, f"Answers: {', '.join(self.answers) or 'none'}"])


def explain(query: TemporalQuery, facts: Sequence[Fact]) -> Explanation:
    """The reasoning that leads from a query to its answers.

    Args:
        query: what is asked, as :func:`~.question_parsing.parse_question` reads it or ``Solution.query`` holds it.
        facts: the facts at hand, in any order.

    Raises:
        ValueError: a query without the fields of its kind.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> from temporal_qa.questions.complex_tr.solver import solve
    >>> ibm = Fact("Ann", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))
    >>> sap = Fact("Ann", "P108", "SAP", CalendarDate(1993, 1), CalendarDate(1995, 1))
    >>> solution = solve("Which employer did Ann work for 1 year before January 1994?", [ibm, sap])
    >>> print(explain(solution.query, solution.facts).to_text())
    Asked for: every employer of Ann (P108) that holds in January 1993.
    1 year before January 1994 is January 1993.
    - no: IBM ends in June 1991, 1 year and 7 months too early
    - yes: SAP holds from January 1993 to January 1995
    Answers: SAP
    """
    label = wordings().relations[query.relation].label
    asked = f"Asked for: every {f'“{label}”' if ' ' in label else label} of {query.subject} ({query.relation})"
    if query.kind == "l3_neighbour":
        window, time = _nearest(query, facts)
        condition = f"that starts {'next after' if query.direction == 'after' else 'last before'} the event starts"
    else:
        window = span_asked_about(query)
        time = _time_in_words(query, window)
        condition = f"that {'holds' if window.months == 1 else 'holds at some time'} {window.in_words()}"
        if query.kind == "l3_during" and query.event and query.event.relation == query.relation:
            condition += ", other than the event"
    ordered = sorted(facts, key=lambda fact: (not _is_asked(fact, query), *chronological_order(fact)))
    fact_roles = tuple(FactRole(fact, *_judge(fact, query, window)) for fact in ordered)
    return Explanation(query, f"{asked} {condition}.", time, window, fact_roles)


def _is_asked(fact: Fact, query: TemporalQuery) -> bool:
    return fact.relation == query.relation and fact.subject == query.subject


def _time_in_words(query: TemporalQuery, window: TimeSpan) -> str:
    """How the months that the answers must touch follow from the question."""
    event, counted = query.event, f"{format_duration(query.duration or 0)} {query.direction}"
    if query.kind == "l2_at":
        return f"The question names the month: {format_month(window.start)}."
    if query.kind == "l2_between":
        return f"The question names the months: {window.in_words()}, both included."
    if event is None:
        return f"{counted} {format_month(query.reference_month)} is {format_month(window.start)}."
    words = f"The event: {fact_sentence(event)}"
    if query.kind == "l3_during":
        return f"{words} Its months are those that matter."
    side, month = ("start", event.span.start) if query.direction == "before" else ("end", event.span.end)
    return f"{words} {counted} its {side}, {format_month(month)}, is {format_month(window.start)}."


def _nearest(query: TemporalQuery, facts: Sequence[Fact]) -> tuple[TimeSpan | None, str]:
    """The months from next to the event's start up to the nearest start, and how they follow, in words."""
    if query.event is None:
        raise ValueError(f"a query of kind {query.kind!r} without an event")
    words, origin = f"The event: {fact_sentence(query.event)}", query.event.span.start
    answering = answering_facts(query, facts)
    if not answering:
        return None, f"{words} No fact of the relation starts {query.direction} its start."
    nearest = answering[0].span.start  # that of all of them
    order = "next" if nearest > origin else "last"
    window = TimeSpan(min(origin + 1, nearest), max(origin - 1, nearest))
    return window, f"{words} The {order} start {query.direction} its start is in {format_month(nearest)}."


def _judge(fact: Fact, query: TemporalQuery, window: TimeSpan | None) -> tuple[Role, str]:
    event, span = query.event, fact.span
    if event is not None and fact.statement == event.statement:  # also a fact that states the event again
        return "event", "is the event of the question, and so no answer"
    if not _is_asked(fact, query):
        return "not asked", f"is of another {'subject' if fact.relation == query.relation else 'relation'}"
    if query.kind == "l3_neighbour" or window is None:
        return _judge_neighbour(span.start, query, window)
    if span.end < window.start:
        return "asked", f"ends in {format_month(span.end)}, {format_duration(window.start - span.end)} too early"
    if span.start > window.end:
        return "asked", f"starts in {format_month(span.start)}, {format_duration(span.start - window.end)} too late"
    return "answer", f"holds {span.in_words()}"


def _judge_neighbour(start: int, query: TemporalQuery, window: TimeSpan | None) -> tuple[Role, str]:
    words, origin = f"starts in {format_month(start)}", query.reference_month
    if start == origin:
        return "asked", f"{words}, in the same month as the event"
    side = "after" if start > origin else "before"
    words = f"{words}, {format_duration(abs(start - origin))} {side} the event starts"
    if window is not None and window.start <= start <= window.end:
        return "answer", f"{words}: the nearest start"
    return "asked", words if side != query.direction else f"{words}: farther than the nearest start"


def evidence(labels: Sequence[str], solved: Solution | Unsolved) -> list[str]:
    """The facts by which people judge a label against the solver's answer: sentences in chronological order, each once.

    They state the facts that prove the solver's answers, the facts that the labels name, and the event of the question;
    for an unsolved question, the facts that show why.
    """
    if isinstance(solved, Unsolved):
        facts = solved.facts
    else:
        form = row_form(labels, solved.answers)
        labelled = set(map(form, labels)) - {""}
        named = (f for f in solved.facts if f.relation == solved.query.relation and form(f.object) in labelled)
        facts = (*solved.proof, *named)
    return [fact_sentence(fact) for fact in sorted(dict.fromkeys(facts), key=chronological_order)]
