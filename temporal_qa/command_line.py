"""The command ``temporal-qa``.

Every command imports what it needs when it runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from temporal_qa import __version__
from temporal_qa.files import InputError, OnBadRow, read_rows, write_json, write_json_lines

if TYPE_CHECKING:
    from temporal_qa.timeline.dates import CalendarDate

app = typer.Typer(
    name="temporal-qa",
    help="""Temporal question answering: make data, load it, answer it, score answers.

    Begin with: temporal-qa demo
    """,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
build_app = typer.Typer(help="Make a dataset folder that load_dataset reads.", no_args_is_help=True)
app.add_typer(build_app, name="build")

Seed = Annotated[int, typer.Option(help="Same seed, same version: same bytes.")]


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"temporal-qa {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None: ...


@build_app.command("complex-tr")
def build_complex_tr(
    facts: Annotated[Path, typer.Option(help="Facts: .jsonl, .jsonl.gz or .parquet, one quintuple a row.")],
    out: Annotated[Path, typer.Option(help="The folder to make.")],
    config: Annotated[str, typer.Option(help="reason_qa: the facts are the context.")] = "reason_qa",
    seed: Seed = 0,
    as_of: Annotated[
        Optional[str], typer.Option(help="Date of the source, as 2023-03: the end of facts that have none.")
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Count bad lines instead of stopping at one.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a folder made by an earlier build.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Questions from facts, in the manner of Complex-TR.

    Example: temporal-qa build complex-tr --facts facts.jsonl --out complex-tr
    """
    if config != "reason_qa":
        raise InputError(f"--config {config!r} cannot be built, expected reason_qa")
    complex_tr = importlib.import_module("temporal_qa.dataset_scripts.complex_tr")
    bad_rows = BadRows()
    report = complex_tr.build(
        facts, out, seed=seed, config=config, as_of=_date("--as-of", as_of),
        on_bad_row=bad_rows if skip_bad else None, overwrite=overwrite,
    )  # fmt: skip
    report |= {"out": str(out), "bad_rows": bad_rows.count}
    if json:
        return _print_json(report)
    typer.echo(f"wrote {out}")
    for split, count in report["counts"].items():
        typer.echo(f"  {split}: {count:,} questions")
    typer.echo(f"  left out, by reason: see {out / 'build.json'}")
    bad_rows.tell()


@app.command()
def solve(
    questions: Annotated[Path, typer.Argument(help="Rows with question, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="Predictions, one JSON object a line: id, answers, text.")],
) -> None:
    """Answer questions exactly, from their facts or from the text of their context.

    Example: temporal-qa solve questions.jsonl.gz --out predictions.jsonl
    """


class BadRows:
    """Counts bad rows and keeps the first few, to be told at the end."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[InputError] = []

    def __call__(self, error: InputError) -> None:
        """Takes note of one bad row."""
        self.count += 1
        if len(self.first) < 3:
            self.first.append(error)

    def tell(self) -> None:
        """One line with the count, then the first rows that were skipped."""
        if self.count:
            typer.echo(f"skipped {self.count:,} bad rows, the first of them:", err=True)
            for error in self.first:
                typer.echo(f"  {error}", err=True)


def _date(option: str, text: str | None) -> CalendarDate | None:
    from temporal_qa.timeline.dates import CalendarDate

    try:
        return None if text is None else CalendarDate.parse(text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from None


def _print_json(value: Any) -> None:
    import orjson

    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())


def main() -> None:
    """Runs the command line: exit status 0 on success, 2 with one line on bad input."""
    try:
        app()
    except InputError as error:
        typer.echo(f"temporal-qa: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("temporal-qa: interrupted", err=True)
        sys.exit(130)
    except OSError as error:  # a full disk, a folder without permission
        typer.echo(f"temporal-qa: {error}", err=True)
        sys.exit(2)
