"""A question of Complex-TR as a record: the shared columns, and those of this family."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.questions.record import checked_row
from temporal_qa.timeline import Fact
from temporal_qa.timeline.dates import iso_month

_COLUMNS = {
    "id": str, "question": str, "answers": list, "level": str, "hops": str, "kind": str, "relation": str,
    "subject": str, "reference_date": str, "facts": list, "fact_context": str, "future": bool,
}  # fmt: skip


class Question(NamedTuple):
    """A question in words, its answers in chronological order, and the facts that they follow from.

    ``fact_context`` states ``facts`` as sentences, one a line, in the same order.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    kind: str
    relation: str
    subject: str
    reference_month: int
    facts: tuple[Fact, ...]
    fact_context: str

    def to_row(self) -> dict[str, Any]:
        """The row as datasets keep it (see :func:`question_features`)."""
        kind = KINDS[self.kind]
        return {
            "id": self.id,
            "question": self.question,
            "answers": list(self.answers),
            "level": kind.level,
            "hops": kind.hops,
            "kind": self.kind,
            "relation": self.relation,
            "subject": self.subject,
            "reference_date": iso_month(self.reference_month),
            "facts": list(map(fact_columns, self.facts)),
            "fact_context": self.fact_context,
            "future": self.reference_month >= FUTURE_START,
        }


def fact_columns(fact: Fact) -> dict[str, str]:
    """A fact by its months, as the rows of questions have it."""
    start, end = iso_month(fact.span.start), iso_month(fact.span.end)
    return {"subject": fact.subject, "relation": fact.relation, "object": fact.object, "start": start, "end": end}


def question_features() -> Any:
    """The ``datasets.Features`` of a question row."""
    from datasets import Features, List, Value

    text = Value("string")
    fact = dict.fromkeys(("subject", "relation", "object", "start", "end"), text)
    other = {"answers": List(text), "facts": List(fact), "future": Value("bool")}
    return Features({column: other.get(column, text) for column in _COLUMNS})


def checked_rows(questions: Iterable[Question], seen_ids: set[str]) -> Iterator[dict[str, Any]]:
    """The rows of the questions of one split, each checked (see :func:`~temporal_qa.questions.record.checked_row`).

    Raises:
        ValueError: as there; no answers, or an answer that is not an object of the relation asked about.
    """
    for question in questions:
        row = checked_row(question.to_row(), _COLUMNS, seen_ids)
        objects = {fact["object"] for fact in row["facts"] if fact["relation"] == row["relation"]}
        if not row["answers"]:
            raise ValueError(f"question {question.id}: no answers")
        if not objects.issuperset(row["answers"]):
            raise ValueError(f"question {question.id}: answers {row['answers']} are not objects of {question.relation}")
        yield row
