"""The contents of the apps of metrics of numbers, of ranks, and of time intervals."""

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from temporal_qa.apps.answer_scores import answer_column
from temporal_qa.apps.metric_page import Columns, ShownScore, ShownTable, means_of_parts, worst_first
from temporal_qa.io import InputError
from temporal_qa.scoring.answer_ranks import Ranks, answer_ranks, by_question
from temporal_qa.scoring.hits_at_k import hits_at_k
from temporal_qa.scoring.interval_overlap import interval_overlap
from temporal_qa.scoring.mase import mase
from temporal_qa.scoring.mean_reciprocal_rank import KS, reciprocal_ranks
from temporal_qa.scoring.normalize import split_answers
from temporal_qa.scoring.number_scores import ErrorScore
from temporal_qa.scoring.responses.temporal_values import read_value_column
from temporal_qa.scoring.significance import summarize
from temporal_qa.scoring.smape import smape

NUMBER_METRICS: Mapping[str, Callable[..., ErrorScore]] = {"temporal_smape": smape, "temporal_mase": mase}
"""Metric -> the errors of numbers."""

RANK_METRICS: Mapping[str, Mapping[str, Callable[[Ranks], Ranks]]] = {
    "hits_at_k": {f"hits_at_{k}": partial(hits_at_k, k=k) for k in KS},
    "mean_reciprocal_rank": {"mean_reciprocal_rank": reciprocal_ranks},
}
"""Metric -> the scores of ranks."""

_INTERVAL = re.compile(r"(-?\d{1,9})(?:\s*(?:[-,\u2013]|to)\s*(-?\d{1,9}))?")


def score_numbers(metric: str, columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores numbers, or text that is read in its unit, by one of :data:`NUMBER_METRICS`.

    Args:
        metric: its name. ``temporal_smape`` is 0 to 100, ``temporal_mase`` 0 to infinity; lower is better.
        columns: predictions and references; text is read in its unit, or without units as a plain number.
        bootstrap: number of resamples for a 95 % interval; without it there is none.

    Raises:
        InputError, TypeError, ValueError: an entry is not a number, or is text without a unit.
    """
    predictions = _number_column(columns.predictions, columns.units, "predictions")
    references = _number_column(columns.references, columns.units, "references")
    for number, value in enumerate(references, 1):
        if value is None:
            raise InputError(f"references, item {number}: {columns.references[number - 1]!r:.80} cannot be read")
    how = {"units": columns.units, "groups": columns.groups, "bootstrap": bootstrap}
    score = NUMBER_METRICS[metric](predictions, references, **how)
    values, unread = score.values, np.array([prediction is None for prediction in predictions])
    rows = [
        [
            columns.ids[i],
            "(none)" if columns.predictions[i] in (None, "") else str(columns.predictions[i]),
            str(columns.references[i]),
            "" if columns.units is None else columns.units[i],
            "not in the mean" if math.isnan(values[i]) else round(float(values[i]), 4),
        ]
        for i in worst_first(values, (values > 0) | unread)  # those that are not in the mean come last
    ]
    worst = (["item", "prediction", "reference", "unit", metric], rows)
    return ShownScore(score.to_dict(metric), _parts(metric, score), worst)


def _number_column(values: list[Any], units: list[str] | None, name: str) -> list[Any]:
    """The numbers of a column, None for an entry without one."""
    column = [None if value == "" else value for value in values]
    if units is None:
        column = list(map(_plain_number, column))
    return read_value_column(column, units, name)


def _plain_number(value: Any) -> Any:
    """A text as the number that it is, and what is not such a text as it is."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _parts(metric: str, score: ErrorScore) -> ShownTable:
    """The scores by group, and by unit if units are not the groups."""
    parts = list(score.by_group.items())
    if score.by_unit and score.by_unit.keys() != score.by_group.keys():
        parts += [(f"{name} (unit)", part) for name, part in score.by_unit.items()]
    deviations = ["mean deviation"] if metric == "temporal_mase" else []
    rows = [
        [name, part.n, part.n_defined, round(100 * part.coverage, 1), _rounded(part.score)]
        + [_rounded(part.deviation) for _ in deviations] for name, part in parts
    ]  # fmt: skip
    return ["part", "items", "in the mean", "parsed, %", metric, *deviations], rows


def _rounded(value: float | None) -> float | str:
    return "undefined" if value is None or math.isnan(value) else round(value, 4)


def score_ranks(metric: str, columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores candidates, the best first, by one of :data:`RANK_METRICS`.

    Args:
        metric: its name.
        columns: predictions and references, each a text, a list of texts, or a JSON list in a text.
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, TypeError, ValueError: an entry is not a list of candidates; says which, and what was expected.
    """
    found, right = (
        list(map(split_answers, answer_column(name, column)))
        for name, column in (("predictions", columns.predictions), ("references", columns.references))
    )
    ranks, question = answer_ranks(found, right)
    scores = {name: by_question(score(ranks), question, "each") for name, score in RANK_METRICS[metric].items()}
    summary = summarize(scores, bootstrap=bootstrap) | {"n_unranked": int(np.isinf(ranks).sum())}
    best = -by_question(-ranks, question, "any")
    bands = ("1", "2 to 3", "4 to 10", "more", "not ranked")
    counts = np.bincount(np.digitize(best, (2, 4, 11, math.inf)), minlength=len(bands)).tolist()
    rows = [
        [columns.ids[place], "; ".join(found[place][:5]) or "(none)", "; ".join(right[place]),
         "not ranked" if math.isinf(best[place]) else int(best[place])]
        for place in worst_first(best, best > 1)
    ]  # fmt: skip
    parts = [[name, number] for name, number in zip(bands, counts, strict=True) if number]
    return ShownScore(summary, (["best rank", "questions"], parts), (["item", "candidates", "reference", "rank"], rows))


def score_intervals(columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores intervals of years, each a pair, or a text such as ``1990-1994`` or ``1990``.

    Raises:
        InputError, ValueError: an entry is not an interval; says which, and what was expected.
    """
    pairs = [
        [_interval(name, number, value) for number, value in enumerate(column, 1)]
        for name, column in (("predictions", columns.predictions), ("references", columns.references))
    ]
    scores = interval_overlap(*pairs)
    main = scores["aeiou"]
    misses = np.array([min(a[1], b[1]) < max(a[0], b[0]) for a, b in zip(*pairs, strict=True)])
    kinds = {"equal": main == 100, "overlapping": ~misses & (main < 100), "apart": misses}
    rows = [
        [columns.ids[place], *("-".join(map(str, column[place])) for column in pairs),
         *(round(float(values[place]), 2) for values in scores.values())]
        for place in worst_first(100 - main)
    ]  # fmt: skip
    return ShownScore(
        summarize(scores, bootstrap=bootstrap),
        means_of_parts(["intervals", "facts"], kinds, scores),
        (["item", "prediction", "reference", *scores], rows),
    )


def _interval(name: str, number: int, value: Any) -> list[int]:
    if isinstance(value, str) and (found := _INTERVAL.fullmatch(value.strip().strip("[]"))):
        return [int(found[1]), int(found[2] or found[1])]
    if isinstance(value, list) and len(value) == 2 and all(isinstance(year, int) for year in value):
        return value
    raise InputError(f"{name}, item {number}: found {value!r:.80}, expected years such as 1990-1994")
