"""Complex-TR: multi-hop, multi-answer temporal questions made from facts (Tan, Ng and Bing, Findings of ACL 2024).

    temporal-qa build complex-tr --facts FACTS.jsonl --out complex-tr
    python -c 'from datasets import load_dataset; print(load_dataset("complex-tr", "reason_qa"))'
    temporal-qa build complex-tr --facts FACTS.jsonl --config open_domain --articles PAGES --out complex-tr-open

Facts become groups of one subject, groups become splits, and splits become questions; the builder turns these into
Arrow tables and ``build`` writes them as Parquet with a card.

One dataset, one file: it is read from top to bottom, and so is longer than others.
"""

from __future__ import annotations

import json
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import datasets

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import card_metadata, size_category, write_config
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import sha256
from temporal_qa.io.resumable import folder_beside
from temporal_qa.passages.paragraphs import Passage
from temporal_qa.passages.retrieval_record import options_of, passages_in_words
from temporal_qa.passages.retrieve import Retrieval
from temporal_qa.questions.complex_tr.fact_groups import SKIPPED, read_groups
from temporal_qa.questions.complex_tr.record import Question, checked_rows, question_features
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.questions.complex_tr.splits import RELATION_CEILING, choose_questions, split_groups
from temporal_qa.questions.complex_tr.verbalize import build_questions
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.report.dataset_statistics import (
    COMPLEX_TR_MULTI_ANSWER_PERCENT,
    DatasetStatistics,
    dataset_statistics,
    table_beside_complex_tr,
)
from temporal_qa.report.question_counts import (
    counts_by_split,
    counts_table,
    kind_in_words,
    period_name,
    question_plots,
    relation_in_words,
)
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import CalendarDate, parse_month
from temporal_qa.timeline.facts import FactGroup

CONFIGS = ("reason_qa", "open_domain")
PAPER_COLUMNS = {"train": "Training", "dev": "Dev", "test": "Test (Gold)"}
"""The column of the paper's Table 3 that each split is held against."""

RECENT = parse_month("1980-01")
"""The card tells the share of questions about this month and later."""


@dataclass
class ComplexTRConfig(datasets.BuilderConfig):
    """Where the facts come from and what decides the draw; for ``open_domain`` also where passages come from."""

    facts: str = ""
    as_of: CalendarDate | None = None
    seed: int = 0
    drops: DropLog | None = None
    retrieval: Retrieval | None = None


@dataclass
class Made:
    """What came of the facts: questions by split, the groups behind them, and what was left out, by reason.

    In the open domain also the passages by question id, and how they were made.
    """

    splits: dict[str, list[Question]] = field(default_factory=dict)
    groups: dict[str, list[FactGroup]] = field(default_factory=dict)
    drops: DropLog = field(default_factory=DropLog)
    passages: dict[str, list[Passage]] = field(default_factory=dict)
    retrieval: dict[str, Any] = field(default_factory=dict)


class ComplexTR(datasets.GeneratorBasedBuilder):
    """Questions with the facts of their subject as context (ReasonQA), or with retrieved passages as well."""

    BUILDER_CONFIG_CLASS = ComplexTRConfig
    BUILDER_CONFIGS = tuple(ComplexTRConfig(name=name, version=__version__) for name in CONFIGS)

    def _info(self) -> datasets.DatasetInfo:
        features = question_features()
        if self.config.name == "open_domain":
            text = datasets.Value("string")
            features["passages"] = datasets.List({"title": text, "text": text, "url": text})
        return datasets.DatasetInfo(features=features)

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        config = self.config
        self.made = make_questions(Path(config.facts), config.seed, as_of=config.as_of, drops=config.drops)
        if config.name == "open_domain":
            add_passages(self.made, config.retrieval)
        seen_ids: set[str] = set()
        return [
            datasets.SplitGenerator(split, gen_kwargs={"questions": questions, "seen_ids": seen_ids})
            for split, questions in self.made.splits.items()
        ]

    def _generate_examples(self, questions: list[Question], seen_ids: set[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, row in enumerate(checked_rows(questions, seen_ids)):
            if self.config.name == "open_domain":
                row["passages"] = [asdict(passage) for passage in self.made.passages[row["id"]]]
            yield number, row


def make_questions(facts: Path, seed: int, *, as_of: CalendarDate | None = None, drops: DropLog | None = None) -> Made:
    """Facts to questions by split.

    Args:
        facts: the file of facts.
        seed: decides the splits, which questions are asked, and their words.
        as_of: the date of the source; the end of facts that have none.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.

    Raises:
        InputError: the facts cannot be read, or are too few for three splits with questions.
    """
    made = Made(drops=DropLog() if drops is None else drops)
    groups = read_groups(facts, made.drops, as_of=as_of)
    if len(groups) < 4:
        raise InputError(
            f"{len(groups)} subjects with two facts or more of a known relation ({', '.join(wordings().relations)}), "
            f"expected at least 4, to fill three splits",
            facts,
        )
    made.groups = split_groups(groups, seed, made.drops)
    for split, members in made.groups.items():
        before = FUTURE_START if split == "train" else None
        chosen = choose_questions(members, seed, made.drops, split=split, before=before)
        made.splits[split] = list(build_questions(chosen, seed, made.drops))
        if not made.splits[split]:
            raise InputError(
                f"no question could be asked for the split {split!r} ({len(members)} subjects"
                + (", reference times before 2020 only)" if before else ")"),
                facts,
            )
    return made


def add_passages(made: Made, retrieval: Retrieval) -> None:
    """Finds the passages of all questions; those that get none are left out, and counted.

    Raises:
        InputError: the passages cannot be had (see :meth:`Retrieval.passages`), or a split is left with no question.
    """
    questions = [question for split in made.splits.values() for question in split]
    found, made.retrieval = retrieval.passages(questions, made.drops)
    made.passages = {question.id: passages for question, passages in zip(questions, found, strict=True) if passages}
    for split, of_split in made.splits.items():
        made.splits[split] = [question for question in of_split if question.id in made.passages]
        if not made.splits[split]:
            subjects = len({question.subject for question in of_split})
            raise InputError(
                f"no article about any of the {subjects:,} subjects of the split {split!r}, expected pages whose title "
                f"is the subject's name or whose id is its subject_id in the facts", retrieval.articles,
            )  # fmt: skip


def build(
    facts: Path,
    out: Path,
    *,
    seed: int = 0,
    config: str = "reason_qa",
    as_of: CalendarDate | None = None,
    drops: DropLog | None = None,
    overwrite: bool = False,
    retrieval: Retrieval | None = None,
) -> dict[str, Any]:
    """Makes the dataset folder ``out`` from a file of facts.

    Args:
        facts, seed, as_of, drops: as in :func:`make_questions`.
        out: the folder to make.
        config: one of ``CONFIGS``.
        retrieval: where the passages of ``open_domain`` come from; no other config has any.
        overwrite: replace a folder of ours.

    Returns:
        ``config``; ``counts`` of questions and ``groups`` (subjects) by split; ``drops``, as in ``build.json``; and
        ``statistics``, the :class:`DatasetStatistics` of each split.

    Raises:
        InputError: facts or passages that cannot be used, or a folder that cannot be made.
    """
    if (config == "open_domain") != (retrieval is not None):
        raise InputError("the config open_domain needs a source of articles, and no other config takes one")
    with folder_beside(out, overwrite=overwrite) as folder, tempfile.TemporaryDirectory(dir=folder) as cache:
        builder = ComplexTR(
            cache_dir=cache, dataset_name="complex_tr", config_name=config,
            facts=str(facts), seed=seed, as_of=as_of, drops=drops, retrieval=retrieval,
        )  # fmt: skip
        builder.download_and_prepare()
        info = write_config(folder, builder)
        made: Made = builder.made
        counts = {split: len(questions) for split, questions in made.splits.items()}
        statistics = {split: dataset_statistics(questions) for split, questions in made.splits.items()}
        write_card(folder, card(made, statistics, info, facts, seed, as_of), question_plots(made.splits))
        options: dict[str, Any] = {"seed": seed, "as_of": None if as_of is None else as_of.isoformat()}
        if made.retrieval:
            options["passages"] = made.retrieval
        write_build_record(
            folder, "complex_tr", options=options, inputs={"facts": facts}, counts={config: counts}, drops=made.drops
        )
    return {
        "config": config,
        "counts": counts,
        "groups": {split: len(groups) for split, groups in made.groups.items()},
        "drops": dict(sorted(made.drops.items())),
        "statistics": statistics,
    }


def card(
    made: Made,
    statistics: Mapping[str, DatasetStatistics],
    info: datasets.DatasetInfo,
    facts: Path,
    seed: int,
    as_of: CalendarDate | None,
) -> str:
    """The dataset card: Markdown under the metadata of the Hub."""
    questions = [question for split in made.splits.values() for question in split]
    metadata = card_metadata(
        {info.config_name: info},
        default_config=info.config_name,
        pretty_name="Complex-TR",
        language=["en"],
        multilinguality="monolingual",
        **licence(made),
        annotations_creators=["machine-generated"],
        language_creators=["machine-generated"],
        source_datasets=["original"],
        task_categories=["question-answering"],
        task_ids=["open-domain-qa" if made.passages else "closed-domain-qa"],
        tags=["temporal-reasoning", "multi-hop", "multi-answer", "temporal-qa"],
        size_categories=[size_category(len(questions))],
    )
    (top_relation, of_relation), *_ = Counter(relation_in_words(q.relation) for q in questions).most_common(1)
    splits = made.splits
    recent = sum(question.reference_month >= RECENT for question in questions)
    groups = [group for members in made.groups.values() for group in members]
    return render_card(
        "complex_tr",
        metadata=metadata.rstrip(),
        title="Complex-TR",
        config=info.config_name,
        example=json.dumps(_example(made, questions[0]), ensure_ascii=False, indent=2),
        passages_made=passages_in_words(made.retrieval, sum(map(len, made.passages.values())) / len(questions))
        if made.retrieval
        else "",
        facts_file=facts.name,
        facts_hash=sha256(facts),
        facts_used=sum(len(group.facts) for group in groups),
        groups_used=len(groups),
        ceiling=RELATION_CEILING,
        version=__version__,
        seed=seed,
        again=" ".join(
            ["temporal-qa build complex-tr --facts", shlex.quote(facts.name), f"--seed {seed} --out DIR"]
            + ([f"--as-of {as_of.isoformat()}"] if as_of else [])
            + (["--skip-bad"] if made.drops[SKIPPED] else [])
            + (options_of(made.retrieval) if made.retrieval else [])
        ),
        counts_by_kind=counts_table("level, hops and kind", counts_by_split(splits, lambda q: kind_in_words(q.kind))),
        counts_by_relation=counts_table("relation", counts_by_split(splits, lambda q: relation_in_words(q.relation))),
        counts_by_period=counts_table("reference time", counts_by_split(splits, period_name)),
        groups_by_split=", ".join(f"{len(members):,} {split}" for split, members in made.groups.items()),
        beside_complex_tr=table_beside_complex_tr(statistics, PAPER_COLUMNS),
        multi_answer_share=dataset_statistics(questions).multi_answer_percent,
        multi_answer_share_of_complex_tr=COMPLEX_TR_MULTI_ANSWER_PERCENT,
        drops=markdown_table(["reason", "number"], sorted(made.drops.items())) if made.drops else "Nothing.",
        recent_share=100 * recent / len(questions),
        top_relation=top_relation,
        top_relation_share=100 * of_relation / len(questions),
        wikipedia_only=_wikipedia_only(made),
    )


def licence(made: Made) -> dict[str, Any]:
    """What the head of the card says: CC0, and where there are passages, the terms of their pages."""
    if not made.passages:
        return {"license": "cc0-1.0"}
    if _wikipedia_only(made):
        return {"license": ["cc0-1.0", "cc-by-sa-4.0"]}
    return {  # of other pages nobody knows
        "license": "other", "license_name": "questions-cc0-passages-as-their-pages", "license_link": "README.md",
    }  # fmt: skip


def _wikipedia_only(made: Made) -> bool:
    urls = {passage.url for passages in made.passages.values() for passage in passages}
    return all((urlsplit(url).hostname or "").endswith(".wikipedia.org") for url in urls)


def _example(made: Made, question: Question) -> dict[str, Any]:
    """The row, with the best of its passages only: all would fill the card."""
    passages = made.passages.get(question.id, [])[:1]
    return question.to_row() | ({"passages": [asdict(passage) for passage in passages]} if passages else {})
