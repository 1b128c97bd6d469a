"""The contents of the apps of the errors of numbers."""

from __future__ import annotations

import math
from typing import Any, Literal

from temporal_qa.apps.metric_inputs import Columns
from temporal_qa.apps.shown_score import WORST, ShownScore, ShownTable
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.error_score import ErrorScore
from temporal_qa.scoring.mase import mase, scaled_errors
from temporal_qa.scoring.number_columns import Numbers
from temporal_qa.scoring.responses.temporal_values import read_value_column
from temporal_qa.scoring.smape import percentage_errors, smape

NUMBER_METRICS = ("temporal_smape", "temporal_mase")


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
    deviations = ["mean deviation"] if metric == "temporal_mase" else []
    rows = [
        [name, part.n, part.n_defined, round(100 * part.coverage, 1), _rounded(part.score)]
        + [_rounded(part.deviation) for _ in deviations] for name, part in parts
    ]  # fmt: skip
    return ["part", "items", "in the mean", "parsed, %", metric, *deviations], rows


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
