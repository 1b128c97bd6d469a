"""Words as tokens: numbers, words and marks, with a place for every word that was never seen.

A number from 0 to 2100 is one token, whose embedding begins with its value, and so is a month; other words are folded
in case and have an embedding if they are common. The first other word of a text is "unknown word 0" wherever it stands
in that text, the next one "unknown word 1": so a name in the question is found again in the context, although nobody
knows it.

What the extractive reader points at are words, too: the places of an answer, and of an age the two dates between which
it lies. Between two dates the calendar does the rest, as arithmetic does in NAQANet (Dua et al., 2019, "DROP", section
6.1). A small Transformer that had to name years, months and days itself had 3 % of the years right after 50,000
questions, though it found 99 % of the dates.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from temporal_qa.scoring.reading.ages import read_age
from temporal_qa.text.dates import find_dates
from temporal_qa.text.positions import positions
from temporal_qa.timeline import MONTH_NAMES, Age, CalendarDate, age_between

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
        return cls(sorted(counts, key=lambda word: (-counts[word], word))[:size])

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
        for begin, sentence in _sentences(line) if numbered or by_sentence else [(0, line)]:
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


class DateWord(NamedTuple):
    """A date of the text, and its first word."""

    word: int
    date: CalendarDate


def date_words(text: str, words: Words) -> list[DateWord]:
    """The dates of a text with a year that are dates of the calendar."""
    of_start = {start: place for place, (start, _) in enumerate(words.spans.tolist()) if place}
    found = []
    for written in find_dates(text):
        with suppress(KeyError, ValueError):  # it begins within a word, or is 31 February
            found.append(DateWord(of_start[written.start], written.to_date()))
    return found


def age_pairs(dates: Sequence[DateWord], kind: int, age: Age) -> list[tuple[int, int]]:
    """The words of all pairs of dates with this age between them.

    Args:
        dates: of the text.
        kind: the place in ``CLASSES`` of ``years`` or ``age``.
        age: the right one.
    """
    return [
        (start.word, end.word)
        for start, end in permutations(dates, 2)
        if 0 <= end.date.year - start.date.year - age.years <= 1 and age_of(start.date, end.date, kind) == age
    ]


def age_of(start: CalendarDate, end: CalendarDate, kind: int) -> Age | None:
    """The difference of the years where ``kind`` is ``years``, or else the age in years, months and days; ``None`` if
    the dates are too coarse for it, or reversed."""
    if CLASSES[kind] == "years":
        return Age(end.year - start.year, 0, 0) if start.year <= end.year else None
    return None if start.day is None or end.day is None or end < start else age_between(start, end)


def best_age(dates: Sequence[DateWord], kind: int, starts: Sequence[float], ends: Sequence[float]) -> Age | None:
    """The age between the dates with the highest sum of scores; of equal ones the first. ``None`` if no two have one.

    Args:
        dates: of the text.
        kind: the place in ``CLASSES`` of ``years`` or ``age``.
        starts, ends: the score of each word as the first one of the date of the start, or of the end.
    """
    pairs = sorted(permutations(dates, 2), key=lambda pair: -starts[pair[0].word] - ends[pair[1].word])
    return next((age for start, end in pairs if (age := age_of(start.date, end.date, kind)) is not None), None)


Places: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of words."""


def target(row: Mapping[str, Any], text: str, words: Words) -> tuple[int, Places]:
    """The place of the class in ``CLASSES``, and the first and the last word of each place of the answer: in the
    context, or else in the question. For an age, a place is the first words of two dates that lie so far apart.

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
    """The pairs of dates that are such an age apart: ``90`` (years), or ``90 years, 10 months and 1 day``."""
    if (age := read_age(answer)) is None:
        return -1, ()
    kind = CLASSES.index("years" if answer.isdecimal() else "age")
    pairs = tuple(age_pairs(date_words(text, words), kind, age))
    return (kind if pairs else -1), pairs


def _span_target(answer: str, text: str, words: Words) -> tuple[int, Places]:
    starts = {start: place for place, (start, _) in enumerate(words.spans.tolist()) if place}
    ends = {end: place for place, (_, end) in enumerate(words.spans.tolist()) if place}
    marked = ((at, at + len(answer)) for at in positions(answer, text))
    places = [(starts[start], ends[end]) for start, end in marked if start in starts and end in ends]
    in_context = [place for place in places if words.lines[place[0]]]
    return (CLASSES.index("span") if places else -1), tuple(in_context or places)
