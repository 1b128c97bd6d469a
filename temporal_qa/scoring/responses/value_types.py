"""What a question asks for, and the value read from a response: the types that the parsers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["seconds", "minutes", "days", "months", "years", "date_years", "date"]
"""Durations in one of five units; ``date_years``, a calendar year; ``date``, a calendar day."""

Subset: TypeAlias = Literal["ttqa", "tot"]
"""TempTabQA answers a sentence after "Final Answer:", Test of Time a JSON object."""

PREFILL = '{"explanation":'
"""The beginning of an answer with which Test of Time's prompts end. A response continues it, or repeats it."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """What the question of a response asks for.

    ``answer_format`` is the column of the released files (``<num_years>``, ``%B %d, %Y``, ``"mm/dd/yyyy"``).
    Only the lenient parser reads ``question``: for its date convention, its year, and the numbers that an answer merely
    repeats from it.
    """

    source: Subset
    unit: Unit
    answer_format: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class TemporalValue:
    """The number read from a response, in ``unit``, or why there is none.

    ``value`` is a count of the unit. A calendar year is the year itself, 352 BC is -352. A date is its day in the
    proleptic Gregorian calendar, counted as :func:`~temporal_qa.timeline.days.day_number` does, so that the difference
    of two dates is a number of days. Where there is no value, ``reason`` says why and ``rule`` is empty.

    ``coarse`` marks a year or a month given where a day is asked for: the value is the middle of that period, which is
    good enough for an error and never counts as exact.
    """

    value: float | None
    unit: Unit
    rule: str = ""
    reason: str | None = None
    coarse: bool = False

    def error(self, label: TemporalValue) -> float | None:
        """The distance to a label in the unit, at least 0; ``None`` where either has no value.

        Raises:
            ValueError: the two are in different units.
        """
        if self.unit != label.unit:
            raise ValueError(f"a value in {self.unit} compared with a label in {label.unit}")
        if self.value is None or label.value is None:
            return None
        return abs(self.value - label.value)

    def is_exact(self, label: TemporalValue) -> bool:
        """Whether the error is 0 and neither value is coarse. Raises as :meth:`error` does."""
        return self.error(label) == 0 and not self.coarse and not label.coarse


class NoValue(Exception):
    """Raised inside the parsers where a text has no value; the message becomes the ``reason``."""
