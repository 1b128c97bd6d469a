"""The demonstration of everything."""

from pathlib import Path

from typer import echo

from temporal_qa.commands import options


def demo(
    *, facts: Path | None = None, out: Path = Path("demo_output"), seed: options.Seed = 0, as_of: options.AsOf = None
) -> None:
    """Run everything in a minute or two: facts, questions, dataset, answers, scores, all families in small, report.

    Example: temporal-qa demo --facts demo_output/facts.jsonl --out demo_of_facts

    Args:
        facts: Facts to use instead of an invented world.
        out: The folder to write to; an earlier demo there is replaced.
    """
    from temporal_qa.commands.demo_steps import run

    options.refuse_where(facts is None, "without --facts", "--as-of")
    report = run(facts, out, seed, options.parse_as_of(as_of), echo)
    echo(f"report: {report}")
