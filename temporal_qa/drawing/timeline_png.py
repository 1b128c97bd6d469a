"""The timeline of facts, or of lives, as PNG, for reports. Needs the extra ``report`` (matplotlib)."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from temporal_qa.drawing.timeline_layout import BAR_COLOURS, WINDOW_COLOUR, Lane, Timeline, lay_out
from temporal_qa.questions.complex_tr.explanation import Explanation
from temporal_qa.tables.plot_style import boxes_for_missing_letters, new_figure, save_figure, style_axes
from temporal_qa.timeline import Fact

_LANE, _HEADER = 1.0, 0.9  # heights, in lanes
_INCHES_A_LANE = 0.32
_LETTERS = 100


def plot_timeline(
    path: Path | str, facts: Sequence[Fact], explanation: Explanation | None = None, *, title: str = ""
) -> None:
    """Writes the timeline of facts as a PNG.

    Args:
        path: the PNG to write.
        facts: at least one.
        explanation: of a question about them: its window is shaded, its answers and its event are coloured.
        title: above the timeline, such as the question; by default what the explanation says is asked, or the subject.

    Raises:
        InputError: matplotlib is not installed, or the file cannot be written.
        ValueError: no facts.
    """
    timeline = lay_out(facts, explanation)
    draw_timeline(path, timeline, title or (facts[0].subject if explanation is None else explanation.asked))


def draw_timeline(path: Path | str, timeline: Timeline, title: str) -> None:
    """Writes a timeline as a PNG, with its title above; the same timeline gives the same bytes.

    Letters that matplotlib's font lacks, such as Chinese ones, become boxes; the HTML shows them.

    Raises:
        InputError: matplotlib is not installed, or the file cannot be written.
    """
    height = sum(_HEADER + _LANE * len(lanes) for _, lanes in timeline.relations)
    heading = textwrap.wrap(title, 95)
    figure = new_figure(8.0, _INCHES_A_LANE * height + 0.75 + 0.2 * len(heading))
    from matplotlib.patches import Patch

    axes = figure.add_subplot()
    axes.set(xlim=(0, 1), ylim=(height, 0))
    if timeline.window is not None:
        left, right = timeline.window
        axes.axvspan(left, right, facecolor=WINDOW_COLOUR, edgecolor=WINDOW_COLOUR, alpha=0.35, linewidth=1, zorder=1)
    _draw_lanes(axes, timeline)
    axes.set_xticks([at for at, _ in timeline.ticks], [year for _, year in timeline.ticks], fontsize=8.5)
    axes.xaxis.tick_top()
    axes.set_yticks([])
    style_axes(axes, grid="x", bare=tuple(axes.spines))
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    if timeline.not_drawn:
        axes.set_xlabel(f"and {timeline.not_drawn:,} more facts", fontsize=8.5, loc="left")
    figure.suptitle("\n".join(heading), x=0.01, ha="left", fontsize=10, parse_math=False)
    key = [Patch(color=colour, label=meaning) for colour, meaning in timeline.legend]
    if timeline.window is not None:
        key.insert(0, Patch(color=WINDOW_COLOUR, alpha=0.5, label=timeline.window_label))
    if key:
        figure.legend(handles=key, loc="outside lower left", ncols=len(key), frameon=False, fontsize=8.5)
    save_figure(figure, path)


def _draw_lanes(axes: Any, timeline: Timeline) -> None:
    """The bars and labels of the lanes, under the names of their relations."""
    y = 0.0
    for relation, lanes in timeline.relations:
        # parse_math: matplotlib takes text between dollar signs for a formula.
        axes.text(0, y + 0.62, relation, fontsize=9, fontweight="bold", color="#555555", parse_math=False)
        y += _HEADER
        for lane in lanes:
            colour = BAR_COLOURS[lane.role]
            axes.barh(y + 0.7, lane.right - lane.left, 0.3, lane.left, color=colour, edgecolor=colour, linewidth=1.2,
                      zorder=3)  # fmt: skip
            label = axes.text(
                lane.left, y + 0.44, _label(lane), fontsize=8.5, zorder=4, parse_math=False,
                fontweight="bold" if lane.role == "answer" else "normal",
            )  # fmt: skip
            with boxes_for_missing_letters():
                width = label.get_window_extent().width / axes.figure.bbox.width
            if lane.left + width > 0.98:  # it would leave the picture
                label.set(x=1, ha="right")
            y += _LANE


def _label(lane: Lane) -> str:
    room = _LETTERS - len(lane.dates) - 2
    return f"{lane.name if len(lane.name) <= room else lane.name[: room - 1] + '…'}  {lane.dates}"
