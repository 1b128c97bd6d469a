"""The contents of the app of a metric: the score, the score of each part, and the worst items; and they as HTML.

Each score equals that of the ``evaluate`` module of the same name; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORST = 20
"""The number of worst items shown."""

ShownTable = tuple[list[str], list[list[Any]]]
"""The heads of the columns, and the rows."""


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The contents of an app.

    Attributes:
        summary: what ``evaluate`` returns: each score, ``n`` and, on request, intervals.
        parts: the score of each part: by number of right answers, by unit or group, or by type of answer.
        worst: the wrong items, the worst first, at most :data:`WORST`.
    """

    summary: Mapping[str, Any]
    parts: ShownTable
    worst: ShownTable


def means_of_parts(heads: list[str], parts: Mapping[str, Any], scores: Mapping[str, Any]) -> ShownTable:
    """The number of items and the mean scores of each part that has some; ``parts`` say which items are theirs."""
    rows = [
        [name, int(which.sum()), *(round(float(values[which].mean()), 2) for values in scores.values())]
        for name, which in parts.items()
        if which.any()
    ]
    return [*heads, *scores], rows


def worst_first(scores: NDArray[Any]) -> list[int]:
    """The items that do not score 100, the worst first, at most :data:`WORST`."""
    return [item for item in np.argsort(scores, kind="stable").tolist() if scores[item] < 100][:WORST]


def summary_html(summary: Mapping[str, Any]) -> str:
    """The numbers of a summary, in large type, without its tables; all text is escaped."""
    figures = []
    for name, value in summary.items():
        if isinstance(value, dict | list):
            continue
        shown = "undefined" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
        if interval := summary.get(f"{name}_interval"):
            shown += f' <small style="font-size: 14px; font-weight: 400">[{interval[0]:.4g}, {interval[1]:.4g}]</small>'
        figures.append(
            f'<div><div style="font-size: 26px; font-weight: 600" data-score="{escape(name)}">{shown}</div>'
            f'<div style="font-size: 13px; opacity: 0.75">{escape(name)}</div></div>'
        )
    style = "display: flex; flex-wrap: wrap; gap: 12px 32px; padding: 8px 0"
    return f'<div id="score" style="{style}">{"".join(figures)}</div>'


def table_html(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table that scrolls sideways on a narrow screen; all text is escaped."""
    line = "border: 0; border-bottom: 1px solid rgba(128, 128, 128, 0.35)"
    cell = f"padding: 5px 20px 5px 0; text-align: left; vertical-align: top; max-width: 22em; min-width: 3em; {line}"
    head = "".join(f'<th style="{cell}; white-space: nowrap">{escape(name)}</th>' for name in heads)
    body = "".join(
        '<tr style="border: 0">'
        + "".join(f'<td style="{cell}; overflow-wrap: break-word">{escape(_cut(str(value)))}</td>' for value in row)
        + "</tr>"
        for row in rows
    )
    style = "border: 0; border-collapse: collapse; font-variant-numeric: tabular-nums"
    return f'<div style="overflow-x: auto"><table style="{style}"><tr style="border: 0">{head}</tr>{body}</table></div>'


def _cut(text: str) -> str:
    return text if len(text) <= 300 else text[:299] + "…"
