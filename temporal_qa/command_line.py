"""The command ``temporal-qa``.

Every command imports what it needs when it runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temporal_qa import __version__
from temporal_qa.files import InputError, Row, read_rows, write_json, write_json_lines

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
        str | None, typer.Option(help="Date of the source, as 2023-03: the end of facts that have none.")
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
    _quiet_bars_without_a_terminal()
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
    questions: Annotated[Path, typer.Argument(help="Rows with id, question, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="Predictions, one JSON object a line: id, answers, text.")],
) -> None:
    """Answer questions exactly, from their facts or from the text of their context.

    Example: temporal-qa solve questions.jsonl.gz --out predictions.jsonl
    """
    from temporal_qa.questions.audit import solve_rows

    reasons: list[tuple[str, str]] = []
    solved = 0

    def predictions() -> Iterator[dict[str, Any]]:
        nonlocal solved
        for row in solve_rows(_progress(read_rows(questions), "solving"), questions):
            if "reason" in row:
                reasons.append((row["id"], row["reason"]))
            else:
                solved += 1
            yield row
        if not solved:
            first = f", as {reasons[0][0]}: {reasons[0][1]}" if reasons else ""
            raise InputError(f"none of {len(reasons):,} questions could be answered{first}", questions)

    count = write_json_lines(out, predictions())
    typer.echo(f"wrote {out}: {solved:,} of {count:,} questions answered")
    for question_id, reason in reasons[:5]:
        typer.echo(f"  not answered: {question_id}: {reason}", err=True)
    if len(reasons) > 5:
        typer.echo(f"  ... {len(reasons) - 5:,} more; each row of {out} that has no answer bears its reason", err=True)


@app.command()
def audit(
    questions: Annotated[Path, typer.Argument(help="Labelled rows: answers or answer, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="The report, JSON.")],
    json: Annotated[bool, typer.Option("--json", help="Print the counts as one JSON object.")] = False,
) -> None:
    """Show where labels and solver disagree, with the facts that prove it.

    Example: temporal-qa audit questions.jsonl.gz --out report.json
    """
    from temporal_qa.questions.audit import audit_rows
    from temporal_qa.report.tables import markdown_table

    report = audit_rows(_progress(read_rows(questions), "auditing"), questions)
    write_json(out, report)
    if json:
        return _print_json({key: value for key, value in report.items() if key != "disagreements"})
    blocks = {"all": report} | report["by_level"]
    outcomes = [outcome.replace("_", " ") for outcome in report["counts"]]
    typer.echo(
        markdown_table(["level", "n", *outcomes], [[k, b["n"], *b["counts"].values()] for k, b in blocks.items()])
    )
    typer.echo(f"wrote {out}: {len(report['disagreements']):,} disagreements with their facts")


@app.command()
def score(
    questions: Annotated[Path, typer.Argument(help="Rows with id, answers and facets: .jsonl, .jsonl.gz, .parquet.")],
    predictions: Annotated[Path, typer.Argument(help="Rows with id, and answers (list) or text (joined).")],
    by: Annotated[str, typer.Option(help="Facets, of level, hops, kind, relation, future, answers.")] = "level,hops",
    bootstrap: Annotated[
        int | None, typer.Option(min=1, help="Resamples for 95 % intervals, for example 1000.")
    ] = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="The released Complex-TR metric, faults included.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score predictions: set accuracy, answer F1, exact match and token F1.

    Example: temporal-qa score questions.jsonl predictions.jsonl --by kind,answers --bootstrap 1000
    """
    from temporal_qa.report.tables import score_report
    from temporal_qa.scoring.score_table import match_predictions, score_table

    facets = [facet.strip() for facet in by.split(",") if facet.strip()]
    matched = match_predictions(read_rows(questions), read_rows(predictions), questions, predictions)
    rows = score_table(matched, facets, bootstrap=bootstrap, seed=seed, as_published=as_published)
    if json:
        return _print_json({"temporal_qa": __version__, "rows": [row.to_dict() for row in rows]})
    typer.echo(score_report(rows))


@app.command()
def demo(
    facts: Annotated[Path | None, typer.Option(help="Facts to use instead of an invented world.")] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to; an earlier demo there is replaced.")] = Path(
        "demo_output"
    ),
    seed: Seed = 0,
    as_of: Annotated[str | None, typer.Option(help="Date of the source: the end of facts that have none.")] = None,
) -> None:
    """The whole way in a minute: facts, questions, dataset, answers, scores, report.

    Example: temporal-qa demo --facts facts.jsonl
    """
    from temporal_qa.demo import run

    _quiet_bars_without_a_terminal()
    report = run(facts, out, seed, _date("--as-of", as_of), typer.echo)
    typer.echo(f"report: {report}")


def _progress(rows: Iterator[Row], what: str) -> Iterator[Row]:
    """The same rows, with a bar on a terminal."""
    from tqdm import tqdm

    yield from tqdm(rows, desc=what, unit=" rows", disable=None)


def _quiet_bars_without_a_terminal() -> None:
    if not sys.stderr.isatty():
        from datasets.utils.logging import disable_progress_bar

        disable_progress_bar()


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
