"""Tables in Markdown that line up in a terminal too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; numbers stand right, whole ones with thousands separators, floats with one decimal.

    >>> print(markdown_table(["kind", "n"], [["l2_at", 1109], ["l3_during", 7]]))
    | kind      |     n |
    | :-------- | ----: |
    | l2_at     | 1,109 |
    | l3_during |     7 |
    """
    rows = [list(row) for row in rows]
    numeric = [
        bool(rows) and all(isinstance(row[column], int | float) for row in rows) for column in range(len(header))
    ]
    cells = [[_cell(value) for value in row] for row in [list(header), *rows]]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(header))]
    lines = [
        "| " + " | ".join(c.rjust(w) if n else c.ljust(w) for c, w, n in zip(row, widths, numeric, strict=True)) + " |"
        for row in cells
    ]
    rule = ["-" * (w - 1) + ":" if n else ":" + "-" * (w - 1) for w, n in zip(widths, numeric, strict=True)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value).replace("|", "\\|")
