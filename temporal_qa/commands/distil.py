"""Questions selected from raw benchmarks."""

from pathlib import Path

from temporal_qa.commands import options
from temporal_qa.io import write_rows


def distil_temp_answer_qa(
    *, source: Path, out: Path, compare: Path | None = None, overwrite: options.OverwriteFile = False
) -> options.Output:
    """Keep the questions whose answer is one date or one duration.

    Example: temporal-qa distil temp-answer-qa --source raw --out kept.jsonl --compare released

    Args:
        source: Folder with temptabqa_head.json, temptabqa_tail.json, tot_*.json[.gz].
        out: The questions kept, .jsonl[.gz] or .parquet.
        compare: Folder with the released ttqa.csv, tot.csv.
    """
    from temporal_qa.released.temp_answer_qa.distillation import compare as compare_with
    from temporal_qa.released.temp_answer_qa.distillation import distil

    options.check_out_file(out, overwrite=overwrite)
    made = distil(source)
    agreements = compare_with(made, compare) if compare else []
    write_rows(out, made.rows)
    counts = {split: dict(reasons.most_common()) for split, reasons in made.counts().items()}
    yield {"counts": counts, "agreement": agreements}
    for split, reasons in counts.items():
        yield f"{split}: " + ", ".join(f"{number:,} {reason}" for reason, number in reasons.items())
    if agreements:
        yield [name.replace("_", " ") for name in agreements[0]], [list(each.values()) for each in agreements]
    yield f"wrote {out}"
