"""The part of a report on responses to TempAnswerQA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.io.errors import InputError
from temporal_qa.report.document import Picture, Section
from temporal_qa.report.response_plots import plot_error_sizes, plot_runs
from temporal_qa.report.response_tables import SCORES, errors, response_tables
from temporal_qa.report.score_plots import MAX_ROWS, IntervalRow, plot_intervals
from temporal_qa.scoring.responses.response_scores import BASELINES, ScoredItem, summarize_runs
from temporal_qa.tables.plot_style import legible


def response_section(items: Sequence[ScoredItem], folder: Path, *, resamples: int = 1000, seed: int = 0) -> Section:
    """The tables and plots of the paper's analyses of any number of runs; writes the plots to the report's folder.

    Raises:
        InputError: items that were read or scored in different ways, or no matplotlib.
    """
    ways = sorted({item.how for item in items})
    if len(ways) > 1:
        raise InputError(f"runs read or scored in {len(ways)} ways cannot be compared: {' | '.join(ways)}")
    models = [item for item in items if item.model not in BASELINES]
    tables = response_tables(items, bootstrap=resamples, seed=seed)
    pictures = _plots(models, folder, resamples, seed)
    return Section("Responses to TempAnswerQA", ways[0], [*pictures[:1], *tables, *pictures[1:]])


def _plots(items: Sequence[ScoredItem], folder: Path, resamples: int, seed: int) -> list[Picture]:
    runs = summarize_runs(items, bootstrap=resamples, seed=seed)
    # A report of baselines alone has nothing to show there, nor where no item has a sMAPE.
    pictures = [_plot_main_result(runs, folder)] if any(run["smape"] is not None for run in runs) else []
    for across, up in (("em", "smape"), ("em", "mase"), ("smape", "mase")):
        file = f"{across}_and_{up}.png"
        plot_runs(folder / file, runs, across, up)
        pictures.append(Picture(file, f"{SCORES[across]} and {SCORES[up]} of each run, with 95 % intervals"))
    sizes: dict[str, list[float]] = {}
    for item, size in errors(items):
        sizes.setdefault(item.dataset, []).append(size)
    if sizes:
        plot_error_sizes(folder / "error_sizes.png", dict(sorted(sizes.items())))
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
            [True, True],
        )
        for run in sorted(best, key=lambda run: (run["dataset"], run["split"], -run["em"]))
    ]
    title = "Exact match (higher is better) and sMAPE (lower is better)"
    plot_intervals(folder / "scores.png", rows, ("exact match", "sMAPE"), axis="%", title=title, limits=(0, 100))
    cut = f"; of {len(shown)} runs the {MAX_ROWS} with the highest exact match" * (len(shown) > MAX_ROWS)
    return Picture("scores.png", f"{title} of each run, with 95 % bootstrap intervals{cut}")
