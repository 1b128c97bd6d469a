"""Samples in files: as Parquet, the configs ``samples`` and ``questions``, in shards that any number of processes
write; and in the layout of the released HieraDate, one JSON list with a flat object for each sample.

The solver answers every question from its text alone before it is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporal_qa.hub.config_shards import ConfigShards, FacetCounts, RowsOfConfigs
from temporal_qa.io.atomic import write_json_list
from temporal_qa.questions.hieradate.drawn_samples import DrawnSamples
from temporal_qa.questions.hieradate.sample import SHARED, Probe, Sample
from temporal_qa.questions.hieradate.solver import solve_life_question
from temporal_qa.questions.unsolved import Unsolved

FACETS = ("task", "kind", "relation", "extreme", "decided_by", "states_age")
"""By which the questions are counted."""


def sample_features() -> dict[str, Any]:
    """The ``datasets.Features`` of each config."""
    from datasets import Features, List, Value

    text = Value("string")
    shared = dict.fromkeys(("kind", *SHARED), text) | {"states_age": Value("bool")}
    lives = List(dict.fromkeys(("id", "name", "type", "start", "end"), text))
    question = {"id": text, "question": text, "answers": List(text), "answer_type": text}
    samples = question | {"context": text} | shared | {
        "lives": lives,
        "paragraphs": List({"title": text, "sentences": List(text)}),
        "probes": List(dict.fromkeys(("key", "task", "question", "answer", "answer_type", "value"), text)),
    }  # fmt: skip
    of_question = dict.fromkeys(("answer_value", "context", "sample", "probe", "task"), text)
    return {"samples": Features(samples), "questions": Features(question | of_question | shared | {"lives": lives})}


@dataclass(frozen=True)
class SampleShards(ConfigShards):
    """The shards of all splits; each has a file of samples and one of their questions.

    Attributes:
        splits: split -> its samples.
    """

    splits: Mapping[str, DrawnSamples | Sequence[Sample]]

    @property
    def sizes(self) -> dict[str, int]:
        """The number of samples of each split."""
        return {split: len(samples) for split, samples in self.splits.items()}

    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The rows of some samples.

        Raises:
            RuntimeError: the solver does not confirm a label.
        """
        made = [self.splits[split][number] for number in numbers]
        for sample in made:
            if wrong := wrong_label(sample):
                raise RuntimeError(wrong)
            counts["task"].update(probe.task for probe in sample.probes)
            for facet in FACETS[1:]:
                counts[facet][str(getattr(sample, facet)).lower()] += len(sample.probes)
        return {
            "samples": [sample.to_row() for sample in made],
            "questions": [row for sample in made for row in sample.question_rows()],
        }


def wrong_label(sample: Sample) -> str | None:
    """The first question whose label the solver does not confirm, and what it says; None if there is none."""
    context = sample.context
    for probe in sample.probes:
        try:
            solved = solve_life_question(probe.question, context).value
        except Unsolved as problem:
            solved = f"nothing: {problem}"
        if solved != probe.value:
            return f"{sample.id}, {probe.question!r}: labelled {probe.value!r}, solved {solved!r}"
    return None


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
    write_json_list(path, map(released_object, samples))
