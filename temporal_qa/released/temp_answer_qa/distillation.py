"""Selects from raw Test of Time and TempTabQA the questions whose answer is one date or one duration.

The authors of TempAnswerQA selected by hand, :mod:`~.temporal_answers` selects by rules, and :func:`compare` tells how
the two agree. Raw files, one JSON array each::

    temptabqa_head.json, temptabqa_tail.json       {"question", "answer", "category", "table_id"}
    tot_arithmetic.json, tot_semantic.json         {"question", "label", "question_type"}   (all also as .json.gz)
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from temporal_qa.io import InputError, grouped
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.released.files import read_released, value_of
from temporal_qa.released.temp_answer_qa.files import COLUMNS, find_released, lowered
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
        kept = [(row["split"], "kept") for row in self.rows]
        outcomes = grouped(kept + [(row["split"], row["reason"]) for row in self.excluded])
        return {split: Counter(of_split) for split, of_split in outcomes.items()}


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
        for row in read_released(path):
            question, stated = (value_of(row, column, str, "a text") for column in ("question", answer_column))
            answer = rule(question, stated)
            if isinstance(answer, TemporalAnswer) and (lowered(question), answer) in seen:
                answer = Excluded.REPEATED
            if isinstance(answer, Excluded):
                made.excluded.append({**row.values, "split": split, "reason": str(answer)})
                continue
            seen.add((lowered(question), answer))
            made.rows.append({
                **row.values, "label": answer.label, "answer_format": answer.answer_format,
                "answer_temporal_unit": answer.unit, "split": split, "source": source_name,
            })  # fmt: skip
    return made


Agreement: TypeAlias = dict[str, Any]
"""One split of the released selection compared with ours: counts, percentages and every disagreement.

``shared`` questions are in the released file and in the raw one, word for word; of these we kept ``found``, which is
the ``recall``. ``kept`` counts all that we kept, a question asked of two tables once; ``precision`` is the share of
``found`` in it. Of these, ``reworded`` are not released in these words, but the release has a question about the same
table with the same answer: it took a later version of TempTabQA, with reworded questions. Small numbers coincide by
chance, so ``reworded`` is an upper bound."""

_SAME = {"same_unit": "answer_temporal_unit", "same_format": "answer_format", "same_label": "label"}


def compare(made: Distilled, released: Path) -> list[Agreement]:
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


def _compare_split(split: str, kept: list[Any], excluded: list[Any], released: list[Any]) -> Agreement:
    theirs, ours = (grouped((lowered(row["question"]), row) for row in rows) for rows in (released, kept))
    reasons = {lowered(row["question"]): row["reason"] for row in excluded}
    same_answers = {_table_answer(row) for row in released}
    counts: Counter[str] = Counter()
    disagreements: list[dict[str, str]] = []
    for question, rows in ours.items():
        if question in theirs:
            counts["found"] += 1
            for name, column in _SAME.items():
                if any(row[column] == their[column] for row in rows for their in theirs[question]):
                    counts[name] += 1
                else:
                    disagreements.append(_disagreement(f"another {column}", rows[0], theirs[question][0]))
        elif any("table_id" in row and _table_answer(row) in same_answers for row in rows):
            counts["reworded"] += 1
        else:
            disagreements.append(_disagreement("kept, not released", rows[0], None))
    missed = [question for question in theirs if question in reasons and question not in ours]
    for question in missed:
        disagreements.append(_disagreement(f"released, left out: {reasons[question]}", None, theirs[question][0]))
    found, shared = counts["found"], counts["found"] + len(missed)
    return {
        "split": split, "raw": len(ours.keys() | reasons.keys()), "kept": len(ours), "released": len(theirs),
        "shared": shared, **{name: counts[name] for name in ("found", "reworded", *_SAME)},
        "recall": _percentage(found, shared), "precision": _percentage(found, len(ours)),
        "precision_with_reworded": _percentage(found + counts["reworded"], len(ours)), "disagreements": disagreements,
    }  # fmt: skip


def _percentage(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def _table_answer(row: dict[str, Any]) -> tuple[str, str, str]:
    return str(row.get("table_id")), row["answer_temporal_unit"], row["label"]


def _disagreement(kind: str, ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> dict[str, str]:
    disagreement = {"kind": kind, "question": (ours or theirs or {})["question"]}
    for side, row in (("ours", ours), ("theirs", theirs)):
        if row is not None:
            disagreement[side] = f"{row['label']} ({row['answer_temporal_unit']}, {row['answer_format']})"
    return disagreement


def agreement_report(agreements: Sequence[Agreement]) -> str:
    """The agreement as two tables: the figures by split, at least one, and the kinds of disagreement."""
    figures = [name for name in agreements[0] if name != "disagreements"]
    header = [name.replace("_", " ") for name in figures]
    table = markdown_table(header, [[agreement[name] for name in figures] for agreement in agreements])
    kinds = Counter((of["split"], each["kind"]) for of in agreements for each in of["disagreements"])
    rows = [[*kind, number] for kind, number in kinds.items()]
    return f"{table}\n\n{markdown_table(['split', 'disagreement', 'number'], rows)}" if rows else table
