"""Columns of answers, one entry a question: checked, split, and turned into arrays that compare as sets.

An entry of predictions or references is a list of answers, or one string of answers joined by a separator; all entries
of a column have the same form. Order and repetition never count: all scores of answers in words compare sets.

An entry may have no answer (``[]``, ``""``, or only empty answers). A reference without an answer is a label: the
question is unanswerable, and right only if nothing is answered. A question with an answer is wrong if nothing is
answered. "No answer" is therefore an element of its own, the only one of its set.

Questions that are answered word for word are found first. Each distinct answer of the others is normalised once, as
:mod:`~.normalize` says, and gets a number, its code. An answer to a question is then one integer key,
``(question << 32) + code``, and a column of sets is one sorted array of keys.
"""

import operator
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import chain, compress, count
from typing import NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from temporal_qa.scoring.lengths import check_lengths
from temporal_qa.scoring.normalize import Answers, Normalization, answer_forms

Scores: TypeAlias = NDArray[np.float64]
"""One value a question, 0 to 100."""

Sizes: TypeAlias = list[NDArray[np.intp]]
"""Per question, the sizes of the intersection, of the predicted and of the reference set."""


def check_answers(predictions: Sequence[Answers], references: Sequence[Answers]) -> None:
    """Raises unless the scores can take both columns.

    Raises:
        TypeError: a column that is not a list, or that holds anything but lists of strings or, throughout, strings.
        ValueError: no questions, or unequal lengths.
    """
    for name, column in (("predictions", predictions), ("references", references)):
        if isinstance(column, str | bytes | Mapping | Set) or not isinstance(column, Collection):
            raise TypeError(f"{name}: expected a list with one entry a question, found {type(column).__name__}")
        _check_entries(name, column)
    check_lengths("questions", predictions=predictions, references=references)


def _check_entries(name: str, column: Sequence[Answers]) -> None:
    kinds = set(map(type, column))  # one pass in C; the slower loop below only names what is wrong
    if kinds == {str} or (kinds <= {list, tuple} and set(map(type, chain.from_iterable(column))) <= {str}):
        return
    joined = isinstance(next(iter(column)), str)
    like_first = f"{'a joined string' if joined else 'a list of strings'}, like {name}[0]"
    for index, answers in enumerate(column):
        if not isinstance(answers, str if joined else list | tuple):
            expected = like_first if index else "a list of strings or a joined string"
            raise TypeError(f"{name}[{index}]: expected {expected}, found {type(answers).__name__}")
        for place, answer in enumerate(answers):
            if not isinstance(answer, str):
                raise TypeError(f"{name}[{index}][{place}]: expected a string, found {type(answer).__name__}")


def new_codes() -> defaultdict[str, int]:
    """The code of each text: gives every new text the next code, from 0."""
    return defaultdict(count().__next__)


class Keys(NamedTuple):
    """The sets of the predicted and of the right answers of some questions, as keys: distinct, in ascending order."""

    predicted: NDArray[np.int64]
    expected: NDArray[np.int64]

    def sizes(self, n: int) -> Sizes:
        """The sizes of the sets of ``n`` questions."""
        common = np.intersect1d(*self, assume_unique=True)
        return [np.bincount(keys >> 32, minlength=n) for keys in (common, *self)]

    def renamed(self, new_code: NDArray[np.int64]) -> "Keys":
        """The same sets with other codes, of which some may be equal."""
        # Keys come nearly sorted, where sorting is many times faster than the hashing of np.unique.
        renamed = [np.sort((keys >> 32 << 32) + new_code[keys & 0xFFFFFFFF]) for keys in self]
        return Keys(*(keys[np.diff(keys, prepend=-1) != 0] for keys in renamed))


class AnswerSets(NamedTuple):
    """The sets of the open questions, those that are not answered word for word; the others need no comparison.

    Attributes:
        open: marks them among all questions; keys count the open questions from 0.
        sizes: the sizes of the sets of each open question, as names are compared.
        plain: the sets of plain forms. No set is empty: the text ``""`` stands for "no answer".
        squad: the form of each plain code for exact match and token F1.
    """

    open: NDArray[np.bool_]
    sizes: Sizes
    plain: Keys
    squad: list[str]

    def scores(self, of_open: Scores) -> Scores:
        """Scores of all questions from those of the open ones: the others are right and score 100."""
        scores = np.full(len(self.open), 100.0)
        scores[self.open] = of_open
        return scores


def answer_sets(
    predictions: Sequence[Answers], references: Sequence[Answers], separator: str, normalization: Normalization
) -> AnswerSets:
    """The answers of both columns as sets, without empty answers.

    Args:
        predictions, references: one entry a question: a list of answers, or throughout a string of joined ones.
        separator: what joins the answers of a string.
        normalization: how names are compared, see :func:`~.normalize.row_form`; the right answers are told apart.

    Raises:
        TypeError, ValueError: as :func:`check_answers`, and for another normalization.
    """
    if normalization not in get_args(Normalization):
        raise ValueError(f"no normalization {normalization!r}, expected names or plain")
    check_answers(predictions, references)
    as_written = map(operator.eq, _rows(predictions, separator), _rows(references, separator))
    opened = ~np.fromiter(as_written, np.bool_, len(references))
    n = int(np.count_nonzero(opened))
    code_as_written, code_of = new_codes(), new_codes()
    written = Keys(*(_keys(list(compress(c, opened)), separator, code_as_written) for c in (predictions, references)))
    plain_forms, *other_forms = zip(*answer_forms([*code_as_written, ""]), strict=True)
    plain = written.renamed(np.fromiter(map(code_of.__getitem__, plain_forms), np.int64, len(plain_forms)))
    nothing = code_of[""]

    def with_nothing_alone(keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Drops empty answers, except that one stays where there is no other."""
        kept = keys[keys & 0xFFFFFFFF != nothing]
        silent = np.flatnonzero(np.bincount(kept >> 32, minlength=n) == 0)
        return np.sort(np.concatenate([kept, (silent << 32) + nothing])) if len(silent) else kept

    plain = Keys(*map(with_nothing_alone, plain))
    names, squad = (list(dict(zip(plain_forms, of_each, strict=True)).values()) for of_each in other_forms)  # by code
    named = plain if normalization == "plain" else _named(plain, names, n)
    return AnswerSets(opened, named.sizes(n), plain, squad)


def _named(plain: Keys, names: list[str], n: int) -> Keys:
    """The sets by name, except those of a question whose right answers would fall together: they stay as they are.

    A name that is also a plain form has another code; both are never in one question.
    """
    named = plain.renamed(np.fromiter(map(new_codes().__getitem__, names), np.int64, len(names)))
    if len(named.expected) == len(plain.expected):
        return named
    plainly = np.bincount(named.expected >> 32, minlength=n) < np.bincount(plain.expected >> 32, minlength=n)

    def chosen(of_plain: NDArray[np.int64], of_named: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.sort(np.concatenate([of_plain[plainly[of_plain >> 32]], of_named[~plainly[of_named >> 32]]]))

    return Keys(*map(chosen, plain, named))


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


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The ranges ``start, start + 1, ...`` of the given lengths, end to end."""
    ends = np.cumsum(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)
