"""The part of a report on responses to TempAnswerQA: its tables, and its plots as PNG."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, counted, grouped
from temporal_qa.report.document import Picture, Section
from temporal_qa.report.response_tables import SCORES, errors, response_tables
from temporal_qa.report.score_plots import MAX_ROWS, IntervalRow, plot_intervals
from temporal_qa.scoring.responses.response_scores import BASELINES, ScoredItem
from temporal_qa.tables.plot_style import COLOURS, SHAPES, legible, new_figure, save_figure, style_axes

_AXES = {
    "em": "exact match, % (higher is better)",
    "smape": "sMAPE, % (lower is better)",
    "mase": "MASE, log scale (lower is better)",
}


def response_section(items: Sequence[ScoredItem], runs: Sequence[Mapping[str, Any]], folder: Path) -> Section:
    """The tables and plots of the paper's analyses of any number of runs; writes the plots to the report's folder.

    Args:
        items: of all runs.
        runs: what :func:`~temporal_qa.scoring.responses.response_scores.summarize_runs` says of them, with intervals.
        folder: the report's.

    Raises:
        InputError: items that were read or scored in different ways, or no matplotlib.
    """
    ways = sorted({item.how for item in items})
    if len(ways) > 1:
        raise InputError(f"runs read or scored in {len(ways)} ways cannot be compared: {' | '.join(ways)}")
    pictures = _plots(items, runs, folder)
    return Section("Responses to TempAnswerQA", ways[0], [*pictures[:1], *response_tables(items, runs), *pictures[1:]])


def _plots(items: Sequence[ScoredItem], runs: Sequence[Mapping[str, Any]], folder: Path) -> list[Picture]:
    items = [item for item in items if item.model not in BASELINES]
    runs = [run for run in runs if run["model"] not in BASELINES]
    # A report of baselines alone has nothing to show there, nor where no item has a sMAPE.
    pictures = [_plot_main_result(runs, folder)] if any(run["smape"] is not None for run in runs) else []
    for across, up in (("em", "smape"), ("em", "mase"), ("smape", "mase")):
        file = f"{across}_and_{up}.png"
        _plot_runs(folder / file, runs, across, up)
        pictures.append(Picture(file, f"{SCORES[across]} and {SCORES[up]} of each run, with 95 % intervals"))
    if sizes := grouped((item.dataset, size) for item, size in errors(items)):
        _plot_error_sizes(folder / "error_sizes.png", dict(sorted(sizes.items())))
        pictures.append(Picture("error_sizes.png", "How large errors are"))
    return pictures


def _plot_main_result(runs: Sequence[Mapping[str, Any]], folder: Path) -> Picture:
    """Exact match and sMAPE of each run; MASE has no maximum and is in the other plots."""
    shown = [run for run in runs if run["smape"] is not None]
    best = sorted(shown, key=lambda run: -run["em"])[:MAX_ROWS]
    rows = [
        IntervalRow(
            f"{run['dataset']} {run['split']}: {legible(run['model'])}, {run['prompting']}",
            [(run[score], *run[f"{score}_interval"]) for score in ("em", "smape")],
        )
        for run in sorted(best, key=lambda run: (run["dataset"], run["split"], -run["em"]))
    ]
    title = "Exact match (higher is better) and sMAPE (lower is better)"
    plot_intervals(folder / "scores.png", rows, ("exact match", "sMAPE"), axis="%", title=title, limits=(0, 100))
    cut = f"; of {len(shown)} runs the {MAX_ROWS} with the highest exact match" * (len(shown) > MAX_ROWS)
    return Picture("scores.png", f"{title} of each run, with 95 % bootstrap intervals{cut}")


def _plot_runs(path: Path, runs: Sequence[Mapping[str, Any]], across: str, up: str) -> None:
    """One point a run with its 95 % intervals, a panel a dataset: colour by model, shape by split, filled for few-shot.

    ``across`` and ``up`` are the scores of the axes. Runs without a finite score are left out. MASE has no maximum, and
    a logarithmic axis.
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
        of_dataset = [run for run in shown if run["dataset"] == dataset]
        for run in of_dataset:
            colour = colours[run["model"]]
            axes.errorbar(
                run[across], run[up], xerr=_whiskers(run, across), yerr=_whiskers(run, up), fmt=shapes[run["split"]],
                color=colour, markerfacecolor=colour if run["prompting"] == "few-shot" else "white",
                markersize=8, markeredgewidth=1.5, elinewidth=1, alpha=0.9, zorder=2,
            )  # fmt: skip
        if up == "mase" and any(run[up] > 0 for run in of_dataset):  # a logarithmic axis cannot show 0 alone
            axes.set_yscale("log")
            # Plain numbers, and few enough not to overlap.
            plain = FuncFormatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "1235" else "")
            axes.yaxis.set_major_formatter(plain)
            axes.yaxis.set_minor_formatter(plain)
        axes.set_xlabel(_AXES[across])
        axes.set_ylabel(_AXES[up])
        axes.set_title(dataset, loc="left", fontsize=11)
        style_axes(axes)
    _legend(figure, colours, shapes)
    save_figure(figure, path)


def _whiskers(run: Mapping[str, Any], score: str) -> list[list[float]]:
    """The lengths of the interval below and above; a logarithmic axis cannot show 0."""
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


def _plot_error_sizes(path: Path, sizes: Mapping[str, Sequence[float]]) -> None:
    """How often |error| is 1, 2, ... 20 in the unit of the item, one panel a dataset; a note has the share of the rest.

    ``sizes`` are those of the errors of each dataset, at least one, none of them 0.
    """
    figure = new_figure(4.6 * len(sizes), 3.4)
    panels = figure.subplots(1, len(sizes), squeeze=False)[0]
    for axes, (dataset, values) in zip(panels, sizes.items(), strict=True):
        whole = [round(value) for value in values if abs(value - round(value)) < 1e-9]
        counts = [whole.count(size) for size in range(1, 21)]
        shares = [100 * count / len(values) for count in counts]
        axes.bar(range(1, 21), shares, color=COLOURS[0], zorder=2)
        beyond = 100 - sum(shares)
        axes.set_title(f"{dataset}: {counted(len(values), 'error')}", loc="left", fontsize=11)
        note = f"not shown: {beyond:.0f} %, above 20 or not whole"
        axes.text(0.98, 0.95, note, transform=axes.transAxes, ha="right", va="top", fontsize=9, color="#555555")
        axes.set_xlabel("|error| in the unit of the item")
        axes.set_ylabel("share of errors, %")
        axes.set_xticks([1, 5, 10, 15, 20])
        style_axes(axes, grid="y")
    save_figure(figure, path)
