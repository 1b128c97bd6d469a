"""Pseudo-PIT: temporal questions about entities that do not exist (Tan, Ng and Bing, ACL 2024 Findings, section 3.1).

    temporal-qa build pseudo-pit --invent --questions 51451 --seed 0 --out pseudo-pit
    python -c 'from datasets import load_dataset; print(load_dataset("pseudo-pit", "reason_qa"))'

Groups of facts, invented or real, are shifted in time and renamed. Questions about them are thinned out in the periods
that have many training questions, and the solver checks each one. See ``temporal_qa/fiction/``.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import datasets

from temporal_qa import __version__
from temporal_qa.fiction.group_statistics import table_beside_wikidata
from temporal_qa.fiction.groups import WorldLimits
from temporal_qa.fiction.options import PseudoOptions, make_recipe
from temporal_qa.fiction.pseudo_questions import MAX_OF_CLASS_PER_GROUP, PseudoRecipe, number_of_blocks
from temporal_qa.fiction.pseudo_shards import CONFIG, PseudoShards
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features
from temporal_qa.fiction.real_labels import count_withheld
from temporal_qa.fiction.resampling import MIN_KEPT
from temporal_qa.hub.cards import write_card_and_record
from temporal_qa.io import DropLog, InputError, check_replaceable, resumable_folder, sha256
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.report.question_counts import QuestionCounts, drops_table, question_plots


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
        return [datasets.SplitGenerator(self.options.split, gen_kwargs={"blocks": blocks, "recipe": recipe})]

    def _generate_tables(self, blocks: list[int], recipe: PseudoRecipe) -> Iterator[tuple[int, Any]]:
        schema = self.info.features.arrow_schema
        yield from zip(blocks, block_tables(recipe, blocks, schema, questions=self.options.questions), strict=True)


def build(
    out: Path,
    options: PseudoOptions,
    *,
    workers: int = 1,
    write: WriteShards = write_shards,
    drops: DropLog | None = None,
    on_progress: Callable[[int], object] = lambda n: None,
    overwrite: bool = False,
) -> dict[str, Any]:
    """Makes the dataset folder ``out``. A stopped build resumes, and ends in the same bytes.

    Args:
        out: the folder.
        options: what decides the dataset.
        workers: how many processes write; the bytes do not depend on it.
        write: the function that writes shards, such as that of a cluster.
        drops: counts what is left out, by reason; decides whether a bad row of facts is an error, or skipped.
        on_progress: called with the number of questions each time that some are written.
        overwrite: replace an earlier pseudo_pit.

    Returns:
        ``config``, ``counts``, ``drops`` as in ``build.json``, and the figures of Table 3 as ``statistics``.

    Raises:
        InputError: bad input, facts that give too few questions, or the limits of a small world, which are for
            training: the command has no such options, and could not make the dataset again.
        RuntimeError: the solver disagrees with a label.
    """
    drops = DropLog() if drops is None else drops
    if options.limits != WorldLimits():
        raise InputError("a small world is for questions made while training, expected one of full size for a dataset")
    check_replaceable(out, "pseudo_pit", overwrite)
    recipe = make_recipe(options, drops)  # first, so that bad input removes nothing of an unfinished build
    with resumable_folder(out, "pseudo_pit", options.plan(), overwrite=overwrite) as folder:
        schemas = {CONFIG: pseudo_features().arrow_schema}
        shards = PseudoShards(folder, schemas, recipe, options.questions, options.split)
        write(shards, workers=workers, on_rows=on_progress)
        of_facets, infos = shards.finish()
        drops += of_facets["not_asked"][options.split]
        withheld, counts = count_withheld(recipe.world.withheld or {}), {options.split: options.questions}
        written = QuestionCounts.read([shards.path(shard, CONFIG) for shard in range(shards.number_of_shards)])
        card = {
            "options": options,
            "example": shards.first_row(CONFIG),
            "inputs": {name: (path.name, sha256(path)) for name, path in options.inputs().items()},
            "source_groups": len(recipe.world.groups),
            "withheld": sum(withheld.values()),
            "max_of_class": MAX_OF_CLASS_PER_GROUP,
            "min_kept": MIN_KEPT,
            "again": options.command(skip_bad=drops.bad_rows > 0),
            "groups_beside_real": table_beside_wikidata(recipe.world),
            "drops": drops_table(drops),
            **written.pseudo_pit_counts(recipe.keep),
        }
        write_card_and_record(
            folder, "pseudo_pit", infos, card, question_plots({options.split: written}, empty_periods=True),
            options=options.record() | {"keep": recipe.keep, "names_withheld": withheld},
            inputs=options.inputs(), counts={CONFIG: counts}, drops=drops,
        )  # fmt: skip
    left_out = dict(sorted(drops.items()))
    return {"config": CONFIG, "counts": counts, "drops": left_out, "statistics": written.statistics()}
