"""The parts of a mining run: mined in several processes of this machine or by tasks, kept in a hidden folder.

A part is the result of some hundreds of blocks: dated statements, lives and labels in Parquet, and a record, written
last, that says where the next part begins. A killed run resumes after its last whole part. Parts may be finished in any
order, by any number of processes.

A block is passed to a process as a file in the page cache, which takes half the copying of a pipe. Each process has two
such files, so that one block waits while the other is mined.

Of n tasks each mines every n-th part of every dump, and reads all bytes: only who has counted the lines before a part
can say where its facts stand. So a task costs the decompression of the dumps and its share of the mining, and more
tasks help only as far as that.
"""

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import msgspec

from temporal_qa.io import InputError, read_json, write_json, writing_beside
from temporal_qa.io.processes import process_pool
from temporal_qa.wikidata.dump import DumpReader, UnreadableDump
from temporal_qa.wikidata.lines import FactRow, LifeRow, MinedLines, MiningOptions, mine_lines
from temporal_qa.wikidata.statements import Tally


@dataclass(slots=True)
class Part(MinedLines):
    """Several blocks of one dump. ``offset`` and ``lines`` are where it ends in the decompressed dump."""

    source: int = 0
    number: int = 0
    offset: int = 0
    is_last: bool = False
    blocks: int = 0

    def following(self) -> "Part":
        """The empty part after this one."""
        return Part(self.lines, source=self.source, number=self.number + 1, offset=self.offset)

    def add(self, size: int, mined: MinedLines) -> None:
        """Adds the next block, ``size`` bytes of lines."""
        # Lines count from 0 in a block and from 1 in the dump.
        self.facts += (row._replace(line=self.lines + row.line + 1) for row in mined.facts)
        self.lives += (row._replace(line=self.lines + row.line + 1) for row in mined.lives)
        if mined.tally.bad_line is not None:
            mined.tally.bad_line += self.lines + 1
        self.tally.add(mined.tally)
        self.labelled += mined.labelled
        self.labels += mined.labels
        self.lines += mined.lines
        self.offset += size
        self.blocks += 1


def whole_parts(dump: Path, part: Part, mined: Iterable[tuple[int, MinedLines]], part_blocks: int) -> Iterator[Part]:
    """The parts of a dump, each as soon as it has its last block. The last part may have fewer blocks, or none.

    Args:
        dump: for errors.
        part: the first one, empty, where the blocks begin.
        mined: the size and the result of each block.
        part_blocks: how many blocks make a part.

    Raises:
        InputError: a damaged dump.
    """
    try:
        for size, lines in mined:
            part.add(size, lines)
            if part.blocks == part_blocks:
                yield part
                part = part.following()
    except UnreadableDump as error:
        raise InputError(str(error), dump, part.lines + 1) from None
    part.is_last = True
    yield part


def finished_parts(folder: Path, source: int) -> list[Part]:
    """The whole parts of a dump, from its beginning to a gap, without their rows.

    Args:
        folder: that of :func:`~temporal_qa.io.resumable.unfinished_folder`.
        source: the number of the dump.

    Raises:
        InputError: the record of a part is damaged.
    """
    found = map(_read_part, sorted(folder.glob(f"{source:04d}-*.json")))
    return [part for place, part in enumerate(found) if part.number == place]


def write_part(folder: Path, part: Part) -> None:
    """Writes a part, its record last."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def table(rows: list[Any], schema: list[tuple[str, str]]) -> pa.Table:
        columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in schema[:-1]]
        return pa.table([*columns, [part.source] * len(rows)], schema=pa.schema(schema))

    tables = {
        "facts": table(part.facts, _columns_of(FactRow)),
        "lives": table(part.lives, _columns_of(LifeRow)),
        "labels": pa.table({"item": pa.array(part.labelled, "int64"), "label": pa.array(part.labels, "string")}),
    }
    for name, rows in tables.items():
        with writing_beside(_part_file(folder, part.source, part.number, f"{name}.parquet")) as beside:
            pq.write_table(rows, beside, compression="zstd")
    write_json(_part_file(folder, part.source, part.number, "json"), {name: getattr(part, name) for name in _RECORD})


def part_files(folder: Path, name: str) -> list[str]:
    """The Parquet files of all parts, in the order of the dumps; ``name`` is ``facts``, ``lives`` or ``labels``."""
    return sorted(str(path) for path in folder.glob(f"*.{name}.parquet"))


def _part_file(folder: Path, source: int, part: int, kind: str) -> Path:
    """A file of a part; the kind ``json`` is its record, which is there when the part is whole."""
    return folder / f"{source:04d}-{part:06d}.{kind}"


def _read_part(path: Path) -> Part:
    values = read_json(path, dict, "the record of a part")
    with contextlib.suppress(msgspec.ValidationError):
        tally = values.get("tally")
        if values.keys() >= {*_RECORD} and isinstance(tally, dict) and tally.keys() >= {*Tally.__slots__}:
            return msgspec.convert(values, Part, dec_hook=_counter)
    raise InputError("is damaged, expected the record of a part; remove it to mine the part again", path)


def _counter(_: type, numbers: Any) -> Counter[str]:
    return Counter(msgspec.convert(numbers, dict[str, int]))


_RECORD = ("source", "number", "offset", "lines", "is_last", "tally")
_ARROW_TYPES = {int: "int64", str: "string", str | None: "string", bool: "bool"}


def _columns_of(row: type) -> list[tuple[str, str]]:
    """Those of FactRow or of LifeRow, and the number of the dump."""
    return [*((name, _ARROW_TYPES[kind]) for name, kind in get_type_hints(row).items()), ("source", "int32")]


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
        files = [opened.enter_context(path.open("wb")) for path in paths]
        try:
            for number, block in enumerate(blocks):
                if len(waiting) == len(files):
                    size, mined = waiting.popleft()
                    yield size, mined.result()
                slot = number % len(files)  # its last block is mined: results are taken in order
                files[slot].seek(0)
                files[slot].write(block)
                files[slot].flush()
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


class DumpSlices(NamedTuple):
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
        for source, dump in enumerate(self.dumps):
            is_ours = partial(self._is_ours, shard, source)
            with contextlib.closing(DumpReader(dump)) as reader:
                for part in whole_parts(dump, Part(source=source), self._mined(reader, is_ours), self.part_blocks):
                    if is_ours(part.number):
                        write_part(self.folder, part)
        self._mark(shard).touch()
        on_rows(self.rows(shard))

    def _is_ours(self, shard: int, source: int, number: int) -> bool:
        """Whether a part is of this slice, and not there yet."""
        return number % self.number_of_shards == shard and not _part_file(self.folder, source, number, "json").exists()

    def _mined(self, reader: DumpReader, is_ours: Callable[[int], bool]) -> Iterator[tuple[int, MinedLines]]:
        for number, block in enumerate(reader.blocks(self.block_bytes)):
            if is_ours(number // self.part_blocks):
                yield len(block), mine_lines(block, self.options)
            else:
                yield len(block), MinedLines(block.count(b"\n") + (not block.endswith(b"\n")))

    def _mark(self, shard: int) -> Path:
        return self.folder / f"slice-{shard:05d}-of-{self.number_of_shards:05d}"
