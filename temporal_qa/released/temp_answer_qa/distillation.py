"""Selects from raw Test of Time and TempTabQA the questions whose answer is one date or one duration.

The authors of TempAnswerQA selected by hand, :mod:`~.temporal_answers` selects by rules, and :func:`compare` tells how
the two agree. Raw files, one JSON array each::

    temptabqa_head.json, temptabqa_tail.json       {"question", "answer", "category", "table_id"}
    tot_arithmetic.json, tot_semantic.json         {"question", "label", "question_type"}   (all also as .json.gz)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from temporal_qa.io.csv_rows import read_csv
from temporal_qa.io.errors import InputError
from temporal_qa.io.grouping import grouped
from temporal_qa.io.read import read_json
from temporal_qa.released.temp_answer_qa.files import COLUMNS, find_released, folded
from temporal_qa.released.temp_answer_qa.temporal_answers import Excluded, TemporalAnswer, temptabqa_answer, tot_answer
from temporal_qa.tables.markdown import markdown_table

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


@dataclass
class SelectionAgreement:
    """One split of the released selection compared with ours.

    ``shared`` questions are in the released file and in the raw one, word for word; of these we kept ``found``.
    ``kept`` counts all that we kept, a question asked of two tables once. Of these, ``reworded`` are not released in
    these words, but the release has a question about the same table with the same answer: it took a later version of
    TempTabQA, with reworded questions. Small numbers coincide by chance, so ``reworded`` is an upper bound.
    """

    split: str
    raw: int = 0
    kept: int = 0
    released: int = 0
    shared: int = 0
    found: int = 0
    reworded: int = 0
    same_unit: int = 0
    same_format: int = 0
    same_label: int = 0
    disagreements: list[dict[str, str]] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """Of the shared questions, the percentage that we kept."""
        return _percentage(self.found, self.shared)

    @property
    def precision(self) -> float:
        """Of the questions we kept, the percentage that are released in the same words."""
        return _percentage(self.found, self.kept)

    @property
    def precision_with_reworded(self) -> float:
        """The same, counting the reworded as released."""
        return _percentage(self.found + self.reworded, self.kept)

    def to_dict(self) -> dict[str, Any]:
        """Counts, percentages and every disagreement, for JSON."""
        numbers = {name: value for name, value in vars(self).items() if name != "disagreements"}
        percentages = {name: getattr(self, name) for name in ("recall", "precision", "precision_with_reworded")}
        return numbers | percentages | {"disagreements": self.disagreements}


def _percentage(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def compare(made: Distilled, released: Path) -> list[SelectionAgreement]:
    """How the distilled questions agree with the released files ``ttqa.csv`` and ``tot.csv`` (``tot_arithmetic.csv``).

    Questions are matched by their split and folded text. Only splits that both sides have are compared.

    Raises:
        InputError: none of the released files is there, or one cannot be read.
    """
    files = find_released(released).values()
    rows = [row.values for file in files for row in read_csv(file, COLUMNS)]
    kept, excluded, theirs = (
        grouped((str(row["split"]), row) for row in some) for some in (made.rows, made.excluded, rows)
    )
    return [
        _compare_split(split, kept.get(split, []), excluded.get(split, []), of_split)
        for split, of_split in theirs.items()
        if split in kept or split in excluded
    ]


def _question(row: dict[str, Any]) -> str:
    return folded(row["question"])


def _compare_split(split: str, kept: list[Any], excluded: list[Any], released: list[Any]) -> SelectionAgreement:
    theirs, ours = (grouped((_question(row), row) for row in rows) for rows in (released, kept))
    reasons = {_question(row): row["reason"] for row in excluded}
    same_answers = {_table_answer(row) for row in released}
    result = SelectionAgreement(split, raw=len(ours.keys() | reasons.keys()), kept=len(ours), released=len(theirs))
    for question, rows in ours.items():
        first = rows[0]
        if question not in theirs:
            if any("table_id" in row and _table_answer(row) in same_answers for row in rows):
                result.reworded += 1
            else:
                result.disagreements.append(_disagreement("kept, not released", first, None))
            continue
        result.found += 1
        agrees = {
            name: any(row[name] == their[name] for row in rows for their in theirs[question])
            for name in ("answer_temporal_unit", "answer_format", "label")
        }
        result.same_unit += agrees["answer_temporal_unit"]
        result.same_format += agrees["answer_format"]
        result.same_label += agrees["label"]
        result.disagreements += [
            _disagreement(f"another {name}", first, theirs[question][0]) for name, same in agrees.items() if not same
        ]
    missed = [question for question in theirs if question in reasons and question not in ours]
    result.shared = result.found + len(missed)
    for question in missed:
        their = theirs[question][0]
        result.disagreements.append(_disagreement(f"released, left out: {reasons[question]}", None, their))
    return result


def _table_answer(row: dict[str, Any]) -> tuple[str, str, str]:
    return str(row.get("table_id")), row["answer_temporal_unit"], row["label"]


def _disagreement(kind: str, ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> dict[str, str]:
    disagreement = {"kind": kind, "question": (ours or theirs or {})["question"]}
    for side, row in (("ours", ours), ("theirs", theirs)):
        if row is not None:
            disagreement[side] = f"{row['label']} ({row['answer_temporal_unit']}, {row['answer_format']})"
    return disagreement


def agreement_report(agreements: Iterable[SelectionAgreement]) -> str:
    """The agreement as two tables: the figures by split, and the kinds of disagreement."""
    agreements = list(agreements)
    counts = ("raw", "kept", "released", "shared", "found", "reworded", "same_unit", "same_format", "same_label")
    figures = ("recall", "precision", "precision_with_reworded")
    header = [name.replace("_", " ") for name in ("split", *counts, *figures)]
    table = markdown_table(header, [[a.split, *(getattr(a, name) for name in counts + figures)] for a in agreements])
    kinds = Counter((a.split, each["kind"]) for a in agreements for each in a.disagreements)
    rows = [[*kind, number] for kind, number in kinds.items()]
    return f"{table}\n\n{markdown_table(['split', 'disagreement', 'number'], rows)}" if rows else table
