"""Mines Wikidata dumps: from files to a table of facts, and a record of all that was left out.

    report = mine([Path("wikidata-20230102-all.json.bz2")], Path("facts.parquet"), workers=16)

Dumps are read block by block (``dump.py``), blocks are mined in processes and kept in parts (``parts.py``), and parts
become the table (``tables.py``). The table is the same for any number of workers, and for
a killed run that resumed.
"""

import contextlib
import importlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.io import InputError, explain_missing, write_json, writing_beside
from temporal_qa.io.atomic import check_writable, resolved
from temporal_qa.io.resumable import remove_at_once, unfinished_folder
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import CalendarDate
from temporal_qa.wikidata.dump import BLOCK_BYTES, DumpReader, check_dump, date_of_dumps
from temporal_qa.wikidata.lines import ITEMS, MINED_ITEMS, MiningOptions
from temporal_qa.wikidata.parts import DumpSlices, Part, finished_parts, mine_blocks, whole_parts, write_part
from temporal_qa.wikidata.statements import Tally
from temporal_qa.wikidata.tables import UNNAMED, joined_parts, write_fact_table, write_life_table

# Since 2024 many names that are the same everywhere stand under "mul" alone.
LANGUAGES = ("en", "mul", "en-gb", "en-ca", "en-us")

# A part holds a gigabyte of the dump: seconds of work, a hundred thousand entities.
PART_BLOCKS = 512

_MAX_REASONS = 5


def mine(
    dumps: Sequence[Path],
    out: Path,
    *,
    lives: Path | None = None,
    as_of: CalendarDate | None = None,
    relations: Sequence[str] | None = None,
    languages: Sequence[str] = LANGUAGES,
    ids_as_names: bool = False,
    workers: int | None = None,
    tasks: int = 0,
    write: WriteShards = write_shards,
    block_bytes: int = BLOCK_BYTES,
    part_blocks: int = PART_BLOCKS,
) -> dict[str, Any]:
    """Mines dumps into ``out`` (Parquet) and writes what was left out beside it, ``<out>.drops.json``.

    The facts are the same with lives as without.

    Args:
        dumps: Wikidata JSON dumps; several are read as one, in this order.
        out: the table of facts, see :func:`~temporal_qa.wikidata.tables.write_fact_table`.
        lives: a second table, of births and deaths, see :func:`~temporal_qa.wikidata.tables.write_life_table`.
        as_of: the date of the source; by default the date in the names of the dumps.
        relations: properties, by default those of ``generation/relations.yaml``.
        languages: of labels; each entity is called by the first that it has.
        ids_as_names: calls an entity without a label by its id, instead of leaving its facts out. In a piece of a dump
            most objects have no label, as they are described elsewhere.
        workers: processes, by default as many as there are cores. The output does not depend on it.
        tasks: or into how many slices the work is divided, which ``write`` mines, such as the function of a cluster.
        write: see :class:`~temporal_qa.wikidata.parts.DumpSlices`.
        block_bytes: how much of a dump is read at once.
        part_blocks: how many blocks make a part; a killed run resumes after its last whole part.

    Returns:
        What ``drops.json`` holds.

    Raises:
        InputError: no such dump, a damaged one, one without items, an unknown date, or neither facts nor lives:
            nothing is written.
    """
    from tqdm import tqdm

    with explain_missing("mining needs {}", "mine"):
        for package in ("duckdb", "indexed_bzip2", "isal", "stringzilla"):
            importlib.import_module(package)
    for dump in dumps:
        check_dump(dump)
    check_writable(out)
    if lives is not None:
        check_writable(lives)
        if resolved(lives) == resolved(out):
            raise InputError("facts and lives go to the same file; expected two files", out)
    if len({dump.name for dump in dumps}) < len(dumps):
        raise InputError("two dumps have the same name; expected different names, since facts name their source")
    options = MiningOptions(
        relations=tuple(relations or wordings().relations),
        languages=tuple(languages),
        as_of=as_of or date_of_dumps(dumps),
        lives=lives is not None,
    )
    workers = workers or os.cpu_count() or 1
    settings = {
        "temporal_qa": __version__, "as_of": options.as_of.isoformat(), "relations": list(options.relations),
        "languages": list(options.languages), "ids_as_names": ids_as_names,
        "inputs": [{"name": dump.name, "bytes": dump.stat().st_size} for dump in dumps],
    }  # fmt: skip
    changed = [dump.stat().st_mtime_ns for dump in dumps]
    key = {"changed": changed, "block_bytes": block_bytes, "part_blocks": part_blocks, "lives": options.lives}
    with unfinished_folder(out, settings | key) as folder:
        slices = DumpSlices(dumps, options, folder, tasks, block_bytes, part_blocks)
        size = sum(dump.stat().st_size for dump in dumps)
        with tqdm(total=size, desc="mining", unit="B", unit_scale=True, disable=None) as bar:
            if tasks:
                write(slices, on_rows=bar.update)
            else:
                _mine_parts(slices, workers, bar)
        tallies = {dump: _tally(folder, source, dump) for source, dump in enumerate(dumps)}
        return _write(folder, out, lives, settings, tallies, workers)


def drops_path(out: Path) -> Path:
    """The path of the record of what was left out: ``facts.drops.json`` beside ``facts.parquet``."""
    return out.with_name(f"{out.name.removesuffix('.parquet')}.drops.json")


def _mine_parts(slices: DumpSlices, workers: int, bar: Any) -> None:
    """Finishes the parts of all dumps, in this machine's processes and not by slices."""
    folder, before = slices.folder, 0
    for source, dump in enumerate(slices.dumps):
        done = finished_parts(folder, source)
        if not (done and done[-1].is_last):
            start = done[-1].following() if done else Part(source=source)
            with contextlib.closing(DumpReader(dump, workers)) as reader:
                # More processes than blocks would have nothing to do.
                needed = min(workers, 1 + dump.stat().st_size // slices.block_bytes)
                blocks = _shown(reader.blocks(slices.block_bytes, start.offset), reader, before, bar)
                with contextlib.closing(mine_blocks(blocks, slices.options, needed, folder)) as mined:
                    for part in whole_parts(dump, start, mined, slices.part_blocks):
                        write_part(folder, part)
        before += dump.stat().st_size
        bar.update(before - bar.n)
        _tally(folder, source, dump)  # before hours of work on the next dump, a file without items is told


def _shown(blocks: Iterable[bytes], reader: DumpReader, before: int, bar: Any) -> Iterator[bytes]:
    """The same blocks; the bar shows how far they are read, beyond the bytes of the dumps ``before``."""
    for block in blocks:
        bar.update(max(0, before + reader.position - bar.n))
        yield block


def _tally(folder: Path, source: int, dump: Path) -> Tally:
    """What was seen in a dump, all of whose parts are finished. Raises ``InputError`` where it holds no items."""
    tally = Tally()
    for part in finished_parts(folder, source):
        tally.add(part.tally)
    if not tally.entities[ITEMS]:
        remove_at_once(folder)
        where = f"; the first line that is not an entity is line {tally.bad_line}" if tally.bad_line else ""
        raise InputError(f"holds no Wikidata items, expected one entity a line{where}", dump)
    return tally


def _write(
    folder: Path, out: Path, lives: Path | None, settings: dict[str, Any], seen: dict[Path, Tally], workers: int
) -> dict[str, Any]:
    """Writes the tables and the record of what was ``seen`` in each dump."""
    whole = Tally()
    for tally in seen.values():
        whole.add(tally)
    facts_file, lives_file = writing_beside(out), writing_beside(lives) if lives else contextlib.nullcontext()
    # The facts are renamed last: they show that the run has ended.
    with facts_file as facts_beside, lives_file as lives_beside:
        with joined_parts(folder, [dump.name for dump in seen], workers) as connection:
            facts = write_fact_table(connection, facts_beside, whole, settings)
            of_lives = write_life_table(connection, lives_beside, whole.life_drops, settings) if lives_beside else {}
        report = settings | {
            "facts": facts,
            "statements": whole.statements,
            "drops": dict(sorted(whole.drops.items())),
            "notes": dict(sorted(whole.notes.items())),
            "lines": dict(sorted(whole.entities.items())),
            "first_bad_lines": {dump.name: tally.bad_line for dump, tally in seen.items() if tally.bad_line},
            **({"lives": of_lives} if of_lives else {}),
        }
        if not facts and not of_lives.get("written"):
            remove_at_once(folder)
            raise InputError(_why_no_facts(report), next(iter(seen)) if len(seen) == 1 else None)
        write_json(drops_path(out), report)
    return report


def _why_no_facts(report: dict[str, Any]) -> str:
    lines, drops = report["lines"], report["drops"]
    of_lines = {name: number for name, number in lines.items() if name not in (ITEMS, MINED_ITEMS)}
    reasons = Counter(of_lines) + Counter(drops) + Counter(report.get("lives", {}).get("drops", {}))
    named = "; ".join(f"{reason} ({number:,})" for reason, number in reasons.most_common(_MAX_REASONS))
    unnamed = drops.keys() & {*UNNAMED} and not report["ids_as_names"]
    return (
        f"no facts{' and no lives' if 'lives' in report else ''} found; items: {lines[ITEMS]:,}, statements of "
        f"{', '.join(report['relations'])}: {report['statements']:,}; left out: {named}"
        + ("; --ids-as-names keeps facts without labels" * bool(unnamed))
    )
