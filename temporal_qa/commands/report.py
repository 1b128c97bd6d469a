"""Tables and plots of scored runs."""

from pathlib import Path

from temporal_qa import __version__
from temporal_qa.commands import options


def report(
    runs: list[Path],
    *,
    out: Path,
    questions: list[Path] | None = None,
    bootstrap: options.Resamples = 1000,
    seed: options.BootstrapSeed = 0,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make tables, paired tests and plots from scored runs, and one page with all of them.

    Only runs on the same questions are compared with each other.

    Example: temporal-qa report solver.jsonl t5_base.jsonl --questions test.parquet --out report

    Args:
        runs: Scored runs: of score --items, score-responses --items, or runs/*/seed-*/model/items.jsonl.
        out: The folder to make: report.html, report.md, CSV, PNG.
        questions: File of questions that runs answered, to show the hardest in full. May be repeated.
        bootstrap: Resamples for 95 % intervals.
    """
    from temporal_qa.report.run_report import ScoredRuns, write_report
    from temporal_qa.report.scored_files import read_scored

    scored, responses = read_scored(runs)
    of_report = ScoredRuns(scored, responses, runs, questions or ())
    found = write_report(of_report, out, bootstrap=bootstrap, seed=seed, overwrite=overwrite)
    page = out / "report.html"
    yield {"temporal_qa": __version__, "report": str(page)} | found
    if len(found["questions"]) > 1:
        yield f"runs on {len(found['questions'])} sets of questions: only those on the same set are compared"
    yield f"report: {page}"
