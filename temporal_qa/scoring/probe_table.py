"""Tables of the scores of date probes: all questions, ages and samples, and each value of each facet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.scoring.answer_reading import Reading
from temporal_qa.scoring.date_probes import (
    QUESTION_SCORES,
    Predicted,
    date_probes,
)
from temporal_qa.scoring.matching import Matched, facet_column, match_predictions
from temporal_qa.scoring.probe_answers import AnswerType, answer_text, read_yes_no
from temporal_qa.scoring.sample_probes import probe_summary, sample_scores
from temporal_qa.scoring.score_table import natural_order
from temporal_qa.scoring.thoughts import without_thought
from temporal_qa.tables.markdown import markdown_table

NEEDED = ("sample", "task", "answer_type")
"""The columns that the rows need beside ``id`` and ``answers``."""

_VALUE = "answer_value"


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """The scores of the questions and samples that share one value of a facet (``all``: of all).

    Attributes:
        facet, value: the facet and its value.
        n, n_missing: the number of questions, and of those without a prediction, which are wrong.
        coverage: the share of answers that could be read, 0 to 1.
        questions, ages, samples: means by name, see :func:`~.sample_probes.probe_summary`; empty where there are none.
    """

    facet: str
    value: str
    n: int
    n_missing: int
    coverage: float
    questions: dict[str, Any]
    ages: dict[str, Any]
    samples: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        row = {"facet": self.facet, "value": self.value, "n": self.n, "n_missing": self.n_missing}
        parts = {"ages": self.ages, "samples": self.samples}
        return row | {"coverage": self.coverage} | self.questions | {name: part for name, part in parts.items() if part}


def match_probes(
    questions: Iterable[Row],
    predictions: Iterable[Row],
    questions_path: Path,
    predictions_path: Path,
    by: Sequence[str] = (),
    *,
    reading: Reading = "chat",
) -> list[Matched]:
    """Joins questions and predictions, see :func:`~.matching.match_predictions`. A missing prediction is wrong.

    Predicted ages may be mappings, alone or in the list of ``answers``.

    Raises:
        InputError: as :func:`~.matching.match_predictions`; a question without the columns :data:`NEEDED`, or with any
            other number of right answers than one.
    """
    matched = match_predictions(
        questions, map(_with_texts, predictions), questions_path, predictions_path, [*by, *NEEDED, _VALUE],
        allow_missing=True, reading=reading, candidates=_entities,
    )  # fmt: skip
    for row in matched:
        if lacking := [column for column in NEEDED if column not in row.question.facets]:
            expected = "expected questions or samples of HieraDate, or a file in its released layout (.json)"
            raise InputError(f"the question {row.id!r} has no {lacking[0]!r}; {expected}", questions_path)
        if len(row.question.references) != 1:
            number = len(row.question.references)
            raise InputError(f"the question {row.id!r} has {number} right answers, expected one", questions_path)
    return matched


def _with_texts(row: Row) -> Row:
    answers = row.values.get("answers")
    if isinstance(answers, dict):
        answers = [answers]
    if not isinstance(answers, list):
        return row
    ages = [answer_text(each) if isinstance(each, dict | int) else each for each in answers]
    return row._replace(values=row.values | {"answers": ages})


def _entities(values: Any) -> list[str] | None:
    """The names that the answer may have, where the row tells them."""
    if values.get("answer_type") == "yes_no":
        return ["yes", "no"]
    lives = values.get("lives")
    if values.get("answer_type") != "entity" or not isinstance(lives, list):
        return None
    return [life["name"] for life in lives if isinstance(life, dict) and isinstance(life.get("name"), str)]


def probe_table(
    matched: Sequence[Matched], by: Sequence[str], questions_path: Path, *, bootstrap: int | None = None, seed: int = 0
) -> list[ProbeRow]:
    """The row ``all``, then one row for each value of each facet, in natural order.

    The errors of ages are scaled (MASE) by all ages together. A sample counts for a value that all its questions have.

    Raises:
        InputError: an unknown facet, a wrong type, task or right answer, or two main questions in a sample.
    """
    columns = {facet: facet_column(matched, facet) for facet in dict.fromkeys(by)}
    sample_of, tasks, types = (facet_column(matched, column) for column in NEEDED)
    try:
        scores = date_probes(
            [_prediction(row) for row in matched],
            [row.question.references[0] for row in matched],
            cast("list[AnswerType]", types),
            [row.question.facets.get(_VALUE) for row in matched],
        )
        of_samples = sample_scores(sample_of, tasks, scores)
    except ValueError as error:
        named = re.sub(r"^\w+\[(\d+)\]", lambda place: repr(matched[int(place[1])].id), str(error))
        raise InputError(named, questions_path) from None
    missing = np.array([row.prediction.missing for row in matched])
    members: dict[str, list[int]] = {}
    for index, sample in enumerate(sample_of):
        members.setdefault(sample, []).append(index)

    def row(facet: str, value: str, chosen: list[int]) -> ProbeRow:
        there = set(chosen)
        samples = [number for number, places in enumerate(members.values()) if there.issuperset(places)]
        means = probe_summary(scores, of_samples, chosen, samples, bootstrap=bootstrap, seed=seed)
        ages, of_sample = means.pop("ages", {}), means.pop("samples", {})
        n, coverage = means.pop("n"), means.pop("coverage")
        return ProbeRow(facet, value, n, int(missing[chosen].sum()), coverage, means, ages, of_sample)

    rows = [row("all", "", list(range(len(matched))))]
    for facet, column in columns.items():
        of_value: dict[str, list[int]] = {}
        for index, value in enumerate(column):
            of_value.setdefault(value, []).append(index)
        rows += [row(facet, value, of_value[value]) for value in sorted(of_value, key=natural_order)]
    return rows


def _prediction(row: Matched) -> Predicted:
    prediction = row.prediction
    if prediction.unread is not None and row.question.facets["answer_type"] == "yes_no":
        return read_yes_no(without_thought(prediction.text or "") or "")
    return None if prediction.missing or prediction.unread is not None else prediction.answers


def probe_report(rows: Sequence[ProbeRow]) -> str:
    """The scores as up to three tables in Markdown: questions, ages, samples."""
    title = "Scores of probes, 0 to 100; dates and ages are compared by value, exact_match and token_f1 are of texts."
    if number := rows[0].n_missing:
        counts = "question has no prediction and counts" if number == 1 else "questions have no prediction and count"
        title += f" {number:,} {counts} as wrong."
    if any(name.endswith("_interval") for row in rows for name in row.questions):
        title += " In brackets: 95 % bootstrap intervals."
    head = ["facet", "value", "n"]
    table = markdown_table(
        [*head, "coverage %", *QUESTION_SCORES],
        [[row.facet, row.value, row.n, 100 * row.coverage, *_cells(row.questions)] for row in rows],
    )
    parts = [title, table]
    for name, note in (
        ("ages", "Ages: their years, months and days, and the error in days; sMAPE and MASE are lower for less error."),
        ("samples", "Samples: a main question with its probes."),
    ):
        filled = [(row, part) for row in rows if (part := getattr(row, name))]
        if filled:
            scores = [key for key in filled[0][1] if key not in ("n", "n_defined") and not key.endswith("_interval")]
            cells = [[row.facet, row.value, part["n"], *_cells(part)] for row, part in filled]
            parts += [note, markdown_table([*head, *scores], cells)]
    return "\n\n".join(parts)


def _cells(means: dict[str, Any]) -> Iterator[object]:
    for name, value in means.items():
        if name not in ("n", "n_defined") and not name.endswith("_interval"):
            interval = means.get(f"{name}_interval")
            yield "-" if value is None else value if interval is None else (value, *interval)
