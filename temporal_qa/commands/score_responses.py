"""Scores of responses to TempAnswerQA."""

import datetime
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from typer import echo

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io import InputError, counted, explain_errors, write_rows


def score_responses(
    questions: Path,
    responses: list[Path],
    *,
    parser: Literal["lenient", "published"] | None = None,
    as_published: bool = False,
    fill_date: str = "2025-03-15",
    baselines: bool = False,
    only_answered: bool = False,
    bootstrap: options.Bootstrap = None,
    seed: options.BootstrapSeed = 0,
    items: Path | None = None,
    report: Path | None = None,
    overwrite: bool = False,
) -> options.Output:
    """Score responses to TempAnswerQA: exact match, sMAPE, MASE, coverage.

    Example: temporal-qa score-responses ttqa.csv responses/ttqa_*.csv.gz --report report

    Args:
        questions: ttqa.csv, tot.csv, a folder of both, or rows of the built dataset.
        responses: One file a run: released .csv[.gz], or .jsonl[.gz] or .parquet of predict.
        parser: How responses are read. (Default: lenient; published with --as-published.)
        as_published: MASE as in the paper's tables.
        fill_date: Where the published parser takes missing parts of a date from, YYYY-MM-DD.
        baselines: Add runs that answer the mean and the median.
        only_answered: Leave out questions without a response, as after predict --limit.
        items: Write every scored item here, .jsonl[.gz] or .parquet, for report.
        report: Write tables and plots to this folder.
        overwrite: Replace the items, and a report made by an earlier run.
    """
    from temporal_qa.released.temp_answer_qa.files import read_questions, read_run
    from temporal_qa.report.response_tables import scores_table
    from temporal_qa.report.scored_files import refuse_repeated_runs, run_of_response
    from temporal_qa.scoring.responses.response_scores import score_runs, summarize_runs
    from temporal_qa.tables.markdown import markdown_table

    with explain_errors("--fill-date: expected YYYY-MM-DD", ValueError):
        filled_from = datetime.date.fromisoformat(fill_date)
    how_read = parser or ("published" if as_published else "lenient")
    if as_published and how_read == "lenient":
        raise InputError("--as-published goes with --parser published: default and published are never mixed")
    options.refuse_where(how_read != "published", "without --parser published", "--fill-date")
    options.refuse_where(bootstrap is None and report is None, "without --bootstrap or --report", "--seed")
    options.refuse_where(items is None and report is None, "without --items or --report", "--overwrite")
    if items is not None:
        options.check_out_file(items, questions, *responses, overwrite=overwrite)
    asked = read_questions(questions)
    runs = [read_run(path, asked, only_answered=only_answered) for path in responses]
    owner: dict[tuple[str, ...], Path] = {}
    answered: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for path, run in zip(responses, runs, strict=True):
        refuse_repeated_runs(path, [run_of_response(run)], owner)
        if only_answered:
            of_split = sum(each.asked.source == run.dataset and each.split in ("", run.split) for each in asked)
            echo(f"{path}: {len(run.questions):,} of {counted(of_split, 'question')} have a response", err=True)
            keys = sorted(each.key for each in run.questions)
            if answered.setdefault((run.dataset, run.split), keys) != keys:
                raise InputError("answers other questions than the runs before; expected the same to compare", path)
    scored = score_runs(runs, parser=how_read, as_published=as_published, fill_date=filled_from, baselines=baselines)
    if report is not None:
        from temporal_qa.report.run_report import ScoredRuns, write_report

        sources = [*(sorted(questions.glob("*.csv")) if questions.is_dir() else [questions]), *responses]
        of_report = ScoredRuns([], scored, sources)
        write_report(of_report, report, bootstrap=bootstrap or 1000, seed=seed, overwrite=overwrite)
    if items is not None:
        write_rows(items, map(asdict, scored))
    summary = summarize_runs(scored, bootstrap=bootstrap, seed=seed)
    yield {"temporal_qa": __version__, "parser": how_read, "as_published": as_published, "rows": summary}
    table = scores_table(summary)
    yield f"{scored[0].how} {table.note}\n\n{markdown_table(table.header, table.rows)}"
    if report is not None:
        yield f"\nreport: {report / 'report.html'}"
