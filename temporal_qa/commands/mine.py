"""Facts mined from Wikidata dumps."""

import re
from pathlib import Path

from typer import echo

from temporal_qa.commands import options
from temporal_qa.io import InputError, counted
from temporal_qa.io.resumable import is_unfinished


def mine(
    machines: options.Machines,
    dumps: list[Path],
    *,
    out: Path,
    lives: Path | None = None,
    as_of: str | None = None,
    relations: list[str] | None = None,
    languages: list[str] | None = None,
    ids_as_names: bool = False,
    workers: options.Processes = None,
    overwrite: options.OverwriteFile = False,
) -> options.Output:
    """Mine facts with start and end from Wikidata dumps. The same command resumes a run that was stopped.

    Example: temporal-qa mine wikidata-20230102-all.json.bz2 --out facts.parquet --workers 16

    A full dump should take 3.5 hours on 2 cores and half an hour on 16 (extrapolated, see benchmarks/RESULTS.md).

    Args:
        dumps: Wikidata JSON dumps, .json[.gz|.bz2]: an array, or one entity a line.
        out: The facts, .parquet; what was left out goes beside it, .drops.json.
        lives: Births and deaths, inceptions and dissolutions, too, in a second file, .parquet.
        as_of: Date of the source: the end of facts that have none. Default: the one in their names.
        relations: Properties, as P54,P39. Default: those of relations.yaml.
        languages: Of labels, the preferred first. Default: en, mul, en-gb, en-ca, en-us.
        ids_as_names: Call what has no label by its id, instead of leaving its facts out.
        workers: Processes. Default: one for each core.
    """
    from temporal_qa.wikidata.lines import NO_ENTITY
    from temporal_qa.wikidata.mine import LANGUAGES, drops_path
    from temporal_qa.wikidata.mine import mine as mine_dumps
    from temporal_qa.wikidata.tables import UNNAMED

    options.check_out_file(out, *dumps, overwrite=overwrite, suffixes=[".parquet"])
    options.check_out_file(drops_path(out), *dumps, overwrite=overwrite or is_unfinished(out), suffixes=[".json"])
    if lives is not None:
        options.check_out_file(lives, *dumps, overwrite=overwrite or is_unfinished(out), suffixes=[".parquet"])
    report = mine_dumps(
        dumps, out, lives=lives, as_of=options.parse_as_of(as_of),
        relations=_names("--relations", relations, "P[1-9][0-9]*", "P54,P39") if relations else None,
        languages=_names("--languages", languages, "[a-z]+(-[a-z0-9]+)*", "en,en-gb") if languages else LANGUAGES,
        ids_as_names=ids_as_names, workers=machines.workers, write=machines.writer(out),
        tasks=machines.cluster.tasks if machines.cluster else 0,
    )  # fmt: skip
    yield report | {"out": str(out)}
    lines, drops = report["lines"], report["drops"]
    yield f"wrote {out}: {counted(report['facts'], 'fact')}, as of {report['as_of']}"
    items, statements = counted(lines.get("items", 0), "item"), counted(report["statements"], "statement")
    yield f"  {items}, {statements} of the relations read"
    options.report_left_out(drops, drops_path(out))
    for name, line in report["first_bad_lines"].items():
        others = counted(lines[NO_ENTITY], "line is not an entity", "lines are not entities")
        echo(f"  {others}, the first in {name} is line {line}", err=True)
    unnamed = sum(drops.get(reason, 0) for reason in UNNAMED)
    if unnamed > report["facts"] and not ids_as_names:
        facts = counted(unnamed, "fact has no names", "facts have no names")
        echo(f"  {facts} (are their objects in another dump?); --ids-as-names keeps them", err=True)
    if lives is not None:
        found = report["lives"]
        written, read = (counted(found[which], "life", "lives") for which in ("written", "found"))
        yield f"wrote {lives}: {written}, {found['written_with_start_and_end']:,} with start and end"
        whole = f"{found['with_start_and_end']:,} with start and end, {found['to_the_day']:,} of them to the day"
        yield f"  {read} read, {whole}"
        options.report_left_out(found["drops"], drops_path(out))


def _names(option: str, given: list[str], pattern: str, example: str) -> list[str]:
    """The names in the values of an option."""
    names = options.comma_separated(given)
    if wrong := [name for name in names or given if not re.fullmatch(pattern, name)]:
        raise InputError(f"{option}: {wrong[0]!r} is not a valid name, expected for example {example}")
    return names
