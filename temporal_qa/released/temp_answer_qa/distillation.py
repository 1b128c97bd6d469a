"""Selects from raw Test of Time and TempTabQA the questions whose answer is one date or one duration.

The authors of TempAnswerQA selected by hand, :mod:`~.temporal_answers` selects by rules, and :mod:`~.agreement`
compares the two. Raw files, one JSON array each::

    temptabqa_head.json, temptabqa_tail.json       {"question", "answer", "category", "table_id"}
    tot_arithmetic.json, tot_semantic.json         {"question", "label", "question_type"}   (all also as .json.gz)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_json
from temporal_qa.released.temp_answer_qa.temporal_answers import Excluded, TemporalAnswer, temptabqa_answer, tot_answer

RAW_FILES = {
    "head": "temptabqa_head.json", "tail": "temptabqa_tail.json",
    "arithmetic": "tot_arithmetic.json", "semantic": "tot_semantic.json",
}  # fmt: skip


@dataclass
class Distilled:
    """The questions that were kept, in file order, as rows like the released ones; and the others, with the reason."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    excluded: list[dict[str, Any]] = field(default_factory=list)

    def counts(self) -> dict[str, Counter[str]]:
        """By split: how many were kept, and how many were left out for which reason."""
        counts: dict[str, Counter[str]] = {}
        for row in self.rows:
            counts.setdefault(row["split"], Counter())["kept"] += 1
        for row in self.excluded:
            counts.setdefault(row["split"], Counter())[row["reason"]] += 1
        return counts


def distil(source: Path) -> Distilled:
    """The questions of the raw files in a folder whose answer is one date or one duration.

    Raises:
        InputError: none of the raw files is there, or one cannot be read.
    """
    made = Distilled()
    raw_files = {
        split: path
        for split, name in RAW_FILES.items()
        for path in (source / f"{name}.gz", source / name)  # of two, the plain file counts
        if path.is_file()
    }
    if not raw_files:
        raise InputError(f"holds no raw file, expected one or more of {', '.join(RAW_FILES.values())}", source)
    for split, path in raw_files.items():
        source_name, answer_column, rule = (
            ("tot", "label", tot_answer) if path.name.startswith("tot") else ("ttqa", "answer", temptabqa_answer)
        )
        seen: set[tuple[str, TemporalAnswer]] = set()
        for row in _read_raw(path, ("question", answer_column)):
            answer = rule(row["question"], row[answer_column])
            if isinstance(answer, TemporalAnswer):
                if (folded(row["question"]), answer) not in seen:
                    seen.add((folded(row["question"]), answer))
                    made.rows.append({
                        **row, "label": answer.label, "answer_format": answer.answer_format,
                        "answer_temporal_unit": answer.unit, "split": split, "source": source_name,
                    })  # fmt: skip
                    continue
                answer = Excluded.REPEATED
            made.excluded.append({**row, "split": split, "reason": str(answer)})
    return made


def _read_raw(path: Path, columns: tuple[str, str]) -> Iterator[dict[str, Any]]:
    for number, record in enumerate(read_json(path, list, "an array of objects"), 1):
        if not isinstance(record, dict) or not all(isinstance(record.get(name), str) for name in columns):
            raise InputError(f"record {number}: expected an object with the texts {' and '.join(columns)}", path)
        yield record


def folded(text: str) -> str:
    """The text by which questions are matched: lower case, white space folded."""
    return " ".join(text.lower().split())
