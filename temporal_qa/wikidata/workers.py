"""Mines blocks of lines in several processes of this machine, or the parts of dumps by tasks.

A block is passed as a file in the page cache, which takes half the copying of a pipe. Each process has two such files,
so that one block waits while the other is mined.

Of n tasks each mines every n-th part of every dump, and reads all bytes: only who has counted the lines before a part
can say where its facts stand. So a task costs the decompression of the dumps and its share of the mining, and more
tasks help only as far as that.
"""

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from temporal_qa.io.processes import process_pool
from temporal_qa.wikidata.dump import DumpReader, UnreadableDump
from temporal_qa.wikidata.lines import MinedLines, MiningOptions, mine_lines
from temporal_qa.wikidata.parts import Part, PartsFolder, whole_parts


def mine_blocks(
    blocks: Iterable[bytes], options: MiningOptions, workers: int, folder: Path
) -> Generator[tuple[int, MinedLines]]:
    """The size and the result of each block, in order.

    ``UnreadableDump`` of ``blocks`` is raised after the results of all blocks before it.

    Args:
        blocks: whole lines.
        options: what to look for.
        workers: how many processes; 1 mines in this one.
        folder: for the files that pass the blocks; they stay there and are small.

    Raises:
        ChildProcessError: a worker was killed.
    """
    if workers == 1:
        for block in blocks:
            yield len(block), mine_lines(block, options)
        return
    waiting: deque[tuple[int, Future[MinedLines]]] = deque()
    failure: UnreadableDump | None = None
    with contextlib.ExitStack() as opened, process_pool(workers) as submit:
        paths = [folder / f".block-{number:03d}" for number in range(2 * workers)]
        files = [opened.enter_context(path.open("w+b", buffering=0)) for path in paths]
        try:
            for number, block in enumerate(blocks):
                if len(waiting) == len(files):
                    size, mined = waiting.popleft()
                    yield size, mined.result()
                slot = number % len(files)  # its last block is mined: results are taken in order
                files[slot].seek(0)
                view = memoryview(block)
                while view:
                    view = view[files[slot].write(view) :]
                waiting.append((len(block), submit(_mine_file, paths[slot], len(block), options)))
        except UnreadableDump as error:
            failure = error
        for size, mined in waiting:
            yield size, mined.result()
    if failure is not None:
        raise failure


def _mine_file(path: Path, size: int, options: MiningOptions) -> MinedLines:
    with path.open("rb", buffering=0) as file:
        return mine_lines(file.read(size), options)


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
            is_ours = partial(self._is_ours, shard, source)
            with contextlib.closing(DumpReader(dump)) as reader:
                for part in whole_parts(dump, Part(source=source), self._mined(reader, is_ours), self.part_blocks):
                    if is_ours(part.number):
                        parts.write(part)
        self._mark(shard).touch()
        on_rows(self.rows(shard))

    def _is_ours(self, shard: int, source: int, number: int) -> bool:
        """Whether a part is of this slice, and not there yet."""
        return number % self.number_of_shards == shard and not PartsFolder(self.folder).is_finished(source, number)

    def _mined(self, reader: DumpReader, is_ours: Callable[[int], bool]) -> Iterator[tuple[int, MinedLines]]:
        for number, block in enumerate(reader.blocks(self.block_bytes)):
            if is_ours(number // self.part_blocks):
                yield len(block), mine_lines(block, self.options)
            else:
                yield len(block), MinedLines(block.count(b"\n") + (not block.endswith(b"\n")))

    def _mark(self, shard: int) -> Path:
        return self.folder / f"slice-{shard:05d}-of-{self.number_of_shards:05d}"
