"""``temporal-qa build temp-answer-qa``: questions whose answer is a date or a duration."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import counted


def build_temp_answer_qa(
    *,
    out: options.OutFolder,
    source: Path | None = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Make TempAnswerQA: questions whose answer is a date or a duration.

    Example: temporal-qa build temp-answer-qa --source DIR --out temp-answer-qa

    Args:
        source: Folder with ttqa.csv, tot.csv or tot_arithmetic.csv; without it they are downloaded.
    """
    made = options.dataset_script("temp_answer_qa").build(source, out, overwrite=overwrite)
    yield made | {"out": str(out)}
    yield f"wrote {out}"
    for config, counts in made["counts"].items():
        for split, count in counts.items():
            yield f"  {config}, {split}: {counted(count, 'question')}"
    yield from (f"  {line}" for line in made["differences"])
    yield from options.left_out(made["drops"])
