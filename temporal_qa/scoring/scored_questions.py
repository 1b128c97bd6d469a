"""Scored runs on disk: one row a question, with its scores, its facets, and what it was scored from.

``temporal-qa score --items`` writes them and ``temporal-qa report`` reads them; everything in a report follows from
them, so that a run is scored once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.hub.dataset_repo import sha256
from temporal_qa.scoring.score_table import FACETS, SCORES, Matched, score_each
from temporal_qa.timeline.dates import iso_month, parse_month


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """One question with the scores of one run, 0 to 100. A facet that the questions do not tell is ``None``.

    ``answers`` is ``single`` or ``multi``, ``future`` is ``in-domain`` or ``future``, ``reference_date`` is
    ``YYYY-MM``, ``facts`` the number of facts in the context. ``questions`` and ``predictions`` are names of files;
    ``temporal_qa`` is the version that scored; ``as_published`` tells the released metric from ours, as they must not
    be mixed.

    Raises:
        ValueError: a score that is not between 0 and 100, or a date that is none.
    """

    run: str
    id: str
    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float
    answers: str | None
    level: str | None
    hops: str | None
    kind: str | None
    relation: str | None
    future: str | None
    reference_date: str | None
    facts: int | None
    as_published: bool
    questions: str
    questions_sha256: str
    predictions: str
    predictions_sha256: str
    temporal_qa: str

    def __post_init__(self) -> None:
        for name in SCORES:
            if not 0 <= getattr(self, name) <= 100:
                raise ValueError(f"{name!r} is {getattr(self, name)!r}, expected a score from 0 to 100")
        if self.reference_date is not None:
            parse_month(self.reference_date)

    @property
    def reference_month(self) -> int | None:
        """That of ``reference_date``."""
        return None if self.reference_date is None else parse_month(self.reference_date)


def run_name(predictions: Path) -> str:
    """The name of a run that was given none: that of its predictions file.

    >>> run_name(Path("predictions/most_recent_fact.jsonl.gz"))
    'most_recent_fact'
    """
    return predictions.name.removesuffix(".gz").rsplit(".", 1)[0]


def scored_questions(
    matched: Sequence[Matched], questions: Path, predictions: Path, *, run: str, as_published: bool = False
) -> list[ScoredQuestion]:
    """The scored run, in the order of the questions.

    Args:
        matched: what :func:`~temporal_qa.scoring.score_table.match_predictions` returns for the two files.
        questions: the file of questions; its name and hash are kept.
        predictions: the file of predictions, likewise.
        run: the run's name.
        as_published: the released metric, faults included.
    """
    scores = {name: values.tolist() for name, values in score_each(matched, as_published=as_published).items()}
    common: dict[str, Any] = {
        "run": run, "as_published": as_published, "questions": questions.name, "questions_sha256": sha256(questions),
        "predictions": predictions.name, "predictions_sha256": sha256(predictions), "temporal_qa": __version__,
    }  # fmt: skip
    scored = []
    for i, row in enumerate(matched):
        month = row.question.reference_month
        of_question: dict[str, Any] = {name: scores[name][i] for name in SCORES}
        of_question |= {facet: row.question.facets.get(facet) for facet in FACETS}
        of_question["reference_date"] = None if month is None else iso_month(month)
        scored.append(ScoredQuestion(id=row.id, facts=row.question.facts, **of_question, **common))
    return scored


def question_rows(scored: Iterable[ScoredQuestion]) -> Iterable[dict[str, Any]]:
    """The scored questions as rows to write."""
    return map(asdict, scored)
