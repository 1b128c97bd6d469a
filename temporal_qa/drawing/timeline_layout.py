"""The layout of a timeline: one lane a fact, grouped by relation, or one a life; places as fractions of the width.

:func:`timeline_html` draws it as HTML, for notebooks, Spaces and reports; :mod:`~temporal_qa.drawing.timeline_png`, as
PNG. The HTML needs no script, no style sheet, no files. Bars are placed in percentages of the width while letters keep
their size, so that phones can show it. Text takes the colour of the page, light or dark.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from temporal_qa.io import grouped
from temporal_qa.questions.complex_tr.explanation import Explanation, Role
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.tables.html import render_html
from temporal_qa.tables.plot_style import COLOURS
from temporal_qa.timeline import MONTH_NAMES, CalendarDate, Fact, Life, chronological_order, format_month
from temporal_qa.timeline.ages import age_between, age_bounds
from temporal_qa.timeline.days import date_of_day, day_number, day_number_of, first_day, last_day

BAR_COLOURS = {"answer": COLOURS[0], "event": COLOURS[5], "asked": COLOURS[4], "not asked": "#999999", None: COLOURS[0]}
WINDOW_COLOUR = COLOURS[1]
_LEGEND = {"answer": "answer", "event": "event", "asked": "same relation", "not asked": "other"}

MAX_FACTS = 60
"""The facts in a picture. If there are more, those that the question is about come first; the rest are counted."""

_MIN_WIDTH = 0.002  # of the width: a month in a millennium is visible
_MARKS = {"answer": "✓ ", "event": "◆ ", "asked": "", "not asked": "", None: ""}  # not by colour alone
_RANKS = {"answer": 0, "event": 0, "asked": 1, "not asked": 2, None: 0}


class Lane(NamedTuple):
    """One fact or life: its bar from ``left`` to ``right`` (0 to 1), and its label of ``name`` and ``dates``.

    ``role`` is its role in the question, None without a question.
    """

    left: float
    right: float
    name: str
    dates: str
    role: Role | None


class Timeline(NamedTuple):
    """A laid-out timeline.

    Attributes:
        relations: (name of the relation, or of who lived, and the lanes), from top to bottom.
        ticks: (place of its January, 0 to 1, and year).
        window: the months asked about as (left, right), 0 to 1, or None.
        window_label: these months in words; empty without a window.
        not_drawn: the number of facts that are left out.
    """

    relations: tuple[tuple[str, tuple[Lane, ...]], ...]
    ticks: tuple[tuple[float, str], ...]
    window: tuple[float, float] | None
    window_label: str
    not_drawn: int

    @property
    def legend(self) -> list[tuple[str, str]]:
        """(colour, meaning) of the roles that occur."""
        roles = {lane.role for _, lanes in self.relations for lane in lanes}
        return [(BAR_COLOURS[role], meaning) for role, meaning in _LEGEND.items() if role in roles]


class _Axis(NamedTuple):
    """Years, the last one excluded, as places from 0 to 1; ``number`` gives the number of a January, in any unit."""

    first: int
    last: int
    number: Callable[[int], int]

    def place(self, number: int) -> float:
        begin = self.number(self.first)
        return (number - begin) / (self.number(self.last) - begin)

    def bar(self, first: int, last: int) -> tuple[float, float]:
        """From the beginning of one month, or day, to the end of another."""
        left = min(self.place(first), 1 - _MIN_WIDTH)
        return left, max(self.place(last + 1), left + _MIN_WIDTH)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        """At most eight years that are round as they are written: 80 BC, which is -79, is."""
        length = self.last - self.first
        step = next(size * 10**power for power in range(6) for size in (1, 2, 5) if length / (size * 10**power) <= 7)
        round_years = [year for year in range(self.first, self.last + 1) if max(year, 1 - year) % step == 0]
        return tuple((self.place(self.number(year)), str(CalendarDate(year))) for year in round_years)


def lay_out(facts: Sequence[Fact], explanation: Explanation | None = None) -> Timeline:
    """The layout of facts, and of a question about them.

    The relation asked for comes first, then that of the event, then the others by number of facts; within each, facts
    are in order of time. The years reach from the first to the last month of the facts and of the window.

    Raises:
        ValueError: no facts.
    """
    if not facts:
        raise ValueError("no facts to draw")
    role_of: Callable[[Fact], Role | None] = explanation.role_of if explanation else lambda fact: None
    drawn = sorted(facts, key=lambda fact: (_RANKS[role_of(fact)], *chronological_order(fact)))[:MAX_FACTS]
    window = None if explanation is None else explanation.window
    spans = [fact.span for fact in drawn] + ([] if window is None else [window])
    last = max(span.end for span in spans)
    axis = _Axis(min(span.start for span in spans) // 12, last // 12 + 1, lambda year: year * 12)

    def lane(fact: Fact) -> Lane:
        role, dates = role_of(fact), _range(_short(fact.start), _short(fact.end))
        return Lane(*axis.bar(fact.span.start, fact.span.end), f"{_MARKS[role]}{fact.object}", dates, role)

    by_relation = grouped((fact.relation, fact) for fact in drawn)
    query = None if explanation is None else explanation.query
    asked = [each.relation for each in (query, query and query.event) if each]
    return Timeline(
        relations=tuple(
            (_name(relation), tuple(map(lane, sorted(by_relation[relation], key=chronological_order))))
            for relation in sorted(by_relation, key=lambda r: (*[r != each for each in asked], -len(by_relation[r]), r))
        ),
        ticks=axis.ticks(),
        window=None if window is None else axis.bar(window.start, window.end),
        window_label="" if window is None else _range(format_month(window.start), format_month(window.end)),
        not_drawn=len(facts) - len(drawn),
    )


def lay_out_lives(lives: Sequence[Life], answer: str | None = None) -> Timeline:
    """The layout of lives, in their order, on an axis of days: each under its name, labelled with its age and dates.

    A bar reaches from the first day that the start may mean to the last day of the end; where one of the two is not
    known, it covers the other alone. Lives without a date are left out.

    Args:
        lives: at least one with a date.
        answer: the name of the one that a question asks for; another text, or None, colours none.

    Raises:
        ValueError: no dates.
    """
    days = {life: _days(life) for life in lives if life.start or life.end}
    if not days:
        raise ValueError("no dates to draw")
    ends = [date_of_day(day).year for first_and_last in days.values() for day in first_and_last]
    axis = _Axis(min(ends), max(ends) + 1, lambda year: day_number(year, 1, 1))
    asked = answer and [life for life in days if life.name.casefold() == answer.casefold()]

    def lane(life: Life) -> tuple[str, tuple[Lane]]:
        role: Role | None = None if not asked else "answer" if life in asked else "not asked"
        dates = _range(*(_short(date) if date else "?" for date in (life.start, life.end)))
        return f"{_MARKS[role]}{life.name}", (Lane(*axis.bar(*days[life]), _age(life) or life.type, dates, role),)

    return Timeline(tuple(map(lane, days)), axis.ticks(), None, "", 0)


def timeline_html(timeline: Timeline) -> str:
    """The timeline as a ``<div>`` of the width of the page."""
    return render_html(
        "temporal_qa.drawing", "timeline.html", timeline=timeline, colours=BAR_COLOURS, window_colour=WINDOW_COLOUR
    )


def _days(life: Life) -> tuple[int, int]:
    dates = [date for date in (life.start, life.end) if date is not None]
    return day_number_of(first_day(dates[0])), day_number_of(last_day(dates[-1]))


def _age(life: Life) -> str:
    """An age to the day, or the years that coarse dates allow; empty where a date is not known."""
    if life.start is None or life.end is None:
        return ""
    if life.start.day and life.end.day:
        return str(age_between(life.start, life.end))
    least, greatest = (age.years for age in age_bounds(life.start, life.end))
    return f"{_range(str(least), str(greatest))} years"


def _name(relation: str) -> str:
    known = wordings().relations.get(relation)
    return relation if known is None else f"{known.label} ({relation})"


def _range(start: str, end: str) -> str:
    return start if start == end else f"{start} \u2013 {end}"  # an en dash


def _short(date: CalendarDate) -> str:
    """As precise as the source, the month in three letters."""
    name = "" if date.month is None else MONTH_NAMES[date.month - 1]
    return str(date).replace(name, name[:3])
