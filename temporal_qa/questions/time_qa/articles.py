"""What a question of TimeQA is made from: an article, and the segments of one relation of its subject."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from temporal_qa.timeline import CalendarDate, Fact, Segment


class AnswerSpan(NamedTuple):
    """A text of the article, with its offsets in the context; both are None where it does not stand there."""

    text: str
    start: int | None
    end: int | None


class StatedFact(NamedTuple):
    """A fact that prose states of its subject, from ``start`` until ``end``, as precisely as it says."""

    relation: str
    object: str
    start: CalendarDate
    end: CalendarDate


def bounds(fact: StatedFact | Fact) -> tuple[CalendarDate, CalendarDate]:
    """The bounds of the segment of a fact: years or months."""
    return replace(fact.start, day=None), replace(fact.end, day=None)


LEFT_OUT, OUTSIDE = "left_out", "outside"
"""Why a question has no answer, where that is known: the article leaves the fact out, or there is none at that time."""


@dataclass(frozen=True)
class AnnotatedSegment:
    """From ``start`` until ``end`` the ``answers`` are right; without any, the article does not tell.

    The bounds are as the source writes them, and None where the ``sentence`` of a person says none. The ``reason`` says
    why there are no answers, if that is known.
    """

    start: CalendarDate | None
    end: CalendarDate | None
    answers: tuple[AnswerSpan, ...]
    sentence: str = ""
    reason: str = ""

    @cached_property
    def segment(self) -> Segment | None:
        """The time of the fact; None where bounds are absent or reversed."""
        if self.start is None or self.end is None or self.end.month_number < self.start.month_number:
            return None
        return Segment(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ArticleFact:
    """All segments of one relation of one subject, and the article; ``index`` is ``/wiki/TITLE#P54``."""

    index: str
    relation: str
    subject: str
    paragraphs: tuple[str, ...]
    segments: tuple[AnnotatedSegment, ...]

    @property
    def context(self) -> str:
        """The article: its paragraphs, the title first, joined by a space."""
        return " ".join(self.paragraphs)

    @property
    def wording(self) -> str:
        """Who words the questions."""
        return "human" if any(segment.sentence for segment in self.segments) else "machine"


def starts_of(paragraphs: Sequence[str]) -> list[int]:
    """Where each paragraph starts in the context."""
    return list(accumulate((len(paragraph) + 1 for paragraph in paragraphs), initial=0))
