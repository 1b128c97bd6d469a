"""Complex-TR: multi-hop, multi-answer temporal questions made from facts (Tan, Ng and Bing, Findings of ACL 2024).

    temporal-qa build complex-tr --facts FACTS.jsonl --out complex-tr
    python -c 'from datasets import load_dataset; print(load_dataset("complex-tr", "reason_qa"))'
    temporal-qa build complex-tr --facts FACTS.jsonl --config open_domain --articles PAGES --out complex-tr-open

Facts become groups of one subject, groups become splits, and splits become questions; the builder turns these into
Arrow tables and ``build`` writes them as Parquet with a card.
"""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets

from temporal_qa import __version__
from temporal_qa.hub.cards import build_command, write_card_and_record
from temporal_qa.hub.dataset_repo import write_config
from temporal_qa.io import DropLog, InputError, folder_beside, sha256
from temporal_qa.io.drops import BAD_ROW
from temporal_qa.io.read import files_of
from temporal_qa.passages.retrieve import Retrieval, RetrievedPassages
from temporal_qa.questions.complex_tr.record import Question, checked_rows, question_features
from temporal_qa.questions.complex_tr.splits import RELATION_CEILING, make_questions
from temporal_qa.report.question_counts import QuestionCounts, card_counts, missing_in_words, question_plots
from temporal_qa.timeline.dates import CalendarDate

CONFIGS = ("reason_qa", "open_domain")
PAPER_COLUMNS = {"train": "Training", "dev": "Dev", "test": "Test (Gold)"}
"""The column of the paper's Table 3 that each split is compared with."""


@dataclass
class ComplexTRConfig(datasets.BuilderConfig):
    """Where the facts come from and what decides the draw; for ``open_domain`` also where passages come from."""

    facts: str = ""
    as_of: CalendarDate | None = None
    seed: int = 0
    drops: DropLog | None = None
    retrieval: Retrieval | None = None


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
        self.passages = RetrievedPassages()
        if config.name == "open_domain":
            self.passages = config.retrieval.add_to(self.made.splits, self.made.drops)
        seen_ids: set[str] = set()
        return [
            datasets.SplitGenerator(split, gen_kwargs={"questions": questions, "seen_ids": seen_ids})
            for split, questions in self.made.splits.items()
        ]

    def _generate_examples(self, questions: list[Question], seen_ids: set[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        for number, row in enumerate(checked_rows(questions, seen_ids)):
            if self.config.name == "open_domain":
                row["passages"] = self.passages.rows(row["id"])
            yield number, row


def build(
    facts: Path, out: Path, *, seed: int = 0, config: str = "reason_qa", as_of: CalendarDate | None = None,
    drops: DropLog | None = None, overwrite: bool = False, retrieval: Retrieval | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Makes the dataset folder ``out`` from a file of facts.

    Args:
        facts, seed, as_of, drops: as in :func:`make_questions`.
        out: the folder to make.
        config: one of ``CONFIGS``.
        retrieval: where the passages of ``open_domain`` come from; no other config has any.
        overwrite: replace an earlier complex_tr.

    Returns:
        ``config``; ``counts`` of questions and ``groups`` (subjects) by split; ``missing``, what each split lacks of
        the paper's mix, by class; ``drops``, as in ``build.json``; and ``statistics``, the figures of Table 3
        of each split.

    Raises:
        InputError: facts or passages that cannot be used, or a folder that cannot be made.
    """
    if (config == "open_domain") != (retrieval is not None):
        raise InputError("the config open_domain needs a source of articles, and no other config takes one")
    with (
        folder_beside(out, "complex_tr", overwrite=overwrite) as folder,
        tempfile.TemporaryDirectory(dir=folder) as cache,
    ):
        builder = ComplexTR(
            cache_dir=cache, dataset_name="complex_tr", config_name=config,
            facts=str(facts), seed=seed, as_of=as_of, drops=drops, retrieval=retrieval,
        )  # fmt: skip
        builder.download_and_prepare()
        made, passages = builder.made, builder.passages
        info = write_config(folder, config, builder.as_dataset())
        written = {split: QuestionCounts.read(files_of(folder / config / split)) for split in made.splits}
        statistics = {split: counts.statistics() for split, counts in written.items()}
        options: dict[str, Any] = {"seed": seed, "as_of": None if as_of is None else as_of.isoformat()}
        options |= {"passages": passages.record} if retrieval else {}
        counts = {split: len(questions) for split, questions in made.splits.items()}
        write_card_and_record(
            folder, "complex_tr", {config: info}, _card(builder, written), question_plots(written), options=options,
            inputs={"facts": facts}, counts={config: counts}, drops=made.drops,
        )  # fmt: skip
    return {
        "config": config,
        "counts": counts,
        "groups": {split: len(groups) for split, groups in made.groups.items()},
        "missing": made.missing,
        "drops": dict(sorted(made.drops.items())),
        "statistics": statistics,
    }


def _card(builder: ComplexTR, written: Mapping[str, QuestionCounts]) -> dict[str, Any]:
    made, passages, config, facts = builder.made, builder.passages, builder.config, Path(builder.config.facts)
    groups = [group for members in made.groups.values() for group in members]
    first = next(iter(made.splits.values()))[0]
    best = passages.rows(first.id, limit=1)  # all passages would fill the card
    again = build_command(
        "complex-tr", facts=facts, seed=config.seed, out="DIR", as_of=config.as_of, skip_bad=made.drops[BAD_ROW] > 0,
        **passages.options(),
    )  # fmt: skip
    return {
        "licence": passages.licence(),
        "example": first.to_row() | ({"passages": best} if best else {}),
        "passages": passages.record,
        "passages_average": passages.average,
        "wikipedia_only": passages.wikipedia_only,
        "facts_file": facts.name,
        "facts_hash": sha256(facts),
        "facts_used": sum(len(group.facts) for group in groups),
        "groups_used": len(groups),
        "groups_by_split": ", ".join(f"{len(members):,} {split}" for split, members in made.groups.items()),
        "ceiling": RELATION_CEILING,
        "seed": config.seed,
        "missing": missing_in_words(made.missing),
        "again": again,
        **card_counts(written, made.drops, PAPER_COLUMNS),
    }
