"""What readers, parsers and scores of TempAnswerQA share: a question, what it asks for, a run, a value."""

from typing import Literal, NamedTuple, Self, TypeAlias

Unit: TypeAlias = Literal["seconds", "minutes", "days", "months", "years", "date_years", "date"]
"""Durations in one of five units; ``date_years``, a calendar year; ``date``, a calendar day."""

Subset: TypeAlias = Literal["ttqa", "tot"]
"""TempTabQA answers a sentence after "Final Answer:", Test of Time a JSON object."""

PREFILL = '{"explanation":'
"""The beginning of the answer, at the end of Test of Time's prompts. A response continues or repeats it."""


MAX_NUMBER = 1e100
"""Larger numbers are not times; with them, sums and squares of errors would not be finite."""


class AnswerFormat(NamedTuple):
    """What a question asks for.

    ``answer_format`` is the column of the released files (``<num_years>``, ``%B %d, %Y``, ``"mm/dd/yyyy"``). Only the
    lenient parser reads ``question``: for its date convention, its year, and the numbers that an answer repeats.
    """

    source: Subset
    unit: Unit
    answer_format: str
    question: str = ""


class TemporalValue(NamedTuple):
    """The value of a response in the unit of its question, or the reason why it has none.

    ``value`` is a count of the unit, and ``rule`` the parser's rule that gave it. A calendar year is the year itself,
    352 BC is -352. A date is the number of its day (:func:`~temporal_qa.timeline.days.day_number`), so that the
    difference of two dates is a number of days. Without a value, ``reason`` says why and ``rule`` is empty.

    ``coarse`` marks a year or a month where a day is asked for: the value is the middle of that period. It has an error
    and is never exact.
    """

    value: float | None
    rule: str = ""
    reason: str | None = None
    coarse: bool = False

    def is_exact(self, label: Self) -> bool:
        """Whether both have the same value, and neither is coarse."""
        return self.value is not None and self.value == label.value and not (self.coarse or label.coarse)


class TempAnswerItem(NamedTuple):
    """A question of TempAnswerQA, as far as scoring a response needs it.

    ``key`` is its id, or its text and label; ``split`` is empty if the file does not give it.
    """

    key: tuple[str, ...]
    split: str
    label: str
    question_type: str
    asked: AnswerFormat


class Run(NamedTuple):
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
