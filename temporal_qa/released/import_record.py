"""The record of an import: how many released rows were kept, which were left out, which are odd, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from temporal_qa.io import Row


class LeftOut(StrEnum):
    """Why a released row was left out."""

    NO_FACTS = "no facts, and no date arithmetic (a row without fact_context)"
    NO_ANSWER = "no answer"
    NO_PASSAGES = "no passages"
    UNKNOWN_ID = "id that begins with no known level"
    REPEATED_ID = "id that an earlier row has"
    UNREADABLE_FACTS = "facts in no known wording, or of no one subject"
    UNREADABLE_QUESTION = "question in no known wording, or that can be read in two ways"
    NO_ONE_EVENT = "question about an event that no fact states, or several do, or a stretch that ends before it starts"
    UNREADABLE_SAMPLE = "sample whose main question, dates or ages cannot be read"
    OTHER_CLASS = "question of another level or number of hops than its id (or level) says"


class LeaveOutError(Exception):
    """Its arguments are the reason why a row is left out, and perhaps a detail."""


@contextmanager
def leaving_out(reason: str, kind: type[Exception]) -> Iterator[None]:
    """Leaves a row out for this reason where there is an error of this kind, which is the detail."""
    try:
        yield
    except kind as detail:
        raise LeaveOutError(reason, detail) from None


class Remark(StrEnum):
    """What is unusual about a row that was kept."""

    WRONG_DATE = "label that is not the date asked for"
    NUMBERED_ID = "id that an earlier row has, so that it got a number"
    KEPT_APART = "value that our columns cannot hold, in the column 'released'"
    UNFILLED_SLOT = "slot of its template that was not filled"
    REPEATED_QUESTION = "same entities, answers and type as an earlier row"
    FOREIGN_ANSWER = "label that is no object of the relation asked about"


class Note(NamedTuple):
    """A row that was left out, or kept with a remark: its place, and why."""

    file: str
    line: int
    id: str
    reason: str
    detail: str = ""


@dataclass(slots=True)
class ImportRecord:
    """The outcome of an import: ``kept`` counts rows by layout; rows left out, and odd ones, are listed.

    ``seen_ids`` and ``seen_seeds`` are the ids, and the seeds of questions, that earlier rows have. ``held`` has what
    questions of CronQuestions hold: ``entities``, ``templates`` or ``questions`` -> split -> those in it.
    """

    kept: Counter[str] = field(default_factory=Counter)
    left_out: list[Note] = field(default_factory=list)
    remarked: list[Note] = field(default_factory=list)
    seen_ids: set[str] = field(default_factory=set)
    seen_seeds: set[str] = field(default_factory=set)
    held: dict[str, dict[str, set[str]]] = field(default_factory=dict)

    def leave_out(self, row: Row, identity: str, reason: LeftOut, detail: object = "") -> None:
        """Notes a row that was left out."""
        self.left_out.append(Note(Path(row.path).name, row.line, identity, str(reason), str(detail)))

    def remark(self, row: Row, identity: str, remark: Remark, detail: str = "") -> None:
        """Notes what is unusual about a row that was kept."""
        self.remarked.append(Note(Path(row.path).name, row.line, identity, str(remark), detail))

    def keep_apart(self, row: Row, identity: str, again: Mapping[str, Any]) -> str:
        """The column ``released``: as a JSON object what our columns do not give ``again``, which is noted, too."""
        apart = {column: value for column, value in row.values.items() if again.get(column, again) != value}
        if apart:
            self.remark(row, identity, Remark.KEPT_APART, ", ".join(apart))
        return orjson.dumps(apart).decode()

    def counts(self) -> dict[str, Any]:
        """The numbers of rows: all, kept, by layout, left out by reason, and odd by reason."""
        return {
            "rows": self.kept.total() + len(self.left_out),
            "kept": self.kept.total(),
            "layouts": dict(sorted(self.kept.items())),
            "drops": dict(sorted(Counter(note.reason for note in self.left_out).items())),
            "remarks": dict(sorted(Counter(note.reason for note in self.remarked).items())),
        }

    def to_dict(self) -> dict[str, Any]:
        """The counts, and every note."""
        return self.counts() | {
            "left_out": [note._asdict() for note in self.left_out],
            "remarked": [note._asdict() for note in self.remarked],
        }
