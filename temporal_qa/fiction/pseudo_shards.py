"""Pseudo-PIT written as Parquet shards, by any number of processes, and resumed where a killed run stopped.

One process writes the whole blocks of a shard, and names the file only when it is complete. The number of questions
alone decides which blocks are in which shard, so the bytes do not depend on the processes or the number of runs.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe, number_of_blocks
from temporal_qa.fiction.pseudo_tables import block_tables
from temporal_qa.hub.dataset_repo import declared
from temporal_qa.io import read_rows, writing_beside
from temporal_qa.io.read import number_of_rows

# A million questions take about 280 MB. Small datasets are split too, so that two processes have work.
_MAX_QUESTIONS, _MIN_QUESTIONS, _USUAL_NUMBER = 1_000_000, 30_000, 32
_BLOCKS_PER_ROW_GROUP = 10

_NOT_ASKED_KEY, _ARROW_BYTES_KEY = "temporal_qa.not_asked", "temporal_qa.arrow_bytes"


@dataclass(frozen=True, slots=True)
class PseudoShards:
    """The ``questions`` of a ``recipe`` as the shards of a ``split`` in a ``folder``."""

    recipe: PseudoRecipe
    questions: int
    folder: Path
    schema: Any
    split: str = "train"

    @property
    def number_of_shards(self) -> int:
        """How many files there are."""
        per_shard = min(max(self.questions // _USUAL_NUMBER, _MIN_QUESTIONS), _MAX_QUESTIONS)
        number = -(-self.questions // per_shard)
        # A power of two, so that 2, 4 or 8 processes end at the same time.
        balanced = number if number > _USUAL_NUMBER else 1 << (number - 1).bit_length()
        return min(balanced, number_of_blocks(self.questions))

    def path(self, shard: int) -> Path:
        """The file of a shard, named as ``datasets`` names them."""
        return self.folder / f"{self.split}-{shard:05d}-of-{self.number_of_shards:05d}.parquet"

    @property
    def paths(self) -> list[Path]:
        """The files of all shards."""
        return [self.path(shard) for shard in range(self.number_of_shards)]

    def first_row(self) -> dict[str, Any]:
        """The first row of the written shards."""
        return next(read_rows(self.path(0))).values

    def blocks(self, shard: int) -> range:
        """The blocks of a shard."""
        blocks = number_of_blocks(self.questions)
        return range(blocks * shard // self.number_of_shards, blocks * (shard + 1) // self.number_of_shards)

    def rows(self, shard: int) -> int:
        """How many questions a shard has."""
        blocks = self.blocks(shard)
        return min(blocks.stop * BLOCK_SIZE, self.questions) - blocks.start * BLOCK_SIZE

    def is_written(self, shard: int) -> bool:
        """Whether the file of a shard is there and whole."""
        return number_of_rows(self.path(shard)) == self.rows(shard)

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Writes a shard; see :class:`~temporal_qa.io.shards.Shards`.

        Raises:
            InputError, RuntimeError: as :func:`~.pseudo_questions.block_questions`.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        counts: Counter[str] = Counter()
        size_in_memory = 0
        with (
            writing_beside(self.path(shard)) as beside,
            pq.ParquetWriter(beside, self.schema, compression="zstd", use_dictionary=_DICTIONARY) as writer,
        ):
            blocks = self.blocks(shard)
            tables = block_tables(self.recipe, blocks, self.schema, questions=self.questions, not_asked=counts)
            while of_group := list(islice(tables, _BLOCKS_PER_ROW_GROUP)):
                row_group = pa.concat_tables(of_group)
                writer.write_table(row_group)
                size_in_memory += row_group.nbytes
                on_rows(row_group.num_rows)
            kept = {_NOT_ASKED_KEY: json.dumps(dict(sorted(counts.items()))), _ARROW_BYTES_KEY: str(size_in_memory)}
            writer.add_key_value_metadata(kept)

    def finish(self, config: str) -> tuple[Counter[str], Any]:
        """What the written files left out, by reason, and their ``datasets.DatasetInfo``, for the card.

        Each file keeps its own counts. ``num_bytes`` are those of Arrow tables.
        """
        import pyarrow.parquet as pq
        from datasets import Features

        not_asked, size = Counter[str](), 0
        for path in self.paths:
            kept = pq.read_metadata(path).metadata
            not_asked.update(json.loads(kept[_NOT_ASKED_KEY.encode()]))
            size += int(kept[_ARROW_BYTES_KEY.encode()])
        features = Features.from_arrow_schema(self.schema)
        rows, sizes = {self.split: self.questions}, {self.split: size}
        return not_asked, declared(config, features, rows, sizes, self.paths)


# Columns of few distinct values. For the others a dictionary costs time and saves nothing.
_DICTIONARY = [
    "level", "hops", "kind", "relation", "subject", "reference_date", "shift_months", "source_group",
    *(f"facts.list.element.{column}" for column in ("subject", "relation", "object", "start", "end")),
]  # fmt: skip
