"""Bar charts of counts as SVG, for dataset cards.

The SVG is from a template of ours because a card must have the same bytes on every machine, without matplotlib. pygal
writes the date, a script and 8 kB of styles under the LGPL into each picture, and no sums of stacked bars.
"""

from collections.abc import Mapping
from itertools import accumulate, cycle

from temporal_qa.tables.html import render_html
from temporal_qa.tables.plot_style import COLOURS

_WIDTH, _ROW, _BAR = 540, 26, 16  # narrow, so that a phone can show its letters
_MIN_BARS = 100  # the width of the longest bar, beside names of any length
_LETTER = 8.2  # the average width, and a little more: the reader's computer chooses the font


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
    names = list(next(iter(counts.values()), {}))
    if not names or any(list(series) != names for series in counts.values()):
        raise ValueError("expected at least one series of counts, all with the same rows")
    totals = {name: sum(series[name] for series in counts.values()) for name in names}
    if by_size:
        names.sort(key=lambda name: -totals[name])
    left = 24 + _LETTER * max(map(len, names))
    right = 24 + _LETTER * max(len(f"{total:,}") for total in totals.values())
    width = max(_WIDTH, left + right + _MIN_BARS)
    scale = (width - left - right) / max(1, *totals.values())
    top = 64 if len(counts) > 1 else 44
    rows = []
    for i, name in enumerate(names):
        lengths = [series[name] * scale for series in counts.values()]
        *starts, end = accumulate(lengths, initial=left)
        bars = zip(starts, lengths, cycle(COLOURS), strict=False)
        rows.append({"name": name, "total": totals[name], "y": top + _ROW * i, "bars": bars, "end": end})
    places = accumulate((42 + _LETTER * len(name) for name in counts), initial=left)
    legend = zip(places, counts if len(counts) > 1 else (), cycle(COLOURS), strict=False)
    return render_html(
        "temporal_qa.report", "bar_chart.svg", title=title, rows=rows, legend=legend, left=left, bar=_BAR, width=width,
        height=top + _ROW * len(rows) + 8,
    )  # fmt: skip
