"""Which wording of the table a question has, and what stands in its places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from temporal_qa.questions.hieradate.life_reading import LifeType
from temporal_qa.questions.hieradate.wordings import wordings
from temporal_qa.questions.unsolved import Unparsable


class Wording(NamedTuple):
    """A wording as a pattern.

    Attributes:
        asks: its heading in the table, such as ``birth_first``.
        type: of the lives that it asks about.
        pattern: with a group for each place, such as ``name``.
        begin, middle, end: its words around its one or two places, by which it is soon ruled out.
        between: the words between its two names, if it compares two.
    """

    asks: str
    type: LifeType
    pattern: re.Pattern[str]
    begin: str
    middle: str
    end: str
    between: str


MAX_LETTERS = 1_000
"""Of a question that is read: in a longer one there would be too many ways to part names."""


@lru_cache(maxsize=256)
def match_wording(question: str) -> tuple[Wording, re.Match[str]] | None:
    """The wording of a question, if the table has it.

    Raises:
        Unparsable: the question has more than :data:`MAX_LETTERS`.
    """
    if len(question) > MAX_LETTERS:
        raise Unparsable(f"the question has more than {MAX_LETTERS:,} letters")
    beginnings, wordings_of = _wordings_by_beginning()
    begin = beginnings.match(question)
    for wording in wordings_of[begin[0]] if begin else ():
        could_be = question.endswith(wording.end) and wording.middle in question
        if could_be and (found := wording.pattern.fullmatch(question)):
            return wording, found
    return None


@cache
def _wordings_by_beginning() -> tuple[re.Pattern[str], Mapping[str, list[Wording]]]:
    """A pattern that finds the longest beginning, and the wordings that may begin so."""
    all_wordings = []
    for asks, table in wordings().items():
        for wording in (*table.published, *table.ours, *table.organisation):
            slots = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(wording))
            pattern = re.compile(".+)".join(slots.rsplit(".+?)", 1)))  # the last slot has one end, found from behind
            between = found[1] if (found := re.search(r"\{a\}(.+)\{b\}", wording)) else ""
            type_: LifeType = "organisation" if wording in table.organisation else "person"
            begin, *middle, end = re.split(r"\{\w+\}", wording)
            all_wordings.append(Wording(asks, type_, pattern, begin, "".join(middle), end, between))
    beginnings = sorted({wording.begin for wording in all_wordings}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, beginnings))), {
        begin: [wording for wording in all_wordings if begin.startswith(wording.begin)] for begin in beginnings
    }
