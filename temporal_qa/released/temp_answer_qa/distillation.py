"""Selects from raw Test of Time and TempTabQA the questions whose answer is one date or one duration.

The authors of TempAnswerQA selected by hand, :mod:`~.temporal_answers` selects by rules, and :func:`compare` tells how
the two agree. Raw files, one JSON array each::

    temptabqa_head.json, temptabqa_tail.json       {"question", "answer", "category", "table_id"}
    tot_arithmetic.json, tot_semantic.json         {"question", "label", "question_type"}   (all also as .json.gz)
"""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from temporal_qa.io import InputError, grouped
from temporal_qa.io.csv_rows import read_csv
from temporal_qa.released.files import read_released
from temporal_qa.released.temp_answer_qa.files import COLUMNS, find_released, lowered
from temporal_qa.released.temp_answer_qa.temporal_answers import Excluded, TemporalAnswer, temptabqa_answer, tot_answer

RAW_FILES = {
    "head": "temptabqa_head.json", "tail": "temptabqa_tail.json",
    "arithmetic": "tot_arithmetic.json", "semantic": "tot_semantic.json",
}  # fmt: skip


class Distilled(NamedTuple):
    """The questions that were kept, in file order, as rows like the released ones; and the others, with the reason."""

    rows: list[dict[str, Any]]
    excluded: list[dict[str, Any]]

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
    made = Distilled([], [])
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
            question, stated = (row.value(column, str, "a text") for column in ("question", answer_column))
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
"""One split of the released selection compared with ours, in counts and percentages.

``shared`` questions are in the released file and in the raw one, word for word; of these we kept ``found``, which is
the ``recall``. ``kept`` counts all that we kept, a question asked of two tables once; ``precision`` is the share of
``found`` in it. The release took a later version of TempTabQA, with questions in other words, so that the precision is
a lower bound. ``same_unit``, ``same_format`` and ``same_label`` say how many of ``found`` have the same."""

_SAME = {"same_unit": "answer_temporal_unit", "same_format": "answer_format", "same_label": "label"}


def compare(made: Distilled, released: Path) -> list[Agreement]:
    """How the distilled questions agree with the released files ``ttqa.csv`` and ``tot.csv`` (``tot_arithmetic.csv``).

    Questions are matched by their split and folded text. Only splits that both sides have are compared.

    Raises:
        InputError: none of the released files is there, or one cannot be read.
    """
    rows = [row.values for file in find_released(released).values() for row in read_csv(file, COLUMNS)]
    kept, excluded, theirs = (grouped((row["split"], row) for row in some) for some in (made.rows, made.excluded, rows))
    return [
        _compare_split(split, kept.get(split, []), excluded.get(split, []), of_split)
        for split, of_split in theirs.items()
        if split in kept or split in excluded
    ]


def _compare_split(split: str, kept: list[Any], excluded: list[Any], released: list[Any]) -> Agreement:
    theirs, ours = (grouped((lowered(row["question"]), row) for row in rows) for rows in (released, kept))
    left_out = {lowered(row["question"]) for row in excluded} - ours.keys()
    both = [question for question in ours if question in theirs]
    shared = len(both) + len(left_out & theirs.keys())
    same = {
        name: sum(any(a[column] == b[column] for a in ours[each] for b in theirs[each]) for each in both)
        for name, column in _SAME.items()
    }
    return {
        "split": split, "raw": len(ours.keys() | left_out), "kept": len(ours), "released": len(theirs),
        "shared": shared, "found": len(both), **same, "recall": _percentage(len(both), shared),
        "precision": _percentage(len(both), len(ours)),
    }  # fmt: skip


def _percentage(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")
