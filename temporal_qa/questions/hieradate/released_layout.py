"""Samples in the layout of the released HieraDate: one JSON list, a flat object for each sample."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.atomic import writing_beside
from temporal_qa.questions.hieradate.sample import Probe, Sample


def released_object(sample: Sample) -> dict[str, Any]:
    """The sample under the released keys: ``_id``, ``question``, ``answer``, ``context`` and those of its probes.

    Dates and ages are ``{year, month, day}``. A part that a date lacks is 1, as in the paper (appendix B.2); those that
    an age of the year-only version lacks are 0.
    """
    found: dict[str, Any] = {
        "_id": sample.id,
        "question": sample.probes[0].question,
        "answer": sample.probes[0].answer,
        "context": [[paragraph.title, list(paragraph.sentences)] for paragraph in sample.paragraphs],
        "data_label": sample.kind,
    }
    for probe in sample.probes[1:]:
        found[f"ques_{probe.key}"] = probe.question
        found[f"ans_{probe.key}"] = _parts(probe, 0) if probe.answer_type == "age" else probe.answer
        if probe.answer_type == "date":
            found[f"ans_{probe.key}_date"] = _parts(probe, 1)
    return found


def _parts(probe: Probe, absent: int) -> dict[str, int]:
    sign, value = (-1, probe.value[1:]) if probe.value.startswith("-") else (1, probe.value)
    numbers = [*map(int, value.split("-")), absent, absent]
    return {"year": sign * numbers[0], "month": numbers[1], "day": numbers[2]}


def write_released_layout(path: Path, samples: Iterable[Sample]) -> None:
    """Writes samples as one JSON list, one at a time."""
    with writing_beside(path) as beside, beside.open("wb") as file:
        file.write(b"[")
        between = b"\n"
        for sample in samples:
            file.write(between + orjson.dumps(released_object(sample)))
            between = b",\n"
        file.write(b"\n]\n")
