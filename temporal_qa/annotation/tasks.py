"""The tasks of annotators: a question, its answers, and the contexts to judge them by."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from temporal_qa.io import Row
from temporal_qa.passages.paragraphs import Passage
from temporal_qa.questions.date_arithmetic.queries import RULE, TASKS
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id


@dataclass(frozen=True, slots=True)
class VerificationTask:
    """One question to verify. ``facts`` are sentences; ``subject`` is empty if the row names none, and ``answers`` if
    its label is "no answer"."""

    question_id: str
    question: str
    answers: tuple[str, ...]
    subject: str
    facts: tuple[str, ...]
    passages: tuple[Passage, ...]

    @property
    def shown_answers(self) -> tuple[str, ...]:
        """The answers as annotators see them, "no answer" in words."""
        return self.answers or ("no answer",)


def task_from_row(row: Row) -> VerificationTask:
    """The task of one question row.

    Args:
        row: a row with ``id``, ``question``, ``answers`` (or ``answer``), and at least one context: ``fact_context``
            (a sentence a line), ``passages`` (a list of ``{"title", "text", "url"}``) or ``context`` (one article, as
            in TempReason); date arithmetic (``task``) needs none. ``subject``, or that of the first of ``facts``, is
            highlighted beside the answers.

    Raises:
        InputError: a column is missing or of another type, or the row has no context; names file and line.
    """
    question, fact_context, article = row.text("question"), row.text("fact_context", ""), row.text("context", "")
    passages = [*_passages(row)] + ([Passage("", article, "")] if article.strip() else [])
    facts = tuple(line.strip() for line in fact_context.splitlines() if line.strip())
    if not facts and not passages and row.values.get("task") in TASKS:  # of date arithmetic: the calendar decides
        facts = (f"Rule: {RULE}.",)
    if not facts and not passages:
        raise row.error("nothing to verify by: no 'fact_context', 'passages' or 'context'")
    answers = tuple(answer for answer in labelled_answers(row) if answer.strip())
    return VerificationTask(row_id(row), question, answers, _subject(row.values), facts, tuple(passages))


def _passages(row: Row) -> Iterator[Passage]:
    passages = row.values.get("passages")
    if passages is None:
        return
    if not isinstance(passages, list) or not all(isinstance(passage, dict) for passage in passages):
        raise row.error("expected 'passages' to be a list of {title, text, url}")
    for passage in passages:
        title, text, url = (row._replace(values=passage).text(column, "") for column in ("title", "text", "url"))
        if text.strip():
            yield Passage(title, text, url)


def _subject(values: dict[str, Any]) -> str:
    subject = values.get("subject")
    facts = values.get("facts")
    if subject is None and isinstance(facts, list) and facts and isinstance(facts[0], dict):
        subject = facts[0].get("subject")
    return subject if isinstance(subject, str) else ""


class Mention(NamedTuple):
    """The place of a name in a text: characters ``start`` to ``end``, the latter excluded."""

    start: int
    end: int
    kind: Literal["answer", "subject"]


class MentionFinder:
    """Finds the answers and the subject of a task in its texts.

    It matches whole words, whatever their case and white space. Mentions do not overlap: the leftmost wins, and of
    those that begin together the longest. A name that is both is an answer.

    >>> finder = MentionFinder(["Tesla", "Tesla Energy"], "Robyn Denholm")
    >>> finder.find("ROBYN DENHOLM joined Tesla Energy, not Teslas.")
    [Mention(start=0, end=13, kind='subject'), Mention(start=21, end=33, kind='answer')]
    """

    def __init__(self, answers: list[str] | tuple[str, ...], subject: str) -> None:
        named: list[tuple[str, Literal["answer", "subject"]]] = [(answer, "answer") for answer in answers]
        named = [(name, kind) for name, kind in [*named, (subject, "subject")] if name.split()]
        named.sort(key=lambda pair: -len(pair[0]))
        self._kinds = [kind for _, kind in named]
        names = (r"\s+".join(map(re.escape, name.split())) for name, _ in named)
        pattern = "|".join(f"({name})" for name in names)
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) if pattern else None

    def find(self, text: str) -> list[Mention]:
        """The mentions in a text, from left to right."""
        if self._pattern is None:
            return []
        return [Mention(*m.span(), self._kinds[(m.lastindex or 1) - 1]) for m in self._pattern.finditer(text)]
