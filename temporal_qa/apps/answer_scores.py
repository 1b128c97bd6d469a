"""The contents of the apps of metrics of answers in words, and of probes: names, dates, ages, yes or no."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import orjson

from temporal_qa.apps.metric_page import Columns, ShownScore, means_of_parts, worst_first
from temporal_qa.io import InputError, is_list_of_texts
from temporal_qa.scoring.answer_f1 import answer_f1
from temporal_qa.scoring.answer_scores import score_predictions
from temporal_qa.scoring.date_probes import QUESTION_SCORES, answer_text, date_probes
from temporal_qa.scoring.normalize import Answers, row_form, split_answers
from temporal_qa.scoring.number_scores import Numbers
from temporal_qa.scoring.sample_probes import probe_summary
from temporal_qa.scoring.set_accuracy import set_accuracy
from temporal_qa.scoring.significance import summarize
from temporal_qa.scoring.token_f1 import token_f1

ANSWER_METRICS: Mapping[str, Callable[..., dict[str, Numbers]]] = {
    "set_accuracy": lambda predictions, references, **how: {
        "set_accuracy": set_accuracy(predictions, references, **how)
    },
    "answer_f1": answer_f1,
    "token_f1": token_f1,
}
"""Metric -> the scores of each question. The worst are found by the score with the metric's name."""


def score_answers(metric: str, columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores answers by one of :data:`ANSWER_METRICS`, 0 to 100.

    Args:
        metric: its name.
        columns: predictions and references, each a text, a list of texts, or a JSON list in a text.
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, TypeError, ValueError: an entry is not an answer; says which, and what was expected.
    """
    predictions = answer_column("predictions", columns.predictions)
    references = answer_column("references", columns.references)
    answers, scores, counts = score_predictions(ANSWER_METRICS[metric], predictions, references)
    right, found = list(map(split_answers, references)), list(map(split_answers, answers))
    forms = list(map(row_form, right))
    sizes = np.array([min(len({*map(form, names)}), 5) for form, names in zip(forms, right, strict=True)])
    parts = {"5 or more" if size == 5 else str(size): sizes == size for size in np.unique(sizes).tolist()}
    rows = [
        [
            columns.ids[i], "; ".join(found[i]) or "(none)", "; ".join(right[i]) or "(none)",
            _missing(found[i], right[i], forms[i]), _missing(right[i], found[i], forms[i]),
            *(round(float(values[i]), 2) for values in scores.values()),
        ]
        for i in worst_first(100 - scores[metric])
    ]  # fmt: skip
    return ShownScore(
        summarize(scores, counts, bootstrap=bootstrap),
        means_of_parts(["right answers", "questions"], parts, scores),
        (["item", "prediction", "reference", "missing", "too many", *scores], rows),
    )


def answer_column(name: str, values: list[Any]) -> list[Answers]:
    """All lists or all strings, as the scores need them; an empty entry has no answer."""
    column = [answer_entry(value) for value in values]
    for number, (given, answers) in enumerate(zip(values, column, strict=True), 1):
        if not isinstance(answers, str) and not is_list_of_texts(answers):
            raise InputError(f"{name}, item {number}: expected text or a list of texts, found {given!r:.80}")
    if all(isinstance(answers, str) for answers in column):
        return column
    return list(map(split_answers, column))


def answer_entry(value: Any) -> Any:
    """An entry of a column as text or a list. Other types become a list of one, which the check refuses."""
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)  # a year, in a column of a table
    if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(value)  # a list in a cell of a CSV file, or in a line
    return value if isinstance(value, str | list) else [value]


def _missing(answers: list[str], wanted: list[str], form: Callable[[str], str]) -> str:
    there = set(map(form, answers))
    return "; ".join(each for each in wanted if form(each) not in there)


def score_probes(columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores names, dates, ages and yes or no by value, 0 to 100; the ``units`` of the columns are the types.

    Args:
        columns: predictions and references, each a text, or a list of one (JSON in a cell, or in a line).
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, ValueError: a reference is not one answer of its type.
    """
    predictions = [value if isinstance(value, dict) else answer_entry(value) for value in columns.predictions]
    references = []
    for number, value in enumerate(map(answer_entry, columns.references), 1):
        if isinstance(value, list) and len(value) != 1:
            raise InputError(f"references, item {number}: expected one right answer, found {len(value)}")
        references.append(answer_text(value[0] if isinstance(value, list) else value))
    types: Any = columns.units
    probes = date_probes(predictions, references, types)
    scores = {name: probes.scores[name] for name in QUESTION_SCORES}
    parts = []
    for kind in sorted(set(probes.answer_types)):
        places = [index for index, each in enumerate(probes.answer_types) if each == kind]
        of_kind = probe_summary(probes, questions=places)
        means = ("-" if of_kind[name] is None else round(of_kind[name], 2) for name in scores)
        parts.append([kind, len(places), round(100 * of_kind["coverage"], 1), *means])
    rows = [
        [columns.ids[i], "; ".join(_shown(predictions[i])) or "(none)", references[i], probes.answer_types[i],
         "not read" if probes.values[i] is None else str(probes.values[i])]
        for i in worst_first(100 - scores["accuracy"])
    ]  # fmt: skip
    return ShownScore(
        probe_summary(probes, bootstrap=bootstrap),
        (["asks for", "questions", "read, %", *scores], parts),
        (["item", "prediction", "reference", "asks for", "read as"], rows),
    )


def _shown(prediction: Any) -> list[str]:
    return [answer_text(part) for part in (prediction if isinstance(prediction, list) else [prediction])]
