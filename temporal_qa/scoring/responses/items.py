"""A question of TempAnswerQA with its label, and the responses of one model: the input of scoring."""

from __future__ import annotations

from dataclasses import dataclass

from temporal_qa.scoring.responses.value_types import AnswerFormat, Subset


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
