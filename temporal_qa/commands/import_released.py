"""Released questions converted to rows of temporal-qa."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from temporal_qa import __version__
from temporal_qa.commands import options
from temporal_qa.io.atomic import ROW_SUFFIXES, write_json, write_rows, writing_beside
from temporal_qa.io.errors import InputError
from temporal_qa.io.messages import counted


def import_questions(
    released: Annotated[
        list[Path], typer.Argument(help="Released rows: .json, .jsonl (also .gz, .gzip), .parquet or .pickle.")
    ],
    out: Annotated[
        Path, typer.Option(help="Questions, .jsonl[.gz] or .parquet; what was left out goes to NAME.drops.json.")
    ],
    config: Annotated[
        Literal["reason_qa", "open_domain"], typer.Option(help="open_domain adds the released passages.")
    ] = "reason_qa",
    overwrite: options.OverwriteFile = False,
    json: options.Json = False,
) -> None:
    """Convert released Complex-TR, TempReason, TimeBench, HieraDate, TimeQA or CronQuestions to rows of temporal-qa.

    Example: temporal-qa import questions test_l2.json test_l3.json --out tempreason.jsonl
    """
    from temporal_qa.io.read import sha256
    from temporal_qa.released.complex_tr import import_rows
    from temporal_qa.released.cron_questions import SplitOverlap, import_graph_questions, is_cron_questions
    from temporal_qa.released.files import read_released
    from temporal_qa.released.hieradate_samples import import_samples, is_hieradate
    from temporal_qa.released.import_record import ImportRecord
    from temporal_qa.released.time_qa_rows import import_time_rows, is_time_qa

    options.check_out_file(out, *released, overwrite=overwrite)
    suffix = max((end for end in ROW_SUFFIXES if out.name.endswith(end)), key=len)
    drops_file = out.with_name(out.name.removesuffix(suffix) + ".drops.json")
    options.check_out_file(drops_file, *released, overwrite=overwrite, suffixes=[".json"])
    record = ImportRecord()
    of_first = read_released(released[0])
    first = next(of_first, None)
    first_values, overlap = ({} if first is None else first.values), SplitOverlap()
    of_graph = is_cron_questions(first_values)
    of_hieradate, of_time_qa = is_hieradate(first_values), is_time_qa(first_values)
    if config == "open_domain" and (of_graph or of_hieradate):
        what = "CronQuestions has" if of_graph else "samples of HieraDate have"
        raise InputError(f"--config open_domain: {what} no passages", released[0])

    def questions() -> Iterator[dict[str, Any]]:
        for path in released:
            rows = read_released(path) if path != released[0] else chain([first] if first else [], of_first)
            rows = options.with_progress(rows, path.name)
            if of_graph:
                yield from import_graph_questions(rows, path.name.partition(".")[0], record, overlap)
            elif of_hieradate:
                yield from import_samples(rows, record)
            elif of_time_qa:
                yield from import_time_rows(rows, record)
            else:
                yield from import_rows(rows, record, with_passages=config == "open_domain")
        if not record.kept:
            example = next((f", as {note.id}: {note.reason}. {note.detail}" for note in record.left_out), "").rstrip(
                ". "
            )
            raise InputError(f"none of the rows is a question of ours{example}", released[0])

    with writing_beside(drops_file) as beside:  # first, so that nothing is left where it cannot be written
        write_rows(out, questions())
        inputs = [{"file": path.name, "sha256": sha256(path)} for path in released]
        in_common = {"overlap": overlap.counts()} if of_graph else {}
        made = {"temporal_qa": __version__, "config": config, "inputs": inputs}
        write_json(beside, made | record.to_dict() | in_common)
    counts = record.counts()
    if json:
        where = {"out": str(out), "drops_file": str(drops_file), "config": config}
        return options.print_json(where | counts | in_common)
    typer.echo(
        f"wrote {out}: {counts['kept']:,} of {counted(counts['rows'], 'sample' if of_hieradate else 'question')}"
    )
    for layout, number in counts["layouts"].items():
        typer.echo(f"  {number:,} with {layout}")
    for reason, number in counts["drops"].items():
        typer.echo(f"  left out: {number:,} ({reason})")
    for remark, number in counts["remarks"].items():
        typer.echo(f"  kept, but look: {number:,} ({remark})")
    for pair in overlap.counts():
        told = ", ".join(f"{pair[what][0]:,} of {pair[what][1]:,} {what}" for what in pair if what != "splits")
        typer.echo(f"  {' and '.join(pair['splits'])} have in common: {told}")
    listed = (
        "each that was left out or has a remark" if counts["drops"] or counts["remarks"] else "nothing was left out"
    )
    typer.echo(f"wrote {drops_file}: {listed}")
