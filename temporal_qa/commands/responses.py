"""TempAnswerQA: make it, ask models, score and report what they answer."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Literal

import typer

from temporal_qa import __version__
from temporal_qa.commands.shared import (
    BootstrapSeed,
    Json,
    Overwrite,
    print_json,
    quiet_bars_without_a_terminal,
    refuse_same_file,
)
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError


def build_temp_answer_qa(
    out: Annotated[Path, typer.Option(help="The folder to make.")],
    source: Annotated[
        Path | None,
        typer.Option(help="Folder with ttqa.csv, tot.csv or tot_arithmetic.csv; without it they are downloaded."),
    ] = None,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """TempAnswerQA: questions whose answer is a date or a duration.

    Example: temporal-qa build temp-answer-qa --source DIR --out temp-answer-qa
    """
    temp_answer_qa = importlib.import_module("temporal_qa.dataset_scripts.temp_answer_qa")
    quiet_bars_without_a_terminal()
    made = temp_answer_qa.build(source, out, overwrite=overwrite) | {"out": str(out)}
    if json:
        return print_json(made)
    typer.echo(f"wrote {out}")
    for config, counts in made["counts"].items():
        for split, count in counts.items():
            typer.echo(f"  {config}, {split}: {count:,} questions")
    for line in made["differences"]:
        typer.echo(f"  {line}")
    for reason, number in made["drops"].items():
        typer.echo(f"  left out: {number:,} ({reason})")


def distil_temp_answer_qa(
    source: Annotated[
        Path, typer.Option(help="Folder with temptabqa_head.json, temptabqa_tail.json, tot_*.json[.gz].")
    ],
    out: Annotated[Path, typer.Option(help="The questions kept, JSON Lines.")],
    compare: Annotated[Path | None, typer.Option(help="Folder with the released ttqa.csv, tot.csv.")] = None,
    json: Json = False,
) -> None:
    """Keep the questions whose answer is one date or one duration.

    Example: temporal-qa distil temp-answer-qa --source raw --out kept.jsonl --compare released
    """
    from temporal_qa.released.temp_answer_qa.agreement import agreement_report
    from temporal_qa.released.temp_answer_qa.agreement import compare as compare_with
    from temporal_qa.released.temp_answer_qa.distillation import distil

    if not out.name.endswith((".jsonl", ".jsonl.gz")):
        raise InputError("expected a name that ends in .jsonl or .jsonl.gz", out)
    made = distil(source)
    agreements = compare_with(made, compare) if compare else []
    write_json_lines(out, made.rows)
    counts = {split: dict(reasons.most_common()) for split, reasons in made.counts().items()}
    if json:
        return print_json({"counts": counts, "agreement": [agreement.to_dict() for agreement in agreements]})
    for split, reasons in counts.items():
        typer.echo(f"{split}: " + ", ".join(f"{number:,} {reason}" for reason, number in reasons.items()))
    if agreements:
        typer.echo(agreement_report(agreements))
    typer.echo(f"wrote {out}")


def predict(
    questions: Annotated[Path, typer.Argument(help="TempAnswerQA rows: .parquet, .jsonl or .jsonl.gz.")],
    model: Annotated[
        str, typer.Option(help="A name on the Hub or a folder; with --endpoint, the server's name for it.")
    ],
    out: Annotated[Path, typer.Option(help="Responses, .jsonl. A run that was stopped goes on from where it was.")],
    endpoint: Annotated[
        str | None, typer.Option(help="Base URL of an OpenAI-compatible server; the key is OPENAI_API_KEY.")
    ] = None,
    prompting: Annotated[Literal["few-shot", "zero-shot"], typer.Option(help="With or without examples.")] = "few-shot",
    prefill: Annotated[bool, typer.Option("--prefill/--no-prefill", help="Begin JSON answers for the model.")] = True,
    max_new_tokens: Annotated[int, typer.Option(min=1, help="The longest response.")] = 512,
    batch_size: Annotated[int, typer.Option(min=1, help="Of a local model.")] = 8,
    concurrency: Annotated[int, typer.Option(min=1, help="Questions under way at an endpoint.")] = 8,
    timeout: Annotated[int, typer.Option(min=1, help="Seconds for one response of an endpoint.")] = 300,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only the first questions, to try it out.")] = None,
    json: Json = False,
) -> None:
    """Ask a model the questions of TempAnswerQA, here or behind an endpoint.

    Example: temporal-qa predict head-00000-of-00001.parquet --model ORG/NAME --out responses.jsonl
    """
    from temporal_qa.prompting.predicting import predict as ask_model

    asked = ask_model(
        questions, out, model, endpoint=endpoint, prompting=prompting, prefill=prefill,
        max_new_tokens=max_new_tokens, batch_size=batch_size, concurrency=concurrency, timeout=timeout, limit=limit,
    )  # fmt: skip
    if json:
        return print_json({"out": str(out), "asked": asked})
    typer.echo(f"wrote {out}: {asked:,} questions asked")


def score_responses(
    questions: Annotated[
        Path, typer.Argument(help="ttqa.csv, tot.csv, a folder of both, or rows of the built dataset.")
    ],
    responses: Annotated[list[Path], typer.Argument(help="One file a run: released .csv[.gz], or .jsonl of predict.")],
    parser: Annotated[
        Literal["lenient", "published"] | None,
        typer.Option(help="How responses are read. (Default: lenient; published with --as-published.)"),
    ] = None,
    as_published: Annotated[bool, typer.Option("--as-published", help="MASE as in the paper's tables.")] = False,
    fill_date: Annotated[
        str, typer.Option(help="Where the published parser takes missing parts of a date from, YYYY-MM-DD.")
    ] = "2025-03-15",
    baselines: Annotated[
        bool, typer.Option("--baselines", help="Add runs that answer the mean and the median.")
    ] = False,
    bootstrap: Annotated[int | None, typer.Option(min=1, help="Resamples for 95 % intervals, e.g. 1000.")] = None,
    seed: BootstrapSeed = 0,
    items: Annotated[Path | None, typer.Option(help="Write every scored item here, .jsonl[.gz], for report.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write tables and plots to this folder.")] = None,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Score responses to TempAnswerQA: exact match, sMAPE, MASE, coverage.

    Example: temporal-qa score-responses ttqa.csv responses/ttqa_*.csv.gz --report report
    """
    import datetime

    from temporal_qa.released.temp_answer_qa.responses import read_questions, read_run
    from temporal_qa.report.response_tables import scores_table
    from temporal_qa.report.scored_files import refuse_repeated_runs, run_of_response
    from temporal_qa.scoring.responses.response_scores import item_rows, score_runs, summarize_runs
    from temporal_qa.tables.markdown import markdown_table

    try:
        filled_from = datetime.date.fromisoformat(fill_date)
    except ValueError:
        raise InputError(f"--fill-date: {fill_date!r} is no date, expected YYYY-MM-DD") from None
    how_read = parser or ("published" if as_published else "lenient")
    if as_published and how_read == "lenient":
        raise InputError("--as-published goes with --parser published: default and published are never mixed")
    for source in (questions, *responses):
        if items is not None:
            refuse_same_file(source, items)
    asked = read_questions(questions)
    runs = [read_run(path, asked) for path in responses]
    owner: dict[tuple[str, ...], Path] = {}
    for path, run in zip(responses, runs, strict=True):
        refuse_repeated_runs(path, [run_of_response(run)], owner)
    scored = score_runs(runs, parser=how_read, as_published=as_published, fill_date=filled_from, baselines=baselines)
    if report is not None:
        from temporal_qa.report.run_report import write_report

        sources = [*(sorted(questions.glob("*.csv")) if questions.is_dir() else [questions]), *responses]
        write_report([], scored, sources, report, bootstrap=bootstrap or 1000, seed=seed, overwrite=overwrite)
    if items is not None:
        write_json_lines(items, item_rows(scored))
    if json:
        summary = summarize_runs(scored, bootstrap=bootstrap, seed=seed)
        return print_json(
            {"temporal_qa": __version__, "parser": how_read, "as_published": as_published, "rows": summary}
        )
    table = scores_table(scored, bootstrap, seed)
    typer.echo(f"{scored[0].how} {table.note}\n\n{markdown_table(table.header, table.rows)}")
    if report is not None:
        typer.echo(f"\nreport: {report / 'report.html'}")
