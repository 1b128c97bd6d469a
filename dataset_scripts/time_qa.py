"""TimeQA: questions about times in long articles that may not answer them (Chen, Wang and Wang, 2021).

    temporal-qa build time-qa --source DIR --out time-qa
    python -c 'from datasets import load_dataset; print(load_dataset("time-qa", "human_hard"))'

Annotated facts, or facts and articles, become questions by our rules, under which exactly one segment fits each, or by
those of the release. A solver that shares no code with the maker of the questions answers each of ours before it is
written. See ``temporal_qa/questions/time_qa/``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import GENERATED_QUESTIONS, card_metadata, size_category, write_config_rows
from temporal_qa.io.drops import DropLog
from temporal_qa.io.read import read_rows, sha256
from temporal_qa.io.resumable import folder_beside
from temporal_qa.passages.articles import pages_hash
from temporal_qa.passages.time_qa import TimeQAOptions, facts_with_articles
from temporal_qa.questions.time_qa.articles import ArticleFact
from temporal_qa.questions.time_qa.checking import checked_question
from temporal_qa.questions.time_qa.mentions import Mentions
from temporal_qa.questions.time_qa.passages import cut_passages, released_passages
from temporal_qa.questions.time_qa.record import (
    Mode,
    TimeQuestion,
    article_columns,
    question_row,
    released_columns,
    time_features,
)
from temporal_qa.questions.time_qa.squad_layout import write_squad_layout
from temporal_qa.questions.time_qa.synthesis import NO_WORDING, FactAsker, released_questions
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import Counts, counts_table, drops_table, every_value
from temporal_qa.tables.markdown import markdown_table

FACETS = ("kind", "relation", "answers", "length", "bounds_mentioned")


class ConfigRows:
    """The rows of one config, made one fact after the other; ``counts`` are those of the rows so far.

    Args:
        config: its name.
        options: what decides the questions.
        drops: counts what is not asked, by reason.
        on_question: called after each question.
    """

    def __init__(
        self, config: str, options: TimeQAOptions, drops: Counter[str], on_question: Callable[[], object]
    ) -> None:
        mode: Mode = "hard" if config.endswith("hard") else "easy"
        self.options, self.drops, self.on_question = options, drops, on_question
        self.asker = FactAsker(mode, options.seed, options.wordings(), set(), drops)
        self.seen_ids: set[str] = set()
        self.counts: dict[str, dict[str, Counter[str]]] = {facet: {} for facet in FACETS}

    def rows(self, split: str, facts: list[ArticleFact]) -> Iterator[dict[str, Any]]:
        """The rows of one split.

        Raises:
            RuntimeError: the solver disagrees with a label.
        """
        as_published = self.options.as_published
        for fact in facts:
            passages = (released_passages if as_published else cut_passages)(fact.paragraphs)
            shared = article_columns(fact, passages)
            mentions = Mentions(fact.context, as_published=as_published)
            for question in self._questions(fact):
                row = question_row(question, shared, bounds_mentioned=mentions.of(question.segment))
                checked_question(row, self.seen_ids, solve=not as_published)
                self._count(split, row)
                yield row | (released_columns(question) if as_published else {})
                self.on_question()

    def _questions(self, fact: ArticleFact) -> Iterator[TimeQuestion]:
        asker = self.asker
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
    with folder_beside(out, "time_qa", overwrite=overwrite) as folder:
        facts, mentions = facts_with_articles(options, drops)
        infos: dict[str, Any] = {}
        by_facet: dict[str, dict[str, Counts]] = {}
        features = time_features(as_published=options.as_published)
        for config, of_config in configs(facts):
            made = ConfigRows(config, options, drops, on_question)
            splits = {split: made.rows(split, of_split) for split, of_split in of_config.items() if of_split}
            infos[config] = write_config_rows(folder, config, features, splits)
            for split in splits if options.squad_layout else ():
                rows = (row.values for row in read_rows(folder / config / split))
                write_squad_layout(folder / "squad" / config / f"{split}.json", rows)
            by_facet[config] = {facet: every_value(counts) for facet, counts in made.counts.items()}
        counts = {config: {name: of.num_examples for name, of in info.splits.items()} for config, info in infos.items()}
        kinds = {config: facets["kind"] for config, facets in by_facet.items()}
        plots = {f"{config}_by_kind": bar_chart_svg(f"{config}: questions by kind", of) for config, of in kinds.items()}
        write_card(folder, _card(folder, options, infos, by_facet, mentions, drops), plots)
        write_build_record(
            folder, "time_qa", options=options.record(), inputs=options.inputs(),
            counts=counts | {"by": by_facet, "objects": mentions}, drops=drops,
        )  # fmt: skip
    return {"counts": counts, "by_facet": by_facet, "objects": dict(mentions), "drops": dict(sorted(drops.items()))}


def configs(
    facts: Mapping[str, dict[str, list[ArticleFact]]],
) -> Iterator[tuple[str, dict[str, list[ArticleFact]]]]:
    """The configs that the facts give, with their facts."""
    for wording, prefix in (("machine", ""), ("human", "human_")):
        for mode in ("easy", "hard") if wording in facts else ():
            yield f"{prefix}{mode}", facts[wording]


def _card(
    folder: Path, options: TimeQAOptions, infos: Mapping[str, Any], by_facet: Mapping[str, Any],
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
        example=json.dumps(_first_row(folder, infos), ensure_ascii=False, indent=2),
        inputs=[(name, sha256(path)) for name, path in options.inputs().items()]
        + ([(options.articles.name, pages_hash(options.articles))] if options.articles else []),
        kinds={config: counts_table("kind", facets["kind"]) for config, facets in by_facet.items()},
        answers={config: counts_table("answers", facets["answers"]) for config, facets in by_facet.items()},
        mentions=markdown_table(["objects of facts in their article", "number"], sorted(mentions.items()))
        if mentions
        else "",
        table_1=_table_1(infos, by_facet),
        drops=drops_table(drops),
        again=options.command(skip_bad=drops.bad_rows > 0),
        version=__version__,
    )


_PUBLISHED = [
    ["paper", "easy", "14,308 / 3,021 / 2,997", "12,532 / 2,674 / 2,613"],
    ["paper", "hard", "14,681 / 3,087 / 3,078", "12,532 / 2,674 / 2,613"],
]


def _table_1(infos: Mapping[str, Any], by_facet: Mapping[str, Any]) -> str:
    rows = []
    for config, info in infos.items():
        counts = [info.splits[split].num_examples if split in info.splits else 0 for split in ("train", "dev", "test")]
        none = [by_facet[config]["answers"].get(split, {}).get("none", 0) for split in ("train", "dev", "test")]
        answerable = [count - unanswered for count, unanswered in zip(counts, none, strict=True)]
        rows.append(["ours", config, *(" / ".join(f"{number:,}" for number in of) for of in (counts, answerable))])
    return markdown_table(["", "config", "questions", "answerable"], [*_PUBLISHED, *rows])


_SHOWN = 2000  # letters of the context in the card


def _first_row(folder: Path, infos: Mapping[str, Any]) -> dict[str, Any]:
    """The first row of the dataset, a long article cut."""
    import pyarrow.parquet as pq

    config, info = next(iter(infos.items()))
    path = folder / config / f"{next(iter(info.splits))}-00000-of-00001.parquet"
    with pq.ParquetFile(path) as first:
        row: dict[str, Any] = next(first.iter_batches(1)).to_pylist()[0]
    if len(row["context"]) <= _SHOWN:
        return row
    return row | {"context": row["context"][:_SHOWN] + " ...", "paragraphs": row["paragraphs"][:1]}
