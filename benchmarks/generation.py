"""Pseudo-PIT questions a second, compared with writing the same Arrow tables, and the time of each part.

    python benchmarks/generation.py [--questions 200000] [--workers 2]

Rates are of whole builds of shards: groups invented, questions drawn, worded and solved, contexts rendered, Parquet
written. The floor is writing the same Arrow tables again. The profile makes small functions look slower than they are.
"""

import argparse
import cProfile
import hashlib
import pstats
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq
from machine import print_head

from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE
from temporal_qa.fiction.pseudo_shards import CONFIG, PseudoShards
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features
from temporal_qa.io.shards import write_shards
from temporal_qa.tables.markdown import markdown_table

# Functions whose whole time is shown, by file and name.
PARTS = (
    ("groups.py", "group", "inventing and shifting groups"),
    ("pseudo_questions.py", "_candidates", "finding and drawing questions"),
    ("verbalize.py", "verbalize", "wording, context, checking"),
    ("solver.py", "solve", "of which the solver"),
    ("verbalize.py", "context_facts", "sentences of the facts, read back"),
    ("instructions.py", "instruction_and_target", "instruction and target"),
    ("pseudo_tables.py", "question_table", "Arrow tables"),
    ("core.py", "write_table", "Parquet"),
)


def plan_in(folder: Path, questions: int) -> PseudoShards:
    recipe = make_recipe(PseudoOptions(questions, invent=True))
    return PseudoShards(folder, {CONFIG: pseudo_features().arrow_schema}, recipe, questions)


def timed(plan: PseudoShards, workers: int) -> float:
    began = time.perf_counter()
    write_shards(plan, workers=workers)
    return time.perf_counter() - began


def write_back(plan: PseudoShards) -> float:
    """Seconds to write the tables of the shards once more, with them in memory."""
    seconds = 0.0
    for shard in range(plan.number_of_shards):
        table = pq.read_table(plan.path(shard, CONFIG))
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            pq.write_table(table, Path(folder) / "again.parquet", compression="zstd", row_group_size=10 * BLOCK_SIZE)
            seconds += time.perf_counter() - began
    return seconds


def profile(questions: int, blocks: int = 10) -> list[list[object]]:
    """The share of each part in percent, over some blocks."""
    profiler, rows = cProfile.Profile(), []
    with tempfile.TemporaryDirectory() as folder:
        plan = plan_in(Path(folder), questions)
        profiler.enable()
        schema = plan.schemas[CONFIG]
        with pq.ParquetWriter(plan.folder / "x.parquet", schema) as writer:
            for table in block_tables(plan.recipe, range(blocks), schema):
                writer.write_table(table)
        profiler.disable()
    stats = pstats.Stats(profiler)
    total = stats.total_tt  # type: ignore[attr-defined]
    for file, function, name in PARTS:
        times = [
            row[3]
            for (path, _, called), row in stats.stats.items()  # type: ignore[attr-defined]
            if path.endswith(file) and called == function
        ]
        if not times:
            raise SystemExit(f"{file}: no function {function}, expected the parts to be those of today's code")
        rows.append([name, round(100 * sum(times) / total)])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    print_head("Generation: `python benchmarks/generation.py`", "pyarrow", "Faker")

    rows, digests = [], set()
    for workers in (1, arguments.workers):
        with tempfile.TemporaryDirectory() as folder:
            plan = plan_in(Path(folder), arguments.questions)
            seconds = timed(plan, workers)
            floor = write_back(plan)
            shards = [plan.path(shard, CONFIG).read_bytes() for shard in range(plan.number_of_shards)]
        digests.add(hashlib.sha256(b"".join(shards)).hexdigest())
        size = round(sum(map(len, shards)) / arguments.questions)
        rows.append([workers, seconds, round(arguments.questions / seconds), floor, seconds / floor, size])
    if len(digests) != 1:
        raise SystemExit("the shards depend on the number of processes, expected the same bytes")
    header = [
        "processes", "seconds", "questions a second", "s, writing the tables", "times as long", "bytes a question",
    ]  # fmt: skip
    print(f"{arguments.questions:,} questions of pseudo-PIT, resampled, invented; the same bytes by either.\n")
    print(markdown_table(header, rows))
    print("\n" + markdown_table(["part, profiled", "%"], profile(arguments.questions)))


if __name__ == "__main__":
    main()
