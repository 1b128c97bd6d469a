"""Scores of runs by group of questions, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from temporal_qa.tables.markdown import Interval
from temporal_qa.tables.plot_style import (
    COLOURS,
    SHAPES,
    disable_formulas,
    legible,
    new_figure,
    save_figure,
    style_axes,
)


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
    # Narrow, so that a phone can show its letters.
    figure = new_figure(5.4, 3.8 + 0.22 * -(-len(cells) // 2))
    axes = figure.add_subplot()
    for i, (run, row) in enumerate(cells.items()):
        colour, shape = COLOURS[i % len(COLOURS)], SHAPES[i % len(SHAPES)]
        # Side by side, so that no interval hides another.
        places = [place + 0.7 * ((i + 0.5) / len(cells) - 0.5) for place in range(len(groups))]
        whiskers = [
            [max(0.0, value - low) for value, low, _ in row],
            [max(0.0, high - value) for value, _, high in row],
        ]
        axes.errorbar(
            places, [value for value, _, _ in row], yerr=whiskers, fmt=shape, color=colour, label=legible(run),
            markersize=5, elinewidth=1.3, capsize=2, zorder=2, clip_on=False,
        )  # fmt: skip
    for place in range(1, len(groups)):
        axes.axvline(place - 0.5, color="#EEEEEE", linewidth=0.8, zorder=0)
    slanted = sum(map(len, groups)) > 40
    axes.set_xticks(range(len(groups)), groups, rotation=35 if slanted else 0, ha="right" if slanted else "center")
    axes.set_xlim(-0.5, len(groups) - 0.5)
    axes.set_ylim(0, 102)
    axes.set_xlabel(group_name)
    axes.set_title(title, loc="left", fontsize=10)
    style_axes(axes, grid="y", bare=("top", "right", "left"))
    axes.tick_params(length=0)
    disable_formulas(figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=9))
    save_figure(figure, path)
