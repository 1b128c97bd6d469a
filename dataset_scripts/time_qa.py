"""TimeQA: questions about times in long articles that may not answer them (Chen, Wang and Wang, 2021).

    temporal-qa build time-qa --source DIR --out time-qa
    temporal-qa build time-qa --invent --documents 1000 --words 300 --out time-qa
    python -c 'from datasets import load_dataset; print(load_dataset("time-qa", "human_hard"))'

Annotated facts, facts and articles, or invented articles become questions by our rules, under which exactly one segment
fits each, or by those of the release. A solver that shares no code with the maker of the questions answers each of ours
before it is written. See ``temporal_qa/questions/time_qa/``.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from temporal_qa.fiction.documents.shards import MODES, DocumentOptions, DocumentShards
from temporal_qa.hub.cards import what_decides_bytes, write_card_and_record
from temporal_qa.hub.dataset_repo import write_config_rows
from temporal_qa.io import DropLog, InputError, folder_beside, read_rows, resumable_folder, sha256
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.passages.articles import pages_hash
from temporal_qa.passages.time_qa import TimeQAOptions
from temporal_qa.questions.time_qa.record import time_features
from temporal_qa.questions.time_qa.rows import FACETS, QuestionRows, write_squad_layout
from temporal_qa.questions.time_qa.synthesis import FactAsker
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import Counts, counts_table, drops_table, every_value
from temporal_qa.report.time_qa_statistics import table_1
from temporal_qa.tables.markdown import markdown_table

_Options: TypeAlias = TimeQAOptions | DocumentOptions


def build(
    out: Path, options: _Options, *, workers: int = 1, write: WriteShards = write_shards,
    drops: DropLog | None = None, on_progress: Callable[[int], object] = lambda n: None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out``. A stopped build of invented articles resumes, and ends in the same bytes.

    Args:
        out: the folder.
        options: what decides the questions.
        workers: how many processes write about invented articles; the bytes do not depend on it.
        write: the function that writes their shards, such as that of a cluster.
        drops: counts what is left out, by reason; decides whether a bad fact is an error, or skipped.
        on_progress: called with the number of questions (of invented articles) each time that some are ready.
        overwrite: replace an earlier time_qa.

    Returns:
        ``counts`` by config and split, ``by_facet``, ``drops``, and ``objects`` by mention or what the ``prose`` tells,
        as in ``build.json``.

    Raises:
        InputError: bad input, or a folder that cannot be made.
        RuntimeError: the solver disagrees with a label, or the reader with invented prose.
    """
    drops = DropLog() if drops is None else drops
    if isinstance(options, DocumentOptions):
        plan = what_decides_bytes(options.inputs()) | options.record()
        with resumable_folder(out, "time_qa", plan, overwrite=overwrite) as folder:
            written = _invented(folder, options, drops, partial(write, workers=workers, on_rows=on_progress))
            return _finished(folder, options, written, drops)
    with folder_beside(out, "time_qa", overwrite=overwrite) as folder:
        written = _asked(folder, options, drops, on_progress)
        return _finished(folder, options, written, drops)


_Written: TypeAlias = tuple[dict[str, Any], dict[str, dict[str, Counts]], dict[str, Any]]
"""The configs that are written: their infos, their counts by facet, and further counts."""


def _asked(folder: Path, options: TimeQAOptions, drops: DropLog, on_progress: Callable[[int], object]) -> _Written:
    """Asks about annotated facts, or facts and articles."""
    facts, mentions = options.facts_with_articles(drops)
    infos, by_facet, as_published = {}, {}, options.as_published
    for wording, prefix in (("machine", ""), ("human", "human_")):
        for mode in MODES if wording in facts else ():
            config, words = f"{prefix}{mode}", options.wordings()
            asker = FactAsker(mode, options.seed, words, set(), drops, as_published=as_published)
            made = QuestionRows(asker, on_question=lambda: on_progress(1))
            splits = {split: made.rows(split, of_split) for split, of_split in facts[wording].items() if of_split}
            info = write_config_rows(folder, config, time_features(as_published=as_published), splits)
            if info.splits:
                infos[config] = info
                by_facet[config] = {facet: every_value(counts) for facet, counts in made.counts.items()}
    return infos, by_facet, {"objects": dict(mentions)}


def _invented(folder: Path, options: DocumentOptions, drops: DropLog, write: WriteShards) -> _Written:
    """Asks about invented articles."""
    shards = DocumentShards(folder, dict.fromkeys(MODES, time_features(invented=True).arrow_schema), options)
    write(shards)
    counts, infos = shards.finish()
    for of_split in counts["drops"].values():
        drops.update(of_split)
    facets = (*FACETS, "reason")
    by_facet = {mode: {facet: every_value(counts[f"{mode} {facet}"]) for facet in facets} for mode in infos}
    return infos, by_facet, {"prose": every_value(counts["prose"])}


def _finished(folder: Path, options: _Options, written: _Written, drops: DropLog) -> dict[str, Any]:
    """Adds the other layout, the card, and the record of the build."""
    infos, by_facet, further = written
    if not infos:
        more = "longer or more documents" if isinstance(options, DocumentOptions) else "more facts"
        raise InputError(f"no question could be asked{drops.message()}, expected {more}")
    counts = {config: {name: of.num_examples for name, of in info.splits.items()} for config, info in infos.items()}
    for config, splits in counts.items() if options.squad_layout else ():
        for split in splits:
            rows = (row.values for row in read_rows(folder / config / split))
            write_squad_layout(folder / "squad" / config / f"{split}.json", rows)
    plots = {
        f"{config}_by_kind": bar_chart_svg(f"{config}: questions by kind", facets["kind"])
        for config, facets in by_facet.items()
    }
    write_card_and_record(
        folder, "time_qa", infos, _card(folder, options, written, drops), plots, options=options.record(),
        inputs=options.inputs(), counts=counts | {"by": by_facet} | further, drops=drops,
    )  # fmt: skip
    return {"counts": counts, "by_facet": by_facet, **further, "drops": dict(sorted(drops.items()))}


def _card(folder: Path, options: _Options, written: _Written, drops: DropLog) -> dict[str, Any]:
    infos, by_facet, further = written
    inputs = [(name, sha256(path)) for name, path in options.inputs().items()]
    if isinstance(options, DocumentOptions):
        again, articles, as_published = options.command(), None, False
    else:
        again, articles = options.command(skip_bad=drops.bad_rows > 0), options.articles
        as_published = options.as_published
    mentions, prose = sorted(further.get("objects", {}).items()), further.get("prose")
    return {
        "options": options,
        "invented": isinstance(options, DocumentOptions),
        "as_published": as_published,
        "articles": articles,
        "example": _first_row(folder, infos),
        "inputs": inputs + ([(articles.name, pages_hash(articles))] if articles else []),
        "kinds": {config: counts_table("kind", facets["kind"]) for config, facets in by_facet.items()},
        "answers": {config: counts_table("answers", facets["answers"]) for config, facets in by_facet.items()},
        "mentions": markdown_table(["objects of facts in their article", "number"], mentions) if mentions else "",
        "prose": counts_table("in the articles", prose, total=False) if prose else "",
        "table_1": table_1(folder, list(infos)),
        "drops": drops_table(drops),
        "again": again,
    }


_SHOWN = 2000  # letters of the context in the card


def _first_row(folder: Path, infos: Mapping[str, Any]) -> dict[str, Any]:
    """The first row of the dataset, a long article cut."""
    config, info = next(iter(infos.items()))
    split = next(split for split in ("train", "dev", "test") if split in info.splits)
    row = next(iter(read_rows(folder / config / split))).values
    if len(row["context"]) <= _SHOWN:
        return row
    return row | {"context": row["context"][:_SHOWN] + " ...", "paragraphs": row["paragraphs"][:1]}
