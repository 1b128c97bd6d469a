"""Table 1 of TimeQA's paper beside the same figures of a dataset."""

from collections.abc import Sequence
from pathlib import Path

from temporal_qa.tables.markdown import markdown_table

_SPLITS = ("train", "dev", "test")
_PUBLISHED = [
    ["paper", "easy", "14,308 / 3,021 / 2,997", "12,532 / 2,674 / 2,613", "3,500 / 748 / 749", "70 / 52 / 50",
     "1,816 / 1,871 / 1,864"],
    ["paper", "hard", "14,681 / 3,087 / 3,078", "12,532 / 2,674 / 2,613", "3,500 / 748 / 749", "70 / 52 / 50",
     "1,812 / 1,871 / 1,865"],
]  # fmt: skip


def _split_statistics(paths: Sequence[Path]) -> list[int]:
    """Questions, those with an answer, subjects, relations, and the mean words of the article over the questions."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    subjects: set[str] = set()
    relations: set[str] = set()
    questions = answerable = words = 0
    for path in paths:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(1000, columns=["answers", "subject", "relation", "context"]):
                subjects.update(batch["subject"].unique().to_pylist())
                relations.update(batch["relation"].unique().to_pylist())
                questions += len(batch)
                answerable += pc.sum(pc.greater(pc.list_value_length(batch["answers"]), 0)).as_py() or 0
                words += len(batch) + (pc.sum(pc.count_substring(batch["context"], " ")).as_py() or 0)
    return [questions, answerable, len(subjects), len(relations), round(words / max(1, questions))]


def table_1(folder: Path, configs: Sequence[str]) -> str:
    """The paper's table and, under it, that of each config of a dataset folder."""
    rows = [*_PUBLISHED]
    for config in configs:
        of_splits = [_split_statistics(sorted((folder / config).glob(f"{split}-*.parquet"))) for split in _SPLITS]
        columns = zip(*of_splits, strict=True)
        rows.append(["ours", config, *(" / ".join(f"{n:,}" for n in column) for column in columns)])
    return markdown_table(["", "config", "questions", "answerable", "entities", "relations", "mean words"], rows)
