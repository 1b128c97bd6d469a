"""Samples as Parquet: the configs ``samples`` and ``questions``, in shards that any number of processes write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from temporal_qa.hub.config_shards import ConfigShards
from temporal_qa.questions.hieradate.sample import Sample

CONFIGS = ("samples", "questions")

MIN_SAMPLES = 2_000

FACETS = ("task", "kind", "relation", "extreme", "decided_by", "states_age")
"""By which the questions are counted."""


class SplitSamples(Protocol):
    """The samples of one split, by number."""

    split: str
    size: int

    def sample(self, number: int) -> Sample:
        """The sample with this number, from 0."""


def sample_features() -> dict[str, Any]:
    """The ``datasets.Features`` of each config."""
    from datasets import Features, List, Value

    text = Value("string")
    shared = dict.fromkeys(("kind", "version", "setting", "relation", "extreme", "decided_by"), text)
    shared |= {"states_age": Value("bool")}
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
        splits: their samples.
        check: called with each sample before it is written; raises ``RuntimeError`` where a label is wrong.
    """

    splits: Sequence[SplitSamples]
    folder: Path
    schemas: Mapping[str, Any]
    check: Callable[[Sample], object]
    min_items: int = field(default_factory=lambda: MIN_SAMPLES)

    @property
    def sizes(self) -> dict[str, int]:
        """The number of samples of each split."""
        return {split.split: split.size for split in self.splits}

    def make(
        self, split: str, numbers: Sequence[int], counts: dict[str, Counter[str]]
    ) -> dict[str, list[dict[str, Any]]]:
        """The rows of some samples."""
        (samples,) = (of_split for of_split in self.splits if of_split.split == split)
        made = [samples.sample(number) for number in numbers]
        for sample in made:
            self.check(sample)
            _count(sample, counts)
        return {
            "samples": [sample.to_row() for sample in made],
            "questions": [row for sample in made for row in sample.question_rows()],
        }


def _count(sample: Sample, counts: dict[str, Counter[str]]) -> None:
    questions = len(sample.probes)
    for facet in FACETS:
        counts.setdefault(facet, Counter())
    counts["task"].update(probe.task for probe in sample.probes)
    for facet in ("kind", "relation", "extreme", "decided_by"):
        counts[facet][getattr(sample, facet)] += questions
    counts["states_age"][str(sample.states_age).lower()] += questions
