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

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from temporal_qa.io import InputError, batched, grouped
from temporal_qa.scoring.matching import Matched
from temporal_qa.scoring.normalize import normalize_answer, split_answers
from temporal_qa.scoring.reference.time_qa import predicted_text
from temporal_qa.scoring.score_table import natural_order

GROUP_COLUMN = "perturbed_of"
_RELEASED_SIZE = 3


Figures: TypeAlias = Mapping[str, Any]
"""Counts, and percentages, 0 to 100, ``None`` where they divide by 0."""


def abstention(matched: Sequence[Matched]) -> Figures:
    """The abstention of one run: how many questions are ``unanswerable``, from how many it ``abstained``, from how many
    it was ``right`` to; ``precision`` and ``recall``."""
    silent = [_answers(row) == frozenset() for row in matched]
    unanswerable = [not row.question.references for row in matched]
    right = sum(a and b for a, b in zip(silent, unanswerable, strict=True))
    counts = {"unanswerable": sum(unanswerable), "abstained": sum(silent), "right": right}
    return counts | {"precision": _percent(right, sum(silent)), "recall": _percent(right, sum(unanswerable))}


def consistency(matched: Sequence[Matched], right: Sequence[bool], *, as_published: bool = False) -> Figures:
    """The consistency of one run: the number of ``groups`` of questions, of those that are ``consistent``, and of both
    among the groups whose first answer is right; ``consistency`` and ``consistency_of_right``. The first is that of the
    first id, whatever the order of the rows, or, as published, that of the first row.

    Args:
        matched: perturbed questions with their predictions.
        right: whether each prediction is right.
        as_published: count as the released code does.

    Raises:
        InputError: the questions are not those of ``temporal-qa perturb``.
    """
    if lacking := [row.id for row in matched if GROUP_COLUMN not in row.question.facets]:
        raise InputError(f"question {lacking[0]!r} has no {GROUP_COLUMN!r}; expected rows of `temporal-qa perturb`")
    if as_published:
        members = list(batched(range(len(matched)), _RELEASED_SIZE))[:-1]
        alike = [len({predicted_text(matched[number]) for number in group}) == 1 for group in members]
    else:
        by_id = sorted(range(len(matched)), key=lambda number: natural_order(matched[number].id))
        groups = grouped((matched[number].question.facets[GROUP_COLUMN], number) for number in by_id).values()
        members = [group for group in groups if len({matched[number].question.question for number in group}) > 1]
        found = [{_answers(matched[number]) for number in group} for group in members]
        alike = [len(answers) == 1 and None not in answers for answers in found]
    first_right = [right[group[0]] for group in members]
    both = sum(a and b for a, b in zip(alike, first_right, strict=True))
    counts = {"groups": len(members), "consistent": sum(alike), "right_groups": sum(first_right)}
    percent, of_right = _percent(sum(alike), len(members)), _percent(both, sum(first_right))
    return counts | {"right_consistent": both, "consistency": percent, "consistency_of_right": of_right}


def run_notes(figures: Mapping[str, Figures]) -> list[str]:
    """The figures of a run in words, by the names of the functions: ``abstention``, ``consistency``."""
    notes = []
    if found := figures.get("abstention"):
        precision, recall = ("-" if found[name] is None else f"{found[name]:.1f}" for name in ("precision", "recall"))
        counts = f"{found['abstained']:,} abstained, {found['unanswerable']:,} unanswerable, {found['right']:,} of both"
        notes.append(f"Abstention: precision {precision}, recall {recall} ({counts}).")
    if found := figures.get("consistency"):
        of_all = _in_words(found["consistent"], found["groups"], found["consistency"])
        of_right = _in_words(found["right_consistent"], found["right_groups"], found["consistency_of_right"])
        notes.append(f"Consistency: {of_all} are answered alike; where the first answer is right, {of_right}.")
    return notes


def _in_words(part: int, whole: int, percent: float | None) -> str:
    return f"{part:,} of {whole:,} groups" + ("" if percent is None else f" ({percent:.1f} %)")


def _answers(row: Matched) -> frozenset[str] | None:
    if row.prediction.missing or row.prediction.unread is not None:
        return None
    return frozenset(map(normalize_answer, split_answers(row.prediction.answers)))


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
