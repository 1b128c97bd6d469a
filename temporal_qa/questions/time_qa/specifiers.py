"""Time specifiers of TimeQA: the words of a question that say when, and how they are drawn for a segment.

Times are written ``2005`` or ``Mar 2005``. In the released data January is written as the bare year.
"""

import math
import random
import re
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.text.dates import MONTH, MONTH_NUMBERS
from temporal_qa.timeline import MONTH_NAMES, CalendarDate, Segment

Kind: TypeAlias = Literal["from_to", "in", "between", "before", "after", "early", "late"]

_YEAR = r"[0-9]{1,9}"  # of more digits Python reads no number
_TIME = rf"({MONTH} )?({_YEAR})"
_PHRASES: dict[Kind, str] = {
    "from_to": "from {0} to {1}", "between": "between {0} and {1}", "early": "in early {0}s", "late": "in late {0}s",
    "in": "in {0}", "before": "before {0}", "after": "after {0}",
}  # fmt: skip
_PATTERNS = {
    kind: phrase.format(rf"()({_YEAR})" if kind in ("early", "late") else _TIME, _TIME)
    for kind, phrase in _PHRASES.items()
}
PHRASE = re.compile(_PATTERNS["from_to"], re.IGNORECASE)
"""``from A to B`` in a sentence that a person wrote; the release finds it inside words too."""


class Specifier(NamedTuple):
    """When a question asks about; ``second`` is None where the kind has one time. A decade is its first year."""

    kind: Kind
    first: CalendarDate
    second: CalendarDate | None = None

    def __str__(self) -> str:
        return _PHRASES[self.kind].format(format_time(self.first), self.second and format_time(self.second))

    @property
    def months(self) -> tuple[float, float]:
        """The months asked about, the last one excluded. Early are the first three years of a decade, late the last."""
        first = self.first.month_number
        after_first = first + (1 if self.first.month else 12)
        match self.kind:
            case "in":
                return first, after_first
            case "before":
                return -math.inf, first
            case "after":
                return after_first, math.inf
            case "early":
                return first, first + 3 * 12
            case "late":
                return first + 7 * 12, first + 10 * 12
        assert self.second is not None
        end = self.second.month_number
        if self.kind == "from_to":
            return first, after_first if end == first else end
        return first, end + (1 if self.second.month else 12)

    def fits(self, segment: Segment) -> bool:
        """Whether the segment holds at some moment of this time."""
        first, end = self.months
        return max(first, segment.months.start) < min(end, segment.months.stop)


def format_time(date: CalendarDate) -> str:
    """``2005`` or ``Mar 2005``."""
    return f"{MONTH_NAMES[date.month - 1][:3]} {date.year}" if date.month else str(date.year)


def read_time(text: str) -> CalendarDate:
    """The time that :func:`format_time` writes, full names of months included. Raises ``ValueError`` on other text."""
    if found := re.fullmatch(_TIME, text, re.IGNORECASE):
        return _date(*found.groups())
    raise ValueError(f"not a time of TimeQA: {text!r}, expected such as '2005' or 'Mar 2005'")


def read_specifier(text: str) -> Specifier | None:
    """The specifier that is this whole text, if it is one."""
    for kind, pattern in _PATTERNS.items():
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            groups = found.groups()
            return Specifier(kind, _date(*groups[:2]), _date(*groups[2:]) if len(groups) > 2 else None)
    return None


def find_specifiers(text: str) -> list[tuple[int, int, Specifier]]:
    """All specifiers in a sentence, with their places, in the order of the text."""
    return [(*found.span(), specifier) for found in _ANY.finditer(text) if (specifier := read_specifier(found[0]))]


_ANY = re.compile(rf"\b(?:{'|'.join(_PATTERNS.values())})\b", re.IGNORECASE)


def _date(month: str | None, year: str) -> CalendarDate:
    return CalendarDate(int(year), MONTH_NUMBERS[month[:3].lower()] if month else None)


def without_january(date: CalendarDate) -> CalendarDate:
    """The date as the release sees it, where January is the bare year."""
    return CalendarDate(date.year) if date.month == 1 else date


def is_close(start: CalendarDate, end: CalendarDate) -> bool:
    """Whether the release draws no month between two bounds: they are at most two months apart, or reversed.

    A year counts as the month before its January there.
    """
    return _after(end) - _after(start) <= 2


def months_between(start: CalendarDate, end: CalendarDate, *, as_published: bool = False) -> range:
    """The months that may be drawn: those after ``start`` (from January, if it is a year) and before ``end``.

    As published, a month ``end`` is among them, though the fact does not hold then.
    """
    return range(_after(start), _after(end) if as_published else end.month_number)


def _after(date: CalendarDate) -> int:
    return 12 * date.year + (date.month or 0)


Place: TypeAlias = Literal["first", "other", "last"]

_KINDS_OF_PLACE: dict[Place, tuple[Kind, ...]] = {
    "first": ("in", "between", "before"), "other": ("in", "between"), "last": ("in", "between", "after")
}  # fmt: skip


def place_of(number: int, size: int) -> Place:
    """The place of a segment among those of its fact; a single one is a first one."""
    return "first" if number == 0 else "last" if number == size - 1 else "other"


def draw_hard(
    rng: random.Random, start: CalendarDate, end: CalendarDate, place: Place, *, as_published: bool = False
) -> Specifier | None:
    """A specifier of the hard questions for the segment, every draw uniform.

    None where there is no month to draw: never as published, where close bounds give ``in A``.
    """
    if as_published:
        start, end = without_january(start), without_january(end)
        if is_close(start, end):
            return Specifier("in", start)
    months = months_between(start, end, as_published=as_published)
    if not months:
        return None
    kind = rng.choice(_KINDS_OF_PLACE[place])
    if kind == "in":
        # The month and each decade that fits are equally likely: of 147 questions of people that could have one, 84 do.
        return rng.choice([Specifier("in", CalendarDate.from_month(rng.choice(months))), *_decades(start, end)])
    x = CalendarDate.from_month(rng.choice(months))
    if kind != "between":
        return Specifier(kind, x)
    if later := months_between(x, end, as_published=as_published):
        return Specifier(kind, x, CalendarDate.from_month(rng.choice(later)))
    return Specifier(kind, x, rng.choice((x, end))) if as_published else None


def draw_year(rng: random.Random, segment: Segment) -> Specifier | None:
    """A hard specifier of years alone: ``in YEAR``, a year after the first one and before the last; the first one, if
    there is no other. None for a fact of one year, whose easy question it would be."""
    first, last = segment.start.year, segment.end.year
    if first == last:
        return None
    return Specifier("in", CalendarDate(rng.choice(range(first + 1, last)) if last > first + 1 else first))


def _decades(start: CalendarDate, end: CalendarDate) -> list[Specifier]:
    first, last = start.year // 10 * 10, end.year // 10 * 10
    if last <= first:
        return []
    early = [Specifier("early", CalendarDate(last))] * (end.year % 10 >= 3)
    return early + [Specifier("late", CalendarDate(first))] * (start.year % 10 <= 7)
