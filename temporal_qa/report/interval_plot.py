"""Values with their intervals, a row a run or a pair of runs, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from temporal_qa.tables.markdown import Interval
from temporal_qa.tables.plot_style import (
    COLOURS,
    SHAPES,
    disable_formulas,
    new_figure,
    save_figure,
    style_axes,
)

MAX_ROWS = 20
"""The rows of a picture: more would not fit on a screen."""


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A name, and for each series a value with its interval and whether its point is filled."""

    name: str
    cells: Sequence[Interval]
    filled: Sequence[bool]


def plot_intervals(
    path: Path,
    rows: Sequence[IntervalRow],
    series: Sequence[str],
    *,
    axis: str,
    title: str,
    limits: tuple[float, float] | None = None,
) -> None:
    """One point a row and series with its interval, from top to bottom; the name of a row stands above its points.

    Args:
        path: the PNG to write.
        rows: at least one.
        series: the names of the series.
        axis: the label of the horizontal axis.
        title: what the plot shows.
        limits: of that axis; by default as far as the intervals reach, with a line at 0.

    Raises:
        InputError: matplotlib is not installed.
    """
    # Narrow, so that a phone can show its letters.
    figure = new_figure(5.4, 1.2 + (0.26 + 0.16 * len(series)) * len(rows))
    axes = figure.add_subplot()
    height = 1.6 + len(series)
    for i, row in enumerate(rows):
        top = i * height
        axes.text(0, top + 0.8, row.name, transform=axes.get_yaxis_transform(), va="center", fontsize=9,
                  parse_math=False)  # fmt: skip
        for j, ((value, low, high), filled) in enumerate(zip(row.cells, row.filled, strict=True)):
            axes.errorbar(
                value, top + 1.8 + j, xerr=[[max(0.0, value - low)], [max(0.0, high - value)]], fmt=SHAPES[j],
                color=COLOURS[j], markerfacecolor=COLOURS[j] if filled else "white", label=None if i else series[j],
                markersize=5, elinewidth=1.3, capsize=2, zorder=2, clip_on=False,
            )  # fmt: skip
        axes.axhline(top, color="#EEEEEE", linewidth=0.8, zorder=0)
    axes.set_ylim(len(rows) * height + 0.4, 0)
    axes.set_yticks([])
    if limits:
        axes.set_xlim(*limits)
    else:
        axes.axvline(0, color="#555555", linewidth=1, zorder=1)
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left", fontsize=10)
    style_axes(axes, grid="x", bare=("top", "right", "left"))
    disable_formulas(figure.legend(loc="outside lower left", ncols=len(series), frameon=False, fontsize=9))
    save_figure(figure, path)
