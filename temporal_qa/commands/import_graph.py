"""``temporal-qa import graph``: a temporal knowledge graph from benchmark files or facts of ours."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands import options
from temporal_qa.io.messages import counted


def import_graph(
    context: typer.Context,
    path: Annotated[
        Path, typer.Argument(help="A folder of benchmark files, one such file, or facts: .parquet, .jsonl, .csv.")
    ],
    out: options.OutFolder,
    valid: Annotated[float, typer.Option(min=0, max=1, help="Share of the facts for choosing, if not split.")] = 0,
    test: Annotated[float, typer.Option(min=0, max=1, help="Share of the facts for testing, if not split.")] = 0,
    seed: options.Seed = 0,
    events: Annotated[
        Path | None,
        typer.Option(help="Entities with start and end (id or name, start, end, type): events, if frequent."),
    ] = None,
    min_event_facts: Annotated[int, typer.Option(min=0, help="In how many facts an event occurs at least.")] = 50,
    skip_bad: options.SkipBadFacts = False,
    overwrite: options.Overwrite = False,
    json: options.Json = False,
) -> None:
    """Make a temporal graph: a dataset folder of facts as numbers, with the names of entities and relations.

    A benchmark file has tabs between subject, relation, object and a time (a day or a step) or two (years).

    Example: temporal-qa import graph icews14 --out icews14-graph
    """
    from temporal_qa.io.drops import DropLog

    if not valid and not test:
        options.refuse_without_effect(context, "without --valid or --test", "--seed")
    drops = DropLog(skip_bad_rows=skip_bad)
    temporal_graph = importlib.import_module("temporal_qa.dataset_scripts.temporal_graph")
    made = temporal_graph.build(
        path, out, valid=valid, test=test, seed=seed, events=events, min_event_facts=min_event_facts, drops=drops,
        overwrite=overwrite,
    )  # fmt: skip
    if json:
        return options.print_json(made | {"out": str(out)})
    options.report_bad_rows(drops)
    counts = made["counts"]
    facts = ", ".join(f"{split} {number:,}" for split, number in counts["facts"].items())
    typer.echo(f"wrote {out}: {counted(sum(counts['facts'].values()), 'fact')} ({facts})")
    typer.echo(
        f"  {counted(counts['entities'], 'entity', 'entities')}, {counted(counts['relations'], 'relation')}, "
        f"{counted(counts['times'], made['time_unit'])} from {counts['first_time']} to {counts['last_time']}, "
        f"{counted(counts['events'], 'event')}"
    )
    if counts["in_an_earlier_split_too"]:
        again = counted(counts["in_an_earlier_split_too"], "fact stands", "facts stand")
        typer.echo(f"  kept, but look: {again} in an earlier split, too")
    options.report_left_out(drops, out / "build.json")
