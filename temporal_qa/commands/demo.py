"""The demonstration of everything."""

from pathlib import Path
from typing import Annotated

from typer import Option, echo

from temporal_qa.commands import options


def demo(
    facts: Annotated[Path | None, Option(help="Facts to use instead of an invented world.")] = None,
    out: Annotated[Path, Option(help="The folder to write to; an earlier demo there is replaced.")] = Path(
        "demo_output"
    ),
    seed: options.Seed = 0,
    as_of: options.AsOf = None,
) -> None:
    """Run everything in a minute or two: facts, questions, dataset, answers, scores, all families in small, report.

    Example: temporal-qa demo --facts demo_output/facts.jsonl --out demo_of_facts
    """
    from temporal_qa.commands.demo_steps import run

    if facts is None:
        options.refuse_without_effect("without --facts", "--as-of")
    options.quiet_bars_without_a_terminal()
    report = run(facts, out, seed, options.parse_as_of(as_of), echo)
    echo(f"report: {report}")
