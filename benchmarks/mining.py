"""The speed of mining dumps, compared with qwikidata and with decompression alone.

    python benchmarks/mining.py ../shared/data/wikidata [--gigabytes 2] [--workers 2] [--qwikidata PYTHON]

The archives are made here, from the real entities of two samples of dumps, mixed as a real dump is: nineteen in twenty
from ``short_stream`` (with few statements), one from ``sample_items`` (countries and cities, with thousands). Each
round of the samples has ids of its own. qwikidata and rapidgzip are measured if they are installed; qwikidata may have
an environment of its own, whose Python is given. Wall time depends on the load of the machine, CPU time hardly.
"""

import argparse
import bz2
import gzip
import itertools
import os
import re
import sys
import tempfile
import textwrap
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from machine import print_head, run_with_cpu_seconds, skip_without

FULL_DUMP = 1.6e12
PIECE = 50_000_000
_ITEM = re.compile(rb'("id": ?"Q|"numeric-id": ?)([0-9]+)')

# Each runs in a process of its own and prints what it took.
RUNS = {
    "qwikidata": """
from qwikidata.json_dump import WikidataJsonDump
begin()
for entity in WikidataJsonDump(sys.argv[1]): pass
""",
    "json and gzip": """
import gzip, json
begin()
with gzip.open(sys.argv[1], "rb") as file:
    for line in file:
        if len(line) > 3: json.loads(line.rstrip(b",\\n"))
""",
    "decompression alone, rapidgzip": """
import rapidgzip
begin()
file = rapidgzip.RapidgzipFile(sys.argv[1], parallelization=int(sys.argv[2]))
while file.read(1 << 21): pass
file.close()
""",
    "decompression alone, ours": """
from pathlib import Path
from temporal_qa.wikidata.dump import DumpReader
begin()
for block in DumpReader(Path(sys.argv[1]), int(sys.argv[2])).blocks(): pass
""",
    "temporal-qa mine": """
from pathlib import Path
begin()
from temporal_qa.wikidata.mine import mine
from temporal_qa.timeline.dates import CalendarDate
dump, options = Path(sys.argv[1]), {"as_of": CalendarDate(2019, 4, 30), "ids_as_names": True}
mine([dump], dump.with_suffix(".parquet"), workers=int(sys.argv[2]), **options)
""",
}
RUNS["temporal-qa mine --lives"] = RUNS["temporal-qa mine"].replace(
    "**options", 'lives=dump.with_suffix(".lives.parquet"), **options'
)
FRAME = """
import re, sys, time
def begin():
    global began
    began = time.perf_counter()
def main():
{work}
    took = time.perf_counter() - began
    memory = int(re.search("VmHWM:\\s+([0-9]+)", open("/proc/self/status").read())[1]) / 1024
    print(took, memory)
if __name__ == "__main__":
    main()
"""


def entities(data: Path):
    """Lines without end, with new ids in each round of a sample."""
    samples = {}
    for name in ("sample_items.json.bz2", "short_stream.ndjson.bz2"):
        with bz2.open(data / name) as lines:
            samples[name] = [line.rstrip(b",\n") for line in lines if line.startswith(b"{")]
    heavy, light = samples.values()
    drawn = {id(sample): 0 for sample in (heavy, light)}
    for number in itertools.count():
        sample = light if number % 20 else heavy
        number_in_round = drawn[id(sample)]
        drawn[id(sample)] += 1
        round_number, index = divmod(number_in_round, len(sample))
        shift = (round_number + 1) * 300_000_000
        yield _ITEM.sub(lambda found, shift=shift: found[1] + b"%d" % (int(found[2]) + shift), sample[index])


def pieces(data: Path, size: int):
    """The dump, an array, in pieces that are compressed one by one."""
    piece, total = bytearray(b"[\n"), 0
    for line in entities(data):
        piece += line
        if total + len(piece) >= size:  # too large by less than one entity
            yield bytes(piece + b"\n]\n")
            return
        piece += b",\n"
        if len(piece) > PIECE:
            yield bytes(piece)
            total += len(piece)
            piece = bytearray()


def make_archives(data: Path, folder: Path, size: int, workers: int) -> dict[str, Path]:
    """The dump as .gz and .bz2 (of several streams, as pbzip2 makes it)."""
    paths = {kind: folder / f"{size}.json.{kind}" for kind in ("gz", "bz2")}
    if all(path.exists() for path in paths.values()):
        return paths
    with ProcessPoolExecutor(workers) as pool, paths["gz"].open("wb") as zipped, paths["bz2"].open("wb") as packed:
        waiting = []
        with gzip.GzipFile(fileobj=zipped, mode="wb", compresslevel=6, mtime=0) as one_stream:
            for piece in pieces(data, size):
                waiting.append(pool.submit(bz2.compress, piece))
                one_stream.write(piece)
                while len(waiting) > 2 * workers:
                    packed.write(waiting.pop(0).result())
        for future in waiting:
            packed.write(future.result())
    return paths


def measure(name: str, archive: Path, workers: int, python: str) -> tuple[float, float, float] | None:
    """Wall seconds, CPU seconds, megabytes of the main process; None if a package is missing."""
    with tempfile.TemporaryDirectory() as folder:
        frame = Path(folder) / "frame.py"
        frame.write_text(FRAME.replace("{work}", textwrap.indent(RUNS[name].strip(), "    ")))
        command = [python, str(frame), str(archive), str(workers)]
        done, used = run_with_cpu_seconds(command)
    if done.returncode:
        print(f"{name}: skipped: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)  # not into the table
        return None
    took, memory = map(float, done.stdout.split())
    return took, used, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--gigabytes", type=float, default=2)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=2, help="the best of so many runs counts")
    parser.add_argument("--qwikidata", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--folder", type=Path, help="for the archives, which stay there and are used again")
    options = parser.parse_args()
    packages = ("isal", "indexed_bzip2", "msgspec", "stringzilla", "duckdb", "qwikidata", "rapidgzip")
    print_head("Mining: `python benchmarks/mining.py DATA`", *packages)
    skip_without(options.data, "isal", "indexed_bzip2", "msgspec", "stringzilla", "duckdb")
    with tempfile.TemporaryDirectory() as passing:
        folder = options.folder or Path(passing)
        folder.mkdir(exist_ok=True)
        size = int(options.gigabytes * 1e9)
        began = time.perf_counter()
        archives = make_archives(options.data, folder, size, options.workers)
        made = time.perf_counter() - began
        print(
            f"{size / 1e9:.1f} GB of JSON, made in {made:.0f} s; {options.workers} workers; best of {options.repeat}.\n"
        )
        print("| archive | what | MB/s, uncompressed | CPU s a GB | memory, MB | a full dump of 1.6 TB, hours |")
        print("| :--- | :--- | ---: | ---: | ---: | ---: |")
        rates: dict[tuple[str, str], float] = {}
        cpus: dict[tuple[str, str], float] = {}
        for kind, archive in archives.items():
            for name in RUNS:
                if kind == "bz2" and name in ("qwikidata", "json and gzip", "decompression alone, rapidgzip"):
                    continue
                python = options.qwikidata if name == "qwikidata" else sys.executable
                runs = []
                while len(runs) < options.repeat and (run := measure(name, archive, options.workers, python)):
                    runs.append(run)
                if not runs:
                    continue
                seconds, cpu, memory = min(runs)
                rates[kind, name], cpus[kind, name] = size / seconds / 1e6, cpu
                hours = FULL_DUMP / size * seconds / 3600
                cells = f"{rates[kind, name]:.0f} | {cpu / size * 1e9:.2f} | {memory:.0f} | {hours:.1f}"
                print(f"| .{kind} | {name} | {cells} |", flush=True)
        ours = "temporal-qa mine"
        print()
        alone = "decompression alone, ours"
        for kind, peer in (("gz", "qwikidata"), ("gz", alone), ("bz2", alone)):
            if (kind, peer) in rates:
                print(f"- .{kind}: {rates[kind, ours] / rates[kind, peer]:.2f} times {peer}")
        for kind in archives:
            with_lives = f"{ours} --lives"
            slower, more = rates[kind, ours] / rates[kind, with_lives], cpus[kind, with_lives] / cpus[kind, ours]
            print(f"- .{kind}: with --lives {slower:.2f} times the time without, {more:.2f} times the CPU time")


if __name__ == "__main__":
    main()
