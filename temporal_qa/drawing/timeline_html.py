"""The timeline of facts or lives as HTML, for notebooks, Spaces and reports: no script, no style sheet, no files.

Bars are placed in percentages of the width while letters keep their size, so that phones can show it. Text takes the
colour of the page, light or dark.
"""

from collections.abc import Iterator, Sequence
from html import escape

from temporal_qa.drawing.timeline_layout import BAR_COLOURS, WINDOW_COLOUR, Lane, Timeline, lay_out, lay_out_lives
from temporal_qa.questions.complex_tr.explanation import Explanation
from temporal_qa.tables.markdown import visible
from temporal_qa.timeline import Fact, Life


def timeline_html(facts: Sequence[Fact], explanation: Explanation | None = None) -> str:
    """The timeline as a ``<div>`` of the width of the page.

    Args:
        facts: at least one.
        explanation: of a question about them (:func:`~.complex_tr.explanation.explain`): its window is shaded, its
            answers and its event are coloured.

    Raises:
        ValueError: no facts.
    """
    return _draw(lay_out(facts, explanation))


def lives_html(lives: Sequence[Life], answer: str | None = None) -> str:
    """The lives on one timeline, as a ``<div>`` of the width of the page.

    Args:
        lives: at least one with a date; see :func:`~.timeline_layout.lay_out_lives`.
        answer: the name of the one to be coloured as the answer.

    Raises:
        ValueError: no dates.
    """
    return _draw(lay_out_lives(lives, answer))


def _draw(timeline: Timeline) -> str:
    parts = [_legend(timeline), '<div style="position: relative; padding-top: 18px">', *_backdrop(timeline)]
    for relation, lanes in timeline.relations:
        style = "position: relative; padding-top: 7px; font-weight: 600; opacity: 0.75"
        parts.append(f'<div style="{style}">{escape(relation)}</div>')
        parts += map(_lane, lanes)
    parts.append("</div>")
    if timeline.not_drawn:
        parts.append(f'<div style="opacity: 0.75">and {timeline.not_drawn:,} more facts</div>')
    return visible(f'<div class="timeline" style="font: 12px/1.5 system-ui, sans-serif">{"".join(parts)}</div>')


def _backdrop(timeline: Timeline) -> Iterator[str]:
    if timeline.window is not None:
        left, right = timeline.window
        # The outline keeps a single month of a century visible.
        yield (
            f'<div title="{escape(timeline.window_label)}" style="position: absolute; top: 18px; bottom: 0; '
            f"left: {left:.2%}; width: {right - left:.2%}; background: {WINDOW_COLOUR}4d; "
            f'outline: 1px solid {WINDOW_COLOUR}99"></div>'
        )
    for at, year in timeline.ticks:
        aside = "0" if at < 0.04 else "-100%" if at > 0.96 else "-50%"
        yield (
            f'<div style="position: absolute; top: 0; bottom: 0; left: {at:.2%}; width: 0">'
            f'<div style="position: absolute; transform: translateX({aside}); font-size: 11px; opacity: 0.75; '
            f'white-space: nowrap">{year}</div>'
            f'<div style="position: absolute; top: 18px; bottom: 0; border-left: 1px solid #88888850"></div></div>'
        )


def _legend(timeline: Timeline) -> str:
    entries = timeline.legend
    if timeline.window is not None:
        entries.insert(0, (f"{WINDOW_COLOUR}80", timeline.window_label))
    square = "display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 4px"
    keys = "".join(
        f'<span style="margin-right: 14px; white-space: nowrap"><span style="{square}; background: {colour}"></span>'
        f"{escape(name)}</span> "
        for colour, name in entries
    )
    return f"<div>{keys}</div>" if keys else ""


def _lane(lane: Lane) -> str:
    """The bar under its label, which begins above the start of the bar, or before it where it lacks room.

    The space before the label is as wide as that before the bar, and only the space shrinks: so the browser finds the
    place at any width of the page. Of a label wider than the page, the name is cut with an ellipsis, the dates are not.
    """
    weight = "; font-weight: 600" if lane.role == "answer" else ""
    return (
        f'<div title="{escape(lane.name)}, {escape(lane.dates)}" style="position: relative; height: 29px">'
        f'<div style="display: flex; white-space: nowrap{weight}"><span style="flex: 0 1 {lane.left:.2%}"></span>'
        f'<span style="flex: none; display: flex; max-width: 100%">'
        f'<span style="overflow: hidden; text-overflow: ellipsis">{escape(lane.name)}</span>'
        f'<span style="flex: none; padding-left: 0.6em; opacity: 0.8">{escape(lane.dates)}</span></span></div>'
        f'<div style="position: absolute; top: 18px; height: 8px; min-width: 2px; border-radius: 2px; '
        f"left: {lane.left:.2%}; width: {lane.right - lane.left:.2%}; "
        f'background: {BAR_COLOURS[lane.role]}"></div></div>'
    )
