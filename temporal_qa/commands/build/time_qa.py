"""``temporal-qa build time-qa``: questions about times in long articles."""

from pathlib import Path
from typing import Literal

from temporal_qa.commands import options
from temporal_qa.io import DropLog, counted

_OF_INPUT = ("--source", "--facts", "--articles", "--as-of", "--as-published", "--templates", "--skip-bad")
_OF_INVENTED = ("--documents", "--dev", "--test", "--words", "--world", "--workers", "--executor")


def build_time_qa(
    machines: options.Machines,
    *,
    out: options.OutFolder,
    source: Path | None = None,
    facts: Path | None = None,
    articles: Path | None = None,
    as_of: options.AsOf = None,
    invent: bool = False,
    documents: options.NotNegative = 1000,
    dev: options.NotNegative = 0,
    test: options.NotNegative = 0,
    words: int = 300,
    world: Literal["rich", "small"] = "rich",
    as_published: bool = False,
    templates: Path | None = None,
    squad_layout: bool = False,
    seed: options.Seed = 0,
    skip_bad: options.SkipBad = False,
    workers: options.Processes = None,
    overwrite: options.Overwrite = False,
) -> options.Output:
    """Ask what held at a time, of articles that may not tell (TimeQA): easy and hard questions.

    Example: temporal-qa build time-qa --source TimeQA/dataset --out time-qa

    Anew: temporal-qa build time-qa --facts facts.jsonl --articles pages --out time-qa

    Invented, resumed by the same command: temporal-qa build time-qa --invent --documents 1000 --words 300 --out time-qa

    Args:
        source: The released annotated files: their folder, or one of them.
        facts: Or facts: .jsonl, .csv (both also .gz) or .parquet, one quintuple a row.
        articles: --facts: pages (.jsonl, .parquet, .html, MediaWiki .xml[.gz|.bz2]) or a folder of them.
        invent: Or make subjects, facts and articles up.
        documents: --invent: how many in the split train; each asks about one relation.
        dev: --invent: how many in the split dev; no subject is in two.
        test: --invent: how many in the split test.
        words: --invent: the length of an article, 100 to 10000.
        world: --invent: many forms of dates, other people; or years only, nobody else, hard is 'in YEAR'.
        as_published: Ask by the released rules, and add the released columns.
        templates: A copy of the released relations.json, for its wordings. (Default: ours.)
        squad_layout: Each split also in the layout of SQuAD 2.0, in the folder squad.
        workers: --invent: processes; they decide nothing. (Default: one a core.)
    """
    from temporal_qa.fiction.documents.shards import DocumentOptions
    from temporal_qa.passages.time_qa import TimeQAOptions

    drops = DropLog(skip_bad_rows=skip_bad)
    settings: TimeQAOptions | DocumentOptions
    options.refuse_where(invent, "with --invent", *_OF_INPUT)
    options.refuse_where(not invent, "without --invent", *_OF_INVENTED)
    options.refuse_where(source, "with --source", "--as-of")
    if invent:
        settings = DocumentOptions(documents, dev, test, words, world, squad_layout, seed)
        what, total = "documents", sum(settings.sizes.values())
    else:
        date = options.parse_as_of(as_of)
        settings = TimeQAOptions(source, seed, as_published, templates, squad_layout, facts, articles, date)
        what, total = "questions", None
    made = machines.build("time_qa", out, settings, total=total, unit=what, drops=drops, overwrite=overwrite)
    yield made | {"out": str(out)}
    yield f"wrote {out}" + ("" if as_published else ", each question answered by the solver")
    for config, counts in made["counts"].items():
        for split, count in counts.items():
            none = made["by_facet"][config]["answers"].get(split, {}).get("none", 0)
            yield f"  {config}, {split}: {counted(count, 'question')}, {none:,} without an answer"
    asked = [split for split, some in {"dev": facts or dev, "test": facts or test}.items() if some]
    options.warn_of_small_splits({
        f"{config}/{split}": of_config.get(split, 0)
        for config, of_config in made["counts"].items() for split in (*asked, *of_config)
    })  # fmt: skip
    if prose := made.get("prose"):
        yield "  in the articles, as a reader of the prose confirmed:"
        for fact in ("facts stated", "facts left out", "sentence: fact of another", "sentence: event"):
            yield f"    {sum(of_split.get(fact, 0) for of_split in prose.values()):>9,}  {fact}"
    options.report_left_out(made["drops"], out / "build.json")
    options.report_drops(drops)
