"""Scores of questions as a table in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from temporal_qa.scoring.score_table import ScoreRow
from temporal_qa.tables.markdown import Interval, markdown_table


def score_report(rows: Sequence[ScoreRow]) -> str:
    """A table of scores under a line that names the metric.

    Raises:
        ValueError: rows of the released metric beside rows of ours; the two are not comparable.
    """
    if len({row.as_published for row in rows}) != 1:
        raise ValueError("expected rows that are all as published, or none")
    everything = rows[0]
    of = "Complex-TR" if "set_accuracy" in everything.scores else "CronQuestions" if everything.ranks else "TimeQA"
    title = f"Scores as published (the released {of} metric, faults included), 0 to 100."
    if not rows[0].as_published:
        title = "Scores, 0 to 100."
        if everything.normalization == "plain":
            title += " Names are compared plainly: punctuation and articles count in set accuracy and answer F1."
        if number := everything.n_compared_plainly:
            title += (
                f" {number:,} {'question is' if number == 1 else 'questions are'} compared plainly: right answers "
                "differ only in punctuation or articles."
            )
    if number := everything.n_missing:
        counts = "question has no prediction and counts" if number == 1 else "questions have no prediction and count"
        title += f" {number:,} {counts} as wrong."
    if any(row.intervals for row in rows):
        title += " In brackets: 95 % bootstrap intervals."
    parts = [title]
    if everything.ranks:
        parts.append(
            RANKS_NOTE if everything.scores else "Of hits, 1 of several right answers is enough; MRR is 0 to 1."
        )
        parts.append(_table(rows, list(everything.ranks), []))
    if everything.scores:
        parts.append(_table(rows, everything.scores, ["unread"]))
    return "\n\n".join(parts)


RANKS_NOTE = (
    "Ranks of entities and years together; MRR is 0 to 1. As published, one of several right answers among the best is "
    "enough; filtered is the mean over all of them, each without the others. A set is the answers listed, or the best."
)


def _table(rows: Sequence[ScoreRow], scores: Sequence[str], counts: Sequence[str]) -> str:
    cells = [
        [row.facet, row.value, row.n, *(getattr(row, name) for name in counts), *(_score(row, name) for name in scores)]
        for row in rows
    ]
    return markdown_table(["facet", "value", "n", *counts, *scores], cells)


def _score(row: ScoreRow, name: str) -> object:
    mean = row.ranks[name] if name in row.ranks else getattr(row, name)
    return rank_cell(name, mean if row.intervals is None else (mean, *row.intervals[name]))


def rank_cell(name: str, cell: float | Interval) -> object:
    """A cell as it is; a mean reciprocal rank with three decimals, being at most 1."""
    if not name.endswith("mrr"):
        return cell
    if isinstance(cell, float):
        return f"{cell:.3f}"
    mean, low, high = cell
    return f"{mean:.3f} [{low:.3f}, {high:.3f}]"
