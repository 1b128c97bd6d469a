"""TempAnswerQA: questions whose answer is a date or a duration (Abbood, Meng and Collier, Findings of EMNLP 2025).

    temporal-qa build temp-answer-qa --source DIR --out temp-answer-qa
    python -c 'from datasets import load_dataset; print(load_dataset("temp-answer-qa", "ttqa"))'

The released CSV files, given or downloaded, become two configs, ``ttqa`` and ``tot``; every label becomes a number in
its unit; and what differs from the paper's counts is told.

One dataset, one file: it is read from top to bottom, and so is longer than others.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import datasets

from temporal_qa import __version__
from temporal_qa.hub.build_record import write_build_record
from temporal_qa.hub.cards import render_card, write_card
from temporal_qa.hub.dataset_repo import card_metadata, size_category, write_config
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import Row, sha256
from temporal_qa.io.resumable import folder_beside
from temporal_qa.released.csv_files import read_released_csv
from temporal_qa.released.temp_answer_qa.distillation import folded
from temporal_qa.report.bar_chart import bar_chart_svg
from temporal_qa.scoring.responses.temporal_values import AnswerFormat, Subset, parse_label
from temporal_qa.tables.markdown import markdown_table

# The released files, at one commit of the official repository.
RELEASE_URL = (
    "https://raw.githubusercontent.com/aauss/temporal-answer-qa/e28dc1ef9638391c2e25f4cfd607dad738174f34/data/questions"
)
RELEASED_FILES = {"ttqa": ("ttqa.csv",), "tot": ("tot.csv", "tot_arithmetic.csv")}  # of each, the first that is there
COLUMNS = ("question", "label", "answer_format", "answer_temporal_unit", "split")
CONFIG_COLUMNS = {"ttqa": ("table_context", "table_id"), "tot": ("question_type", "instruction")}

# TempAnswerQA, section 3.1 and Table 2.
PAPER_SPLITS = {"ttqa": {"head": 1103, "tail": 634}, "tot": {"arithmetic": 1016, "semantic": 681}}
PAPER_UNITS = {
    "ttqa": {"years": 1194, "date_years": 305, "days": 94, "months": 85, "date": 59},
    "tot": {"seconds": 411, "date": 328, "years": 229, "days": 100, "months": 50, "minutes": 38},
}

FEATURES = datasets.Features(
    {
        "id": datasets.Value("string"),
        "question": datasets.Value("string"),
        "answer": datasets.Value("string"),
        "answer_value": datasets.Value("float64"),
        "temporal_unit": datasets.Value("string"),
        "answer_format": datasets.Value("string"),
        "context": datasets.Value("string"),
        "source": datasets.Value("string"),
        "question_type": datasets.Value("string"),
    }
)


@dataclass
class TempAnswerQAConfig(datasets.BuilderConfig):
    """Which released file is read."""

    released: str = ""


@dataclass
class Made:
    """The rows of one config by split, and what was left out, by reason."""

    splits: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    drops: Counter[str] = field(default_factory=Counter)

    def units(self) -> Counter[str]:
        """How many questions there are of each unit."""
        return Counter(row["temporal_unit"] for rows in self.splits.values() for row in rows)


class TempAnswerQA(datasets.GeneratorBasedBuilder):
    """Questions on tables (TempTabQA) and synthetic ones (Test of Time), with their answers as numbers."""

    BUILDER_CONFIG_CLASS = TempAnswerQAConfig
    BUILDER_CONFIGS = tuple(TempAnswerQAConfig(name=name, version=__version__) for name in RELEASED_FILES)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=FEATURES)

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        self.made = make_rows(Path(self.config.released), self.config.name)
        return [datasets.SplitGenerator(name, gen_kwargs={"rows": rows}) for name, rows in self.made.splits.items()]

    def _generate_examples(self, rows: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
        yield from enumerate(rows)


def make_rows(released: Path, config: Subset) -> Made:
    """The rows of one released file, by split.

    Raises:
        InputError: the file is no such CSV, or a row has an unknown split or unit, or a label that is no value.
    """
    made = Made()
    seen: set[str] = set()
    for row in read_released_csv(released, COLUMNS + CONFIG_COLUMNS[config]):
        split = row.values["split"]
        if split not in PAPER_SPLITS[config]:
            raise row.error(f"split {split!r}, expected {' or '.join(PAPER_SPLITS[config])}")
        try:
            question = to_row(row, config)
        except ValueError as error:
            raise row.error(str(error)) from None
        if question["id"] in seen:
            made.drops["a row again, question, table and answer alike"] += 1
            continue
        seen.add(question["id"])
        made.splits.setdefault(split, []).append(question)
    if not made.splits:
        raise InputError("holds a header and no question", released)
    made.splits = {split: made.splits[split] for split in PAPER_SPLITS[config] if split in made.splits}
    return made


def to_row(row: Row, config: Subset) -> dict[str, Any]:
    """A released question as a row of ours. Raises ``ValueError`` when its unit or label cannot be used.

    The id comes from what the row says, not from where it stands: two questions of TempTabQA are asked twice of the
    same table with different answers, hence the answer in it.
    """
    values = row.values
    unit, label, question = values["answer_temporal_unit"], values["label"], values["question"]
    if unit not in PAPER_UNITS[config]:
        raise ValueError(f"unit {unit!r}, expected one of {', '.join(PAPER_UNITS[config])}")
    content = json.dumps([config, values["split"], values.get("table_id", ""), question, label])
    if config == "ttqa":
        context = values["table_context"]
    else:  # a question of Test of Time states everything itself, unless its facts stand in the instruction alone
        context = "" if folded(values["instruction"]) in folded(question) else values["instruction"]
    return {
        "id": f"{config}_{values['split']}_{hashlib.sha256(content.encode()).hexdigest()[:12]}",
        "question": question,
        "answer": label,
        "answer_value": parse_label(label, AnswerFormat(config, unit, values["answer_format"], question)).value,
        "temporal_unit": unit,
        "answer_format": values["answer_format"],
        "context": context,
        "source": config,
        "question_type": values.get("question_type"),  # TempTabQA has none
    }


def build(source: Path | None, out: Path, *, overwrite: bool = False, base_url: str = RELEASE_URL) -> dict[str, Any]:
    """Makes the dataset folder ``out`` from a folder of released files, or from the official repository when there is
    none.

    Args:
        source: holds ``ttqa.csv``, ``tot.csv`` or ``tot_arithmetic.csv``; ``None``: they are downloaded.
        out: the folder to make.
        overwrite: replace a folder of ours.
        base_url: where to download from.

    Returns:
        Its counts and how they differ from the paper's, as in ``build.json``.

    Raises:
        InputError: files that cannot be had or read, or a folder that cannot be made.
    """
    with folder_beside(out, overwrite=overwrite) as folder, tempfile.TemporaryDirectory(dir=folder) as scratch:
        released = find_released(source or download(Path(scratch) / "released", base_url))
        made: dict[str, Made] = {}
        infos: dict[str, datasets.DatasetInfo] = {}
        for config, path in released.items():
            builder = TempAnswerQA(
                cache_dir=f"{scratch}/cache", dataset_name="temp_answer_qa", config_name=config, released=str(path)
            )
            builder.download_and_prepare()
            infos[config] = write_config(folder, builder)
            made[config] = builder.made
        drops = all_drops(made)
        counts = {config: {split: len(rows) for split, rows in one.splits.items()} for config, one in made.items()}
        units = {config: dict(one.units()) for config, one in made.items()}
        remarks = differences(made)
        record = {"splits": counts, "units": units, "differences_from_the_paper": remarks}
        inputs = {path.name: path for path in released.values()}
        write_card(folder, card(made, infos, inputs, remarks), {"questions_by_unit": _unit_plot(made)})
        write_build_record(folder, "temp_answer_qa", options={}, inputs=inputs, counts=record, drops=drops)
    return {"counts": counts, "units": units, "differences": remarks, "drops": dict(drops)}


def find_released(source: Path) -> dict[str, Path]:
    """The released file of each config that the folder holds.

    Raises:
        InputError: no such folder, or none of the files in it.
    """
    if not source.is_dir():
        raise InputError("no such folder, expected one with ttqa.csv, tot.csv or both", source)
    paths = {config: [source / name for name in names] for config, names in RELEASED_FILES.items()}
    found = {config: next(filter(Path.is_file, candidates), None) for config, candidates in paths.items()}
    if not any(found.values()):
        names = ", ".join(name for names in RELEASED_FILES.values() for name in names)
        raise InputError(f"holds none of the released files, expected {names}", source)
    return {config: path for config, path in found.items() if path is not None}


def download(folder: Path, base_url: str = RELEASE_URL, timeout: float = 60) -> Path:
    """The released files of the official repository, in a new folder.

    Raises:
        InputError: a file cannot be fetched.
    """
    folder.mkdir(parents=True)
    for name in (names[0] for names in RELEASED_FILES.values()):
        url = f"{base_url}/{name}"
        try:
            with urllib.request.urlopen(url, timeout=timeout) as response:
                (folder / name).write_bytes(response.read())
        except (OSError, http.client.HTTPException) as error:  # URLError, HTTPError, a timeout: all OSErrors
            raise InputError(
                f"cannot be downloaded ({error}); pass --source DIR with the released files", url
            ) from None
    return folder


def differences(made: dict[str, Made]) -> list[str]:
    """One line for each count that is not the paper's, and for each split that is left out."""
    lines = []
    for config, splits in PAPER_SPLITS.items():
        have = made.get(config, Made())
        for split, published in splits.items():
            if split not in have.splits:
                lines.append(f"{config}: no split {split}: the source has no {RELEASED_FILES[config][0]} with its rows")
            elif len(have.splits[split]) != published:
                lines.append(f"{config}: questions in {split}: {len(have.splits[split]):,}, in the paper {published:,}")
        if have.splits:
            units = have.units()
            of_all = "" if have.splits.keys() >= splits.keys() else " for all its splits"
            lines += [
                f"{config}: questions in {unit}: {units[unit]:,}, in the paper's Table 2 {published:,}{of_all}"
                for unit, published in PAPER_UNITS[config].items()
                if units[unit] != published
            ]
    return lines


def all_drops(made: dict[str, Made]) -> Counter[str]:
    """What was left out of both configs, by reason."""
    return sum((one.drops for one in made.values()), Counter())


def card(
    made: dict[str, Made], infos: dict[str, datasets.DatasetInfo], inputs: dict[str, Path], remarks: list[str]
) -> str:
    """The dataset card."""
    rows = [row for one in made.values() for rows in one.splits.values() for row in rows]
    drops = all_drops(made)
    metadata = card_metadata(
        infos,
        default_config=next(iter(infos)),
        pretty_name="TempAnswerQA",
        language=["en"],
        license="cc-by-4.0",
        multilinguality="monolingual",
        annotations_creators=["expert-generated"],
        source_datasets=["extended", "baharef/ToT"],
        task_categories=["question-answering", "table-question-answering"],
        task_ids=["closed-domain-qa"],
        tags=["temporal-reasoning", "dates", "durations", "numeric", "temporal-qa"],
        size_categories=[size_category(len(rows))],
    )
    split_rows = [
        [config, split, len(one.splits[split]), PAPER_SPLITS[config][split]]
        for config, one in made.items()
        for split in one.splits
    ]
    unit_rows = [
        [config, unit, one.units()[unit], published] for config, one in made.items()
        for unit, published in PAPER_UNITS[config].items()
    ]  # fmt: skip
    return render_card(
        "temp_answer_qa",
        metadata=metadata.rstrip(),
        first_config=next(iter(infos)),
        examples={config: _example(next(iter(one.splits.values()))[0]) for config, one in made.items()},
        split_counts=markdown_table(["config", "split", "here", "paper"], split_rows),
        unit_counts=markdown_table(["config", "unit", "here", "paper, Table 2"], unit_rows),
        inputs=[(name, sha256(path)) for name, path in inputs.items()],
        remarks=remarks,
        drops=markdown_table(["left out", "number"], drops.items()) if drops else "Nothing was left out.",
        version=__version__,
    )


def _unit_plot(made: dict[str, Made]) -> str:
    units = ("date", "date_years", "years", "months", "days", "minutes", "seconds")
    counts = {config: {unit: one.units()[unit] for unit in units} for config, one in made.items()}
    return bar_chart_svg("Questions by unit of the answer", counts)


def _example(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, indent=2)
