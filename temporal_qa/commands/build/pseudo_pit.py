"""``temporal-qa build pseudo-pit``: any number of fictional questions."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import DropLog, counted


def build_pseudo_pit(
    machines: options.Machines,
    *,
    out: options.OutFolder,
    facts: Path | None = None,
    invent: bool = False,
    questions: options.Positive = 51_451,
    seed: options.Seed = 0,
    no_resample: bool = False,
    as_published: bool = False,
    no_fiction: bool = False,
    training: Path | None = None,
    real_labels: Path | None = None,
    split: str = "train",
    as_of: options.AsOf = None,
    skip_bad: options.SkipBad = False,
    workers: options.Workers = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make any number of fictional questions, the same bytes for the same seed (pseudo-PIT).

    The same command resumes a build that was stopped.

    Example: temporal-qa build pseudo-pit --invent --questions 51451 --seed 0 --out pseudo-pit

    A test set that did not exist a minute ago:
    temporal-qa build pseudo-pit --invent --seed $(date +%s) --split test --out fresh

    Args:
        facts: Real facts, to be shifted in time and renamed.
        invent: Make the facts up.
        questions: How many; the paper's pseudo-data has 51,451.
        no_resample: Keep the questions of all periods alike (Table 10, -Resampling).
        as_published: Leave out the fullest period; otherwise a twentieth of it is kept.
        no_fiction: Shift real facts, but keep their names (Table 10, -Fictional).
        training: Training questions whose periods are thinned out. (Default: those of the same facts.)
        real_labels: Labels, one a line (.txt, .gz), that are never used as fictional names.
        split: The name of its only split, such as test.
    """
    from temporal_qa.fiction.options import PseudoOptions
    from temporal_qa.report.question_counts import figures_beside_complex_tr, table_beside_complex_tr

    options.refuse_where(invent, "with --invent, which reads no facts", "--skip-bad")
    options.refuse_where(no_resample, "with --no-resample", "--as-published")
    settings = PseudoOptions(
        questions, seed, facts, invent, not no_resample, not no_fiction, training, real_labels,
        options.parse_as_of(as_of), split=split, as_published=as_published,
    )  # fmt: skip
    drops = DropLog(skip_bad_rows=skip_bad)
    report = machines.build(
        "pseudo_pit", out, settings, total=questions, unit="questions", drops=drops, overwrite=overwrite
    )
    columns = {"this": "Pseudo"}
    statistics = {"this": report.pop("statistics")}
    of_table = {"kept_conflicts": drops.kept_conflicts, "table_3": figures_beside_complex_tr(statistics, columns)}
    yield report | {"out": str(out)} | of_table
    yield f"wrote {out}: {counted(questions, 'question')}"
    options.report_left_out(report["drops"], out / "build.json")
    yield f"\n{table_beside_complex_tr(statistics, columns)}"
    options.report_drops(drops, facts)
