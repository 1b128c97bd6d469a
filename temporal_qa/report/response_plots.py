"""Plots of runs on TempAnswerQA, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.tables.plot_style import COLOURS, SHAPES, legible, new_figure, save_figure, style_axes

AXES = {
    "em": "exact match, % (higher is better)",
    "smape": "sMAPE, % (lower is better)",
    "mase": "MASE, log scale (lower is better)",
}


def plot_runs(path: Path, runs: Sequence[Mapping[str, Any]], across: str, up: str) -> None:
    """One point a run with its 95 % intervals, a panel a dataset: colour by model, shape by split, filled for few-shot.

    Args:
        path: the PNG to write.
        runs: rows of :func:`~.responses.response_scores.summarize_runs`; those without a finite score are left out.
        across: the score on the horizontal axis, a key of ``AXES``.
        up: the score on the vertical axis; logarithmic for MASE, which has no maximum.

    Raises:
        InputError: matplotlib is not installed.
    """
    shown = [run for run in runs if all(run[s] is not None and math.isfinite(run[s]) for s in (across, up))]
    datasets = sorted({run["dataset"] for run in shown}) or ["no runs"]
    models, splits = sorted({run["model"] for run in shown}), sorted({run["split"] for run in shown})
    colours = {model: COLOURS[i % len(COLOURS)] for i, model in enumerate(models)}
    shapes = {split: SHAPES[i % len(SHAPES)] for i, split in enumerate(splits)}

    figure = new_figure(1.9 + 4.3 * len(datasets), 4.2)
    from matplotlib.ticker import FuncFormatter

    panels = figure.subplots(1, len(datasets), squeeze=False)[0]
    for axes, dataset in zip(panels, datasets, strict=True):
        for run in (run for run in shown if run["dataset"] == dataset):
            colour = colours[run["model"]]
            axes.errorbar(
                run[across], run[up], xerr=_whiskers(run, across), yerr=_whiskers(run, up), fmt=shapes[run["split"]],
                color=colour, markerfacecolor=colour if run["prompting"] == "few-shot" else "white",
                markersize=8, markeredgewidth=1.5, elinewidth=1, alpha=0.9, zorder=2,
            )  # fmt: skip
        if up == "mase":
            axes.set_yscale("log")
            # Plain numbers, and few enough not to overlap.
            plain = FuncFormatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "1235" else "")
            axes.yaxis.set_major_formatter(plain)
            axes.yaxis.set_minor_formatter(plain)
        axes.set_xlabel(AXES[across])
        axes.set_ylabel(AXES[up])
        axes.set_title(dataset, loc="left", fontsize=11)
        style_axes(axes)
    _legend(figure, colours, shapes)
    save_figure(figure, path)


def _whiskers(run: Mapping[str, Any], score: str) -> list[list[float]] | None:
    """The lengths of the interval below and above; a logarithmic axis cannot show 0."""
    if f"{score}_interval" not in run:
        return None
    low, high = run[f"{score}_interval"]
    value = run[score]
    return [[max(0.0, min(value - low, 0.95 * value))], [max(0.0, high - value)]]


def _legend(figure: Any, colours: Mapping[str, str], shapes: Mapping[str, str]) -> None:
    """Models, splits and prompting, each under a title."""
    from matplotlib.lines import Line2D

    grey = "#555555"
    parts: dict[str, list[tuple[str, dict[str, Any]]]] = {
        "model": [(legible(model), {"color": colour, "marker": "o"}) for model, colour in colours.items()],
        "split": [(split, {"color": grey, "marker": shape}) for split, shape in shapes.items()],
        "prompting": [
            (prompting, {"color": grey, "marker": "o", "markerfacecolor": fill})
            for prompting, fill in (("few-shot", grey), ("zero-shot", "white"))
        ],
    }
    handles = [
        Line2D([], [], linestyle="", label=label, **style)
        for title, entries in parts.items() for label, style in [(title, {}), *entries]
    ]  # fmt: skip
    legend = figure.legend(handles=handles, loc="outside right upper", frameon=False, fontsize=9)
    for text in legend.get_texts():
        if text.get_text() in parts:
            text.set_fontweight("bold")


def plot_error_sizes(path: Path, sizes: Mapping[str, Sequence[float]]) -> None:
    """How often |error| is 1, 2, ... 20 in the unit of the item, one panel a dataset; a note has the share of the rest.

    Args:
        path: the PNG to write.
        sizes: dataset -> the sizes of its errors, none of them 0, at least one.

    Raises:
        InputError: matplotlib is not installed.
    """
    figure = new_figure(4.6 * len(sizes), 3.4)
    panels = figure.subplots(1, len(sizes), squeeze=False)[0]
    for axes, (dataset, values) in zip(panels, sizes.items(), strict=True):
        whole = [round(value) for value in values if abs(value - round(value)) < 1e-9]
        counts = [whole.count(size) for size in range(1, 21)]
        shares = [100 * count / len(values) for count in counts]
        axes.bar(range(1, 21), shares, color=COLOURS[0], zorder=2)
        beyond = 100 - sum(shares)
        axes.set_title(f"{dataset}: {len(values):,} errors", loc="left", fontsize=11)
        note = f"not shown: {beyond:.0f} %, above 20 or not whole"
        axes.text(0.98, 0.95, note, transform=axes.transAxes, ha="right", va="top", fontsize=9, color="#555555")
        axes.set_xlabel("|error| in the unit of the item")
        axes.set_ylabel("share of errors, %")
        axes.set_xticks([1, 5, 10, 15, 20])
        style_axes(axes, grid="y")
    save_figure(figure, path)
