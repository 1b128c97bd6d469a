"""Columns of answers, one entry a question: checked, split, and turned into arrays that compare as sets.

Answers that are right word for word are found first. Each distinct one of the others is normalised once and becomes a
number, its code. An answer of a question is then one integer key, ``(question << 32) + code``, and a column of sets is
one sorted array of keys.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import chain, compress, count
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from temporal_qa.timeline.facts import ANSWER_SEPARATOR

Answers: TypeAlias = str | Sequence[str]


def split_answers(answers: Answers, separator: str = ANSWER_SEPARATOR) -> list[str]:
    """The answers of one question, stripped, without empty ones. A list is never split further.

    >>> split_answers("Tesla $and SpaceX")
    ['Tesla', 'SpaceX']
    >>> split_answers("Switzerland")
    ['Switzerland']
    """
    parts = answers.split(separator) if isinstance(answers, str) else answers
    return [stripped for part in parts if (stripped := part.strip())]


def check_answers(predictions: Sequence[Answers], references: Sequence[Answers]) -> None:
    """Raises unless both columns are what :func:`set_accuracy` takes; see there for the errors."""
    for name, column in (("predictions", predictions), ("references", references)):
        if isinstance(column, str | bytes | Mapping | Set) or not isinstance(column, Collection):
            raise TypeError(f"{name}: expected a list with one entry a question, found {type(column).__name__}")
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions but {len(references)} references; expected as many of each")
    if not len(references):
        raise ValueError("no questions to score")
    for name, column in (("predictions", predictions), ("references", references)):
        _check_column(name, column)


def _check_column(name: str, column: Sequence[Answers]) -> None:
    kinds = set(map(type, column))  # one pass at the speed of C; only a doubtful column is walked through
    if kinds == {str} or (kinds <= {list, tuple} and set(map(type, chain.from_iterable(column))) <= {str}):
        return
    joined = isinstance(next(iter(column)), str)
    for index, answers in enumerate(column):
        if not isinstance(answers, str | list | tuple):
            raise TypeError(
                f"{name}[{index}]: expected a list of strings or a joined string, found {type(answers).__name__}"
            )
        if isinstance(answers, str) != joined:
            expected = "a joined string" if joined else "a list of strings"
            raise TypeError(f"{name}[{index}]: expected {expected}, like {name}[0], found {type(answers).__name__}")
        for place, answer in enumerate(answers):
            if not isinstance(answer, str):
                raise TypeError(f"{name}[{index}][{place}]: expected a string, found {type(answer).__name__}")


class AnswerSets(NamedTuple):
    """The sets of the questions that are not answered word for word, which need no comparison.

    ``open`` says which of all questions these are; in the keys they are counted from 0 again. The keys are distinct and
    ascend; ``texts`` holds what each code stands for.
    """

    open: NDArray[np.bool_]
    texts: list[str]
    predicted: NDArray[np.int64]
    expected: NDArray[np.int64]

    @property
    def n(self) -> int:
        """How many questions are open."""
        return int(np.count_nonzero(self.open))

    def scores(self, of_open: NDArray[np.float64]) -> NDArray[np.float64]:
        """Scores of all questions from those of the open ones: the others are right and have 100."""
        scores = np.full(len(self.open), 100.0)
        scores[self.open] = of_open
        return scores

    def sizes(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Per question, the sizes of the intersection, of the predicted and of the reference set."""
        common = np.intersect1d(self.predicted, self.expected, assume_unique=True)
        sizes = [np.bincount(keys >> 32, minlength=self.n) for keys in (common, self.predicted, self.expected)]
        return sizes[0], sizes[1], sizes[2]

    def renamed(self, form: Callable[[str], str]) -> AnswerSets:
        """The same sets with answers in another form, which may make some of them equal."""
        code_of: defaultdict[str, int] = defaultdict(count().__next__)
        new_code = np.fromiter((code_of[form(text)] for text in self.texts), np.int64, len(self.texts))

        def translated(keys: NDArray[np.int64]) -> NDArray[np.int64]:
            return sorted_distinct((keys >> 32 << 32) + new_code[keys & 0xFFFFFFFF])

        return AnswerSets(self.open, list(code_of), translated(self.predicted), translated(self.expected))


def answer_sets(
    predictions: Sequence[Answers], references: Sequence[Answers], separator: str, form: Callable[[str], str]
) -> AnswerSets:
    """The answers of both columns in the given form, without those that it leaves empty.

    Args:
        predictions, references: one entry a question: a list of answers, or throughout a string of joined ones.
        separator: what joins the answers of a string.
        form: in which two answers are compared; it is asked for once for each distinct one.

    Raises:
        TypeError, ValueError: as :func:`~temporal_qa.scoring.answer_sets.set_accuracy`.
    """
    check_answers(predictions, references)
    nonempty = map(bool, map(str.strip, map("".join, _rows(references, separator))))
    unanswered = np.flatnonzero(~np.fromiter(nonempty, np.bool_, len(references)))
    if len(unanswered):
        raise ValueError(f"references[{unanswered[0]}]: no answer; expected at least one that is not empty")
    as_written = map(operator.eq, _rows(predictions, separator), _rows(references, separator))
    opened = ~np.fromiter(as_written, np.bool_, len(references))
    code_of: defaultdict[str, int] = defaultdict(count().__next__)
    code_of[""]  # so that there is an empty answer to drop
    predicted, expected = (_keys(list(compress(c, opened)), separator, code_of) for c in (predictions, references))
    sets = AnswerSets(opened, list(code_of), predicted, expected).renamed(form)
    empty = sets.texts.index("")

    def without_empty(keys: NDArray[np.int64]) -> NDArray[np.int64]:
        kept: NDArray[np.bool_] = keys & 0xFFFFFFFF != empty
        return keys[kept]

    return sets._replace(predicted=without_empty(sets.predicted), expected=without_empty(sets.expected))


def _rows(column: Sequence[Answers], separator: str) -> Iterable[Sequence[str]]:
    """Lists as they are; joined strings as lists that live for a moment only, which spares the garbage collector."""
    joined = isinstance(next(iter(column), None), str)
    return (row.split(separator) for row in column) if joined else column  # type: ignore[union-attr]  # all are strings


def _keys(column: Sequence[Answers], separator: str, code_of: defaultdict[str, int]) -> NDArray[np.int64]:
    """The keys of a column as written, neither sorted nor distinct. Gives every new answer the next code."""
    flat = list(chain.from_iterable(_rows(column, separator)))
    sizes = np.fromiter(map(len, _rows(column, separator)), np.int64, len(column))
    codes = np.fromiter(map(code_of.__getitem__, flat), np.int64, len(flat))
    return (np.repeat(np.arange(len(column)), sizes) << 32) + codes


def sorted_distinct(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """``np.unique`` by sorting: keys come nearly sorted, where that is many times faster than hashing."""
    keys = np.sort(keys)
    first: NDArray[np.bool_] = np.diff(keys, prepend=-1) != 0
    return keys[first]
