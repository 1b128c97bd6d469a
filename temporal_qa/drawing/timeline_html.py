"""The timeline of facts or lives as HTML, for notebooks, Spaces and reports: no script, no style sheet, no files.

Bars are placed in percentages of the width while letters keep their size, so that phones can show it. Text takes the
colour of the page, light or dark.
"""

from temporal_qa.drawing.timeline_layout import BAR_COLOURS, WINDOW_COLOUR, Timeline
from temporal_qa.tables.html import render_html


def timeline_html(timeline: Timeline) -> str:
    """The timeline as a ``<div>`` of the width of the page."""
    return render_html(
        "temporal_qa.drawing", "timeline.html", timeline=timeline, colours=BAR_COLOURS, window_colour=WINDOW_COLOUR
    )
