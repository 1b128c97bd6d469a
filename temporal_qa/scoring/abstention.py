"""Abstaining: whether a run answers nothing exactly where no answer is right.

Precision is the share of unanswerable questions among those that a run leaves unanswered, recall the share of those
left unanswered among the unanswerable, each 0 to 100 and undefined (None) where it divides by 0. A missing prediction,
and one in which no answer could be read, does not abstain. Source: Rajpurkar, Jia and Liang (2018), SQuAD 2.0, whose
NoAns accuracy is the recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from temporal_qa.scoring.matching import Matched
from temporal_qa.scoring.normalize import split_answers


class Abstention(NamedTuple):
    """How many questions are unanswerable, how many a run abstains from, and of how many it is right to."""

    unanswerable: int
    abstained: int
    right: int

    @property
    def precision(self) -> float | None:
        """0 to 100; None without abstention."""
        return 100 * self.right / self.abstained if self.abstained else None

    @property
    def recall(self) -> float | None:
        """0 to 100; None without unanswerable questions."""
        return 100 * self.right / self.unanswerable if self.unanswerable else None

    def to_dict(self) -> dict[str, float | None]:
        """For JSON."""
        return self._asdict() | {"precision": self.precision, "recall": self.recall}

    def __str__(self) -> str:
        of = f"{self.abstained:,} abstained, {self.unanswerable:,} unanswerable"
        precision, recall = (f"{share:.1f}" if share is not None else "-" for share in (self.precision, self.recall))
        return f"Abstention: precision {precision}, recall {recall} ({of}, {self.right:,} of both)."


def abstention(matched: Sequence[Matched]) -> Abstention:
    """The abstention of one run."""
    silent = [
        not row.prediction.missing and row.prediction.unread is None and not split_answers(row.prediction.answers)
        for row in matched
    ]
    unanswerable = [not row.question.references for row in matched]
    return Abstention(sum(unanswerable), sum(silent), sum(a and b for a, b in zip(silent, unanswerable, strict=True)))
