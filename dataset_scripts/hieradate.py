"""HieraDate: who was born first, died first, lived longer, with probing questions about each step (Ho et al., 2022).

    temporal-qa build hieradate --invent --out hieradate --seed 0
    python -c 'from datasets import load_dataset; print(load_dataset("hieradate", "samples"))'

Pairs of lives are drawn by number, their paragraphs are written, and a solver that shares no code with the maker of the
questions answers each one before it is written. See ``temporal_qa/questions/hieradate/``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from temporal_qa.fiction.life_samples import LifeSampleOptions, make_splits
from temporal_qa.hub.cards import what_decides_bytes, write_card_and_record
from temporal_qa.io import DropLog, check_replaceable, resumable_folder, sha256
from temporal_qa.io.shards import WriteShards, write_shards
from temporal_qa.questions.hieradate.sample_files import SampleShards, sample_features, write_released_layout
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.report.question_counts import counts_table, drops_table, every_value


def build(
    out: Path,
    options: LifeSampleOptions,
    *,
    workers: int = 1,
    write: WriteShards = write_shards,
    drops: DropLog | None = None,
    on_progress: Callable[[int], object] = lambda n: None,
    released_layout: bool = False,
    overwrite: bool = False,
) -> dict[str, Any]:
    """Makes the dataset folder ``out``. A stopped build resumes, and ends in the same bytes.

    Args:
        out: the folder.
        options: what decides the samples.
        workers: how many processes write; the bytes do not depend on it.
        write: the function that writes shards, such as that of a cluster.
        drops: counts what is left out, by reason; decides whether a bad row is an error, or skipped.
        on_progress: called with the number of samples each time that some are written.
        released_layout: whether to write each split as one JSON list too, in the layout of the released files.
        overwrite: replace an earlier hieradate.

    Returns:
        ``counts`` of the rows of each config, ``by_facet`` of the questions, and ``drops``, as in ``build.json``.

    Raises:
        InputError: bad input, or lives that give too few samples.
        RuntimeError: the solver disagrees with a label.
    """
    drops = DropLog() if drops is None else drops
    check_replaceable(out, "hieradate", overwrite)
    splits = make_splits(options, drops)  # first, so that bad input removes nothing of an unfinished build
    plan = what_decides_bytes(options.inputs()) | options.record() | {"released_layout": released_layout}
    with resumable_folder(out, "hieradate", plan, overwrite=overwrite) as folder:
        schemas = {config: features.arrow_schema for config, features in sample_features().items()}
        shards = SampleShards(folder, schemas, splits)
        write(shards, workers=workers, on_rows=on_progress)
        for split, samples in splits.items() if released_layout else ():
            write_released_layout(folder / "released" / f"{split}.json", map(samples.__getitem__, range(len(samples))))
        facets, infos = shards.finish()
        by_facet = {facet: every_value(of_facet) for facet, of_facet in facets.items()}
        counts = {config: {name: of.num_examples for name, of in info.splits.items()} for config, info in infos.items()}
        plots = {
            "questions_by_task": bar_chart_svg("Questions by task", by_facet["task"]),
            "questions_by_deciding_part": bar_chart_svg("Questions by the part that decides", by_facet["decided_by"]),
        }
        card = {
            "options": options,
            "example": shards.first_row("samples"),
            "question": shards.first_row("questions"),
            "inputs": [(path.name, sha256(path)) for path in options.inputs().values()],
            "counts": [counts_table(facet.replace("_", " "), of_facet) for facet, of_facet in by_facet.items()],
            "drops": drops_table(drops),
            "released_layout": released_layout,
            "again": options.command(skip_bad=drops.bad_rows > 0) + " --released-layout" * released_layout,
        }
        write_card_and_record(
            folder, "hieradate", infos, card, plots, rows=infos["questions"].splits.total_num_examples,
            options=options.record() | {"released_layout": released_layout}, inputs=options.inputs(),
            counts=counts | {"questions_by": by_facet}, drops=drops,
        )  # fmt: skip
    return {"counts": counts, "by_facet": by_facet, "drops": dict(sorted(drops.items()))}
