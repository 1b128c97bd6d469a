"""The question as a record: what every dataset of ours holds, one row a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.timeline.dates import iso_month, parse_month
from temporal_qa.timeline.facts import Fact

FUTURE_START = parse_month("2020-01")
"""Questions whose reference time is in or after this month are ``future``: training sets hold none of them."""


@dataclass(frozen=True, slots=True)
class Question:
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

    @property
    def future(self) -> bool:
        """Whether the reference time is 2020-01 or later."""
        return self.reference_month >= FUTURE_START

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
            "facts": [
                {
                    "subject": fact.subject,
                    "relation": fact.relation,
                    "object": fact.object,
                    "start": iso_month(fact.span.start),
                    "end": iso_month(fact.span.end),
                }
                for fact in self.facts
            ],
            "fact_context": self.fact_context,
            "future": self.future,
        }


def question_features() -> Any:
    """The ``datasets.Features`` of a question row."""
    from datasets import Features, List, Value

    text = Value("string")
    fact = {"subject": text, "relation": text, "object": text, "start": text, "end": text}
    return Features(
        {
            "id": text,
            "question": text,
            "answers": List(text),
            "level": text,
            "hops": text,
            "kind": text,
            "relation": text,
            "subject": text,
            "reference_date": text,
            "facts": List(fact),
            "fact_context": text,
            "future": Value("bool"),
        }
    )


def checked_rows(questions: Iterable[Question], seen_ids: set[str]) -> Iterator[dict[str, Any]]:
    """The rows of the questions, each checked, since ``datasets`` would write a broken one without a word.

    Args:
        questions: the questions of one split.
        seen_ids: the ids met so far; pass the same set for every split of a dataset.

    Raises:
        ValueError: an id met before, no answers, an answer given twice or found in no fact, text that is no text.
    """
    for question in questions:
        if question.id in seen_ids:
            raise ValueError(f"question {question.id}: the id occurs twice")
        seen_ids.add(question.id)
        row = question.to_row()
        _check_row(row)
        yield row


def _check_row(row: dict[str, Any]) -> None:
    for column, value in row.items():
        expected = list if column in ("answers", "facts") else bool if column == "future" else str
        if not isinstance(value, expected) or (expected is str and not value):
            raise ValueError(f"question {row['id']}: {column} is {value!r}, expected a {expected.__name__}")
    answers: list[str] = row["answers"]
    objects = {fact["object"] for fact in row["facts"] if fact["relation"] == row["relation"]}
    if not answers:
        raise ValueError(f"question {row['id']}: no answers")
    if len(set(answers)) != len(answers) or not objects.issuperset(answers):
        raise ValueError(f"question {row['id']}: answers {answers} are not distinct objects of {row['relation']}")
