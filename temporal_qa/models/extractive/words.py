"""Words as tokens: numbers, words and marks, with a place for every word that was never seen.

A number from 0 to 2100 is one token, whose embedding begins with its value, and so is a month; other words are folded
in case and have an embedding if they are common. The first other word of a text is "unknown word 0" wherever it stands
in that text, the next one "unknown word 1": so a name in the question is found again in the context, although nobody
knows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.timeline import MONTH_NAMES

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d])")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[^\w\s]|_")
_MAX_NUMBER = 2100

PAD, FIRST = 0, 1
"""Padding; and the token before each text, at which its class is read."""

NUM_UNKNOWN = 64
"""Unknown words that a text tells apart; after them the numbers begin anew."""

_SPECIAL = 2 + NUM_UNKNOWN

NUMBERS = range(_SPECIAL, _SPECIAL + _MAX_NUMBER + 1)
"""The tokens of the numbers from 0."""

MONTHS = range(NUMBERS.stop, NUMBERS.stop + 12)
"""The tokens of the months, by their names or the first three letters of these."""

_MONTH_TOKENS = {
    name[:letters].casefold(): MONTHS[place] for place, name in enumerate(MONTH_NAMES) for letters in (3, 9)
}

CLASSES = ("span", "yes", "no", "none", "years", "age")
"""What an answer is: words of the text, ``yes``, ``no``, none at all, a number of years, or years, months and days."""


@lru_cache(maxsize=256)  # the questions of one context come one after the other
def _words_of_line(line: str) -> tuple[list[str], NDArray[np.int32]]:
    """The words of a line, folded, and where they start and end, (words, 2)."""
    found = list(_WORD.finditer(line))
    words = [word[0].lstrip("0") or "0" if word[0].isdecimal() else word[0].casefold() for word in found]
    return words, np.array([word.span() for word in found], np.int32).reshape(-1, 2)


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

    def first_lines(self, max_words: int) -> Words:
        """The words of as many first lines as have no more than ``max_words`` together, with ``FIRST``."""
        last = self.lines[max_words] if len(self.lines) > max_words else self.lines[-1] + 1
        kept = self.lines < last
        return Words(self.ids[kept], self.spans[kept], self.lines[kept])


class Vocabulary:
    """Word -> number.

    Args:
        common: the words that have a token beside numbers and unknown ones, folded in case.
    """

    def __init__(self, common: Sequence[str]) -> None:
        self.common = tuple(common)
        own = {word: MONTHS.stop + place for place, word in enumerate(self.common)}
        self._numbers = {str(number): token for number, token in enumerate(NUMBERS)} | own | _MONTH_TOKENS

    def __len__(self) -> int:
        return MONTHS.stop + len(self.common)

    @classmethod
    def of_texts(cls, texts: Iterable[str], size: int) -> Vocabulary:
        """The ``size`` most common words of texts; of equally common ones the first by alphabet."""
        counts: Counter[str] = Counter()
        for text, times in Counter(texts).items():
            for word in _WORD.findall(text.casefold()):
                if not word.isdecimal() and word not in _MONTH_TOKENS:
                    counts[word] += times
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        return cls(ranked[:size])

    def words(self, text: str, *, numbered: bool = False, by_sentence: bool = False) -> Words:
        """The words of a question and, from its second line on, of its context, with where they stand.

        Args:
            text: both.
            numbered: leaves out the sentences of the context without a digit.
            by_sentence: counts each sentence of the context as a line.
        """
        unknown: dict[str, int] = {}
        ids, spans, lines = [FIRST], [np.zeros((1, 2), np.int32)], [0]
        for number, start, piece in _pieces(text, numbered=numbered, by_sentence=by_sentence):
            words, places = _words_of_line(piece)
            for word in words:
                token = self._numbers.get(word)
                ids.append(2 + unknown.setdefault(word, len(unknown)) % NUM_UNKNOWN if token is None else token)
            spans.append(places + start)
            lines += [number] * len(words)
        return Words(np.array(ids, np.int32), np.concatenate(spans), np.array(lines, np.int32))


def _pieces(text: str, *, numbered: bool, by_sentence: bool) -> Iterator[tuple[int, int, str]]:
    """The number of its line, the place, and the text of the question, and of each line or sentence that is read."""
    question, *context = text.split("\n")
    yield 0, 0, question
    number, start = 1, len(question) + 1
    for line in context:
        sentences = _sentences(line) if numbered or by_sentence else [(0, line)]
        for begin, sentence in sentences:
            if not numbered or _DIGIT.search(sentence):
                yield number, start + begin, sentence
                number += by_sentence
        number += not by_sentence
        start += len(line) + 1


def _sentences(line: str) -> Iterator[tuple[int, str]]:
    """Where each sentence of a line begins, and the sentence."""
    begin = 0
    for end in _SENTENCE_END.finditer(line):
        yield begin, line[begin : end.start()]
        begin = end.end()
    yield begin, line[begin:]
