"""``temporal-qa build time-qa``: questions about times in long articles."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from temporal_qa.commands.options import (
    AsOf,
    Json,
    OutFolder,
    Overwrite,
    Seed,
    SkipBad,
    parse_date_option,
    print_json,
    quiet_bars_without_a_terminal,
    refuse_without_effect,
    report_bad_rows,
    report_left_out,
)  # fmt: skip
from temporal_qa.io.drops import DropLog
from temporal_qa.io.messages import counted


def build_time_qa(
    context: typer.Context,
    out: OutFolder,
    source: Annotated[
        Path | None,
        typer.Option(help="The released annotated files: their folder, or one, such as human_annotated_train.json."),
    ] = None,
    facts: Annotated[
        Path | None, typer.Option(help="Or facts: .jsonl, .csv (both also .gz) or .parquet, one quintuple a row.")
    ] = None,
    articles: Annotated[
        Path | None,
        typer.Option(help="--facts: pages (.jsonl, .parquet, .html, MediaWiki .xml[.gz|.bz2]) or a folder of them."),
    ] = None,
    as_of: AsOf = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="Ask by the released rules, and add the released columns.")
    ] = False,
    templates: Annotated[
        Path | None, typer.Option(help="A copy of the released relations.json, for its wordings. (Default: ours.)")
    ] = None,
    squad_layout: Annotated[
        bool, typer.Option("--squad-layout", help="Each split also in the layout of SQuAD 2.0, in the folder squad.")
    ] = False,
    seed: Seed = 0,
    skip_bad: SkipBad = False,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Ask what held at a time, of articles that may not tell (TimeQA): easy and hard questions.

    Example: temporal-qa build time-qa --source TimeQA/dataset --out time-qa

    Anew: temporal-qa build time-qa --facts facts.jsonl --articles pages --out time-qa
    """
    from tqdm import tqdm

    from temporal_qa.passages.time_qa import TimeQAOptions

    time_qa = importlib.import_module("temporal_qa.dataset_scripts.time_qa")
    quiet_bars_without_a_terminal()
    drops = DropLog(skip_bad_rows=skip_bad)
    if source:
        refuse_without_effect(context, "with --source", "--as-of")
    date = parse_date_option("--as-of", as_of)
    options = TimeQAOptions(source, seed, as_published, templates, squad_layout, facts, articles, date)
    with tqdm(desc="asking", unit=" questions", disable=None) as bar:
        made = time_qa.build(out, options, drops=drops, on_question=bar.update, overwrite=overwrite)
    if json:
        return print_json(made | {"out": str(out)})
    typer.echo(f"wrote {out}" + ("" if as_published else ", each question answered by the solver"))
    for config, counts in made["counts"].items():
        for split, count in counts.items():
            none = made["by_facet"][config]["answers"].get(split, {}).get("none", 0)
            typer.echo(f"  {config}, {split}: {counted(count, 'question')}, {none:,} without an answer")
    if objects := made["objects"]:
        how = ", ".join(f"{mention} {number:,}" for mention, number in sorted(objects.items()))
        typer.echo(f"  objects in their article: {how}")
    report_left_out(made["drops"], out / "build.json")
    report_bad_rows(drops)
