"""What the app of a metric shows, also as HTML: the score, the score of each part, and the worst items.

Each score equals that of the ``evaluate`` module of the same name; the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.tables.html import render_html

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


def worst_first(errors: NDArray[Any], wrong: NDArray[Any] | None = None) -> list[int]:
    """The items of the largest errors that are ``wrong`` (by default: whose error is not 0), at most :data:`WORST`.

    Those without an error (NaN) come last.
    """
    wrong = errors > 0 if wrong is None else wrong
    return [item for item in np.argsort(-errors, kind="stable").tolist() if wrong[item]][:WORST]


def summary_html(summary: Mapping[str, Any]) -> str:
    """The numbers of a summary, in large type, without its tables; all text is escaped."""
    figures = [
        (name, _figure(value), [f"{end:.4g}" for end in summary.get(f"{name}_interval", ())])
        for name, value in summary.items()
        if not isinstance(value, dict | list)
    ]
    return render_html("temporal_qa.apps", "summary.html", figures=figures)


def _figure(value: float | None) -> str:
    if value is None:
        return "undefined"
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def table_html(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table that scrolls sideways on a narrow screen; all text is escaped, and a long one cut."""
    return render_html("temporal_qa.apps", "table.html", heads=heads, rows=rows)
