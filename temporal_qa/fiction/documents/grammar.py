"""The wordings of ``generation/time_qa_articles.yaml``, and sentences that are made of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from temporal_qa.fiction.names import FictionalNames
from temporal_qa.io.yaml_tables import read_yaml_table
from temporal_qa.questions.time_qa.articles import StatedFact
from temporal_qa.text.dates import format_month_first
from temporal_qa.timeline.dates import CalendarDate

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_OBJECT = "\0"  # holds the place of the object while a sentence is put together


@cache
def grammar() -> Mapping[str, Any]:
    """The table."""
    return read_yaml_table("time_qa_articles.yaml")


@cache
def names_of(seed: int, max_per_type: int | None = None) -> FictionalNames:
    """The names of the world; kept, since their keys and pools serve many documents."""
    return FictionalNames(seed, max_per_type=max_per_type)


class Sentence(NamedTuple):
    """A sentence, where in it the object of its fact stands, if it does, and the fact, if it is the first about it."""

    text: str
    object_start: int | None = None
    fact: StatedFact | None = None


def finish(text: str, name: str = "") -> Sentence:
    """The sentence of a frame that is filled in, with a capital and a full stop; ``name`` takes the object's place."""
    text = text.rstrip(",").replace(",,", ",")  # "X, a rival," may stand before a comma or at the end
    place = text.find(_OBJECT)
    text = text.replace(_OBJECT, name)
    return Sentence(f"{text[0].upper()}{text[1:]}.", place if place >= 0 else None)


def clause(template: str, subject: str) -> str:
    """A clause about the subject; its object is filled in by :func:`finish`."""
    return template.format(subject=subject, object=_OBJECT)


def date_in_words(date: CalendarDate, rng: random.Random) -> str:
    """``1990``, ``May 1990``, and of days ``14 May 1990`` or ``May 14, 1990``."""
    return format_month_first(date) if date.day and rng.random() < 0.4 else str(date)


def at(date: CalendarDate, rng: random.Random) -> str:
    """The date with its preposition."""
    return f"{'on' if date.day else 'in'} {date_in_words(date, rng)}"


def months_apart(start: CalendarDate, end: CalendarDate) -> int | None:
    """The months from one date to another, neither with a day and both equally precise; else None."""
    if start.day or end.day or start.precision != end.precision or end < start:
        return None
    return end.month_number - start.month_number


def length_in_words(months: int) -> str:
    """``a year``, ``two years and three months``."""
    parts = [(months // 12, "year"), (months % 12, "month")]
    return " and ".join(
        f"a {unit}" if number == 1 else f"{_NUMBERS[number] if number <= 12 else number} {unit}s"
        for number, unit in parts
        if number
    )


def later_in_words(start: CalendarDate, end: CalendarDate, rng: random.Random) -> str | None:
    """The second date, counted from the first: ``two years later``, ``the following year``; None where it cannot be."""
    months = months_apart(start, end)
    if months is None:
        return None
    unit, step = ("month", 1) if start.month else ("year", 12)
    if months == 0:
        return f"in the same {unit}"
    if months == step and rng.random() < 0.6:
        return f"the following {unit}"
    return f"{length_in_words(months)} later"
