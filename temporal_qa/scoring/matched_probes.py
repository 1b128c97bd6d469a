"""Questions of date probes joined with their predictions, scored, and kept as a scored run."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row
from temporal_qa.scoring.date_probes import Predicted, ProbeScores, date_probes
from temporal_qa.scoring.matching import Matched, facet_column, match_predictions
from temporal_qa.scoring.number_columns import Numbers
from temporal_qa.scoring.probe_answers import AnswerType, answer_text
from temporal_qa.scoring.reading.marks import plain_answer
from temporal_qa.scoring.reading.response import Reading
from temporal_qa.scoring.sample_probes import sample_scores
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions

NEEDED = ("sample", "task", "answer_type")
"""The columns that the rows need beside ``id`` and ``answers``."""

_VALUE = "answer_value"


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
            other number of right answers than one; no prediction at all.
    """
    matched = match_predictions(
        questions, map(_with_texts, predictions), questions_path, predictions_path, [*by, *NEEDED, _VALUE],
        allow_missing=True, reading=reading,
    )  # fmt: skip
    for row in matched:
        if lacking := [column for column in NEEDED if column not in row.question.facets]:
            expected = "expected questions or samples of HieraDate, or a file in its released layout (.json)"
            raise InputError(f"the question {row.id!r} has no {lacking[0]!r}; {expected}", questions_path)
        if len(row.question.references) != 1:
            number = len(row.question.references)
            raise InputError(f"the question {row.id!r} has {number} right answers, expected one", questions_path)
    if all(row.prediction.missing for row in matched):
        raise InputError(f"holds no predictions, expected those of {questions_path}", predictions_path)
    return matched


def _with_texts(row: Row) -> Row:
    answers = row.values.get("answers")
    if isinstance(answers, dict):
        answers = [answers]
    if not isinstance(answers, list):
        return row
    ages = [answer_text(each) if isinstance(each, dict) or type(each) is int else each for each in answers]
    for each in ages:
        if not isinstance(each, str):
            example = '"72 years, 4 months and 5 days" or {"year": 72, "month": 4, "day": 5}'
            raise row.error(f"an answer is {each!r:.80}, expected a text or an age, such as {example}")
    return row._replace(values=row.values | {"answers": ages})


def score_matched(matched: Sequence[Matched], questions_path: Path) -> tuple[ProbeScores, dict[str, Numbers]]:
    """The scores of the questions and of their samples.

    Raises:
        InputError: a wrong type, task or right answer, or two main questions in a sample.
    """
    samples, tasks, types = (facet_column(matched, column) for column in NEEDED)
    given: list[Predicted] = [
        None
        if row.prediction.missing or row.prediction.unread is not None
        else [plain_answer(answer) if kind in ("date", "age") else answer for answer in row.prediction.answers]
        for row, kind in zip(matched, types, strict=True)
    ]
    try:
        scores = date_probes(
            given, [row.question.references[0] for row in matched], cast("list[AnswerType]", types),
            [row.question.facets.get(_VALUE) for row in matched],
        )  # fmt: skip
        return scores, sample_scores(samples, tasks, scores)
    except ValueError as error:
        named = re.sub(r"^\w+\[(\d+)\]", lambda place: repr(matched[int(place[1])].id), str(error))
        raise InputError(named, questions_path) from None


def scored_by_value(
    matched: Sequence[Matched],
    sources: Sources,
    scores: ProbeScores,
    *,
    run: str,
    by: Sequence[str],
    of_samples: Mapping[str, Numbers] | None = None,
) -> list[ScoredQuestion]:
    """The run as scored questions of any other dataset; set accuracy and answer F1 are the accuracy by value.

    Those of ages, which have no scores of texts, are exact match and token F1, too. The scores of a sample stand in
    columns of its first question, as ``yes`` or ``no``.
    """
    accuracy = scores.scores["accuracy"]
    columns = {"set_accuracy": accuracy, "answer_f1": accuracy}
    for name in ("exact_match", "token_f1"):
        columns[name] = np.where(np.isnan(scores.scores[name]), accuracy, scores.scores[name])
    questions = scored_questions(matched, sources, run=run, by=by, scores=columns)
    kept = [replace(question, normalization="values") for question in questions]
    first_of = {sample: place for place, sample in reversed([*enumerate(facet_column(matched, "sample"))])}
    of_place = dict.fromkeys(range(len(matched)), -1) | {
        place: number for number, place in enumerate(sorted(first_of.values()))
    }
    return [
        replace(question, facets={**question.facets, **_sample_facets(of_samples or {}, of_place[place])})
        for place, question in enumerate(kept)
    ]


def _sample_facets(of_samples: Mapping[str, Numbers], number: int) -> dict[str, str | None]:
    values = {name: math.nan if number < 0 else float(column[number]) for name, column in of_samples.items()}
    return {name: None if math.isnan(value) else "yes" if value else "no" for name, value in values.items()}
