"""The passages of an encyclopedia that answer questions, found by BM25."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands import options
from temporal_qa.commands.tasks import Executor, Hours, MemoryGB, NumTasks, Partition, shard_writer
from temporal_qa.io.errors import InputError
from temporal_qa.io.messages import counted
from temporal_qa.io.read import read_rows


def retrieve(
    context: typer.Context,
    questions: Annotated[Path, typer.Argument(help="Rows with id and question: .jsonl, .parquet, a split of a build.")],
    articles: Annotated[
        Path, typer.Option(help="Pages: .jsonl, .parquet, .html, a MediaWiki export .xml[.bz2], or a folder of them.")
    ],
    out: Annotated[Path, typer.Option(help="The passages of each question, .jsonl[.gz] or .parquet.")],
    top_k: Annotated[int, typer.Option(min=1, help="How many passages of each question.")] = 100,
    workers: options.Workers = None,
    executor: Executor = None,
    num_tasks: NumTasks = 16,
    partition: Partition = None,
    hours: Hours = 24,
    memory_gb: MemoryGB = 2,
    overwrite: options.OverwriteFile = False,
    json: options.Json = False,
) -> None:
    """Search all passages of all articles for each question by BM25; the same command resumes a run that was stopped.

    Example: temporal-qa retrieve time-qa/hard/test --articles enwiki.xml.bz2 --out passages.parquet
    """
    from temporal_qa.passages.search import search_articles

    options.check_out_file(out, questions, articles, overwrite=overwrite)
    write = shard_writer(context, out, executor, num_tasks, workers, partition, hours, memory_gb)
    asked = [{"id": row.text("id"), "question": row.text("question")} for row in read_rows(questions)]
    if not asked:
        raise InputError("no questions", questions)
    workers = workers or os.cpu_count() or 1
    found = search_articles(
        asked, articles, out, top_k, slices=num_tasks if executor else workers, workers=workers, write=write
    )
    if json:
        return options.print_json(found | {"out": str(out)})
    typer.echo(
        f"wrote {out}: {counted(found['questions'], 'question')}, {counted(found['passages'], 'passage')} searched"
    )
    for reason, number in found["drops"].items():
        typer.echo(f"  left out: {number:,} {reason}")
