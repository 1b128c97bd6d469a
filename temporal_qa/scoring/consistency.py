"""Two figures of a whole run: whether it abstains where no answer is right, and answers perturbed questions alike.

**Abstention.** Precision is the share of unanswerable questions among those that a run leaves unanswered, recall the
share of those left unanswered among the unanswerable, each 0 to 100 and undefined (None) where it divides by 0. A
missing prediction, and one in which no answer could be read, does not abstain. Source: Rajpurkar, Jia and Liang (2018),
SQuAD 2.0, whose NoAns accuracy is the recall.

**Consistency** is whether a run answers all questions about one segment alike (TimeQA). The rows of ``temporal-qa
perturb`` name the question that they perturb in ``perturbed_of``. By default a group counts if it asks two distinct
questions, and answers are compared by name, as sets; where one is missing or could not be read, the group is not
answered alike. As published, each three rows in their order are a group, alike if their raw texts are; the last group
is lost, and groups that ask one question three times count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from temporal_qa.io.errors import InputError
from temporal_qa.scoring.matching import Matched
from temporal_qa.scoring.normalize import normalize_answer, split_answers
from temporal_qa.scoring.reference.time_qa import predicted_text

GROUP_COLUMN = "perturbed_of"
_RELEASED_SIZE = 3


class Abstention(NamedTuple):
    """How many questions are unanswerable, how many a run abstains from, and of how many it is right to."""

    unanswerable: int
    abstained: int
    right: int

    @property
    def precision(self) -> float | None:
        """0 to 100; None without abstention."""
        return _percent(self.right, self.abstained)

    @property
    def recall(self) -> float | None:
        """0 to 100; None without unanswerable questions."""
        return _percent(self.right, self.unanswerable)

    def to_dict(self) -> dict[str, float | None]:
        """For JSON."""
        return self._asdict() | {"precision": self.precision, "recall": self.recall}

    def __str__(self) -> str:
        of = f"{self.abstained:,} abstained, {self.unanswerable:,} unanswerable"
        precision, recall = (f"{share:.1f}" if share is not None else "-" for share in (self.precision, self.recall))
        return f"Abstention: precision {precision}, recall {recall} ({of}, {self.right:,} of both)."


def abstention(matched: Sequence[Matched]) -> Abstention:
    """The abstention of one run."""
    silent = [_answers(row) == frozenset() for row in matched]
    unanswerable = [not row.question.references for row in matched]
    return Abstention(sum(unanswerable), sum(silent), sum(a and b for a, b in zip(silent, unanswerable, strict=True)))


class Consistency(NamedTuple):
    """Groups of questions, those answered alike, and both among the groups whose first answer is right."""

    groups: int
    consistent: int
    right_groups: int
    right_consistent: int

    def to_dict(self) -> dict[str, float | None]:
        """For JSON: the counts, and two percentages, 0 to 100, None where they divide by 0."""
        percent, of_right = _percent(self.consistent, self.groups), _percent(self.right_consistent, self.right_groups)
        return self._asdict() | {"consistency": percent, "consistency_of_right": of_right}

    def __str__(self) -> str:
        of_all, of_right = (
            f"{part:,} of {whole:,} groups" + (f" ({100 * part / whole:.1f} %)" if whole else "")
            for part, whole in ((self.consistent, self.groups), (self.right_consistent, self.right_groups))
        )
        return f"Consistency: {of_all} are answered alike; where the first answer is right, {of_right}."


def consistency(matched: Sequence[Matched], right: Sequence[bool], *, as_published: bool = False) -> Consistency:
    """The consistency of one run.

    Args:
        matched: perturbed questions with their predictions.
        right: whether each prediction is right.
        as_published: count as the released code does.

    Raises:
        InputError: the questions are not those of ``temporal-qa perturb``.
    """
    groups: dict[str, list[int]] = {}
    for number, row in enumerate(matched):
        if GROUP_COLUMN not in row.question.facets:
            raise InputError(f"question {row.id!r} has no {GROUP_COLUMN!r}; expected rows of `temporal-qa perturb`")
        group = str(number // _RELEASED_SIZE) if as_published else row.question.facets[GROUP_COLUMN]
        groups.setdefault(group, []).append(number)
    members = list(groups.values())
    if as_published:
        members = members[:-1]
        alike = [len({predicted_text(matched[number]) for number in group}) == 1 for group in members]
    else:
        members = [group for group in members if len({matched[number].question.question for number in group}) > 1]
        found = [{_answers(matched[number]) for number in group} for group in members]
        alike = [len(answers) == 1 and None not in answers for answers in found]
    first_right = [right[group[0]] for group in members]
    both = sum(a and b for a, b in zip(alike, first_right, strict=True))
    return Consistency(len(members), sum(alike), sum(first_right), both)


def _answers(row: Matched) -> frozenset[str] | None:
    if row.prediction.missing or row.prediction.unread is not None:
        return None
    return frozenset(map(normalize_answer, split_answers(row.prediction.answers)))


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
