"""Columns of answers, one entry a question: checked, split, and turned into arrays that compare as sets.

An entry of predictions or references is a list of answers, or one string of answers joined by a separator; all entries
of a column have the same form. Order and repetition never count: all scores of answers in words compare sets.

An entry may have no answer (``[]``, ``""``, or only empty answers). A reference without an answer is a label: the
question is unanswerable, and right only if nothing is answered. A question with an answer is wrong if nothing is
answered. "No answer" is therefore an element of its own, the only one of its set.

Questions that are answered word for word are found first. Each distinct answer of the others is normalised once and
gets a number, its code. An answer to a question is then one integer key, ``(question << 32) + code``, and a column of
sets is one sorted array of keys.
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

Scores: TypeAlias = NDArray[np.float64]
"""One value a question, 0 to 100."""


def split_answers(answers: Answers, separator: str = ANSWER_SEPARATOR) -> list[str]:
    """The answers of one question, stripped, without empty ones. A list is never split further.

    >>> split_answers("Tesla $and SpaceX")
    ['Tesla', 'SpaceX']
    >>> split_answers("Switzerland")
    ['Switzerland']
    >>> split_answers("")
    []
    """
    parts = answers.split(separator) if isinstance(answers, str) else answers
    return [stripped for part in parts if (stripped := part.strip())]


def count_unanswerable(references: Sequence[Answers], separator: str = ANSWER_SEPARATOR) -> int:
    """How many questions have no right answer.

    >>> count_unanswerable([["Tesla"], [], [" "]]), count_unanswerable(["Tesla", ""])
    (2, 1)
    """
    return sum(not split_answers(answers, separator) for answers in references)


def check_answers(predictions: Sequence[Answers], references: Sequence[Answers]) -> None:
    """Raises unless the scores can take both columns.

    Raises:
        TypeError: a column that is not a list, or that holds anything but lists of strings or, throughout, strings.
        ValueError: no questions, or unequal lengths.
    """
    for name, column in (("predictions", predictions), ("references", references)):
        if isinstance(column, str | bytes | Mapping | Set) or not isinstance(column, Collection):
            raise TypeError(f"{name}: expected a list with one entry a question, found {type(column).__name__}")
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions but {len(references)} references; expected equally many")
    if not len(references):
        raise ValueError("no questions to score")
    for name, column in (("predictions", predictions), ("references", references)):
        _check_column(name, column)


def _check_column(name: str, column: Sequence[Answers]) -> None:
    kinds = set(map(type, column))  # one pass in C; the slower loop below only names what is wrong
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
    """The sets of the open questions, those that are not answered word for word; the others need no comparison.

    ``open`` marks them among all questions; keys count the open questions from 0. Keys are distinct and ascend, and
    ``texts`` has the text of each code. No set is empty: the text ``""`` stands for "no answer".
    """

    open: NDArray[np.bool_]
    texts: list[str]
    predicted: NDArray[np.int64]
    expected: NDArray[np.int64]

    @property
    def n(self) -> int:
        """How many questions are open."""
        return int(np.count_nonzero(self.open))

    def scores(self, of_open: Scores) -> Scores:
        """Scores of all questions from those of the open ones: the others are right and score 100."""
        scores = np.full(len(self.open), 100.0)
        scores[self.open] = of_open
        return scores

    def sizes(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Per question, the sizes of the intersection, of the predicted and of the reference set."""
        common = np.intersect1d(self.predicted, self.expected, assume_unique=True)
        sizes = [np.bincount(keys >> 32, minlength=self.n) for keys in (common, self.predicted, self.expected)]
        return sizes[0], sizes[1], sizes[2]

    def renamed(self, form: Callable[[str], str]) -> AnswerSets:
        """The same sets with their answers in another form, in which some may become equal."""
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
        form: gives the form in which two answers are compared; called once for each distinct one. ``""`` stays ``""``.

    Raises:
        TypeError, ValueError: as :func:`check_answers`.
    """
    check_answers(predictions, references)
    as_written = map(operator.eq, _rows(predictions, separator), _rows(references, separator))
    opened = ~np.fromiter(as_written, np.bool_, len(references))
    code_of: defaultdict[str, int] = defaultdict(count().__next__)
    code_of[""]  # ensures that "no answer" has a code
    predicted, expected = (_keys(list(compress(c, opened)), separator, code_of) for c in (predictions, references))
    sets = AnswerSets(opened, list(code_of), predicted, expected).renamed(form)
    nothing, n = sets.texts.index(""), sets.n

    def with_nothing_alone(keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Drops empty answers, except that one stays where there is no other."""
        kept = keys[keys & 0xFFFFFFFF != nothing]
        silent = np.flatnonzero(np.bincount(kept >> 32, minlength=n) == 0)
        return np.sort(np.concatenate([kept, (silent << 32) + nothing])) if len(silent) else kept

    return sets._replace(predicted=with_nothing_alone(sets.predicted), expected=with_nothing_alone(sets.expected))


def _rows(column: Sequence[Answers], separator: str) -> Iterable[Sequence[str]]:
    """Lists as they are; joined strings split one at a time, which spares the garbage collector."""
    joined = isinstance(next(iter(column), None), str)
    return (row.split(separator) for row in column) if joined else column  # type: ignore[union-attr]  # all are strings


def _keys(column: Sequence[Answers], separator: str, code_of: defaultdict[str, int]) -> NDArray[np.int64]:
    """The keys of the answers as written, neither sorted nor distinct. Every new answer gets the next code."""
    flat = list(chain.from_iterable(_rows(column, separator)))
    sizes = np.fromiter(map(len, _rows(column, separator)), np.int64, len(column))
    codes = np.fromiter(map(code_of.__getitem__, flat), np.int64, len(flat))
    return (np.repeat(np.arange(len(column)), sizes) << 32) + codes


def sorted_distinct(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """``np.unique`` by sorting: keys come nearly sorted, where that is many times faster than hashing."""
    keys = np.sort(keys)
    first: NDArray[np.bool_] = np.diff(keys, prepend=-1) != 0
    return keys[first]
