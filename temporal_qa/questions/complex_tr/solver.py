"""Exact answers to temporal questions, from the facts alone.

It shares no code with the synthesis of questions, only the table of :class:`~.queries.TemporalQuery`, so that each
checks the other. It audits every dataset that we build, and is the upper bound of every ReasonQA table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from temporal_qa.io.missing import is_missing
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.complex_tr.queries import KINDS, TemporalQuery
from temporal_qa.questions.complex_tr.question_parsing import parse_question, settle_reading
from temporal_qa.questions.complex_tr.relations import property_of, wordings
from temporal_qa.questions.unsolved import Unanswerable
from temporal_qa.timeline import Fact, TimeSpan, chronological_order, format_month
from temporal_qa.timeline.fact_files import fact_from_row, kind_of


class Solution(NamedTuple):
    """The ``query`` that a question stands for, its ``answers`` in chronological order, and the ``facts`` at hand."""

    query: TemporalQuery
    answers: list[str]
    facts: Sequence[Fact]

    @property
    def proof(self) -> list[Fact]:
        """The facts that prove the answers: those whose objects are the answers, in order, and the event, if any."""
        return answering_facts(self.query, self.facts) + ([] if self.query.event is None else [self.query.event])

    @property
    def answers_read_open(self) -> list[str]:
        """The answers that remain if facts are read open, see :class:`~.queries.TemporalQuery`.

        The others hang on one shared boundary month, as at a handover. We ask no such question; other datasets may.

        >>> ann = "Ann was the owner of LMS from May 1990 to June 1991."
        >>> bob = "Bob was the owner of LMS from June 1991 to May 1999."
        >>> asked = solve_text("By whom else was LMS owned when Bob was the owner?", f"{ann}\\n{bob}")
        >>> asked.answers, asked.answers_read_open
        (['Ann'], [])
        """
        if not KINDS[self.query.kind].asks_span:
            return self.answers
        asked, event = span_asked_about(self.query), self.query.event
        sure = set()
        for fact in answering_facts(self.query, self.facts):
            first, last = max(fact.span.start, asked.start), min(fact.span.end, asked.end)
            if first < last or (_inside(first, fact.span) and (event is None or _inside(first, asked))):
                sure.add(fact.object)
        return [name for name in self.answers if name in sure]


def answer(query: TemporalQuery, facts: Sequence[Fact]) -> list[str]:
    """All answers, each once, in chronological order: by the fact's start, then its end, then the name.

    Empty where no fact qualifies. An answer with several facts stands at the first of them.

    >>> from temporal_qa.timeline.dates import CalendarDate, parse_month
    >>> ibm = Fact("Ann", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))
    >>> sap = Fact("Ann", "P108", "SAP", CalendarDate(1991, 6), CalendarDate(1995, 1))
    >>> answer(TemporalQuery("l2_at", "Ann", "P108", month=parse_month("1991-06")), [sap, ibm])
    ['IBM', 'SAP']
    """
    return list(dict.fromkeys([fact.object for fact in answering_facts(query, facts)]))


def solve(question: str, facts: Sequence[Fact]) -> Solution:
    """Reads a question about the facts of one subject and answers it.

    Raises:
        Unparsable: the question cannot be read (see :func:`~.question_parsing.parse_question`).
        Unanswerable: it can, but no fact answers it, or its event is missing or ambiguous.

    >>> from temporal_qa.timeline.dates import CalendarDate
    >>> ibm = Fact("Ann", "P108", "IBM", CalendarDate(1990, 5), CalendarDate(1991, 6))
    >>> sap = Fact("Ann", "P108", "SAP", CalendarDate(1991, 6), CalendarDate(1995, 1))
    >>> solve("Which employer did Ann work for after he/she worked for IBM?", [ibm, sap]).answers
    ['SAP']
    """
    return _solve_query(parse_question(question, facts), facts)


def solve_text(question: str, fact_context: str) -> Solution:
    """Like :func:`solve`, from the context of a ReasonQA question of ours: one sentence a line, in any order.

    If the sentences leave open who the subject is, or whether "the" is part of a party's name, the question settles it
    (see :func:`~.question_parsing.settle_reading`).

    Raises:
        Unparsable: the question or a sentence of the context cannot be read, or in more than one way.
        Unanswerable: they can, but no fact answers the question.

    >>> solve_text("Where was Ann educated in June, 1990?", "Ann attended MIT from Jan, 1990 to Jan, 1992. \\n").answers
    ['MIT']
    """
    return _solve_query(*settle_reading(question, fact_context_readings(fact_context)))


def solve_row(row: Mapping[str, Any]) -> Solution:
    """Answers the ``question`` of a row from its ``facts`` (rows of ``subject, relation, object, start, end``), or from
    its ``fact_context`` (text) if it has none. All rows that we build have facts, so a row without is a released one.

    Raises:
        ValueError: a column is absent or of the wrong type; says which, and what was expected.
        Unparsable, Unanswerable: as :func:`solve_text`.
    """
    return _solve_query(*query_of_row(row))


def query_of_row(row: Mapping[str, Any]) -> tuple[TemporalQuery, Sequence[Fact]]:
    """What the ``question`` of a row asks, and the facts that it is about; see :func:`solve_row`.

    Of a paraphrased row the ``original_question`` is read: it asks the same, in words that we know.

    Raises:
        ValueError, Unparsable, Unanswerable: as :func:`solve_row`.
    """
    column = "question" if is_missing(row.get("original_question")) else "original_question"
    question = row.get(column)
    if not isinstance(question, str):
        raise ValueError(f"column {column!r} holds {kind_of(question)}, expected text")
    rows, context = row.get("facts"), row.get("fact_context")
    if not is_missing(rows):
        facts = list(_facts(rows))
        return parse_question(question, facts), facts
    if is_missing(context):
        raise ValueError("neither 'facts' nor 'fact_context', expected one of them")
    if not isinstance(context, str):
        raise ValueError(f"column 'fact_context' holds {kind_of(context)}, expected text")
    return settle_reading(question, fact_context_readings(context), released=True)


def _facts(rows: Any) -> Iterator[Fact]:
    if hasattr(rows, "tolist"):  # an array, as pandas reads lists of Parquet
        rows = rows.tolist()
    if not isinstance(rows, list | tuple):
        raise ValueError(f"column 'facts' holds {kind_of(rows)}, expected a list of facts")
    for index, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise ValueError(f"facts[{index}] holds {kind_of(row)}, expected a fact")
        try:
            yield fact_from_row(row, property_of=property_of)
        except ValueError as problem:
            raise ValueError(f"facts[{index}]: {problem}") from None


def _solve_query(query: TemporalQuery, facts: Sequence[Fact]) -> Solution:
    answers = answer(query, facts)
    if not answers:
        raise Unanswerable(_why_no_answer(query), query.candidates(facts))
    return Solution(query, answers, facts)


def answering_facts(query: TemporalQuery, facts: Sequence[Fact]) -> list[Fact]:
    """The facts whose objects are the answers, in chronological order."""
    candidates = query.candidates(facts)
    if query.kind == "l3_neighbour" and query.event is not None:
        found = _neighbours(query, query.event.span.start, candidates)
    else:
        asked, event = span_asked_about(query), query.event
        found = [fact for fact in candidates if fact.span.overlaps(asked)]
        if event is not None:
            found = [fact for fact in found if fact.statement != event.statement]
    return sorted(found, key=chronological_order) if len(found) > 1 else found


def _neighbours(query: TemporalQuery, origin: int, candidates: Sequence[Fact]) -> list[Fact]:
    """The facts that start next after the event starts, in month ``origin``, or last before it; ties all count."""
    if query.direction == "after":
        nearest = min((fact.span.start for fact in candidates if fact.span.start > origin), default=None)
    else:
        nearest = max((fact.span.start for fact in candidates if fact.span.start < origin), default=None)
    return [fact for fact in candidates if fact.span.start == nearest]


def span_asked_about(query: TemporalQuery) -> TimeSpan:
    """The months that the answers must touch; for most kinds, a single one.

    Raises:
        ValueError: an ``l3_neighbour``, which asks for what starts next, or a query without the fields of its kind.
    """
    match query.kind, query.event, query.month:
        case "l2_at", None, int(month):
            return TimeSpan(month, month)
        case "l2_between", None, int(month) if query.last_month is not None:
            return TimeSpan(month, query.last_month)
        case "l3_during", Fact() as event, None:
            return event.span
        case "l2_offset", None, int(month) if query.duration is not None:
            month += -query.duration if query.direction == "before" else query.duration
            return TimeSpan(month, month)
        case "l3_offset", Fact(span=span), None if query.duration is not None:
            # The event lasts from its start to its end: before it is before its start, after it after its end.
            month = span.start - query.duration if query.direction == "before" else span.end + query.duration
            return TimeSpan(month, month)
    raise ValueError(f"a query of kind {query.kind!r} with the wrong fields set: {query}")


def _inside(month: int, span: TimeSpan) -> bool:
    """Whether the month lies in a span that is read open."""
    return span.months == 1 or span.start < month < span.end


def _why_no_answer(query: TemporalQuery) -> str:
    asked = f"no fact of the relation {query.relation} ({wordings().relations[query.relation].label})"
    if query.kind == "l3_neighbour" and query.event is not None:
        return f"{asked} starts {query.direction} {query.event.object!r} starts"
    span = span_asked_about(query)
    if span.months == 1:
        return f"{asked} holds in {format_month(span.start)}"
    return f"{asked} holds between {format_month(span.start)} and {format_month(span.end)}"
