"""Bar charts of counts as SVG, for dataset cards.

This module writes the SVG itself because a card must have the same bytes on every machine, without matplotlib. pygal
writes the date, a script and 8 kB of styles under the LGPL into each picture, and no sums of stacked bars.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from xml.sax.saxutils import escape, quoteattr

from temporal_qa.tables.plot_style import COLOURS

_WIDTH, _ROW, _BAR = 540, 26, 16  # narrow, so that a phone can show its letters
_LETTER = 8.2  # the average width, and a little more: the reader's computer chooses the font
_STYLE = (
    "text { font: 14px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: #1d2329; } "
    ".title { font-weight: 600; }"
)


def bar_chart_svg(title: str, counts: Mapping[str, Mapping[str, int]], *, by_size: bool = False) -> str:
    """Horizontal bars, one a row, each with the sum of its row.

    The picture has its own light background, for dark pages.

    Args:
        title: what is counted.
        counts: series -> row -> count, at least 0, all series with the same rows. The bars of several series follow one
            another in a row.
        by_size: whether the longest bar comes first; otherwise the rows keep their order.

    Raises:
        ValueError: no series, or series with different rows.

    >>> print(bar_chart_svg("Questions", {"train": {"1900-1919": 3, "1920-1939": 1}}).count("<rect "))
    3
    """
    rows = list(next(iter(counts.values()), {}))
    if not rows or any(list(series) != rows for series in counts.values()):
        raise ValueError("expected at least one series of counts, all with the same rows")
    totals = {row: sum(series[row] for series in counts.values()) for row in rows}
    if by_size:
        rows.sort(key=lambda row: -totals[row])
    left = 24 + _LETTER * max(map(len, rows))
    right = 24 + _LETTER * max(len(f"{total:,}") for total in totals.values())
    scale = (_WIDTH - left - right) / max(1, *totals.values())
    top = 64 if len(counts) > 1 else 44
    height = top + _ROW * len(rows) + 8
    in_words = "; ".join(f"{row}: {totals[row]:,}" for row in rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" aria-label={quoteattr(title)}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(in_words)}</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
        *(_legend(list(counts), left) if len(counts) > 1 else ()),
    ]
    for i, row in enumerate(rows):
        y, x = top + _ROW * i, left
        parts.append(f'<text x="{left - 10:.1f}" y="{y + 13}" text-anchor="end">{escape(row)}</text>')
        for colour, series in zip(cycle(COLOURS), counts.values(), strict=False):
            length = series[row] * scale
            if length:
                parts.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{_BAR}" fill="{colour}"/>')
            x += length
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 13}">{totals[row]:,}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _legend(names: list[str], x: float) -> list[str]:
    parts = []
    for colour, name in zip(cycle(COLOURS), names, strict=False):
        parts.append(f'<rect x="{x:.1f}" y="38" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18:.1f}" y="49">{escape(name)}</text>')
        x += 42 + _LETTER * len(name)
    return parts
