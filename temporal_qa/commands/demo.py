"""The demonstration of everything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands.options import (
    AsOf,
    Seed,
    parse_date_option,
    quiet_bars_without_a_terminal,
    refuse_without_effect,
)


def demo(
    context: typer.Context,
    facts: Annotated[Path | None, typer.Option(help="Facts to use instead of an invented world.")] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to; an earlier demo there is replaced.")] = Path(
        "demo_output"
    ),
    seed: Seed = 0,
    as_of: AsOf = None,
) -> None:
    """Run everything in a minute or two: facts, questions, dataset, answers, scores, all families in small, report.

    Example: temporal-qa demo --facts demo_output/facts.jsonl --out demo_of_facts
    """
    from temporal_qa.commands.demo_steps import run

    if facts is None:
        refuse_without_effect(context, "without --facts", "--as-of")
    quiet_bars_without_a_terminal()
    report = run(facts, out, seed, parse_date_option("--as-of", as_of), typer.echo)
    typer.echo(f"report: {report}")
