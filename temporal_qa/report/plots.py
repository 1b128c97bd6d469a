"""Plots of scored runs, as PNG. Needs the extra ``report`` (matplotlib)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.files import InputError, writing_beside
from temporal_qa.report.tables import Interval

# Okabe and Ito (2008): told apart by readers of any colour vision, and in print.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
SHAPES = "osD^vPX"
"""One more than colours: together they tell 42 runs apart."""

_LONGEST_NAME = 32


def check_matplotlib() -> None:
    """Raises ``InputError``, which says what to install, where there is no matplotlib."""
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError:
        raise InputError("plots need matplotlib: pip install 'temporal-qa[report]'") from None


def new_figure(width: float, height: float) -> Any:
    """An empty figure, in inches: it opens no window, and there is no state beside it. Needs matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", dpi=150)
    FigureCanvasAgg(figure)
    return figure


def style_axes(axes: Any, *, grid: str = "both", bare: Sequence[str] = ("top", "right")) -> None:
    """A light grid, and no line along the sides ``bare``."""
    axes.grid(axis=grid, color="#DDDDDD", linewidth=0.8, zorder=0)
    for side in bare:
        axes.spines[side].set_visible(False)


def save_figure(figure: Any, path: Path) -> None:
    """Writes the PNG, whole or not at all; the same picture gives the same bytes."""
    with writing_beside(path) as beside:
        # The default metadata names the version of matplotlib; without it the bytes depend on the picture alone.
        figure.savefig(beside, format="png", metadata={"Software": None})


def plot_scores_by_group(
    path: Path, cells: Mapping[str, Sequence[Interval]], groups: Sequence[str], *, group_name: str, title: str
) -> None:
    """One point a run and group of questions, with its 95 % interval.

    Args:
        path: the PNG to write.
        cells: run -> for each group its mean score, 0 to 100, and the ends of the interval.
        groups: the groups in the order in which they stand along the axis.
        group_name: what that axis says.
        title: what the plot shows; also what the other axis says.

    Raises:
        InputError: matplotlib is not installed.
    """
    check_matplotlib()
    # Narrow, so that its letters can be read on a phone.
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
            places, [value for value, _, _ in row], yerr=whiskers, fmt=shape, color=colour, label=_legible(run),
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
    _as_written(figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=9))
    save_figure(figure, path)


def _legible(name: str) -> str:
    """A name for a legend: not too long, and not one that matplotlib hides, as it does where an underscore is first.

    The middle is cut out, as runs of one series differ at the end.
    """
    half = _LONGEST_NAME // 2
    short = name if len(name) <= _LONGEST_NAME else f"{name[: half - 1]}\u2026{name[-half:]}"
    return f" {short}" if short.startswith("_") else short


def _as_written(legend: Any) -> None:
    """Names of runs are no formulas, whatever dollars are in them."""
    for text in legend.get_texts():
        text.set_parse_math(False)


AXES = {
    "em": "exact match, % (higher is better)",
    "smape": "sMAPE, % (lower is better)",
    "mase": "MASE (lower is better)",
}


def plot_runs(path: Path, runs: Sequence[Mapping[str, Any]], across: str, up: str) -> None:
    """One point a run with its 95 % intervals, a panel a dataset: colour by model, shape by split, filled for few-shot.

    Args:
        path: the PNG to write.
        runs: rows of :func:`~temporal_qa.scoring.response_scores.summarize_runs`; those without a finite score are
            left out.
        across: the score on the horizontal axis, a key of ``AXES``.
        up: the score on the vertical axis. MASE has no upper end and its axis is logarithmic.
    """
    check_matplotlib()
    from matplotlib.ticker import FuncFormatter

    shown = [run for run in runs if all(run[s] is not None and math.isfinite(run[s]) for s in (across, up))]
    datasets = sorted({run["dataset"] for run in shown}) or ["no runs"]
    models, splits = sorted({run["model"] for run in shown}), sorted({run["split"] for run in shown})
    colours = {model: COLOURS[i % len(COLOURS)] for i, model in enumerate(models)}
    shapes = {split: "osD^vP"[i % 6] for i, split in enumerate(splits)}

    figure = new_figure(1.9 + 4.3 * len(datasets), 4.2)
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
            # Plain numbers, and not so many that they run into each other.
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
    """How far the interval reaches below and above; a logarithmic axis has no place for 0."""
    if f"{score}_interval" not in run:
        return None
    low, high = run[f"{score}_interval"]
    value = run[score]
    return [[max(0.0, min(value - low, 0.95 * value))], [max(0.0, high - value)]]


def _legend(figure: Any, colours: Mapping[str, str], shapes: Mapping[str, str]) -> None:
    """Three keys under titles of their own."""
    from matplotlib.lines import Line2D

    grey = "#555555"
    handles = [Line2D([], [], linestyle="", label="model")]
    handles += [
        Line2D([], [], color=colour, marker="o", linestyle="", label=_legible(model))
        for model, colour in colours.items()
    ]
    handles += [Line2D([], [], linestyle="", label="split")]
    handles += [Line2D([], [], color=grey, marker=shape, linestyle="", label=split) for split, shape in shapes.items()]
    handles += [Line2D([], [], linestyle="", label="prompting")]
    for prompting, fill in (("few-shot", grey), ("zero-shot", "white")):
        handles.append(Line2D([], [], color=grey, marker="o", markerfacecolor=fill, linestyle="", label=prompting))
    legend = figure.legend(handles=handles, loc="outside right upper", frameon=False, fontsize=9)
    _as_written(legend)
    for text in legend.get_texts():
        if text.get_text() in ("model", "split", "prompting"):
            text.set_fontweight("bold")


def plot_error_sizes(path: Path, sizes: Mapping[str, Sequence[float]]) -> None:
    """How often |error| is 1, 2, ... 20 in the unit of the item, one panel a dataset; the rest is told in the title."""
    check_matplotlib()
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
