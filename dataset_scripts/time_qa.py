"""TimeQA: questions about times in long articles that may not answer them (Chen, Wang and Wang, 2021).

    temporal-qa build time-qa --source DIR --out time-qa
    python -c 'from datasets import load_dataset; print(load_dataset("time-qa", "human_hard"))'

Annotated facts become questions by our rules, under which exactly one segment fits each, or by those of the release. A
solver that shares no code with the maker of the questions answers each of ours before it is written. See
``temporal_qa/questions/time_qa/``.
"""

from __future__ import annotations

import json
import random
import shlex
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import GENERATED_QUESTIONS, card_metadata, size_category, write_config
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows, sha256
from temporal_qa.io.resumable import folder_beside
from temporal_qa.passages.article_facts import article_facts
from temporal_qa.passages.articles import pages_hash
from temporal_qa.questions.complex_tr.fact_groups import NO_WORDINGS
from temporal_qa.questions.complex_tr.relations import property_of
from temporal_qa.questions.time_qa.articles import ArticleFact
from temporal_qa.questions.time_qa.checking import checked_question
from temporal_qa.questions.time_qa.mentions import Mentions
from temporal_qa.questions.time_qa.passages import cut_passages, released_passages
from temporal_qa.questions.time_qa.record import Mode, TimeQuestion, question_row, released_columns, time_features
from temporal_qa.questions.time_qa.squad_layout import write_squad_layout
from temporal_qa.questions.time_qa.synthesis import NO_WORDING, FactAsker, released_questions
from temporal_qa.questions.time_qa.wordings import TimeWordings, our_wordings, released_wordings
from temporal_qa.released.time_qa import annotated_files, read_annotated
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import Counts, counts_table, drops_table, every_value
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.fact_files import read_facts

FACETS = ("kind", "relation", "answers", "length", "bounds_mentioned")
MOVED = "fact: moved to the split of its subject (nothing is lost)"

Facts = Mapping[str, list[ArticleFact]]
"""Facts by split."""


@dataclass(frozen=True, slots=True)
class TimeQAOptions:
    """What decides the dataset.

    Attributes:
        source: the folder (or one file) of the released annotated files; or else
        seed: decides the draws.
        as_published: whether to ask by the rules of the release, and to add its columns.
        templates: a copy of the released ``relations.json``, for the wordings; by default ours.
        facts, articles: a file of facts and pages about their subjects, in place of the source.
        as_of: the end of facts that have none.
        squad_layout: whether to write each split once more in the layout of SQuAD 2.0.
    """

    source: Path | None = None
    seed: int = 0
    as_published: bool = False
    templates: Path | None = None
    squad_layout: bool = False
    facts: Path | None = None
    articles: Path | None = None
    as_of: CalendarDate | None = None

    def __post_init__(self) -> None:
        if (self.source is None) == (self.facts is None) or (self.facts is None) != (self.articles is None):
            raise InputError("expected --source DIR, or --facts FACTS with --articles PAGES")
        if self.facts and self.as_published:
            raise InputError("--as-published goes with --source: the release is made from annotated files")

    def wordings(self) -> TimeWordings:
        """Those of the relations."""
        return released_wordings(self.templates) if self.templates else our_wordings()

    def inputs(self) -> dict[str, Path]:
        """The files that are read."""
        found = {"facts": self.facts} if self.facts else {}
        if self.source:
            found = {path.name: path for path in annotated_files(self.source).values()}
        return found | ({"templates": self.templates} if self.templates else {})

    def command(self, *, skip_bad: bool) -> str:
        """The command that makes the same bytes."""
        if self.facts and self.articles:
            given = f"--facts {shlex.quote(self.facts.name)} --articles {shlex.quote(self.articles.name)}"
            given += f" --as-of {self.as_of.isoformat()}" if self.as_of else ""
        else:
            given = f"--source {shlex.quote((self.source and self.source.name) or 'DIR')}"
        words = [f"temporal-qa build time-qa {given}"]
        words += ["--as-published"] * self.as_published + ["--skip-bad"] * skip_bad
        words += [f"--templates {shlex.quote(self.templates.name)}"] if self.templates else []
        words += ["--squad-layout"] * self.squad_layout
        return " ".join([*words, f"--seed {self.seed} --out DIR"])


class TimeQA(datasets.GeneratorBasedBuilder):
    """Questions of one config; the articles are their contexts."""

    BUILDER_CONFIGS = tuple(
        datasets.BuilderConfig(name=name, version=__version__) for name in ("easy", "hard", "human_easy", "human_hard")
    )

    def __init__(
        self, *args: Any, facts: Facts, options: TimeQAOptions, drops: Counter[str],
        on_question: Callable[[], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        self.facts, self.options, self.drops, self.on_question = facts, options, drops, on_question
        self.counts: dict[str, dict[str, Counter[str]]] = {facet: {} for facet in FACETS}
        super().__init__(*args, hash=f"{options.seed}-{options.as_published}", **kwargs)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=time_features(as_published=self.options.as_published))

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        mode: Mode = "hard" if self.config.name.endswith("hard") else "easy"
        asker = FactAsker(mode, self.options.seed, self.options.wordings(), set(), self.drops)
        seen_ids: set[str] = set()
        return [
            datasets.SplitGenerator(split, gen_kwargs={"split": split, "asker": asker, "seen_ids": seen_ids})
            for split, facts in self.facts.items()
            if facts
        ]

    def _generate_examples(
        self, split: str, asker: FactAsker, seen_ids: set[str]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        number = 0
        as_published = self.options.as_published
        for fact in self.facts[split]:
            passages = (released_passages if as_published else cut_passages)(fact.paragraphs)
            mentions = Mentions(fact.context, as_published=as_published)
            for question in self._questions(fact, asker):
                row = question_row(question, passages, bounds_mentioned=mentions.of(question.segment))
                checked_question(row, seen_ids, solve=not as_published)
                self._count(split, row)
                yield number, row | (released_columns(question) if as_published else {})
                number += 1
                self.on_question()

    def _questions(self, fact: ArticleFact, asker: FactAsker) -> Iterator[TimeQuestion]:
        if not self.options.as_published:
            yield from asker.questions(fact)
            return
        words = asker.wordings if fact.wording == "machine" else None
        if words and fact.relation not in words.templates:
            self.drops[NO_WORDING] += 1
            return
        rng = random.Random(f"{asker.seed}-{asker.mode}-{fact.index}")
        yield from released_questions(fact, asker.mode, rng, words)

    def _count(self, split: str, row: Mapping[str, Any]) -> None:
        for facet, by_split in self.counts.items():
            value = row[facet] if facet != "answers" else ("none", "one", "several")[min(len(row["answers"]), 2)]
            by_split.setdefault(split, Counter())[str(value).lower()] += 1


def facts_with_articles(
    options: TimeQAOptions, drops: DropLog
) -> tuple[dict[str, dict[str, list[ArticleFact]]], Counter[str]]:
    """The facts by wording (``human``, ``machine``) and split; by our rules each subject is in one split only. With
    them the numbers of objects by how articles mention them, where facts and articles were given apart.

    Raises:
        InputError: see :func:`~temporal_qa.released.time_qa.read_annotated` and
            :func:`~temporal_qa.passages.article_facts.article_facts`.
    """
    if options.source:
        return _annotated_facts(options, options.source, drops), Counter()
    assert options.facts
    assert options.articles
    known, usable = options.wordings().templates, []
    for fact in read_facts(options.facts, as_of=options.as_of, drops=drops, property_of=property_of):
        if fact.relation in known:
            usable.append(fact)
        else:
            drops[NO_WORDINGS] += 1
    splits, mentions = article_facts(usable, options.articles, options.seed, drops)
    if not any(splits.values()):
        raise InputError(f"no fact that an article mentions; left out: {dict(drops)}", options.facts)
    return {"machine": splits}, mentions


def _annotated_facts(options: TimeQAOptions, source: Path, drops: DropLog) -> dict[str, dict[str, list[ArticleFact]]]:
    files = annotated_files(source)
    found: dict[str, dict[str, list[ArticleFact]]] = {}
    split_of: dict[str, str] = {}
    for split in ("train", "dev", "test"):
        for wording in ("machine", "human"):
            if path := files.get((wording, split)):
                for fact in read_annotated(path, drops, as_published=options.as_published):
                    of = split if options.as_published else split_of.setdefault(fact.subject, split)
                    if of != split:
                        drops[MOVED] += 1
                    found.setdefault(fact.wording, {}).setdefault(of, []).append(fact)
    if not found:
        raise InputError("no facts in the files", source)
    return found


def build(
    out: Path, options: TimeQAOptions, *, drops: DropLog | None = None,
    on_question: Callable[[], object] = lambda: None, overwrite: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out``.

    Args:
        out: the folder.
        options: what decides the questions.
        drops: counts what is left out, by reason; decides whether a bad fact is an error, or skipped.
        on_question: called after each question.
        overwrite: replace an earlier time_qa.

    Returns:
        ``counts`` by config and split, ``by_facet``, and ``drops``, as in ``build.json``.

    Raises:
        InputError: bad input, or a folder that cannot be made.
        RuntimeError: the solver disagrees with a label.
    """
    drops = DropLog() if drops is None else drops
    with (
        folder_beside(out, "time_qa", overwrite=overwrite) as folder,
        tempfile.TemporaryDirectory(dir=folder) as scratch,
    ):
        facts, mentions = facts_with_articles(options, drops)
        infos: dict[str, datasets.DatasetInfo] = {}
        by_facet: dict[str, dict[str, Counts]] = {}
        for config, of_config in configs(facts):
            builder = TimeQA(
                cache_dir=f"{scratch}/{config}", dataset_name="time_qa", config_name=config,
                facts=of_config, options=options, drops=drops, on_question=on_question,
            )  # fmt: skip
            builder.download_and_prepare()
            infos[config] = write_config(folder, builder)
            for split in of_config if options.squad_layout else ():
                rows = (row.values for row in read_rows(folder / config / split))
                write_squad_layout(folder / "squad" / config / f"{split}.json", rows)
            by_facet[config] = {facet: every_value(counts) for facet, counts in builder.counts.items()}
        counts = {config: {name: of.num_examples for name, of in info.splits.items()} for config, info in infos.items()}
        kinds = {config: facets["kind"] for config, facets in by_facet.items()}
        plots = {f"{config}_by_kind": bar_chart_svg(f"{config}: questions by kind", of) for config, of in kinds.items()}
        write_card(folder, _card(folder, options, infos, by_facet, mentions, drops), plots)
        record: dict[str, Any] = {
            "seed": options.seed,
            "as_published": options.as_published,
            "squad_layout": options.squad_layout,
        }
        if options.articles:
            record |= {"articles": pages_hash(options.articles), "as_of": options.as_of and options.as_of.isoformat()}
        write_build_record(
            folder,
            "time_qa",
            options=record,
            inputs=options.inputs(),
            counts=counts | {"by": by_facet, "objects": mentions},
            drops=drops,
        )
    return {"counts": counts, "by_facet": by_facet, "objects": dict(mentions), "drops": dict(sorted(drops.items()))}


def configs(facts: Mapping[str, Facts]) -> Iterator[tuple[str, Facts]]:
    """The configs that the facts give, with their facts."""
    for wording, prefix in (("machine", ""), ("human", "human_")):
        for mode in ("easy", "hard") if wording in facts else ():
            yield f"{prefix}{mode}", facts[wording]


def _card(
    folder: Path, options: TimeQAOptions, infos: Mapping[str, datasets.DatasetInfo], by_facet: Mapping[str, Any],
    mentions: Mapping[str, int], drops: DropLog,
) -> str:  # fmt: skip
    metadata = card_metadata(
        infos,
        default_config=next(iter(infos)),
        pretty_name="TimeQA",
        license="other",
        **GENERATED_QUESTIONS | {"source_datasets": ["extended"]},
        task_categories=["question-answering"],
        task_ids=["extractive-qa", "closed-domain-qa"],
        tags=["temporal-reasoning", "unanswerable-questions", "long-documents", "temporal-qa"],
        size_categories=[size_category(sum(of.num_examples for info in infos.values() for of in info.splits.values()))],
    )
    return render_card(
        "time_qa",
        metadata=metadata.rstrip(),
        options=options,
        config=next(iter(infos)),
        split=next(iter(next(iter(infos.values())).splits)),
        example=json.dumps(_first_row(folder), ensure_ascii=False, indent=2),
        inputs=[(name, sha256(path)) for name, path in options.inputs().items()]
        + ([(options.articles.name, pages_hash(options.articles))] if options.articles else []),
        kinds={config: counts_table("kind", facets["kind"]) for config, facets in by_facet.items()},
        answers={config: counts_table("answers", facets["answers"]) for config, facets in by_facet.items()},
        mentions=markdown_table(["objects of facts in their article", "number"], sorted(mentions.items()))
        if mentions
        else "",
        drops=drops_table(drops),
        again=options.command(skip_bad=drops.bad_rows > 0),
        version=__version__,
    )


_SHOWN = 300  # letters of the context in the card


def _first_row(folder: Path) -> dict[str, Any]:
    """The first row of the dataset, its article cut."""
    import pyarrow.parquet as pq

    path = min(folder.glob("*/*.parquet"))
    with pq.ParquetFile(path) as first:
        row: dict[str, Any] = next(first.iter_batches(1)).to_pylist()[0]
    return row | {"context": row["context"][:_SHOWN] + " ...", "paragraphs": row["paragraphs"][:1]}
