"""Time and peak memory of graphs: import and reading of an invented one, ranking, search for the nearest answers.

    python benchmarks/graph.py [--facts 30000000] [--work import-text import-parquet read rank train nearest]

Each measurement is a new process, on files that another process made. `rank` asks for both ends of 1,000 facts of a
graph of 1,000,000 entities and 10,000,000 facts, by an untrained TNTComplEx of rank 100 (needs torch); `train` learns
from it for 50 steps; `nearest` looks for the best 10 of 1,000,000 clustered rows of 200 numbers, for 200 queries, by
faiss and exactly. One thread: set OMP_NUM_THREADS=1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from machine import print_head

MIB = 1 << 20
ENTITIES_SHARE, RELATIONS = 0.1, 500


def invent(facts: int, seed: int = 0):
    """Arrow tables of facts with popular and rare entities, ids and names, and years; half of the facts lack an end."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rng = np.random.default_rng(seed)
    entities = int(facts * ENTITIES_SHARE)
    for start in range(0, facts, 1 << 20):
        size = min(1 << 20, facts - start)
        ends = [(rng.random(size) ** 2 * entities).astype(np.int64) for _ in range(2)]
        first = rng.integers(1800, 2020, size)
        last = pa.array(first + rng.integers(0, 30, size), mask=rng.random(size) < 0.5)
        ids = [pc.binary_join_element_wise("Q", pa.array(end).cast(pa.string()), "") for end in ends]
        names = [pc.binary_join_element_wise("Entity number", pa.array(end).cast(pa.string()), " ") for end in ends]
        relation = pa.array((rng.random(size) ** 3 * RELATIONS).astype(np.int64)).cast(pa.string())
        columns = [names[0], ids[0], pc.binary_join_element_wise("P", relation, ""), names[1], ids[1]]
        dates = [pa.array(first).cast(pa.string()), last.cast(pa.string())]
        yield pa.table([*columns, *dates], ["subject", "subject_id", "relation", "object", "object_id", "start", "end"])


def write_files(folder: Path, facts: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyarrow import csv

    writer = None
    with (folder / "facts.txt").open("wb") as text:
        for table in invent(facts):
            writer = writer or pq.ParquetWriter(folder / "facts.parquet", table.schema, compression="zstd")
            writer.write_table(table)
            lines = table.select(["subject_id", "relation", "object_id", "start"])
            lines = lines.append_column("end", table["end"].fill_null("####"))
            options = csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")
            csv.write_csv(pa.table(lines), text, options)
    writer.close()


def import_text(folder: Path) -> None:
    build = import_module("temporal_qa.dataset_scripts.temporal_graph").build
    build(folder / "facts.txt", folder / "from_text", overwrite=True)


def import_parquet(folder: Path) -> None:
    build = import_module("temporal_qa.dataset_scripts.temporal_graph").build
    build(folder / "facts.parquet", folder / "from_parquet", valid=0.01, test=0.01, overwrite=True)


def read(folder: Path) -> None:
    from temporal_qa.graph.graph_folder import read_graph

    read_graph(folder / "from_parquet")


ENTITIES, FACTS, RANK = 1_000_000, 10_000_000, 100


def large_graph(asked: int):
    """A graph of popular and rare entities, and facts that last; the last ones are test facts."""
    import pyarrow as pa

    from temporal_qa.graph.graph import TemporalGraph

    entities, facts = ENTITIES, FACTS
    rng = np.random.default_rng(0)
    ends = [(rng.random(facts) ** 2 * entities).astype(np.int32) for _ in range(2)]
    relation = (rng.random(facts) ** 3 * RELATIONS).astype(np.int32)
    first = rng.integers(1800, 2020, facts, dtype=np.int32)
    last = first + rng.integers(0, 30, facts, dtype=np.int32)
    names = pa.array(np.arange(entities)).cast(pa.large_string())
    splits = {"train": range(facts - asked), "test": range(facts - asked, facts)}
    return TemporalGraph(ends[0], relation, ends[1], first, last, names, names[:RELATIONS], splits)


def rank(folder: Path) -> None:
    import torch

    from temporal_qa.models.graph_embeddings.ranking import rank_facts
    from temporal_qa.models.graph_embeddings.tntcomplex import TNTComplEx

    torch.set_num_threads(1)
    asked = 1_000
    graph = large_graph(asked)
    model = TNTComplEx(ENTITIES, RELATIONS, len(graph.times), RANK)
    start = time.process_time()
    rank_facts(model, graph.of_split("test"), graph)
    print(f"(ranking {2 * asked:,} queries: {time.process_time() - start:.0f} CPU seconds)")


def train(folder: Path) -> None:
    import torch
    from accelerate import Accelerator

    from temporal_qa.models.graph_embeddings import training as of_embeddings
    from temporal_qa.models.recipes import EmbeddingRecipe

    torch.set_num_threads(1)
    of_embeddings.read_graph = lambda path: large_graph(1_000)  # made in memory: reading is measured above
    recipe = EmbeddingRecipe(
        embedding="tntcomplex", graph="invented", out=str(folder / "run"), rank=RANK, accumulator="row", time_loss=0.0
    )
    training = of_embeddings.EmbeddingTraining(Accelerator(cpu=True), recipe)
    optimizer = training.optimizer()
    start = time.process_time()
    training.epoch(0)
    print(f"(an epoch shuffled: {time.process_time() - start:.0f} CPU seconds)")
    start, steps = time.process_time(), 50
    for step in range(steps):
        training.step(training.model, optimizer, step)
    print(f"(a step of {training.facts.batch_size:,} answers: {(time.process_time() - start) / steps:.3f} CPU seconds)")


def nearest(folder: Path) -> None:
    from temporal_qa.graph.nearest import NearestIndex, recall
    from temporal_qa.graph.nearest import nearest as exact_nearest

    rng = np.random.default_rng(0)
    rows, width, clusters = 1_000_000, 200, 2_000
    centres = rng.normal(size=(clusters, width)).astype(np.float32)
    table = centres[rng.integers(0, clusters, rows)] + rng.normal(size=(rows, width)).astype(np.float32)
    queries = centres[rng.integers(0, clusters, 200)] + rng.normal(size=(200, width)).astype(np.float32)
    start = time.process_time()
    exact = exact_nearest(queries, table, 10)
    print(f"(exact: {time.process_time() - start:.1f} CPU seconds)")
    start = time.process_time()
    index = NearestIndex(table, cells=1_000)
    print(f"(index made: {time.process_time() - start:.0f} CPU seconds)")
    for probes in (1, 4, 16, 64):
        start = time.process_time()
        found = index.nearest(queries, 10, probes=probes)
        share = recall(found.rows, exact.rows)
        print(f"({probes} probes: recall@10 {share:.1f} %, {time.process_time() - start:.2f} CPU seconds)")


WORK = {"import-text": import_text, "import-parquet": import_parquet, "read": read}
WORK |= {"rank": rank, "train": train, "nearest": nearest}
NEEDS = {"rank": ["torch"], "train": ["torch", "accelerate"], "nearest": ["faiss"]}


def measure(name: str, folder: Path) -> tuple[float, float, float]:
    """Seconds, CPU seconds and MiB of one piece of work in a new process."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import graph; "
    code += f"from pathlib import Path; graph.WORK[{name!r}](Path({str(folder)!r}))"
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{name}: exit status {process.returncode}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MIB


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=30_000_000)
    parser.add_argument("--work", nargs="+", choices=WORK, default=list(WORK))
    parser.add_argument("--scratch", type=Path, help="A folder that is kept. Default: one that is removed.")
    options = parser.parse_args()
    print_head("Graph", "pyarrow", "numpy")
    with tempfile.TemporaryDirectory() as made:
        folder = options.scratch or Path(made)
        folder.mkdir(exist_ok=True, parents=True)
        if not (folder / "facts.parquet").exists() and {*options.work} & {"import-text", "import-parquet", "read"}:
            write_files(folder, options.facts)
        print(f"| {options.facts:,} facts | seconds | CPU seconds | peak, MiB |\n| :--- | ---: | ---: | ---: |")
        for name in options.work:
            if absent := [package for package in NEEDS.get(name, []) if find_spec(package) is None]:
                print(f"| {name} | skipped: no package {absent[0]} | | |")
                continue
            seconds, cpu, peak = measure(name, folder)
            print(f"| {name} | {seconds:,.0f} | {cpu:,.0f} | {peak:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
