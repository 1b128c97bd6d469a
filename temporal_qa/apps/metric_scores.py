"""The contents of the app of a metric: the score, the score of each part, and the worst items.

The score equals that of the ``evaluate`` module of the same name; the tests compare the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import orjson

from temporal_qa.apps.metric_inputs import Columns
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.answer_columns import count_compared_plainly
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.answers import Answers, split_answers
from temporal_qa.scoring.date_probes import QUESTION_SCORES, date_probes, probe_means
from temporal_qa.scoring.error_score import ErrorScore
from temporal_qa.scoring.mase import mase, scaled_errors
from temporal_qa.scoring.normalize import row_form
from temporal_qa.scoring.number_columns import Numbers
from temporal_qa.scoring.probe_answers import answer_text
from temporal_qa.scoring.responses.value_columns import read_value_column
from temporal_qa.scoring.sample_probes import probe_summary
from temporal_qa.scoring.set_accuracy import set_accuracy
from temporal_qa.scoring.significance import summarize
from temporal_qa.scoring.smape import percentage_errors, smape
from temporal_qa.scoring.token_f1 import token_f1
from temporal_qa.timeline.facts import ANSWER_SEPARATOR


def _answer_f1(predictions: Sequence[Answers], references: Sequence[Answers], **how: Any) -> dict[str, Numbers]:
    scores = answer_f1(predictions, references, **how)
    return {"answer_f1": scores.f1, "answer_precision": scores.precision, "answer_recall": scores.recall}


def _token_f1(predictions: Sequence[Answers], references: Sequence[Answers], **how: Any) -> dict[str, Numbers]:
    scores = token_f1(predictions, references, **how)
    return {"exact_match": scores.exact_match, "token_f1": scores.f1}


ANSWER_METRICS: Mapping[str, Callable[..., dict[str, Numbers]]] = {
    "set_accuracy": lambda predictions, references, **how: {
        "set_accuracy": set_accuracy(predictions, references, **how)
    },
    "answer_f1": _answer_f1,
    "token_f1": _token_f1,
}
"""Metric -> the scores of each question. The worst are found by the score with the metric's name."""

NUMBER_METRICS = ("temporal_smape", "temporal_mase")
PROBE_METRICS = ("date_probes",)
WORST = 20
"""The number of worst items shown."""

ShownTable = tuple[list[str], list[list[Any]]]
"""The heads of the columns, and the rows."""


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The contents of an app.

    Attributes:
        summary: what ``evaluate`` returns: each score, ``n`` and, on request, intervals.
        parts: the score of each part: by number of right answers, by unit or group, or by type of answer.
        worst: the wrong items, the worst first, at most :data:`WORST`.
    """

    summary: Mapping[str, Any]
    parts: ShownTable
    worst: ShownTable


def score_answers(
    metric: str,
    columns: Columns,
    *,
    separator: str = ANSWER_SEPARATOR,
    as_published: bool = False,
    bootstrap: int | None = None,
) -> ShownScore:
    """Scores answers by one of :data:`ANSWER_METRICS`, 0 to 100.

    Args:
        metric: its name.
        columns: predictions and references, each a text, a list of texts, or a JSON list in a text.
        separator: what joins the answers of a text.
        as_published: reproduce the metric released with Complex-TR, faults included.
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, TypeError, ValueError: an entry is not an answer; says which, and what was expected.
    """
    if not separator:
        raise InputError("no separator: expected what stands between two answers, such as ' $and '")
    predictions = answer_column("predictions", columns.predictions, separator)
    references = answer_column("references", columns.references, separator)
    scores = ANSWER_METRICS[metric](predictions, references, separator=separator, as_published=as_published)
    right = [split_answers(answers, separator) for answers in references]
    found = [split_answers(answers, separator) for answers in predictions]
    return ShownScore(
        summary=summarize(
            scores,
            n_unanswerable=right.count([]),
            n_compared_plainly=0 if as_published else count_compared_plainly(right),
            bootstrap=bootstrap,
            seed=0,
        ),
        parts=_by_number_of_answers(scores, right),
        worst=_worst_answers(columns.ids, found, right, scores, scores[metric]),
    )


def answer_column(name: str, values: list[Any], separator: str) -> list[Answers]:
    """All lists or all strings, as the scores need them; an empty entry has no answer."""
    column = [_answers(value) for value in values]
    for number, answers in enumerate(column, 1):
        if not isinstance(answers, str) and not all(isinstance(each, str) for each in answers):
            found = f"{values[number - 1]!r}"[:80]
            raise InputError(f"{name}, item {number}: expected text or a list of texts, found {found}")
    if all(isinstance(answers, str) for answers in column):
        return column
    return [split_answers(answers, separator) for answers in column]


def _answers(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)  # a year, in a column of a table
    if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
        try:
            return orjson.loads(value)  # a list in a cell of a CSV file, or in a line
        except orjson.JSONDecodeError:
            return value
    return value if isinstance(value, str | list) else [value]


def _by_number_of_answers(scores: Mapping[str, Numbers], right: list[list[str]]) -> ShownTable:
    sizes = np.array([min(len({*map(row_form(answers), answers)}), 5) for answers in right])
    rows = [
        [
            "5 or more" if size == 5 else str(size),
            int(np.count_nonzero(sizes == size)),
            *(round(float(values[sizes == size].mean()), 2) for values in scores.values()),
        ]
        for size in np.unique(sizes).tolist()
    ]
    return ["right answers", "questions", *scores], rows


def _worst_answers(
    ids: list[str], found: list[list[str]], right: list[list[str]], scores: Mapping[str, Numbers], main: Numbers
) -> ShownTable:
    order = [i for i in np.argsort(main, kind="stable").tolist() if main[i] < 100][:WORST]
    rows = [
        [
            ids[i], "; ".join(found[i]) or "(none)", "; ".join(right[i]) or "(none)",
            _missing(found[i], right[i], row_form(right[i])), _missing(right[i], found[i], row_form(right[i])),
            *(round(float(values[i]), 2) for values in scores.values()),
        ]
        for i in order
    ]  # fmt: skip
    return ["item", "prediction", "reference", "missing", "too many", *scores], rows


def _missing(answers: list[str], wanted: list[str], form: Callable[[str], str]) -> str:
    there = set(map(form, answers))
    return "; ".join(each for each in wanted if form(each) not in there)


def score_numbers(
    metric: str, columns: Columns, *, unparsed: Literal["drop", "penalty"] = "drop", bootstrap: int | None = None
) -> ShownScore:
    """Scores numbers, or text that is read in its unit, by one of :data:`NUMBER_METRICS`.

    Args:
        metric: its name. ``temporal_smape`` is 0 to 100, ``temporal_mase`` 0 to infinity; lower is better.
        columns: predictions and references; text is read in its unit, or without units as a plain number.
        unparsed: whether MASE drops predictions that cannot be read, or counts them as the worst constant guess.
        bootstrap: number of resamples for a 95 % interval; without it there is none.

    Raises:
        InputError, TypeError, ValueError: an entry is not a number, or is text without a unit.
    """
    predictions = _number_column(columns.predictions, columns.units, "predictions")
    references = _number_column(columns.references, columns.units, "references")
    for number, value in enumerate(references, 1):
        if value is None:
            raise InputError(f"references, item {number}: {columns.references[number - 1]!r:.80} cannot be read")
    score: ErrorScore
    if metric == "temporal_smape":
        score = smape(predictions, references, columns.units, groups=columns.groups, bootstrap=bootstrap)
        values = percentage_errors(predictions, references, columns.units)
    else:
        score = mase(
            predictions, references, columns.groups, units=columns.units, unparsed=unparsed, bootstrap=bootstrap
        )
        values = scaled_errors(predictions, references, columns.groups or columns.units, unparsed=unparsed)
    return ShownScore(
        score.to_dict(metric), _parts(metric, score), _worst_numbers(metric, columns, predictions, values)
    )


def score_probes(columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores names, dates, ages and yes or no by value, 0 to 100; the ``units`` of the columns are the types.

    Args:
        columns: predictions and references, each a text, or a list of one (JSON in a cell, or in a line).
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, ValueError: a reference is not one answer of its type.
    """
    predictions = [value if isinstance(value, dict) else _answers(value) for value in columns.predictions]
    for number, value in enumerate(predictions, 1):
        if isinstance(value, dict) and value.keys().isdisjoint({"year", "month", "day"}):
            raise InputError(
                f"predictions, item {number}: expected a text or an age by year, month and day: {value!r:.80}"
            )
    references = []
    for number, value in enumerate(map(_answers, columns.references), 1):
        if isinstance(value, list) and len(value) != 1:
            raise InputError(f"references, item {number}: expected one right answer, found {len(value)}")
        references.append(answer_text(value[0] if isinstance(value, list) else value))
    types: Any = columns.units
    probes = date_probes(predictions, references, types)
    scores = {name: probes.scores[name] for name in QUESTION_SCORES}
    parts = []
    for kind in sorted(set(probes.answer_types)):
        places = [index for index, each in enumerate(probes.answer_types) if each == kind]
        means = probe_means(scores | {"read": probes.read}, places)
        read = round(100 * means.pop("read"), 1)
        parts.append([kind, len(places), read, *("-" if mean is None else round(mean, 2) for mean in means.values())])
    wrong = [index for index, score in enumerate(scores["accuracy"]) if score < 100]
    rows = [
        [columns.ids[i], "; ".join(_shown(predictions[i])) or "(none)", references[i], probes.answer_types[i],
         "not read" if probes.values[i] is None else str(probes.values[i])]
        for i in wrong[:WORST]
    ]  # fmt: skip
    return ShownScore(
        probe_summary(probes, bootstrap=bootstrap),
        (["asks for", "questions", "read, %", *scores], parts),
        (["item", "prediction", "reference", "asks for", "read as"], rows),
    )


def _shown(prediction: Any) -> list[str]:
    return [answer_text(part) for part in (prediction if isinstance(prediction, list) else [prediction])]


def _number_column(values: list[Any], units: list[str] | None, name: str) -> list[Any]:
    """The numbers of a column, None for an entry without one."""
    column = [None if value == "" else value for value in values]
    if units is None:
        for index, value in enumerate(column):
            if isinstance(value, str):
                try:
                    column[index] = float(value)
                except ValueError:
                    raise InputError(
                        f"{name}, item {index + 1}: {value!r:.80} is text, and needs a unit to be read; "
                        f"expected a number such as 3.5"
                    ) from None
    return read_value_column(column, units, name)


def _parts(metric: str, score: ErrorScore) -> ShownTable:
    """The scores by group, and by unit if units are not the groups."""
    parts = list(score.by_group.items())
    if score.by_unit and score.by_unit.keys() != score.by_group.keys():
        parts += [(f"{name} (unit)", part) for name, part in score.by_unit.items()]
    heads = ["part", "items", "in the mean", "parsed, %", metric]
    rows = [[name, part.n, part.n_defined, round(100 * part.coverage, 1), _rounded(part.score)] for name, part in parts]
    if metric == "temporal_mase":
        heads.append("mean deviation")
        rows = [[*row, _rounded(part.deviation)] for row, (_, part) in zip(rows, parts, strict=True)]
    return heads, rows


def _rounded(value: float | None) -> float | str:
    return "undefined" if value is None or math.isnan(value) else round(value, 4)


def _worst_numbers(metric: str, columns: Columns, predictions: list[Any], values: Numbers) -> ShownTable:
    """The worst items. Those that could not be read and are not in the mean come last."""
    by_value = sorted(range(len(values)), key=lambda i: -values[i] if not math.isnan(values[i]) else math.inf)
    order = [i for i in by_value if values[i] > 0 or predictions[i] is None][:WORST]
    rows = [
        [
            columns.ids[i],
            "(none)" if columns.predictions[i] in (None, "") else str(columns.predictions[i]),
            str(columns.references[i]),
            "" if columns.units is None else columns.units[i],
            "not in the mean" if math.isnan(values[i]) else round(float(values[i]), 4),
        ]
        for i in order
    ]
    return ["item", "prediction", "reference", "unit", metric], rows
