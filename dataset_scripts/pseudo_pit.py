"""Pseudo-PIT: temporal questions about entities that do not exist (Tan, Ng and Bing, ACL 2024 Findings, section 3.1).

    temporal-qa build pseudo-pit --invent --questions 51451 --seed 0 --out pseudo-pit
    python -c 'from datasets import load_dataset; print(load_dataset("pseudo-pit", "reason_qa"))'

Groups of facts, invented or real, are moved in time and renamed; questions about them are thinned where training data
are many; each is answered by the solver while it is written. See ``temporal_qa/fiction/``.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet as pq

from temporal_qa import __version__
from temporal_qa.fiction.group_statistics import ROWS, WIKIDATA_SAMPLE, group_statistics
from temporal_qa.fiction.groups import PseudoWorld, WorldLimits
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import MAX_OF_CLASS_PER_GROUP, Recipe, number_of_blocks
from temporal_qa.fiction.pseudo_shards import ShardPlan, arrow_bytes, not_asked, write_shards
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features
from temporal_qa.fiction.real_labels import count_withheld
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import card_metadata, size_category
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import sha256
from temporal_qa.io.resumable import check_replaceable, resumable_folder
from temporal_qa.questions.complex_tr.fact_groups import SKIPPED
from temporal_qa.questions.periods import PERIODS, period
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.dataset_statistics import COMPLEX_TR_MULTI_ANSWER_PERCENT, table_beside_complex_tr
from temporal_qa.report.question_counts import relation_in_words
from temporal_qa.report.written_questions import WrittenQuestions
from temporal_qa.tables.markdown import markdown_table
from temporal_qa.timeline.dates import parse_month
from temporal_qa.timeline.facts import FactGroup

CONFIG, SPLIT = "reason_qa", "train"


class PseudoPIT(datasets.ArrowBasedBuilder):
    """The dataset from within Python; ``build`` writes the same rows as a folder, in several processes."""

    BUILDER_CONFIGS = (datasets.BuilderConfig(name=CONFIG, version=__version__),)

    def __init__(self, *args: Any, options: PseudoOptions, **kwargs: Any) -> None:
        self.options = options
        super().__init__(*args, hash=options.digest(), **kwargs)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=pseudo_features())

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        recipe, blocks = make_recipe(self.options), list(range(number_of_blocks(self.options.questions)))
        return [datasets.SplitGenerator(SPLIT, gen_kwargs={"blocks": blocks, "recipe": recipe})]

    def _generate_tables(self, blocks: list[int], recipe: Recipe) -> Iterator[tuple[int, Any]]:
        schema = self.info.features.arrow_schema
        yield from zip(blocks, block_tables(recipe, blocks, schema, questions=self.options.questions), strict=True)


def build(
    out: Path,
    options: PseudoOptions,
    *,
    workers: int = 1,
    drops: DropLog | None = None,
    on_questions: Callable[[int], object] = lambda n: None,
    overwrite: bool = False,
) -> dict[str, Any]:
    """Makes the dataset folder ``out``. A build that was stopped goes on where it was, and ends in the same bytes.

    Args:
        out: the folder.
        options: what decides the dataset.
        workers: how many processes write; they decide nothing.
        drops: counts what is left out, by reason; decides whether a bad row of facts is an error, or skipped.
        on_questions: called with the number of questions each time that some are written.
        overwrite: replace a folder of ours.

    Returns:
        ``config``, ``counts``, ``drops`` as in ``build.json``, and the :class:`DatasetStatistics` as ``statistics``.

    Raises:
        InputError: bad input, facts that do not give the questions, or the options of small worlds, which are for
            training: the command has none of them, and could not make the dataset again.
        RuntimeError: the solver disagrees with a label.
    """
    drops = DropLog() if drops is None else drops
    if options.limits != WorldLimits():
        raise InputError("a small world is for questions made while training, expected one of full size for a dataset")
    check_replaceable(out, overwrite)
    recipe = make_recipe(options, drops)  # first: bad input takes nothing of an unfinished build away
    with resumable_folder(out, options.plan(), overwrite=overwrite) as folder:
        (folder / CONFIG).mkdir(exist_ok=True)
        plan = ShardPlan(recipe, options.questions, folder / CONFIG, pseudo_features().arrow_schema, SPLIT)
        write_shards(plan, workers=workers, on_questions=on_questions)
        drops += not_asked(plan)
        withheld = count_withheld(recipe.world.withheld or {})
        info = _dataset_info(plan)
        written = WrittenQuestions.read(plan.path(shard) for shard in range(plan.number_of_shards))
        plots = {
            "questions_by_period": bar_chart_svg(
                "Questions by period of the reference time", {SPLIT: _by_period(written)}
            ),
            "questions_by_relation": bar_chart_svg("Questions by relation", {SPLIT: _by_relation(written)}),
        }
        write_card(folder, _card(plan, options, info, written, drops, sum(withheld.values())), plots)
        write_build_record(
            folder, "pseudo_pit",
            options=options.record() | {"keep": recipe.keep, "names_withheld": withheld},
            inputs=options.inputs(), counts={CONFIG: {SPLIT: options.questions}}, drops=drops,
        )  # fmt: skip
    return {
        "config": CONFIG,
        "counts": {SPLIT: options.questions},
        "drops": dict(sorted(drops.items())),
        "statistics": written.statistics(),
    }


def _dataset_info(plan: ShardPlan) -> datasets.DatasetInfo:
    paths = [plan.path(shard) for shard in range(plan.number_of_shards)]
    num_bytes = arrow_bytes(plan)
    rows = sum(pq.read_metadata(path).num_rows for path in paths)
    splits = datasets.splits.SplitDict()
    splits.add(datasets.SplitInfo(SPLIT, num_bytes=num_bytes, num_examples=rows))
    return datasets.DatasetInfo(
        features=pseudo_features(), config_name=CONFIG, splits=splits, dataset_size=num_bytes,
        download_size=sum(path.stat().st_size for path in paths),
    )  # fmt: skip


def _card(
    plan: ShardPlan,
    options: PseudoOptions,
    info: Any,
    written: WrittenQuestions,
    drops: Counter[str],
    withheld: int,
) -> str:
    metadata = card_metadata(
        {CONFIG: info},
        default_config=CONFIG,
        pretty_name="Pseudo-PIT",
        language=["en"],
        license="cc0-1.0",
        multilinguality="monolingual",
        annotations_creators=["machine-generated"],
        language_creators=["machine-generated"],
        source_datasets=["original"],
        task_categories=["question-answering", "text-generation"],
        task_ids=["closed-domain-qa"],
        tags=["temporal-reasoning", "multi-hop", "multi-answer", "synthetic", "instruction-tuning", "temporal-qa"],
        size_categories=[size_category(options.questions)],
    )
    with pq.ParquetFile(plan.path(0)) as first:
        first_row = next(first.iter_batches(1)).to_pylist()[0]
    world, statistics = plan.recipe.world, written.statistics()
    groups = group_statistics(_first_groups(world))
    periods, relations = _by_period(written), _by_relation(written)
    keep = plan.recipe.keep
    kind_rows = [[" ".join(kind), number] for kind, number in sorted(written.kinds.items())]
    return render_card(
        "pseudo_pit",
        metadata=metadata.rstrip(),
        options=options,
        example=json.dumps(first_row, ensure_ascii=False, indent=2),
        inputs={name: (path.name, sha256(path)) for name, path in options.inputs().items()},
        source_groups=len(world.groups),
        withheld=withheld,
        most_of_class=MAX_OF_CLASS_PER_GROUP,
        version=__version__,
        again=_again(options, drops),
        beside_complex_tr=table_beside_complex_tr({"this": statistics}, {"this": "Pseudo"}),
        multi_answer_share=statistics.multi_answer_percent,
        multi_answer_share_of_complex_tr=COMPLEX_TR_MULTI_ANSWER_PERCENT,
        counts_by_kind=markdown_table(["level, hops and kind", "questions"], kind_rows),
        counts_by_relation=markdown_table(["relation", "questions"], relations.items()),
        counts_by_period=markdown_table(
            ["reference time", "kept with probability", "questions"],
            [[name, f"{keep[name]:.3f}", periods[name]] for name in PERIODS],
        ),
        groups_beside_real=markdown_table(
            ["figure", "here", "Wikidata sample"], zip(ROWS, groups.cells(), WIKIDATA_SAMPLE.cells(), strict=True)
        ),
        drops=markdown_table(["reason", "number"], sorted(drops.items())) if drops else "Nothing.",
    )


def _by_period(written: WrittenQuestions) -> dict[str, int]:
    periods = dict.fromkeys(PERIODS, 0)
    for month, number in written.months.items():
        periods[period(parse_month(month))] += number
    return periods


def _by_relation(written: WrittenQuestions) -> dict[str, int]:
    return {relation_in_words(relation): n for relation, n in sorted(written.relations.items())}


def _first_groups(world: PseudoWorld) -> Iterator[FactGroup]:
    """Five hundred groups of the world, whether or not they were asked about; fewer where they are large."""
    facts = 0
    for n in range(500):
        group = world.group(n, f"G{n}").group
        yield group
        facts += len(group.facts) ** 2  # as does the time that their figures take
        if facts > 100_000:
            return


def _again(options: PseudoOptions, drops: Counter[str]) -> str:
    """The command that makes the same bytes."""
    source = ["--invent"] if options.facts is None else ["--facts", shlex.quote(options.facts.name)]
    flags = {
        "--no-resample": not options.resample,
        "--no-fiction": not options.fiction,
        "--skip-bad": drops[SKIPPED] > 0,
    }
    files = {"--training": options.training, "--real-labels": options.real_labels}
    return " ".join(
        ["temporal-qa build pseudo-pit", *source, f"--questions {options.questions} --seed {options.seed} --out DIR"]
        + [flag for flag, given in flags.items() if given]
        + [f"{option} {shlex.quote(path.name)}" for option, path in files.items() if path]
        + ([f"--as-of {options.as_of.isoformat()}"] if options.as_of else [])
    )
