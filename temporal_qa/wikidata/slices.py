"""Dumps mined by tasks: of n tasks each mines every n-th part of every dump.

Each task reads all bytes: only who has counted the lines before a part can say where its facts stand. So a task costs
the decompression of the dumps and its share of the mining, and more tasks help only as far as that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from temporal_qa.wikidata.dump import DumpReader
from temporal_qa.wikidata.lines import MinedLines, MiningOptions, mine_lines
from temporal_qa.wikidata.parts import Part, PartsFolder, new_parts


@dataclass(frozen=True, slots=True)
class DumpSlices:
    """The parts of dumps in slices; see :class:`~temporal_qa.io.shards.Shards`. Its rows are bytes of the dumps.

    Attributes:
        dumps: what is mined.
        options: what to look for.
        folder: of the parts.
        number_of_shards: how many slices there are.
        block_bytes, part_blocks: as of :func:`~temporal_qa.wikidata.mine.mine`.
    """

    dumps: Sequence[Path]
    options: MiningOptions
    folder: Path
    number_of_shards: int
    block_bytes: int
    part_blocks: int

    def rows(self, shard: int) -> int:
        """How many bytes of the dumps count as a slice."""
        size = sum(dump.stat().st_size for dump in self.dumps)
        return size * (shard + 1) // self.number_of_shards - size * shard // self.number_of_shards

    def is_written(self, shard: int) -> bool:
        """Whether a slice is mined."""
        return self._mark(shard).exists()

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Mines the parts of a slice that are not there yet.

        Raises:
            InputError: a damaged dump.
        """
        parts = PartsFolder(self.folder)
        for source, dump in enumerate(self.dumps):

            def is_ours(number: int, source: int = source) -> bool:
                return number % self.number_of_shards == shard and not parts.is_finished(source, number)

            with contextlib.closing(DumpReader(dump)) as reader:
                for part in new_parts(dump, Part(source, 0), self._mined(reader, is_ours), self.part_blocks):
                    if part.is_whole(self.part_blocks) and is_ours(part.number):
                        parts.write(part)
        self._mark(shard).touch()
        on_rows(self.rows(shard))

    def _mined(self, reader: DumpReader, is_ours: Callable[[int], bool]) -> Iterator[tuple[int, MinedLines]]:
        for number, block in enumerate(reader.blocks(self.block_bytes)):
            if is_ours(number // self.part_blocks):
                yield len(block), mine_lines(block, self.options)
            else:
                yield len(block), MinedLines(block.count(b"\n") + (not block.endswith(b"\n")))

    def _mark(self, shard: int) -> Path:
        return self.folder / f"slice-{shard:05d}-of-{self.number_of_shards:05d}"
