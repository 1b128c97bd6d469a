"""TempAnswerQA: questions whose answer is a date or a duration (Abbood, Meng and Collier, Findings of EMNLP 2025).

    temporal-qa build temp-answer-qa --source DIR --out temp-answer-qa
    python -c 'from datasets import load_dataset; print(load_dataset("temp-answer-qa", "ttqa"))'

The released CSV files, given or downloaded, become two configs, ``ttqa`` and ``tot``. Every label becomes a number in
its unit, and every count that differs from the paper's is reported.
"""

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import datasets

from temporal_qa.hub.cards import write_card_and_record
from temporal_qa.hub.dataset_repo import write_config
from temporal_qa.io import folder_beside, sha256
from temporal_qa.released.temp_answer_qa.files import RELEASE_URL, ConfigRows, download, find_released, make_rows
from temporal_qa.report import temp_answer_qa_statistics as beside_paper
from temporal_qa.tables.markdown import markdown_table

_COLUMNS = (
    "id", "question", "answer", "answer_value", "temporal_unit", "answer_format", "context", "source", "question_type",
)  # fmt: skip
FEATURES = datasets.Features({name: datasets.Value("string") for name in _COLUMNS})
FEATURES["answer_value"] = datasets.Value("float64")


def build(source: Path | None, out: Path, *, overwrite: bool = False, base_url: str = RELEASE_URL) -> dict[str, Any]:
    """Makes the dataset folder ``out`` from the released files.

    Args:
        source: holds ``ttqa.csv``, ``tot.csv`` or ``tot_arithmetic.csv``; ``None``: they are downloaded from
            the official repository.
        out: the folder to make.
        overwrite: replace an earlier temp_answer_qa.
        base_url: where to download from.

    Returns:
        Its counts and how they differ from the paper's, as in ``build.json``.

    Raises:
        InputError: files that cannot be downloaded or read, or a folder that cannot be made.
    """
    with (
        folder_beside(out, "temp_answer_qa", overwrite=overwrite) as folder,
        tempfile.TemporaryDirectory(dir=folder) as scratch,
    ):
        released = find_released(source or download(Path(scratch) / "released", base_url))
        configs: dict[str, ConfigRows] = {name: make_rows(path, name) for name, path in released.items()}
        infos = {config: write_config(folder, config, _datasets(rows)) for config, rows in configs.items()}
        drops = sum((rows.drops for rows in configs.values()), Counter())
        differences = list(beside_paper.differences_from_paper(configs))
        counts = {name: {split: len(rows) for split, rows in one.splits.items()} for name, one in configs.items()}
        units = {name: dict(one.units()) for name, one in configs.items()}
        record = {"splits": counts, "units": units, "differences_from_the_paper": differences}
        inputs = {path.name: path for path in released.values()}
        card = {
            "examples": {name: next(iter(config.splits.values()))[0] for name, config in configs.items()},
            "split_counts": beside_paper.split_table(configs),
            "unit_counts": beside_paper.unit_table(configs),
            "inputs": [(name, sha256(path)) for name, path in inputs.items()],
            "remarks": differences,
            "drops": markdown_table(["left out", "number"], drops.items()) if drops else "Nothing was left out.",
        }
        plots = {"questions_by_unit": beside_paper.unit_plot(configs)}
        write_card_and_record(
            folder, "temp_answer_qa", infos, card, plots, options={}, inputs=inputs, counts=record, drops=drops
        )
    return {"counts": counts, "units": units, "differences": differences, "drops": dict(drops)}


def _datasets(config: ConfigRows) -> dict[str, datasets.Dataset]:
    return {split: datasets.Dataset.from_list(rows, features=FEATURES) for split, rows in config.splits.items()}
