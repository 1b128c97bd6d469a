"""Questions of date probes joined with their predictions, scored, and shown as tables or kept as a scored run."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from temporal_qa.io import InputError, Row, counted, grouped
from temporal_qa.scoring.date_probes import AGE_SCORES, QUESTION_SCORES, ProbeScores, answer_text, date_probes
from temporal_qa.scoring.labelled_rows import AnswerType
from temporal_qa.scoring.matching import Matched, facet_column, match_predictions
from temporal_qa.scoring.normalize import Reading, split_answers
from temporal_qa.scoring.number_scores import Numbers
from temporal_qa.scoring.reading.marks import plain_answer
from temporal_qa.scoring.reading.values import as_right_answers
from temporal_qa.scoring.sample_probes import SAMPLE_SCORES, probe_summary, sample_scores
from temporal_qa.scoring.score_table import end_of_title, facet_parts, facet_table
from temporal_qa.scoring.scored_questions import ScoredQuestion, Sources, scored_questions

NEEDED = ("sample", "task", "answer_type")
"""The columns that the rows need beside ``id`` and ``answers``."""

_VALUE = "answer_value"

_AGES = "Ages: their years, months and days, and the error in days; sMAPE and MASE are lower for less error."
_SAMPLES = "Samples: a main question with its probes."


def match_probes(
    questions: Iterable[Row],
    predictions: Iterable[Row],
    questions_path: Path,
    predictions_path: Path,
    by: Sequence[str] = (),
    *,
    reading: Reading,
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
        if (number := len(row.question.references)) != 1:
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
    if wrong := [each for each in ages if not isinstance(each, str)]:
        example = '"72 years, 4 months and 5 days" or {"year": 72, "month": 4, "day": 5}'
        raise row.error(f"an answer is {wrong[0]!r:.80}, expected a text or an age, such as {example}")
    return row._replace(values=row.values | {"answers": ages})


def score_matched(
    matched: Sequence[Matched], questions_path: Path, partly: Set[str] = frozenset()
) -> tuple[ProbeScores, dict[str, Numbers]]:
    """The scores of the questions and of their samples.

    Args:
        matched: the questions with their predictions.
        questions_path: for messages.
        partly: samples of which questions were left out; their scores are undefined.

    Raises:
        InputError: a wrong type, task or right answer, or two main questions in a sample.
    """
    samples, tasks, kinds = (facet_column(matched, column) for column in NEEDED)
    types = cast("list[AnswerType]", kinds)
    given = [split_answers(row.prediction.answers) for row in matched]
    for place, kind in enumerate(types):
        if kind in ("date", "age"):
            given[place] = list(map(plain_answer, given[place]))
    right = [row.question.references[0] for row in matched]
    values = [row.question.facets.get(_VALUE) for row in matched]
    try:
        scores = date_probes(given, right, types, values)
        if changed := _of_those_asked_about(matched, given, scores.scores["accuracy"].tolist()):
            given = [changed.get(place, answers) for place, answers in enumerate(given)]
            scores = date_probes(given, right, types, values)
        whole = np.where([sample in partly for sample in dict.fromkeys(samples)], np.nan, 1.0)
        return scores, {name: column * whole for name, column in sample_scores(samples, tasks, scores).items()}
    except ValueError as error:
        named = re.sub(r"^\w+\[(\d+)\]", lambda place: repr(matched[int(place[1])].id), str(error))
        raise InputError(named, questions_path) from None


def _of_those_asked_about(
    matched: Sequence[Matched], given: Sequence[list[str]], accuracy: Sequence[float]
) -> dict[int, list[str]]:
    """The answers, by place, of texts that are right or wrong only by whose date, or of which event, they give: the
    right answer for "Ann was born in 1901 and died in 1990.", none for that of another."""
    changed = {}
    for place, (row, answers) in enumerate(zip(matched, given, strict=True)):
        if row.question.facets["answer_type"] in ("date", "age") and row.prediction.text and row.question.question:
            right = list(row.question.references)
            columns = row.question.facets | {"question": row.question.question}
            is_right = as_right_answers(answers, right, columns) == right
            if is_right != (accuracy[place] == 100):
                changed[place] = right if is_right else []
    return changed


def scored_by_value(
    matched: Sequence[Matched],
    sources: Sources,
    scores: ProbeScores,
    *,
    run: str,
    by: Sequence[str],
    of_samples: Mapping[str, Numbers] = MappingProxyType({}),
) -> list[ScoredQuestion]:
    """The run as scored questions of any other dataset; set accuracy and answer F1 are the accuracy by value.

    Those of ages, which have no scores of texts, are exact match and token F1, too. The scores of a sample stand in
    columns of its first question, as ``yes`` or ``no``.
    """
    accuracy = scores.scores["accuracy"]
    columns = {"set_accuracy": accuracy, "answer_f1": accuracy}
    for name in ("exact_match", "token_f1"):
        columns[name] = np.where(np.isnan(scores.scores[name]), accuracy, scores.scores[name])
    of_sample: list[dict[str, str | None]] = [dict.fromkeys(of_samples) for _ in matched]
    samples = grouped((sample, place) for place, sample in enumerate(facet_column(matched, "sample")))
    for number, (first, *_) in enumerate(samples.values()):
        for name, column in of_samples.items():
            if not np.isnan(column[number]):
                of_sample[first][name] = "yes" if column[number] else "no"
    scored = scored_questions(matched, sources, run=run, by=by, scores=columns)
    return [
        replace(question, normalization="values", facets={**question.facets, **of_first})
        for question, of_first in zip(scored, of_sample, strict=True)
    ]


def probe_table(
    matched: Sequence[Matched], by: Sequence[str], scores: ProbeScores, of_samples: Mapping[str, Numbers] | None = None,
    *, bootstrap: int | None = None, seed: int = 0,
) -> list[dict[str, Any]]:  # fmt: skip
    """The row ``all``, then one row for each value of each facet, in natural order, as JSON has them.

    A row has ``facet``, ``value``, ``n_missing``, the number of questions without a prediction, which are wrong, and
    the means of :func:`~.sample_probes.probe_summary`. The errors of ages are scaled (MASE) by all ages together. A
    sample counts for a value that all its questions have.

    Args:
        matched: the questions with their predictions.
        by: facets.
        scores, of_samples: of :func:`score_matched`; without those of samples the rows have none.
        bootstrap: number of resamples for 95 % intervals; without it there are none.
        seed: of the bootstrap.

    Raises:
        InputError: an unknown facet.
    """
    missing = np.array([row.prediction.missing for row in matched])
    members = grouped((sample, index) for index, sample in enumerate(facet_column(matched, "sample")))

    def row(facet: str, value: str, chosen: list[int]) -> dict[str, Any]:
        there = set(chosen)
        samples = [number for number, places in enumerate(members.values()) if there.issuperset(places)]
        means = probe_summary(scores, of_samples, chosen, samples, bootstrap=bootstrap, seed=seed)
        counts = {"facet": facet, "value": value, "n": len(chosen), "n_missing": int(missing[chosen].sum())}
        return counts | {"coverage": means["coverage"]} | means

    return [row(*part) for part in facet_parts(matched, by)]


def probe_report(rows: Sequence[Mapping[str, Any]]) -> str:
    """The scores as up to three tables in Markdown: questions, ages, samples."""
    everything = rows[0]
    title = "Scores of probes, 0 to 100; dates and ages are compared by value, exact_match and token_f1 are of texts."
    if "ages" in everything:
        title += f" The means of the texts leave out the {counted(everything['ages']['n'], 'age')}."
    title += end_of_title(everything)
    of_questions = [{**row, "coverage %": 100 * row["coverage"]} for row in rows]
    parts = [title, facet_table(of_questions, ["coverage %"], QUESTION_SCORES)]
    for name, note, scores in (("ages", _AGES, ("accuracy", *AGE_SCORES)), ("samples", _SAMPLES, SAMPLE_SCORES)):
        if part := [{**row, **row[name]} for row in rows if name in row]:
            parts += [note, facet_table(part, [], scores)]
    return "\n\n".join(parts)
