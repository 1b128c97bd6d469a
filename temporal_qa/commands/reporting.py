"""Reports of scored runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands.shared import BootstrapSeed, Overwrite


def report(
    runs: Annotated[
        list[Path], typer.Argument(help="Scored runs, as score --items and score-responses --items write them.")
    ],
    out: Annotated[Path, typer.Option(help="The folder to make: report.html, report.md, CSV, PNG.")],
    bootstrap: Annotated[int, typer.Option(min=1, help="Resamples for 95 % intervals.")] = 1000,
    seed: BootstrapSeed = 0,
    overwrite: Overwrite = False,
) -> None:
    """Tables, paired tests and plots from scored runs, and one page with all of them.

    Runs on the same questions are compared with each other; others are tabulated apart.

    Example: temporal-qa report solver.jsonl t5_base.jsonl --out report
    """
    from temporal_qa.report.run_report import write_report
    from temporal_qa.report.scored_files import read_scored

    questions, responses = read_scored(runs)
    write_report(questions, responses, runs, out, bootstrap=bootstrap, seed=seed, overwrite=overwrite)
    sets = {question.questions_sha256 for question in questions}
    if len(sets) > 1:
        typer.echo(f"runs on {len(sets)} files of questions: compared within each, and not with one another")
    typer.echo(f"report: {out / 'report.html'}")
