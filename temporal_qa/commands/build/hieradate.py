"""``temporal-qa build hieradate``: comparisons of two lives, with probing questions."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io import DropLog, InputError, counted


def build_hieradate(
    machines: options.Machines,
    *,
    out: options.OutFolder,
    lives: Path | None = None,
    invent: bool = False,
    source: list[Path] | None = None,
    samples: options.NotNegative = 8745,
    dev: options.NotNegative = 0,
    test: options.NotNegative = 0,
    combined: Annotated[int | None, Option(min=0, max=options.MAX_COUNT)] = None,
    version: Literal["full-date", "year-only"] = "full-date",
    setting: Literal["normal", "distractor"] = "normal",
    decided_by: Literal["as-drawn", "equal"] = "as-drawn",
    wordings: Literal["published", "all"] | None = None,
    states_age: bool = False,
    as_published: bool = False,
    released_layout: bool = False,
    seed: options.Seed = 0,
    skip_bad: options.SkipBad = False,
    workers: options.Workers = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Ask who was born first, died first or lived longer, with questions about each step to the answer (HieraDate).

    The same command resumes a build that was stopped.

    Example: temporal-qa build hieradate --invent --samples 8745 --combined 1925 --decided-by equal --out hieradate

    Args:
        lives: Lives: .jsonl, .csv (both also .gz) or .parquet, with id, name, start, end.
        invent: Make the lives up.
        source: Raw files of 2WikiMultihopQA and HotpotQA; may be given several times.
        samples: How many in the split train; the paper has 8,745.
        dev: How many in the split dev; nobody is in two splits.
        test: How many in the split test.
        combined: How many of --samples compare lifespans; of the other splits as large a share. (Default: 22%.)
        version: Whole dates, or their years alone.
        setting: The two paragraphs, or eight of others with them.
        decided_by: equal: year, month and day decide in equal shares; as drawn, nearly always the year.
        wordings: The paper's wordings alone, or ours with them. (Default: all, or as published.)
        states_age: Keep samples of which a paragraph states an age, marked.
        as_published: --source: opposites and names as the released code makes them.
        released_layout: Each split also as a JSON list, as HieraDate is released.
    """
    from temporal_qa.fiction.life_samples import PAPER_SHARE, LifeSampleOptions
    from temporal_qa.report.question_counts import counts_table

    options.refuse_where(invent, "with --invent, which reads no lives", "--skip-bad")
    of_lives = ("--samples", "--combined", "--decided-by", "--skip-bad")
    options.refuse_where(source, "with --source, whose questions are kept as they are", *of_lives)
    options.refuse_where(not source, "without --source", "--as-published")
    no_ages = version == "year-only" and not source
    options.refuse_where(no_ages, "with --version year-only, where no age is stated", "--states-age")
    if combined is not None and combined > samples:
        raise InputError(f"--combined is {combined}, expected 0 to {samples}, the number of --samples")
    share = PAPER_SHARE if combined is None else Fraction(combined, samples or 1)
    words = wordings or ("published" if as_published else "all")
    settings = LifeSampleOptions(
        seed, "full_date" if version == "full-date" else "year_only", setting,
        "as_drawn" if decided_by == "as-drawn" else "equal", words, states_age, invent, samples, dev, test, share,
        lives, tuple(source or ()), as_published,
    )  # fmt: skip
    drops, total = DropLog(skip_bad_rows=skip_bad), None if source else sum(settings.sizes.values())
    made = machines.build(
        "hieradate", out, settings, total=total, unit="samples", drops=drops, released_layout=released_layout,
        overwrite=overwrite,
    )  # fmt: skip
    yield made | {"out": str(out)}
    samples, questions = (sum(made["counts"][config].values()) for config in ("samples", "questions"))
    what = f"{counted(samples, 'sample')} with {counted(questions, 'question')}"
    yield f"wrote {out}: {what}, each answered by the solver"
    asked = {split: 0 for split, size in {"dev": dev, "test": test}.items() if size}
    options.warn_of_small_splits(asked | made["counts"]["questions"])
    options.report_left_out(made["drops"], out / "build.json")
    yield f"\n{counts_table('task', made['by_facet']['task'], total=False)}"
    options.report_drops(drops)
