"""The finished parts of a mining run, in a hidden folder beside its output.

A part is the result of some hundreds of blocks: dated statements, lives and labels in Parquet, and a record, written
last, that says where the next part begins. A killed run resumes after its last whole part. Parts may be finished in any
order, by any number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

from temporal_qa.io import InputError, read_json, write_json, writing_beside
from temporal_qa.wikidata.dump import UnreadableDump
from temporal_qa.wikidata.lines import COUNTERS, FactRow, LifeRow, MinedLines, Tally


@dataclass(slots=True)
class Part(MinedLines):
    """Several blocks of one dump. ``offset`` and ``lines`` are where it ends in the decompressed dump."""

    source: int = 0
    number: int = 0
    offset: int = 0
    is_last: bool = False
    blocks: int = 0

    def following(self) -> Part:
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


@dataclass(frozen=True, slots=True)
class PartsFolder:
    """The finished parts in ``path``, a folder of :func:`~temporal_qa.io.resumable.unfinished_folder`."""

    path: Path

    def finished(self, source: int) -> list[Part]:
        """The whole parts of a dump, from its beginning to a gap, without their rows.

        Raises:
            InputError: the record of a part is damaged.
        """
        found = map(_read_part, sorted(self.path.glob(f"{source:04d}-*.json")))
        return [part for place, part in enumerate(found) if part.number == place]

    def is_finished(self, source: int, number: int) -> bool:
        """Whether a part is there."""
        return self._file(source, number, "json").exists()

    def write(self, part: Part) -> None:
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
            with writing_beside(self._file(part.source, part.number, f"{name}.parquet")) as beside:
                pq.write_table(rows, beside, compression="zstd")
        tally = {name: getattr(part.tally, name) for name in (*COUNTERS, "statements", "bad_line")}
        record = {name: getattr(part, name) for name in ("source", "number", "offset", "lines", "is_last")}
        write_json(self._file(part.source, part.number, "json"), record | {"tally": tally})

    def files(self, name: str) -> list[str]:
        """The Parquet files of all parts, in the order of the dumps; ``name`` is ``facts``, ``lives`` or ``labels``."""
        return sorted(str(path) for path in self.path.glob(f"*.{name}.parquet"))

    def _file(self, source: int, part: int, kind: str) -> Path:
        return self.path / f"{source:04d}-{part:06d}.{kind}"


def _read_part(path: Path) -> Part:
    values = read_json(path, dict, "the record of a part")
    try:
        tally = values["tally"]
        counters = {
            counts: Counter({name: int(number) for name, number in tally[counts].items()}) for counts in COUNTERS
        }
        bad_line = None if tally["bad_line"] is None else int(tally["bad_line"])
        seen = Tally(statements=int(tally["statements"]), bad_line=bad_line, **counters)
        is_last = bool(values["is_last"])
        lines, source, number, offset = (int(values[name]) for name in ("lines", "source", "number", "offset"))
        return Part(lines, tally=seen, source=source, number=number, offset=offset, is_last=is_last)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise InputError("is damaged, expected the record of a part; remove it to mine the part again", path) from None


_ARROW_TYPES = {int: "int64", str: "string", str | None: "string", bool: "bool"}


def _columns_of(row: type) -> list[tuple[str, str]]:
    """Those of FactRow or of LifeRow, and the number of the dump."""
    return [*((name, _ARROW_TYPES[kind]) for name, kind in get_type_hints(row).items()), ("source", "int32")]
