"""Colours, figures, legends and PNG files of all plots. Needs the extra ``report`` (matplotlib)."""

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from temporal_qa.io import explain_missing, writing_beside
from temporal_qa.io.atomic import check_suffix
from temporal_qa.tables.markdown import Interval

# Okabe and Ito (2008): distinct for any colour vision, and in print.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
SHAPES = "osD^vPX"
"""One more than colours: 42 runs get different pairs of colour and shape."""

_MAX_NAME = 32


def check_matplotlib() -> None:
    """Raises ``InputError`` if matplotlib is not installed."""
    # It warns if it cannot write its cache of fonts, which does not matter.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with explain_missing("plots need matplotlib", "report"):
        import matplotlib.figure  # noqa: F401


def new_figure(width: float, height: float) -> Any:
    """An empty figure, in inches, without a window or global state. Raises ``InputError`` without matplotlib."""
    check_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    return FigureCanvasAgg(Figure(figsize=(width, height), layout="constrained", dpi=150)).figure


def style_axes(axes: Any, *, grid: str = "both", bare: Sequence[str] = ("top", "right")) -> None:
    """A light grid, and no lines on the sides ``bare``."""
    axes.grid(axis=grid, color="#DDDDDD", linewidth=0.8, zorder=0)
    axes.spines[list(bare)].set_visible(False)


def save_figure(figure: Any, path: Path | str, *, legend_columns: int = 0) -> None:
    """Writes the PNG, whole or not at all; the same picture gives the same bytes. Its legends have no formulas.

    Args:
        figure: the picture.
        path: the PNG to write.
        legend_columns: those of a legend under the axes; without any there is none.

    Raises:
        InputError: the name does not end in ``.png``.
    """
    check_suffix(Path(path), ".png")
    if legend_columns and any(axes.get_legend_handles_labels()[1] for axes in figure.axes):
        figure.legend(loc="outside lower left", ncols=legend_columns, frameon=False, fontsize=9)
    for text in (text for legend in figure.legends for text in legend.get_texts()):
        text.set_parse_math(False)  # a dollar sign in the name of a run stays one
    with writing_beside(path) as beside, boxes_for_missing_letters():
        # The default metadata has the version of matplotlib; the bytes are to depend on the picture alone.
        figure.savefig(beside, format="png", metadata={"Software": None})


@contextmanager
def boxes_for_missing_letters() -> Iterator[None]:
    """Within it, matplotlib draws a box for a letter that the font lacks, without a warning."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        yield


def legible(name: str) -> str:
    """A name for a legend: a long one without its middle, as runs of one series differ at the end.

    A space keeps matplotlib from hiding a name that is empty or begins with an underscore.
    """
    half = _MAX_NAME // 2
    short = name if len(name) <= _MAX_NAME else f"{name[: half - 1]}\u2026{name[-half:]}"
    return f" {short}" if short[:1] in ("", "_") else short


def series_style(number: int) -> dict[str, str]:
    """The colour and the shape of the points of a series."""
    return {"color": COLOURS[number % len(COLOURS)], "marker": SHAPES[number % len(SHAPES)]}


def whiskers(cells: Sequence[Interval]) -> list[list[float]]:
    """How far intervals reach below and above their values, as matplotlib's ``errorbar`` takes it."""
    return [
        [max(0.0, value - low) for value, low, _ in cells],
        [max(0.0, high - value) for value, _, high in cells],
    ]
