"""The configs of a dataset as Parquet, in shards that any number of processes write; a shard has a file a config."""

import json
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from temporal_qa.hub.dataset_repo import declared
from temporal_qa.io import batched, read_rows, writing_beside
from temporal_qa.io.read import number_of_rows

USUAL_NUMBER = 32
"""How many shards a split of usual size has."""

_ARROW_BYTES_KEY = "temporal_qa.arrow_bytes"

RowsOfConfigs: TypeAlias = dict[str, Any]
"""Config -> its rows: a list of mappings, or an Arrow table."""

FacetCounts: TypeAlias = defaultdict[str, Counter[str]]
"""Facet -> value -> number."""

Counts: TypeAlias = dict[str, dict[str, Counter[str]]]
"""Facet -> split -> value -> number."""


@dataclass(frozen=True)
class ConfigShards(ABC):
    """The shards of all splits, see :class:`~temporal_qa.io.shards.Shards`. Its rows are *items*, by number from 0, and
    each gives rows of every config.

    Attributes:
        folder: of the dataset.
        schemas: the Arrow schema of each config.
        min_items: the fewest items of a shard, unless it is the only one of its split.
        max_items: the most items of a shard.
        items_per_row_group: how many items are made at once; their rows are in memory, and a row group.
        dictionary: the columns with few distinct values, or True where nothing is known of them.
        only_facet: the name under which files keep the counts, where there are those of one facet alone.
    """

    folder: Path
    schemas: Mapping[str, Any]
    min_items: int = field(default=2_000, kw_only=True)
    max_items: ClassVar = 100_000
    items_per_row_group: ClassVar = 500
    dictionary: ClassVar[Sequence[str] | bool] = True
    only_facet: ClassVar[str | None] = None

    @property
    @abstractmethod
    def sizes(self) -> Mapping[str, int]:
        """The number of items of each split."""

    @abstractmethod
    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The rows of some items, by config; adds to the counts of each facet."""

    def starts(self, size: int) -> list[int]:
        """The first item of each shard of a split of this size."""
        number = -(-size // min(max(size // USUAL_NUMBER, self.min_items), self.max_items))
        return [size * place // number for place in range(number)]

    @cached_property
    def _shards(self) -> list[tuple[str, str, range]]:
        """Of each shard its split, the name of its files as ``datasets`` names them, and its items."""
        shards = []
        for split, size in self.sizes.items():
            starts = self.starts(size)
            for place, bounds in enumerate(pairwise([*starts, size])):
                shards.append((split, f"{split}-{place:05d}-of-{len(starts):05d}.parquet", range(*bounds)))
        return shards

    @property
    def number_of_shards(self) -> int:
        """Those of all splits."""
        return len(self._shards)

    def rows(self, shard: int) -> int:
        """How many items a shard has."""
        return len(self._shards[shard][2])

    def is_written(self, shard: int) -> bool:
        """Whether all its files are there and whole."""
        return all(number_of_rows(self.path(shard, config)) is not None for config in self.schemas)

    def path(self, shard: int, config: str) -> Path:
        """The file of a shard."""
        return self.folder / config / self._shards[shard][1]

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Writes the files of a shard."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        split, _, numbers = self._shards[shard]
        counts: FacetCounts = defaultdict(Counter)
        size_in_memory = Counter[str]()
        with ExitStack() as files:
            writers = {}
            for config, schema in self.schemas.items():
                beside = files.enter_context(writing_beside(self.path(shard, config)))
                writer = pq.ParquetWriter(beside, schema, compression="zstd", use_dictionary=self.dictionary)
                writers[config] = files.enter_context(writer)
            for block in batched(numbers, self.items_per_row_group):
                made = self.make(split, block, counts)
                for config, writer in writers.items():
                    if isinstance(table := made[config], list):
                        table = pa.Table.from_pylist(table, schema=self.schemas[config])
                    size_in_memory[config] += table.nbytes
                    if table.num_rows:  # datasets cannot read an empty row group
                        writer.write_table(table)
                on_rows(len(block))
            kept = counts if self.only_facet is None else dict(sorted(counts[self.only_facet].items()))
            for config, writer in writers.items():
                size = str(size_in_memory[config])
                writer.add_key_value_metadata({self._counts_key: json.dumps(kept), _ARROW_BYTES_KEY: size})

    @property
    def _counts_key(self) -> str:
        return f"temporal_qa.{self.only_facet or 'counts'}"

    def finish(self) -> tuple[Counts, dict[str, Any]]:
        """The counts in the written files and, for the card, the ``datasets.DatasetInfo`` of each config with rows.

        Removes the files of a split without rows, which ``datasets`` cannot load. ``num_bytes`` are those of Arrow
        tables.
        """
        import pyarrow.parquet as pq
        from datasets import Features

        totals: Counts = {}
        infos: dict[str, Any] = {}
        for config, schema in self.schemas.items():
            rows, sizes = Counter[str](), Counter[str]()
            for split, name, _ in self._shards:
                metadata = pq.read_metadata(self.folder / config / name)
                rows[split] += metadata.num_rows
                sizes[split] += int(metadata.metadata[_ARROW_BYTES_KEY.encode()])
                if config == next(iter(self.schemas)):  # the files of each config have the same counts
                    counts = json.loads(metadata.metadata[self._counts_key.encode()])
                    by_facet = {self.only_facet: counts} if self.only_facet else counts
                    for facet, values in by_facet.items():
                        totals.setdefault(facet, {}).setdefault(split, Counter()).update(values)
            for split, name, _ in self._shards:
                if not rows[split]:
                    (self.folder / config / name).unlink()
            if rows := +rows:  # without the splits that have none
                infos[config] = declared(self.folder, config, Features.from_arrow_schema(schema), rows, sizes)
        return totals, infos

    def first_row(self, config: str) -> dict[str, Any]:
        """The first row of a config that has one."""
        paths = (self.path(shard, config) for shard in range(self.number_of_shards))
        return next(read_rows(next(path for path in paths if number_of_rows(path)))).values
