"""Labels compared with the solver's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands.options import print_json, refuse_same_file, with_progress
from temporal_qa.io.atomic import write_json
from temporal_qa.io.read import read_rows


def audit(
    questions: Annotated[Path, typer.Argument(help="Labelled rows: answers or answer, and facts or fact_context.")],
    out: Annotated[Path, typer.Option(help="The report, JSON.")],
    json: Annotated[bool, typer.Option("--json", help="Print the counts as one JSON object.")] = False,
) -> None:
    """Show where labels and solver disagree, with the facts that prove it.

    Example: temporal-qa audit questions.jsonl.gz --out report.json
    """
    from temporal_qa.questions.audit import audit_rows
    from temporal_qa.questions.complex_tr.evidence import evidence
    from temporal_qa.questions.complex_tr.solver import solve_row
    from temporal_qa.tables.markdown import markdown_table

    refuse_same_file(questions, out)
    report = audit_rows(with_progress(read_rows(questions), "auditing"), solve_row, evidence)
    write_json(out, report)
    if json:
        return print_json({key: value for key, value in report.items() if key != "disagreements"})
    blocks = {"all": report} | report["by_level"]
    outcomes = [outcome.replace("_", " ") for outcome in report["counts"]]
    typer.echo(
        markdown_table(["level", "n", *outcomes], [[k, b["n"], *b["counts"].values()] for k, b in blocks.items()])
    )
    typer.echo(f"wrote {out}: {len(report['disagreements']):,} disagreements with their facts")
