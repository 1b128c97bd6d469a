"""The contents of the app of the scores of probes: names, dates, ages, yes or no."""

from __future__ import annotations

from typing import Any

from temporal_qa.apps.answer_scores import answer_entry
from temporal_qa.apps.metric_inputs import Columns
from temporal_qa.apps.shown_score import WORST, ShownScore
from temporal_qa.io.errors import InputError
from temporal_qa.scoring.date_probes import QUESTION_SCORES, date_probes, probe_means
from temporal_qa.scoring.probe_answers import answer_text
from temporal_qa.scoring.sample_probes import probe_summary

PROBE_METRICS = ("date_probes",)


def score_probes(columns: Columns, *, bootstrap: int | None = None) -> ShownScore:
    """Scores names, dates, ages and yes or no by value, 0 to 100; the ``units`` of the columns are the types.

    Args:
        columns: predictions and references, each a text, or a list of one (JSON in a cell, or in a line).
        bootstrap: number of resamples for 95 % intervals; without it there are none.

    Raises:
        InputError, ValueError: a reference is not one answer of its type.
    """
    predictions = [value if isinstance(value, dict) else answer_entry(value) for value in columns.predictions]
    for number, value in enumerate(predictions, 1):
        if isinstance(value, dict) and value.keys().isdisjoint({"year", "month", "day"}):
            raise InputError(
                f"predictions, item {number}: expected a text or an age by year, month and day: {value!r:.80}"
            )
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
