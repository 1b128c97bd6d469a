"""Plots of scored runs, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.files import InputError, writing_beside

# Okabe and Ito (2008): told apart by readers of any colour vision, and in print.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")


def check_matplotlib() -> None:
    """Raises ``InputError``, which says what to install, where there is no matplotlib."""
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError:
        raise InputError("plots need matplotlib: pip install 'temporal-qa[report]'") from None


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
    check_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

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


def plot_runs(
    path: Path, runs: Sequence[Mapping[str, Any]], across: str, up: str, title: str, across_name: str, up_name: str
) -> None:
    """One point a run: colour by model, filled for few-shot and hollow for zero-shot, shape by split.

    Args:
        path: the PNG to write.
        runs: rows of :func:`~temporal_qa.scoring.response_scores.summarize_runs`; those without a score are left out.
        across: the score on the horizontal axis.
        up: the score on the vertical axis; MASE has no upper end, so its axis is logarithmic where it spans decades.
        title: what the plot shows.
        across_name: label of the horizontal axis.
        up_name: label of the vertical axis.
    """
    check_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    shown = [run for run in runs if run[across] is not None and run[up] is not None]
    models = sorted({run["model"] for run in shown})
    splits = sorted({f"{run['dataset']} {run['split']}" for run in shown})
    colours = {model: COLOURS[i % len(COLOURS)] for i, model in enumerate(models)}
    shapes = {split: "osD^vP"[i % 6] for i, split in enumerate(splits)}

    figure = Figure(figsize=(7.2, 4.4), layout="constrained", dpi=150)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for run in shown:
        colour, few_shot = colours[run["model"]], run["prompting"] == "few-shot"
        shape = shapes[f"{run['dataset']} {run['split']}"]
        axes.plot(
            run[across], run[up], shape, color=colour, markerfacecolor=colour if few_shot else "white",
            markersize=8, markeredgewidth=1.5, zorder=2,
        )  # fmt: skip
    heights = [run[up] for run in shown if run[up] > 0]
    if up == "mase" and heights and max(heights) / min(heights) > 30:
        axes.set_yscale("log")
    handles = [Line2D([], [], color=colours[model], marker="o", linestyle="", label=model) for model in models]
    handles += [Line2D([], [], color="#555555", marker=shapes[split], linestyle="", label=split) for split in splits]
    fills = {"few-shot": "#555555", "zero-shot": "white"}
    handles += [
        Line2D([], [], color="#555555", marker="o", markerfacecolor=fill, linestyle="", label=prompting)
        for prompting, fill in fills.items()
    ]
    figure.legend(handles=handles, loc="outside right upper", frameon=False)
    axes.set_xlabel(across_name)
    axes.set_ylabel(up_name)
    axes.set_title(title, loc="left", fontsize=11)
    axes.grid(color="#DDDDDD", linewidth=0.8, zorder=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    with writing_beside(path) as beside:
        figure.savefig(beside, format="png", metadata={"Software": None})


def plot_error_sizes(path: Path, sizes: Mapping[str, Sequence[float]]) -> None:
    """How often |error| is 1, 2, ... 20 in the unit of the item, one panel a dataset; the rest is told in the title."""
    check_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6 * len(sizes), 3.4), layout="constrained", dpi=150)
    FigureCanvasAgg(figure)
    panels = figure.subplots(1, len(sizes), squeeze=False)[0]
    for axes, (dataset, values) in zip(panels, sizes.items(), strict=True):
        whole = [round(value) for value in values if abs(value - round(value)) < 1e-9]
        counts = [whole.count(size) for size in range(1, 21)]
        shares = [100 * count / len(values) for count in counts]
        axes.bar(range(1, 21), shares, color=COLOURS[0], zorder=2)
        beyond = 100 - sum(shares)
        axes.set_title(f"{dataset}: {len(values):,} errors, {beyond:.0f} % beyond or between", loc="left", fontsize=10)
        axes.set_xlabel("|error| in the unit of the item")
        axes.set_ylabel("share of errors, %")
        axes.set_xticks([1, 5, 10, 15, 20])
        axes.grid(axis="y", color="#DDDDDD", linewidth=0.8, zorder=0)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    with writing_beside(path) as beside:
        figure.savefig(beside, format="png", metadata={"Software": None})
