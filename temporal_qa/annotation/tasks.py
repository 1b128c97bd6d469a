"""The tasks of annotators: a question, its answers, and the contexts to judge them by."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from temporal_qa.io import Row
from temporal_qa.passages.pages import Passage
from temporal_qa.questions.date_arithmetic.queries import RULE, TASKS
from temporal_qa.questions.solving import over_graph
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
        graph = "; build with --contexts 20, and take reason_qa" if over_graph(row.values) else ""
        raise row.error(f"nothing to verify by: no 'fact_context', 'passages' or 'context'{graph}")
    answers = tuple(answer for answer in labelled_answers(row) if answer.strip())
    return VerificationTask(row_id(row), question, answers, _subject(row.values), facts, tuple(passages))


def _passages(row: Row) -> Iterator[Passage]:
    for passage in row.value("passages", list[dict[str, Any]] | None, "a list of {title, text, url}") or ():
        title, text, url = (row._replace(values=passage).text(column, "") for column in ("title", "text", "url"))
        if text.strip():
            yield Passage(title, text, url)


def _subject(values: dict[str, Any]) -> str:
    subject = values.get("subject")
    facts = values.get("facts")
    if subject is None and isinstance(facts, list) and facts and isinstance(facts[0], dict):
        subject = facts[0].get("subject")
    return subject if isinstance(subject, str) else ""


class MentionFinder:
    """Finds the answers and the subject of a task in its texts.

    It matches whole words, whatever their case and white space. Mentions do not overlap: the leftmost wins, and of
    those that begin together the longest. A name that is both is an answer.

    >>> finder = MentionFinder(["Tesla", "Tesla Energy"], "Robyn Denholm")
    >>> list(finder.find("ROBYN DENHOLM joined Tesla Energy, not Teslas."))
    [(0, 13, 'subject'), (21, 33, 'answer')]
    """

    def __init__(self, answers: list[str] | tuple[str, ...], subject: str) -> None:
        kind_of = dict.fromkeys(answers, "answer")
        kind_of.setdefault(subject, "subject")
        names = sorted(filter(str.split, kind_of), key=len, reverse=True)
        self._kinds = [kind_of[name] for name in names]
        patterns = [r"\s+".join(map(re.escape, name.split())) for name in names]
        any_of_them = "|".join(f"({pattern})" for pattern in patterns) or "(?!)"
        self._pattern = re.compile(rf"(?<!\w)(?:{any_of_them})(?!\w)", re.IGNORECASE)

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The mentions in a text, from left to right: start, end (excluded), ``answer`` or ``subject``."""
        for found in self._pattern.finditer(text):
            yield *found.span(), self._kinds[(found.lastindex or 1) - 1]
