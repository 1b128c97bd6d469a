"""The timeline of facts or lives as HTML, for notebooks, Spaces and reports: no script, no style sheet, no files.

Bars are placed in percentages of the width while letters keep their size, so that phones can show it. Text takes the
colour of the page, light or dark.
"""

from collections.abc import Sequence

from temporal_qa.drawing.timeline_layout import BAR_COLOURS, WINDOW_COLOUR, Timeline, lay_out, lay_out_lives
from temporal_qa.questions.complex_tr.explanation import Explanation
from temporal_qa.tables.html import render_html
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
    return render_html(
        "temporal_qa.drawing", "timeline.html", timeline=timeline, colours=BAR_COLOURS, window_colour=WINDOW_COLOUR
    )
