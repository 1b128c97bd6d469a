"""Verdicts of annotators: one record type for all annotation tools."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, read_rows

ADJUDICATOR = "adjudicator"
"""The share of the third annotator, who judges the questions on which the others disagree."""


class Dropped(StrEnum):
    """Why something in an export is not a verdict."""

    MISSING = "not annotated"
    DRAFT = "draft that was not submitted"
    SKIPPED = "skipped or cancelled by the annotator"
    NO_VERDICT = "annotation without a verdict"
    TWO_VERDICTS = "both True and False"
    UNKNOWN_VERDICT = "label that is neither True nor False"
    REPEATED = "the same verdict of the same annotator once more"
    CONTRADICTED = "verdicts of one annotator that contradict each other"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One annotator's verdict on the question ``id``: whether its answers are right by the contexts.

    ``annotator`` is the share and the tool's user, as ``annotator_1/anna``: the user alone is ambiguous, since every
    Label Studio numbers its users from 1. ``adjudication`` marks the verdict of the third annotator.
    """

    id: str
    annotator: str
    verdict: bool
    comment: str = ""
    adjudication: bool = False


def judgement_from_labels(
    data: Mapping[str, Any], user: str, labels: Sequence[Any], comments: Sequence[Any]
) -> Judgement | Dropped:
    """A verdict from the fields that a tool exports.

    Args:
        data: with the ``question_id`` and the ``share`` that the export to the tool wrote.
        user: the tool's name for the annotator; may be empty.
        labels: the chosen labels, ``True`` or ``False`` in any case.
        comments: texts, joined by line breaks.

    Raises:
        ValueError: no ``question_id``, or comments that are not text.
    """
    question_id, share = data.get("question_id"), data.get("share", "")
    if not isinstance(question_id, str) or not question_id or not isinstance(share, str):
        raise ValueError("has no 'question_id': it was not made by 'temporal-qa annotate export'")
    if not all(isinstance(comment, str) for comment in comments):
        raise ValueError("expected comments to be text")
    chosen = {str(label).strip().lower() for label in labels}
    if not chosen:
        return Dropped.NO_VERDICT
    if not chosen <= {"true", "false"}:
        return Dropped.UNKNOWN_VERDICT
    if len(chosen) == 2:
        return Dropped.TWO_VERDICTS
    annotator = "/".join(part for part in (share, user) if part) or "unknown"
    comment = "\n".join(text.strip() for text in comments if text.strip())
    return Judgement(question_id, annotator, chosen == {"true"}, comment, share == ADJUDICATOR)


def merge(found: Iterable[Judgement | Dropped]) -> tuple[list[Judgement], Counter[str]]:
    """One verdict for each annotator and question, sorted, and the counts of what was dropped, by reason.

    Repeated verdicts count once, with all comments. Contradictory verdicts are all dropped: it is unknown which one was
    meant.
    """
    drops: Counter[str] = Counter()
    given: dict[tuple[str, str], list[Judgement]] = {}
    for item in found:
        if isinstance(item, Dropped):
            drops[item.value] += 1
        else:
            given.setdefault((item.id, item.annotator), []).append(item)
    kept = []
    for _, same in sorted(given.items()):
        if len({judgement.verdict for judgement in same}) > 1:
            drops[Dropped.CONTRADICTED.value] += len(same)
            continue
        if len(same) > 1:
            drops[Dropped.REPEATED.value] += len(same) - 1
        comments = dict.fromkeys(judgement.comment for judgement in same if judgement.comment)
        kept.append(replace(same[0], comment="\n".join(comments)))
    return kept, drops


def read_judgements(path: Path | str) -> list[Judgement]:
    """Reads a file of verdicts that ``temporal-qa annotate import`` wrote.

    Raises:
        InputError: the file cannot be read or holds no verdicts, a row is not a verdict, or an annotator judges a
            question twice.
    """
    found: dict[tuple[str, str], Judgement] = {}
    for row in read_rows(path):
        key = row.value("id", str, "a text"), row.value("annotator", str, "a text")
        if key in found:
            raise row.error(f"{key[1]} judges question {key[0]} a second time")
        comment = row.value("comment", str | None, "a text") or ""
        adjudication = row.value("adjudication", bool | None, "true or false") or False
        found[key] = Judgement(*key, row.value("verdict", bool, "true or false"), comment, adjudication)
    if not found:
        raise InputError("holds no verdicts", path)
    return [found[key] for key in sorted(found)]
