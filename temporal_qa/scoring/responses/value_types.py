"""The types of this folder: a question and what it asks for, the responses of a run, the value of a response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Unit: TypeAlias = Literal["seconds", "minutes", "days", "months", "years", "date_years", "date"]
"""Durations in one of five units; ``date_years``, a calendar year; ``date``, a calendar day."""

Subset: TypeAlias = Literal["ttqa", "tot"]
"""TempTabQA answers a sentence after "Final Answer:", Test of Time a JSON object."""

PREFILL = '{"explanation":'
"""The beginning of the answer, at the end of Test of Time's prompts. A response continues or repeats it."""


MAX_NUMBER = 1e100
"""Larger numbers are not times; with them, sums and squares of errors would not be finite."""


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """What a question asks for.

    ``answer_format`` is the column of the released files (``<num_years>``, ``%B %d, %Y``, ``"mm/dd/yyyy"``). Only the
    lenient parser reads ``question``: for its date convention, its year, and the numbers that an answer repeats.
    """

    source: Subset
    unit: Unit
    answer_format: str
    question: str = ""


class ReadValue(NamedTuple):
    """What a parser reads in a text: the value, as in :class:`TemporalValue`, the rule that gave it, and ``coarse``."""

    value: float
    rule: str
    coarse: bool = False


class TemporalValue(NamedTuple):
    """The value of a response in ``unit``, or the reason why it has none.

    ``value`` is a count of the unit. A calendar year is the year itself, 352 BC is -352. A date is the number of its
    day (:func:`~temporal_qa.timeline.days.day_number`), so that the difference of two dates is a number of days.
    Without a value, ``reason`` says why and ``rule`` is empty.

    ``coarse`` marks a year or a month where a day is asked for: the value is the middle of that period. It has an error
    and is never exact.
    """

    value: float | None
    unit: Unit
    rule: str = ""
    reason: str | None = None
    coarse: bool = False

    def is_exact(self, label: TemporalValue) -> bool:
        """Whether both have the same value, and neither is coarse.

        Raises:
            ValueError: the two are in different units.
        """
        if self.unit != label.unit:
            raise ValueError(f"a value in {self.unit} compared with a label in {label.unit}")
        return self.value is not None and self.value == label.value and not (self.coarse or label.coarse)


@dataclass(frozen=True, slots=True)
class TempAnswerItem:
    """A question of TempAnswerQA, as far as scoring a response needs it.

    ``key`` is its id, or its text and label; ``split`` is empty if the file does not give it.
    """

    key: tuple[str, ...]
    split: str
    label: str
    question_type: str
    asked: AnswerFormat


@dataclass(frozen=True, slots=True)
class Run:
    """The responses of one model to one split; ``responses[i]`` answers ``questions[i]``."""

    dataset: Subset
    split: str
    model: str
    prompting: str
    questions: list[TempAnswerItem]
    responses: list[str]


WRONG_KIND = "not the kind of answer asked for"


class NoValue(Exception):
    """Raised inside the parsers for a text without a value; the message becomes the ``reason``."""
