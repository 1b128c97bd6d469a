"""From verdicts to the gold split: the questions that annotators confirmed."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.annotation.verdicts import Judgement
from temporal_qa.io import InputError, Row, counted, grouped
from temporal_qa.scoring.labelled_rows import row_id
from temporal_qa.tables.markdown import markdown_table

ONE, AGREED, MAJORITY, ADJUDICATED = "one annotator", "all agree", "majority", "third annotator"
WAYS = (ONE, AGREED, MAJORITY, ADJUDICATED)
"""The ways to decide a question. ``majority`` is that of three annotators or more, without an adjudicator."""


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
    by_question = grouped((judgement.id, judgement) for judgement in judgements)
    decisions, needless = [], 0
    for question, given in sorted(by_question.items()):
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
