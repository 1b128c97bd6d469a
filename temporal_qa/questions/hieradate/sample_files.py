"""Samples as Parquet: the configs ``samples`` and ``questions``, in shards that any number of processes write."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from temporal_qa.io.atomic import writing_beside
from temporal_qa.io.shards import number_of_rows_in
from temporal_qa.questions.hieradate.sample import Sample

CONFIGS = ("samples", "questions")

_MAX_SAMPLES, _USUAL_NUMBER = 100_000, 32
MIN_SAMPLES = 2_000
_SAMPLES_PER_ROW_GROUP = 500

_COUNTS_KEY, _ARROW_BYTES_KEY = "temporal_qa.counts", "temporal_qa.arrow_bytes"

FACETS = ("task", "kind", "relation", "extreme", "decided_by", "states_age")
"""By which the questions are counted."""

Counts: TypeAlias = dict[str, dict[str, Counter[str]]]
"""Facet -> split -> value -> number of questions."""


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


@dataclass(frozen=True, slots=True)
class SampleShards:
    """The shards of all splits, see :class:`~temporal_qa.io.shards.Shards`. A row is a sample; each shard has a file of
    samples and one of their questions.

    Attributes:
        splits: their samples.
        folder: the folder of the dataset; those of the configs exist.
        schemas: the Arrow schema of each config.
        check: called with each sample before it is written.
        min_samples: of a shard, but for the only one of a split.
    """

    splits: Sequence[SplitSamples]
    folder: Path
    schemas: Mapping[str, Any]
    check: Callable[[Sample], object]
    min_samples: int = field(default_factory=lambda: MIN_SAMPLES)

    @property
    def number_of_shards(self) -> int:
        """Those of all splits."""
        return sum(self._shards_of(split) for split in self.splits)

    def rows(self, shard: int) -> int:
        """How many samples a shard has."""
        return len(self._numbers(shard)[1])

    def is_written(self, shard: int) -> bool:
        """Whether both files are there; that of the samples is written last."""
        samples, questions = (number_of_rows_in(self.path(shard, config)) for config in CONFIGS)
        return samples == self.rows(shard) and questions is not None

    def path(self, shard: int, config: str) -> Path:
        """The file of a shard, named as ``datasets`` names them."""
        split, place = self._place(shard)
        name = f"{split.split}-{place:05d}-of-{self._shards_of(split):05d}.parquet"
        return self.folder / config / name

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Writes both files of a shard.

        Raises:
            RuntimeError: ``check`` found a wrong label.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        split, numbers = self._numbers(shard)
        counts: dict[str, Counter[str]] = {facet: Counter() for facet in FACETS}
        size_in_memory = Counter[str]()
        remaining = iter(numbers)
        with (
            writing_beside(self.path(shard, "samples")) as samples_beside,
            pq.ParquetWriter(samples_beside, self.schemas["samples"], compression="zstd") as samples_writer,
            writing_beside(self.path(shard, "questions")) as questions_beside,
            pq.ParquetWriter(questions_beside, self.schemas["questions"], compression="zstd") as questions_writer,
        ):
            writers = {"samples": samples_writer, "questions": questions_writer}
            while block := list(islice(remaining, _SAMPLES_PER_ROW_GROUP)):
                made = [split.sample(number) for number in block]
                for sample in made:
                    self.check(sample)
                    _count(sample, counts)
                rows = {
                    "samples": [sample.to_row() for sample in made],
                    "questions": [row for sample in made for row in sample.question_rows()],
                }
                for config, writer in writers.items():
                    table = pa.Table.from_pylist(rows[config], schema=self.schemas[config])
                    size_in_memory[config] += table.nbytes
                    writer.write_table(table)
                on_rows(len(block))
            for config, writer in writers.items():
                kept = {_COUNTS_KEY: json.dumps(counts), _ARROW_BYTES_KEY: str(size_in_memory[config])}
                writer.add_key_value_metadata(kept)

    def counts(self) -> Counts:
        """The numbers of questions in the written files."""
        totals: Counts = {facet: {} for facet in FACETS}
        for split, metadata in self._metadata("samples"):
            for facet, values in json.loads(metadata.metadata[_COUNTS_KEY.encode()]).items():
                totals[facet].setdefault(split, Counter()).update(values)
        return totals

    def info(self, config: str) -> Any:
        """The ``datasets.DatasetInfo`` of a config, for the card. Its ``num_bytes`` are those of Arrow tables."""
        from datasets import DatasetInfo, Features
        from datasets.splits import SplitDict, SplitInfo

        rows, sizes = Counter[str](), Counter[str]()
        for split, metadata in self._metadata(config):
            rows[split] += metadata.num_rows
            sizes[split] += int(metadata.metadata[_ARROW_BYTES_KEY.encode()])
        splits = SplitDict()
        for split in rows:
            splits.add(SplitInfo(split, num_bytes=sizes[split], num_examples=rows[split]))
        paths = [self.path(shard, config) for shard in range(self.number_of_shards)]
        return DatasetInfo(
            features=Features.from_arrow_schema(self.schemas[config]), config_name=config, splits=splits,
            dataset_size=sizes.total(), download_size=sum(path.stat().st_size for path in paths),
        )  # fmt: skip

    def first_row(self, config: str) -> dict[str, Any]:
        """The first row of a config."""
        import pyarrow.parquet as pq

        with pq.ParquetFile(self.path(0, config)) as first:
            row: dict[str, Any] = next(first.iter_batches(1)).to_pylist()[0]
        return row

    def _metadata(self, config: str) -> Iterator[tuple[str, Any]]:
        import pyarrow.parquet as pq

        for shard in range(self.number_of_shards):
            yield self._place(shard)[0].split, pq.read_metadata(self.path(shard, config))

    def _place(self, shard: int) -> tuple[SplitSamples, int]:
        """The split of a shard, and which of its shards it is."""
        for split in self.splits:
            if shard < (number := self._shards_of(split)):
                return split, shard
            shard -= number
        raise IndexError("not so many shards")

    def _shards_of(self, split: SplitSamples) -> int:
        per_shard = min(max(split.size // _USUAL_NUMBER, self.min_samples), _MAX_SAMPLES)
        return -(-split.size // per_shard)

    def _numbers(self, shard: int) -> tuple[SplitSamples, range]:
        split, place = self._place(shard)
        number = self._shards_of(split)
        return split, range(split.size * place // number, split.size * (place + 1) // number)


def _count(sample: Sample, counts: dict[str, Counter[str]]) -> None:
    questions = len(sample.probes)
    counts["task"].update(probe.task for probe in sample.probes)
    for facet in ("kind", "relation", "extreme", "decided_by"):
        counts[facet][getattr(sample, facet)] += questions
    counts["states_age"][str(sample.states_age).lower()] += questions
