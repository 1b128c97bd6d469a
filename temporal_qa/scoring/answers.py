"""The answers of one question, as a list or as one joined text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from temporal_qa.scoring.normalize import is_blank
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

Answers: TypeAlias = str | Sequence[str]


def split_answers(answers: Answers, separator: str = ANSWER_SEPARATOR) -> list[str]:
    """The answers of one question, stripped, without blank ones. A list is never split further.

    >>> split_answers("Tesla $and SpaceX")
    ['Tesla', 'SpaceX']
    >>> split_answers("Switzerland")
    ['Switzerland']
    >>> split_answers("")
    []
    """
    parts = answers.split(separator) if isinstance(answers, str) else answers
    return [part.strip() for part in parts if not is_blank(part)]


def count_unanswerable(references: Sequence[Answers], separator: str = ANSWER_SEPARATOR) -> int:
    """How many questions have no right answer.

    >>> count_unanswerable([["Tesla"], [], [" "]]), count_unanswerable(["Tesla", ""])
    (2, 1)
    """
    return sum(not split_answers(answers, separator) for answers in references)
