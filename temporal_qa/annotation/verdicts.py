"""Verdicts of annotators, of one type for all annotation tools; and the gold split, the questions that they confirm."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.io import InputError, Row, counted, grouped, read_rows
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.tables.markdown import markdown_table

ADJUDICATOR = "adjudicator"
"""The share of the third annotator, who judges the questions on which the others disagree."""

ONE, AGREED, MAJORITY, ADJUDICATED = "one annotator", "all agree", "majority", "third annotator"
WAYS = (ONE, AGREED, MAJORITY, ADJUDICATED)
"""The ways to decide a question. ``majority`` is that of three annotators or more, without an adjudicator."""


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
    found = list(found)
    drops = Counter(item.value for item in found if isinstance(item, Dropped))
    given = grouped(((item.id, item.annotator), item) for item in found if isinstance(item, Judgement))
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


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of the verdicts on the question ``id``; ``confirmed`` is ``None`` while the votes are tied."""

    id: str
    way: str
    confirmed: bool | None
    verdicts: tuple[Judgement, ...]

    @property
    def disputed(self) -> bool:
        """Whether the annotators disagree, without the adjudicator."""
        return len({judgement.verdict for judgement in self.verdicts if not judgement.adjudication}) > 1

    def to_row(self) -> dict[str, Any]:
        """The decision with its verdicts, for JSON."""
        return {
            "id": self.id,
            "confirmed": self.confirmed,
            "verdicts": [{k: v for k, v in asdict(judgement).items() if k != "id"} for judgement in self.verdicts],
        }


class Decisions(NamedTuple):
    """One decision a question, by id; and the number of adjudications without a conflict, which decide nothing."""

    all: list[Decision]
    needless_adjudications: int

    def ids(self, confirmed: bool | None) -> set[str]:
        """The questions that are confirmed, rejected, or open (``None``)."""
        return {decision.id for decision in self.all if decision.confirmed is confirmed}

    def counts(self) -> dict[str, dict[str, int]]:
        """The numbers of confirmed, rejected and open questions, by the way to decide them."""
        number = Counter((decision.way, decision.confirmed) for decision in self.all)
        names = {"confirmed": True, "rejected": False, "open": None}
        return {way: {name: number[way, value] for name, value in names.items()} for way in WAYS}

    def table(self) -> str:
        """The same in Markdown, and how many adjudications were not needed."""
        rows = [[way, *counts.values()] for way, counts in self.counts().items() if any(counts.values())]
        table = markdown_table(["decided by", "confirmed", "rejected", "open"], rows)
        if self.needless_adjudications:
            table += f"\n{counted(self.needless_adjudications, 'adjudication')} not used: there was no conflict"
        return table


def decide(judgements: Iterable[Judgement]) -> Decisions:
    """Decides each question by majority; in a tie the third annotator's verdict counts, too.

    Questions that stay tied, and those with adjudications alone, are open.
    """
    decisions, needless = [], 0
    for question, given in sorted(grouped((judgement.id, judgement) for judgement in judgements).items()):
        first = [judgement for judgement in given if not judgement.adjudication]
        third = [judgement for judgement in given if judgement.adjudication]
        confirmed = _majority(first)
        if confirmed is None:
            way, confirmed = ADJUDICATED, _majority(given) if first else None
        else:
            agreed = AGREED if len({judgement.verdict for judgement in first}) == 1 else MAJORITY
            way = ONE if len(first) == 1 else agreed
            needless += len(third)
        decisions.append(Decision(question, way, confirmed, tuple(first + third)))
    return Decisions(decisions, needless)


def _majority(judgements: Collection[Judgement]) -> bool | None:
    balance = sum(1 if judgement.verdict else -1 for judgement in judgements)
    return None if balance == 0 else balance > 0


def select_rows(rows: Iterable[Row], chosen: Collection[str], judged: Collection[str]) -> Iterator[Any]:
    """The rows with chosen ids, unchanged and in their order.

    Args:
        rows: the questions.
        chosen: the ids to keep.
        judged: all ids that have verdicts; each must be among the rows.

    Raises:
        InputError: an id occurs twice, or a question with verdicts is missing.
    """
    seen: set[str] = set()
    path: Path | str = "questions"
    for row in rows:
        path = row.path
        identity = row_id(row)
        if identity in judged and identity in seen:
            raise row.error(f"the id {identity} occurs twice")
        seen.add(identity)
        if identity in chosen:
            yield row.values
    if absent := sorted(set(judged) - seen):
        questions = counted(len(absent), "question with verdicts is", "questions with verdicts are")
        raise InputError(f"{questions} not in it, as {absent[0]}", path)
