"""The part of a report on responses to TempAnswerQA."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from temporal_qa.io.errors import InputError
from temporal_qa.report.document import Picture, Section
from temporal_qa.report.response_plots import plot_error_sizes, plot_runs
from temporal_qa.report.response_tables import SCORES, errors, response_tables
from temporal_qa.scoring.responses.response_scores import BASELINES, ScoredItem, summarize_runs


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
    return Section("Responses to TempAnswerQA", ways[0], [*tables, *_plots(models, folder, resamples, seed)])


def _plots(items: Sequence[ScoredItem], folder: Path, resamples: int, seed: int) -> list[Picture]:
    runs = summarize_runs(items, bootstrap=resamples, seed=seed)
    pictures = []
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
