"""Scored runs on disk: one row a question, with its scores, its facets, and the files behind them.

``temporal-qa score --items`` and every training run write them; ``temporal-qa report`` reads them and computes every
table from them, so that a run is scored once.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple, Self

import orjson

from temporal_qa import __version__
from temporal_qa.io import Row, sha256
from temporal_qa.scoring.answer_columns import Scores
from temporal_qa.scoring.answer_scores import SCORES
from temporal_qa.scoring.labelled_rows import labelled_answers, question_text, row_id
from temporal_qa.scoring.matching import Matched
from temporal_qa.scoring.normalize import Normalization, split_answers
from temporal_qa.scoring.ranked_answers import RANK_SCORES
from temporal_qa.scoring.reference import time_qa
from temporal_qa.scoring.score_table import score_each
from temporal_qa.timeline.dates import iso_month, parse_month


class Sources(NamedTuple):
    """What a run was scored from.

    Attributes:
        questions: the name of their file, or of the dataset that they come from.
        questions_sha256: :func:`questions_hash`, the same for the same questions from any file or dataset.
        questions_file_sha256: the hash of the file; ``None`` where there is none.
        predictions: the name of their file.
        predictions_sha256: the hash of that file.
    """

    questions: str
    questions_sha256: str
    questions_file_sha256: str | None
    predictions: str
    predictions_sha256: str

    @classmethod
    def of_files(cls, questions: Path, predictions: Path, matched: Sequence[Matched]) -> Self:
        """The names and hashes of the two files that were matched."""
        name = "/".join(questions.parts[-1 if questions.is_file() else -2 :])  # of a split with its folder
        return cls(name, matched_hash(matched), sha256(questions), predictions.name, sha256(predictions))

    def of_baseline(self) -> Self:
        """The same questions, answered by a baseline of ours instead of a file."""
        return self._replace(predictions=BASELINE, predictions_sha256="-")


BASELINE = "a baseline of temporal-qa"
"""Stands in place of the name of a file of predictions."""

MAY_BE_ABSENT = ("seed", *RANK_SCORES)
"""Columns that scored questions have only where they are known."""

FACETS = ("answers", "level", "hops", "kind", "relation", "future")
"""The facets that every scored run has as columns; a run may have others besides."""


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """One question with the scores of one run, 0 to 100.

    Attributes:
        run, id: the names of the run and of the question.
        set_accuracy, answer_f1, exact_match, token_f1: the scores.
        facets: those of :data:`FACETS` and others that were asked for, ``None`` where the question does not have one,
            see :class:`~.matching.LabelledQuestion`. In a row, each is a column of its own.
        reference_date: ``YYYY-MM``; ``None`` where the question does not have one.
        facts: the number of facts in the context; ``None`` where it is not known.
        predicted_answers: the answers of the run.
        missing: whether the run has no answer to it; it is wrong then.
        unread: why no answer could be read in the response; ``None`` where one was.
        n_questions: how many questions the run has, so that a truncated file is noticed.
        normalization: how answers were compared: ``names`` or ``plain``; ``values`` of date probes.
        as_published: whether the scores are those of the released metric; these and ours must not be mixed.
        questions, questions_sha256, questions_file_sha256, predictions, predictions_sha256: see :class:`Sources`.
        temporal_qa: the version that scored.
        seed: what the wordings of one question have in common; they are resampled together.
        hits_at_1, hits_at_10, mrr, filtered_hits_at_1, filtered_hits_at_10, filtered_mrr: see
            :mod:`~.ranked_answers`; ``None``, and no columns of a row, where answers are not ranked.

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
    missing: bool
    n_questions: int
    normalization: str
    as_published: bool
    questions: str
    questions_sha256: str
    questions_file_sha256: str | None
    predictions: str
    predictions_sha256: str
    temporal_qa: str
    unread: str | None = None
    seed: str | None = None
    hits_at_1: float | None = None
    hits_at_10: float | None = None
    mrr: float | None = None
    filtered_hits_at_1: float | None = None
    filtered_hits_at_10: float | None = None
    filtered_mrr: float | None = None

    def __post_init__(self) -> None:
        for name in (*SCORES, *RANK_SCORES):
            if (score := getattr(self, name)) is not None and not 0 <= score <= 100:
                raise ValueError(f"{name!r} is {score!r}, expected a score from 0 to 100")
        if self.facts is not None and self.facts < 0:
            raise ValueError(f"'facts' is {self.facts}, expected a number from 0")
        if self.reference_date is not None:
            parse_month(self.reference_date)

    @property
    def reference_month(self) -> int | None:
        """The month of ``reference_date``, counted from year 0."""
        return None if self.reference_date is None else parse_month(self.reference_date)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """The question that :meth:`to_row` made this row of. A column that is not an attribute is a facet."""
        own = cls.__dataclass_fields__.keys()
        facets = {name: value for name, value in row.items() if name not in own}
        return cls(facets=facets, **{name: value for name, value in row.items() if name in own})

    def to_row(self) -> dict[str, Any]:
        """The attributes and facets as columns of a file."""
        row: dict[str, Any] = {}
        for field in fields(self):
            if (value := getattr(self, field.name)) is None and field.name in MAY_BE_ABSENT:
                continue
            row |= value if field.name == "facets" else {field.name: value}
        return row


def run_name(predictions: Path) -> str:
    """The default name of a run: the name of its predictions file.

    >>> run_name(Path("predictions/most_recent_fact.jsonl.gz"))
    'most_recent_fact'
    """
    return predictions.name.removesuffix(".gz").rsplit(".", 1)[0]


def questions_hash(rows: Iterable[Row]) -> str:
    """SHA-256 of what the rows ask and answer: their ids, questions and right answers.

    The format of the file, the order of the rows and the contexts do not change it. So runs on the same questions can
    be compared even if one read facts and the other passages.

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
    return _hash((row_id(row), question_text(row), labelled_answers(row)) for row in rows)


def matched_hash(matched: Iterable[Matched]) -> str:
    """The :func:`questions_hash` of matched questions."""
    return _hash((row.id, row.question.question, row.question.references) for row in matched)


def _hash(asked: Iterable[tuple[str, str | None, list[str]]]) -> str:
    lines = sorted(orjson.dumps([identity, question, *answers]) for identity, question, answers in asked)
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def scored_questions(
    matched: Sequence[Matched],
    sources: Sources,
    *,
    run: str,
    by: Sequence[str] = (),
    scores: Mapping[str, Scores] | None = None,
    normalization: Normalization = "names",
    as_published: bool = False,
) -> list[ScoredQuestion]:
    """The scored run, in the order of the questions.

    Args:
        matched: the questions with their predictions, see :func:`~.matching.match_predictions`.
        sources: where questions and predictions come from.
        run: the run's name.
        by: facets to keep beside :data:`FACETS` and, of questions of TimeQA, theirs.
        scores: the result of :func:`~.score_table.score_each`, if it was called before.
        normalization: how names are compared, see :func:`~.set_accuracy.set_accuracy`.
        as_published: the released metric, faults included.
    """
    of_each = score_each(matched, normalization=normalization, as_published=as_published) if scores is None else scores
    columns = {name: values.tolist() for name, values in of_each.items()}
    common: dict[str, Any] = {"run": run, "n_questions": len(matched), "normalization": normalization}
    common |= {"as_published": as_published, "temporal_qa": __version__} | sources._asdict()
    own = ScoredQuestion.__dataclass_fields__.keys()
    of_family = time_qa.FACETS if time_qa.is_time_qa(matched) else ()
    facets = [facet for facet in dict.fromkeys([*FACETS, *by, *of_family]) if facet not in own]
    return [
        ScoredQuestion(
            id=row.id,
            facets={facet: row.question.facets.get(facet) for facet in facets},
            reference_date=None if (month := row.question.reference_month) is None else iso_month(month),
            facts=row.question.facts,
            predicted_answers=split_answers(row.prediction.answers),
            missing=row.prediction.missing,
            unread=row.prediction.unread,
            seed=row.question.seed,
            **{name: values[i] for name, values in columns.items()},
            **common,
        )
        for i, row in enumerate(matched)
    ]
