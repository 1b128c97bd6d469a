"""Questions over a graph: how many are asked, solved and written a second, on one core. Run by hand:

python benchmarks/cron_questions.py
python benchmarks/cron_questions.py --facts yago11k
"""

import argparse
import importlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from machine import print_head

from temporal_qa.questions.cron_questions.graph_files import read_graph_and_events
from temporal_qa.questions.cron_questions.graph_rows import GraphRowSolver
from temporal_qa.questions.cron_questions.solver import GraphSolver
from temporal_qa.questions.cron_questions.wordings import graph_wordings
from temporal_qa.tables.markdown import markdown_table

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """The CPU seconds of some work in this process."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subjects", type=int, default=10_000, help="invented, where there are no --facts")
    parser.add_argument("--facts", type=Path, help="a graph")
    given = parser.parse_args()
    print_head("Questions over a graph: `python benchmarks/cron_questions.py`", "pyarrow")
    script = importlib.import_module("temporal_qa.dataset_scripts.cron_questions")
    with tempfile.TemporaryDirectory() as folder:
        options = script.CronQuestionsOptions(given.facts, invent=0 if given.facts else given.subjects, questions=0)
        if given.facts is None:
            invented = Path(folder) / "invented"
            script.build(invented, options)
            options = script.CronQuestionsOptions(invented / "graph/train-00000-of-00001.parquet", questions=0)
        out = Path(folder) / "made"
        seconds, made = timed(lambda: script.build(out, options))
        number = sum(made["counts"].values())
        tables = [pq.read_table(path) for path in sorted((out / "questions").glob("*.parquet"))]
        lists = [table.to_pylist() for table in tables]
        copy = Path(folder) / "copy.parquet"

        def write(table: pa.Table) -> None:
            pq.write_table(table, copy, compression="zstd")

        from_arrow, _ = timed(lambda: [write(table) for table in tables])
        from_rows, _ = timed(
            lambda: [write(pa.Table.from_pylist(rows, table.schema)) for rows, table in zip(lists, tables, strict=True)]
        )
        rows = [row for of_table in lists for row in of_table]
        reader = GraphRowSolver(out)
        graph, events = read_graph_and_events(out)
        solver = GraphSolver(graph, events, graph_wordings().rules_of(graph))
        queries = [reader.query(row) for row in rows]
        solver.solve(queries[0])  # builds its tables
        of_queries, _ = timed(lambda: [solver.solve(query) for query in queries])
        words = [{"id": row["id"], "question": row["question"]} for row in rows[:: max(1, len(rows) // 20_000)]]
        reader.solve(words[0])
        of_words, _ = timed(lambda: [reader.solve(row) for row in words])
    measured = [
        ["reading, asking, solving, writing: the whole build", number, seconds, number / seconds],
        ["writing the same rows of Python by Arrow", number, from_rows, number / from_rows],
        ["writing the same Arrow tables", number, from_arrow, number / from_arrow],
        ["solving structured queries", len(queries), of_queries, len(queries) / of_queries],
        ["reading and solving questions in words", len(words), of_words, len(words) / of_words],
    ]
    print(f"{len(graph):,} facts, {number:,} questions, one process.\n")
    print(
        markdown_table(
            ["what", "questions", "CPU seconds", "a second"],
            [[name, f"{n:,}", f"{s:.2f}", f"{rate:,.0f}"] for name, n, s, rate in measured],
        )
    )


if __name__ == "__main__":
    main()
