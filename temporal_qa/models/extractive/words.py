"""Words as tokens: numbers, words and marks, with a place for every word that was never seen.

A number from 0 to 2100 is one token, whose embedding begins with its value; other words are folded in case and have an
embedding if they are common. The first other word of a text is "unknown word 0" wherever it stands in that
text, the next one "unknown word 1": so a name in the question is found again in the context, although nobody knows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[^\w\s]|_")
_MAX_NUMBER = 2100
_NUMBERS = [str(number) for number in range(_MAX_NUMBER + 1)]

PAD, FIRST = 0, 1
"""Padding; and the token before each text, at which its class is read."""

NUM_UNKNOWN = 64
"""Unknown words that a text tells apart; after them the numbers begin anew."""

_SPECIAL = 2 + NUM_UNKNOWN

NUMBERS = range(_SPECIAL, _SPECIAL + _MAX_NUMBER + 1)
"""The tokens of the numbers from 0."""


CLASSES = ("span", "yes", "no", "none", "years", "age")
"""What an answer is: words of the text, ``yes``, ``no``, none at all, a number of years, or years, months and days."""

AGE_SIZES = (151, 12, 31)
"""How many values years, months and days of an age can have."""


class Words(NamedTuple):
    """A text as tokens.

    Attributes:
        ids: (words + 1,) numbers of tokens; the first is ``FIRST``.
        spans: (words + 1, 2) where each word starts and ends in the text; the first is empty.
        lines: (words + 1,) numbers of the lines on which the words stand, from 0.
    """

    ids: NDArray[np.int32]
    spans: NDArray[np.int32]
    lines: NDArray[np.int32]


class Vocabulary:
    """Word -> number.

    Args:
        common: the words that have a token beside numbers and unknown ones, folded in case.
    """

    def __init__(self, common: Sequence[str]) -> None:
        self.common = tuple(common)
        self._numbers = {word: _SPECIAL + place for place, word in enumerate([*_NUMBERS, *self.common])}

    def __len__(self) -> int:
        return _SPECIAL + len(self._numbers)

    @classmethod
    def of_texts(cls, texts: Iterable[str], size: int) -> Vocabulary:
        """The ``size`` most common words of texts; of equally common ones the first by alphabet."""
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(word for word in _WORD.findall(text.casefold()) if not word.isdecimal())
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        return cls(ranked[:size])

    def words(self, text: str) -> Words:
        """The words of a text, with where they stand."""
        unknown: dict[str, int] = {}
        ids, spans = [FIRST], [(0, 0)]
        for found in _WORD.finditer(text):
            word = found[0].lstrip("0") or "0" if found[0].isdecimal() else found[0].casefold()
            number = self._numbers.get(word)
            if number is None:
                number = 2 + unknown.setdefault(word, len(unknown)) % NUM_UNKNOWN
            ids.append(number)
            spans.append(found.span())
        breaks = [place for place, mark in enumerate(text) if mark == "\n"]
        places = np.array(spans, np.int32)
        return Words(np.array(ids, np.int32), places, np.searchsorted(breaks, places[:, 0]).astype(np.int32))
