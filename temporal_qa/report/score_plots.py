"""Scores of runs with their intervals, as PNG. Needs the extra ``report`` (matplotlib)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.tables.markdown import Interval
from temporal_qa.tables.plot_style import legible, new_figure, save_figure, series_style, style_axes, whiskers

MAX_ROWS = 20
"""The rows of a picture: more would not fit on a screen."""

_WIDTH = 5.4  # inches: narrow, so that a phone can show its letters
_POINTS = {"linestyle": "", "markersize": 5, "elinewidth": 1.3, "capsize": 2, "zorder": 2, "clip_on": False}
_EDGE = {"color": "#EEEEEE", "linewidth": 0.8, "zorder": 0}


class IntervalRow(NamedTuple):
    """A name, and for each series a value with its interval and whether its point is filled."""

    name: str
    cells: Sequence[Interval]
    filled: Sequence[bool] = (True, True)


def plot_intervals(
    path: Path, rows: Sequence[IntervalRow], series: Sequence[str], *, axis: str, title: str, up_to_100: bool = False
) -> None:
    """One point a row and series with its interval, from top to bottom; the name of a row stands above its points.

    Args:
        path: the PNG to write.
        rows: at least one.
        series: the names of the series.
        axis: the label of the horizontal axis.
        title: what the plot shows.
        up_to_100: whether that axis is from 0 to 100; otherwise it is as far as the intervals reach, with a line at 0.

    Raises:
        InputError: matplotlib is not installed.
    """
    figure = new_figure(_WIDTH, 1.2 + (0.26 + 0.16 * len(series)) * len(rows))
    axes = figure.add_subplot()
    height = 1.6 + len(series)
    for i, row in enumerate(rows):
        top = i * height
        axes.text(0, top + 0.8, row.name, transform=axes.get_yaxis_transform(), va="center", fontsize=9,
                  parse_math=False)  # fmt: skip
        for j, (cell, filled) in enumerate(zip(row.cells, row.filled, strict=True)):
            style = series_style(j)
            axes.errorbar(
                cell[0], top + 1.8 + j, xerr=whiskers([cell]), label=None if i else series[j], **style, **_POINTS,
                markerfacecolor=style["color"] if filled else "white",
            )  # fmt: skip
        axes.axhline(top, **_EDGE)
    axes.set_ylim(len(rows) * height + 0.4, 0)
    axes.set_yticks([])
    if up_to_100:
        axes.set_xlim(0, 100)
    else:
        axes.axvline(0, color="#555555", linewidth=1, zorder=1)
    _finish(figure, path, title, axis, grid="x", columns=len(series))


def plot_scores_by_group(
    path: Path, cells: Mapping[str, Sequence[Interval]], groups: Sequence[str], *, group_name: str, title: str
) -> None:
    """One point a run and group of questions, with its 95 % interval.

    Args:
        path: the PNG to write.
        cells: run -> for each group its mean score, 0 to 100, and the ends of the interval.
        groups: along the horizontal axis, in this order.
        group_name: the label of that axis.
        title: what the plot shows.

    Raises:
        InputError: matplotlib is not installed.
    """
    figure = new_figure(_WIDTH, 3.8 + 0.22 * -(-len(cells) // 2))
    axes = figure.add_subplot()
    for i, (run, row) in enumerate(cells.items()):
        # Side by side, so that no interval hides another.
        places = [place + 0.7 * ((i + 0.5) / len(cells) - 0.5) for place in range(len(groups))]
        values = [value for value, _, _ in row]
        axes.errorbar(places, values, yerr=whiskers(row), label=legible(run), **series_style(i), **_POINTS)
    for place in range(1, len(groups)):
        axes.axvline(place - 0.5, **_EDGE)
    slanted = sum(map(len, groups)) > 40
    axes.set_xticks(range(len(groups)), groups, rotation=35 if slanted else 0, ha="right" if slanted else "center")
    axes.set_xlim(-0.5, len(groups) - 0.5)
    axes.set_ylim(0, 102)
    axes.tick_params(length=0)
    _finish(figure, path, title, group_name, grid="y", columns=2)


def _finish(figure: Any, path: Path, title: str, axis: str, *, grid: str, columns: int) -> None:
    (axes,) = figure.axes
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left", fontsize=10)
    style_axes(axes, grid=grid, bare=("top", "right", "left"))
    save_figure(figure, path, legend_columns=columns)
