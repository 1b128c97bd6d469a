"""What the extractive reader learns from a row: the class of its answer, and where the answer stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from temporal_qa.models.extractive.pointed_ages import age_pairs, date_words
from temporal_qa.models.extractive.words import CLASSES, Words
from temporal_qa.scoring.probe_answers import read_age

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of words."""


def target(row: Mapping[str, Any], text: str, words: Words) -> tuple[int, Places]:
    """The place of the class in ``CLASSES``, and the first and the last word of each place of the answer: in the
    context, or else in the question. Of an age, the first words of each two dates between which it lies.

    Args:
        row: with ``answers``, and maybe ``answer_type``.
        text: the question, and the context from its second line on.
        words: of the text.

    Returns:
        The class -1 if the row has several answers, or one that cannot be marked.
    """
    answers = row.get("answers") or ()
    if len(answers) > 1:
        return -1, ()
    (answer,) = answers or ("none",)
    if not answers or answer in ("yes", "no"):
        return CLASSES.index(answer), ()
    if row.get("answer_type") == "age":
        return _age_target(answer, text, words)
    return _span_target(answer, text, words)


def _age_target(answer: str, text: str, words: Words) -> tuple[int, Places]:
    """Of ``90``, the difference of two years, or of ``90 years, 10 months and 1 day``."""
    if (age := read_age(answer)) is None:
        return -1, ()
    kind = CLASSES.index("years" if answer.isdecimal() else "age")
    pairs = tuple(age_pairs(date_words(text, words), kind, age))
    return (kind if pairs else -1), pairs


def _span_target(answer: str, text: str, words: Words) -> tuple[int, Places]:
    starts = {start: place for place, (start, _) in enumerate(words.spans.tolist()) if place}
    ends = {end: place for place, (_, end) in enumerate(words.spans.tolist()) if place}
    places, at = [], text.find(answer)
    while at >= 0:
        if at in starts and at + len(answer) in ends:
            places.append((starts[at], ends[at + len(answer)]))
        at = text.find(answer, at + 1)
    in_context = [place for place in places if words.lines[place[0]]]
    return (CLASSES.index("span") if places else -1), tuple(in_context or places)
