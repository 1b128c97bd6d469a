"""Plots of scored runs, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from temporal_qa.files import InputError, writing_beside

# Okabe and Ito (2008): told apart by readers of any colour vision, and in print.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")


def plot_scores_by_kind(
    path: Path,
    scores: Mapping[str, Mapping[str, float]],
    intervals: Mapping[str, Mapping[str, tuple[float, float]]],
    groups: Sequence[str],
    *,
    score_name: str,
    title: str,
) -> None:
    """Grouped bars with 95 % intervals.

    Args:
        path: the PNG to write.
        scores: system -> group -> score, 0 to 100.
        intervals: system -> group -> (low, high).
        groups: the groups in the order in which they stand along the axis.
        score_name: what the axis says.
        title: what the plot shows.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise InputError("plots need matplotlib: pip install 'temporal-qa[report]'") from None

    figure = Figure(figsize=(1.6 + 1.25 * len(groups), 4.0), layout="constrained", dpi=150)
    FigureCanvasAgg(figure)  # no window, no global state
    axes = figure.add_subplot()
    width = 0.8 / len(scores)
    for i, (system, by_group) in enumerate(scores.items()):
        places = [place + (i - (len(scores) - 1) / 2) * width for place in range(len(groups))]
        heights = [by_group[group] for group in groups]
        low = [height - intervals[system][group][0] for height, group in zip(heights, groups, strict=True)]
        high = [intervals[system][group][1] - height for height, group in zip(heights, groups, strict=True)]
        axes.bar(places, heights, width * 0.92, label=system, color=COLOURS[i % len(COLOURS)], zorder=2)
        axes.errorbar(
            places, heights, yerr=[low, high], fmt="none", ecolor="#333333", elinewidth=1, capsize=2, zorder=3
        )
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylim(0, 105)
    axes.set_ylabel(score_name)
    axes.set_title(title, loc="left", fontsize=11)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.8, zorder=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    figure.legend(loc="outside lower center", ncols=len(scores), frameon=False)
    with writing_beside(path) as beside:
        # The default metadata names the version of matplotlib; without it the bytes depend on the picture alone.
        figure.savefig(beside, format="png", metadata={"Software": None})
