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
from temporal_qa.tables.plot_style import COLOURS, legible, new_figure, save_figure, series_style, style_axes, whiskers

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
    if len(ways := sorted({item.how for item in items})) > 1:
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
        what = f"{SCORES[across]} and {SCORES[up]} of each run, with 95 % intervals; filled: few-shot, empty: zero-shot"
        pictures.append(Picture(file, what))
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
    plot_intervals(folder / "scores.png", rows, ("exact match", "sMAPE"), axis="%", title=title, up_to_100=True)
    cut = f"; of {len(shown)} runs the {MAX_ROWS} with the highest exact match" * (len(shown) > MAX_ROWS)
    return Picture("scores.png", f"{title} of each run, with 95 % bootstrap intervals{cut}")


def _plot_runs(path: Path, runs: Sequence[Mapping[str, Any]], across: str, up: str) -> None:
    """One point a run with its 95 % intervals, a panel a split: colour and shape by model, filled for few-shot.

    ``across`` and ``up`` are the scores of the axes. Runs without a finite score are left out. MASE has no maximum, and
    a logarithmic axis.
    """
    shown = [run for run in runs if all(run[s] is not None and math.isfinite(run[s]) for s in (across, up))]
    splits = grouped((f"{run['dataset']} {run['split']}", run) for run in shown) or {"no runs": []}
    styles = {model: series_style(i) for i, model in enumerate(sorted({run["model"] for run in shown}))}
    figure = new_figure(1 + 3.2 * len(splits), 4.2 + 0.2 * len(styles))
    from matplotlib.ticker import FuncFormatter

    panels = figure.subplots(1, len(splits), squeeze=False)[0]
    for axes, (split, of_split) in zip(panels, sorted(splits.items()), strict=True):
        for run in of_split:
            style = styles[run["model"]]
            xerr, yerr = (whiskers([(run[score], *run[f"{score}_interval"])]) for score in (across, up))
            axes.errorbar(
                run[across], run[up], xerr=xerr, yerr=yerr, **style, markersize=8, markeredgewidth=1.5, elinewidth=1,
                markerfacecolor=style["color"] if run["prompting"] == "few-shot" else "white", alpha=0.9, zorder=2,
            )  # fmt: skip
        if up == "mase" and any(run[up] > 0 for run in of_split):  # a logarithmic axis cannot show 0 alone
            axes.set_yscale("log")
            # Plain numbers, and few enough not to overlap.
            plain = FuncFormatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "1235" else "")
            axes.yaxis.set_major_formatter(plain)
            axes.yaxis.set_minor_formatter(plain)
        axes.set_xlabel(_AXES[across])
        axes.set_ylabel(_AXES[up])
        axes.set_title(split, loc="left", fontsize=11)
        style_axes(axes)
    for model, style in styles.items():
        panels[0].plot([], [], **style, linestyle="", label=legible(model))
    save_figure(figure, path, legend_columns=1)


def _plot_error_sizes(path: Path, sizes: Mapping[str, Sequence[float]]) -> None:
    """How often |error| is 1, 2, ... 20 in the unit of the item, one panel a dataset; a note has the share of the rest.

    ``sizes`` are those of the errors of each dataset, at least one, none of them 0.
    """
    figure = new_figure(4.6 * len(sizes), 3.4)
    panels = figure.subplots(1, len(sizes), squeeze=False)[0]
    for axes, (dataset, values) in zip(panels, sizes.items(), strict=True):
        whole = [round(value) for value in values if abs(value - round(value)) < 1e-9]
        shares = [100 * whole.count(size) / len(values) for size in range(1, 21)]
        axes.bar(range(1, 21), shares, color=COLOURS[0], zorder=2)
        axes.set_title(f"{dataset}: {counted(len(values), 'error')}", loc="left", fontsize=11)
        note = f"not shown: {100 - sum(shares):.0f} %, above 20 or not whole"
        axes.text(0.98, 0.95, note, transform=axes.transAxes, ha="right", va="top", fontsize=9, color="#555555")
        axes.set_xlabel("|error| in the unit of the item")
        axes.set_ylabel("share of errors, %")
        axes.set_xticks([1, 5, 10, 15, 20])
        style_axes(axes, grid="y")
    save_figure(figure, path)
