"""What tasks cost: CPU seconds of the same work as 1, 2, 4 and 16 tasks of datatrove, beside one process without tasks.

    python benchmarks/tasks.py ../shared/data/wikidata [--questions 120000] [--gigabytes 0.5]

Tasks run one after another, so that nothing but their own costs is in the figures. What a billion questions and a full
dump cost is computed from them, not measured.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from machine import print_head, run_with_cpu_seconds, skip_without
from mining import FULL_DUMP, make_archives

from temporal_qa.tables.markdown import markdown_table

TASKS = (1, 2, 4, 16)
BILLION = 10**9
TINY = 2_000_000  # what a run costs but for the bytes


# Parts of 32 MB, since a dump of this size has one part of a gigabyte, and a full one 1,600.
MINE = """
import sys
from functools import partial
from pathlib import Path
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.wikidata.mine import mine
if __name__ == "__main__":
    dump, out, tasks = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    how = {}
    if tasks:
        from temporal_qa.pipelines.cluster import Cluster
        from temporal_qa.pipelines.shards import write_shards
        how["write"] = partial(write_shards, cluster=Cluster("local", tasks, 1), logs=out.with_suffix(".tasks"))
    mine([dump], out, as_of=CalendarDate(2019, 4, 30), ids_as_names=True, workers=1, tasks=tasks, part_blocks=16, **how)
"""


def cpu_seconds(folder: Path, *words: object) -> float:
    """Of a command and all its processes."""
    line = [sys.executable, *map(str, words)]
    return run_with_cpu_seconds(line, cwd=folder, check=True, env=os.environ | {"OMP_NUM_THREADS": "1"})[1]


def asking(folder: Path, questions: int, tasks: int) -> float:
    executor = ("--executor", "local", "--tasks", tasks) if tasks else ()
    words = ("build", "pseudo-pit", "--invent", "--questions", questions, "--out", f"asked-{tasks}", "--workers", 1)
    return cpu_seconds(folder, "-m", "temporal_qa", *words, *executor)


def mining(folder: Path, archive: Path, tasks: int) -> float:
    (folder / "mine.py").write_text(MINE)
    return cpu_seconds(folder, "mine.py", archive, folder / f"{archive.name}-{tasks}.parquet", tasks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder wikidata of the real data")
    parser.add_argument("--questions", type=int, default=480_000)
    parser.add_argument("--gigabytes", type=float, default=1.0)
    given = parser.parse_args()
    skip_without("datatrove", "duckdb", "isal", given.data)
    print_head("Tasks", "datatrove")
    size = int(given.gigabytes * 1e9)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asked = {tasks: asking(folder, given.questions, tasks) for tasks in (0, *TASKS)}
        parquet = sum(path.stat().st_size for path in (folder / "asked-0").rglob("*.parquet"))
        whole, tiny = (make_archives(given.data, folder, of, 1) for of in (size, TINY))
        # Each task reads a .bz2 whole, at 12 seconds a gigabyte: three figures tell enough.
        numbers = {"gz": (0, *TASKS), "bz2": (0, 1, 4)}
        mined = {kind: {n: mining(folder, whole[kind], n) for n in numbers[kind]} for kind in whole}
        begun = {kind: {n: mining(folder, tiny[kind], n) for n in numbers[kind]} for kind in whole}
    rows = [["pseudo-PIT", f"{given.questions:,} questions", *(f"{seconds:.0f}" for seconds in asked.values())]]
    for kind, of in mined.items():
        for what, seconds in ((f"{given.gigabytes:.1f} GB of JSON", of), ("2 MB of JSON", begun[kind])):
            cells = (f"{seconds[n]:.1f}" if n in seconds else "-" for n in (0, *TASKS))
            rows.append([f"mine .{kind}", what, *cells])
    print(markdown_table(["CPU seconds", "of", "no tasks", *(f"tasks: {tasks}" for tasks in TASKS)], rows))
    hours = asked[0] / given.questions * BILLION / 3600
    gigabytes = parquet / given.questions * BILLION / 1e9
    print(f"\nA billion questions: {hours:,.0f} CPU hours, {gigabytes:,.0f} GB of Parquet.")
    for kind, of in mined.items():
        full = {n: (of[n] - begun[kind][n]) / size * FULL_DUMP / 3600 for n in of}
        # Every task reads everything, so reading grows with the tasks; the rest is divided among them.
        last = max(full)
        reading = max(0.0, (full[last] - full[1]) / (last - 1))
        each = ", ".join(f"{tasks}: {reading + (full[1] - reading) / tasks:.1f}" for tasks in TASKS)
        print(f"A full dump, .{kind}: {full[0]:.1f} CPU hours; hours of each task where there are {each}.")


if __name__ == "__main__":
    main()
