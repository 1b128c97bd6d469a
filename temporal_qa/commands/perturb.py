"""Questions asked again at other times of the same segment."""

from itertools import chain
from pathlib import Path
from typing import Annotated

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io import DropLog, InputError, counted, read_rows, write_rows


def perturb(
    rows: Path,
    *,
    out: Path,
    times: Annotated[int, Option(min=2, max=1_000)] = 3,
    as_published: bool = False,
    seed: options.Seed = 0,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Ask each question of TimeQA at several other times that have the same answer; `score --consistency` reads them.

    Example: temporal-qa perturb demo_output/families/time-qa/hard/test --times 3 --out perturbed.parquet

    Args:
        rows: Rows of a build of TimeQA, or imported easy questions: .jsonl, .jsonl.gz, .parquet, FOLDER/SPLIT.
        out: The perturbed rows, .jsonl[.gz] or .parquet.
        times: How many questions for each row.
        as_published: As the release draws them: some are equal, or fit other segments.
    """
    from temporal_qa.questions.time_qa.perturbing import perturb_rows

    options.check_out_file(out, rows, overwrite=overwrite)
    drops = DropLog()
    given = options.with_progress(read_rows(rows), "perturbing", rows)
    made = perturb_rows(given, times, seed, drops, as_published=as_published)
    first = next(made, None)
    if first is None:
        raise InputError(f"no question can be asked at {times} other times{drops.message()}", rows)
    count = write_rows(out, chain([first], made))
    left_out = dict(sorted(drops.items()))
    yield {"out": str(out), "questions": count, "drops": left_out}
    yield f"wrote {out}: {counted(count, 'question')}, {times} for each of {count // times:,}"
    yield from options.left_out(left_out)
