"""Scored runs on disk: one row a question, with its scores, its facets, and what it was scored from.

``temporal-qa score --items`` and every training run write them, and ``temporal-qa report`` reads them; every score in a
report follows from them, so that a run is scored once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import orjson

from temporal_qa import __version__
from temporal_qa.io.read import Row, sha256
from temporal_qa.scoring.answer_columns import Scores, split_answers
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.labelled_rows import labelled_answers, row_id
from temporal_qa.scoring.score_table import Matched, score_each
from temporal_qa.timeline.dates import iso_month, parse_month


@dataclass(frozen=True, slots=True)
class Sources:
    """What a run was scored from.

    Attributes:
        questions: the name of their file, or of the dataset that they come from.
        questions_sha256: :func:`questions_hash`, which tells on which questions a run is, wherever they come from.
        questions_file_sha256: that of the file; ``None`` where there is none.
        predictions: the name of their file.
        predictions_sha256: that of the file.
    """

    questions: str
    questions_sha256: str
    questions_file_sha256: str | None
    predictions: str
    predictions_sha256: str

    @classmethod
    def of_files(cls, questions: Path, predictions: Path, matched: Sequence[Matched]) -> Sources:
        """Names and hashes of the two files that these questions and predictions were read from."""
        return cls(questions.name, matched_hash(matched), sha256(questions), predictions.name, sha256(predictions))


FACETS = ("answers", "level", "hops", "kind", "relation", "future")
"""The facets that every scored run has a column for; other facets have one where they were asked for."""


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """One question with the scores of one run, 0 to 100.

    Attributes:
        run, id: names of the run and of the question.
        set_accuracy, answer_f1, exact_match, token_f1: the scores.
        facets: those of :data:`FACETS`, ``None`` where the question does not tell, and others that were asked for, see
            :class:`~.score_table.LabelledQuestion`. As a row, each is a column of its own.
        reference_date: ``YYYY-MM``, ``None`` where the question does not tell.
        facts: the number of facts in the context, likewise.
        predicted_answers: those of the run.
        as_published: tells the released metric from ours, as they must not be mixed.
        questions, questions_sha256, questions_file_sha256, predictions, predictions_sha256: see :class:`Sources`.
        temporal_qa: the version that scored.

    Raises:
        ValueError: a score that is not between 0 and 100, a negative number of facts, or text that is not a date.
    """

    run: str
    id: str
    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float
    facets: Mapping[str, str | None]
    reference_date: str | None
    facts: int | None
    predicted_answers: list[str]
    as_published: bool
    questions: str
    questions_sha256: str
    questions_file_sha256: str | None
    predictions: str
    predictions_sha256: str
    temporal_qa: str

    def __post_init__(self) -> None:
        for name in SCORES:
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name!r} is {getattr(self, name)!r}, expected a score from 0 to 100")
        if self.facts is not None and self.facts < 0:
            raise ValueError(f"'facts' is {self.facts}, expected a number from 0")
        if self.reference_date is not None:
            parse_month(self.reference_date)

    @property
    def reference_month(self) -> int | None:
        """That of ``reference_date``."""
        return None if self.reference_date is None else parse_month(self.reference_date)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> ScoredQuestion:
        """What :meth:`to_row` made a row of. A column of no attribute is a facet."""
        own = cls.__dataclass_fields__.keys()
        facets = {name: value for name, value in row.items() if name not in own}
        return cls(facets=facets, **{name: value for name, value in row.items() if name in own})

    def to_row(self) -> dict[str, Any]:
        """For files."""
        row: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            row |= value if field.name == "facets" else {field.name: value}
        return row


def run_name(predictions: Path) -> str:
    """The name of a run that was given none: that of its predictions file.

    >>> run_name(Path("predictions/most_recent_fact.jsonl.gz"))
    'most_recent_fact'
    """
    return predictions.name.removesuffix(".gz").rsplit(".", 1)[0]


def questions_hash(rows: Iterable[Row]) -> str:
    """SHA-256 of what the rows ask and answer: their ids, questions and right answers.

    Neither the format of the file nor the order of the rows changes it, and neither do contexts: runs on the same
    questions can be compared, also where one read facts and the other passages.

    Args:
        rows: with ``id``, ``question`` and right answers as :func:`~temporal_qa.scoring.labelled_rows.labelled_answers`
            finds them; the question may be absent.

    Raises:
        InputError: a row without an id or right answers.

    >>> asked = [Row(1, {"id": 1, "question": "Who?", "answers": ["A"]}), Row(2, {"id": "b", "answers": ["B", "C"]})]
    >>> other = [Row(1, {"id": "b", "answer": "B $and C"}), Row(2, {"id": "1", "question": "Who?", "answers": ["A"]})]
    >>> questions_hash(asked) == questions_hash(other)
    True
    """
    return _hash((row_id(row), _question(row), labelled_answers(row)) for row in rows)


def matched_hash(matched: Iterable[Matched]) -> str:
    """The :func:`questions_hash` of rows that are read already."""
    return _hash((row.id, row.question.question, row.question.references) for row in matched)


def _hash(asked: Iterable[tuple[str, str | None, list[str]]]) -> str:
    lines = sorted(orjson.dumps([identity, question, *answers]) for identity, question, answers in asked)
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def _question(row: Row) -> str | None:
    question = row.values.get("question")
    return question if isinstance(question, str) else None


def scored_questions(
    matched: Sequence[Matched],
    sources: Sources,
    *,
    run: str,
    by: Sequence[str] = (),
    scores: Mapping[str, Scores] | None = None,
    as_published: bool = False,
) -> list[ScoredQuestion]:
    """The scored run, in the order of the questions.

    Args:
        matched: what :func:`~temporal_qa.scoring.score_table.match_predictions` returns.
        sources: where questions and predictions come from.
        run: the run's name.
        by: facets to keep beside :data:`FACETS`.
        scores: what :func:`~temporal_qa.scoring.score_table.score_each` returns, where it was called already.
        as_published: the released metric, faults included.
    """
    of_each = score_each(matched, as_published=as_published) if scores is None else scores
    columns = {name: values.tolist() for name, values in of_each.items()}
    common: dict[str, Any] = {"run": run, "as_published": as_published, "temporal_qa": __version__}
    common |= asdict(sources)
    own = ScoredQuestion.__dataclass_fields__.keys()
    facets = [facet for facet in dict.fromkeys([*FACETS, *by]) if facet not in own]
    scored = []
    for i, row in enumerate(matched):
        month = row.question.reference_month
        scored.append(
            ScoredQuestion(
                id=row.id,
                facets={facet: row.question.facets.get(facet) for facet in facets},
                reference_date=None if month is None else iso_month(month),
                facts=row.question.facts,
                predicted_answers=split_answers(row.prediction.answers),
                **{name: values[i] for name, values in columns.items()},
                **common,
            )
        )
    return scored


def question_rows(scored: Iterable[ScoredQuestion]) -> Iterable[dict[str, Any]]:
    """The scored questions as rows to write."""
    return (question.to_row() for question in scored)
