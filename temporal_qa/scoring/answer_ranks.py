"""The ranks of right answers among candidates: given as such, by ranked lists, or by scores.

A rank is 1 plus the number of candidates that stand before the answer, or that score at least as high: ties count
against it. Other right answers do not count as candidates (the filtered rank of Bordes et al., NeurIPS 2013).
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from temporal_qa.scoring.lengths import check_lengths

Ranks = NDArray[np.float64]
Several = Literal["each", "any"]


class AnswerRanks(NamedTuple):
    """The ranks of all right answers of all questions.

    Attributes:
        ranks: (answers,) from 1; infinite for an answer that is not among the candidates.
        question: (answers,) the place of the question of each.
    """

    ranks: Ranks
    question: NDArray[np.int64]


def checked_ranks(ranks: ArrayLike) -> Ranks:
    """Ranks as an array. Raises ``ValueError`` for what is not a number from 1; infinite is not ranked."""
    array = np.asarray(ranks, dtype=np.float64).reshape(-1)
    if np.any(wrong := ~(array >= 1)):
        place = int(np.argmax(wrong))
        raise ValueError(f"ranks[{place}]: found {array[place]:g}, expected a number from 1")
    return array


def answer_ranks(
    predictions: Sequence[Any], references: Sequence[Any] | None = None, known: Sequence[Any] | None = None
) -> AnswerRanks:
    """The filtered ranks of right answers.

    Args:
        predictions: for each question a rank (a number from 1, or None for an answer that is not ranked); the
            candidates, the best first; a mapping of candidates to scores; or the scores of the candidates 0, 1, 2, ...
            as a list with decimals. Higher scores are better.
        references: for each question the right answer, or a list of several; None for those with a rank.
        known: for each question other answers that are right and not asked for.

    Raises:
        TypeError, ValueError: an entry of another form, with its place and what was expected.

    >>> answer_ranks([["Lyon", "Paris", "Nice"], {"a": 0.5, "b": 0.5}, 3], ["Nice", ["a"], None], [["Paris"], [], []])
    AnswerRanks(ranks=array([2., 2., 3.]), question=array([0, 1, 2]))
    """
    check_lengths("questions", predictions=predictions, known=known, references=references)
    references = [None] * len(predictions) if references is None else references
    known = [()] * len(predictions) if known is None else known
    ranks: list[float] = []
    question: list[int] = []
    for place, row in enumerate(zip(predictions, references, known, strict=True)):
        prediction, right, others = (each.tolist() if isinstance(each, np.ndarray) else each for each in row)
        try:
            found = _ranks_of(prediction, right, _answers(others))
        except (TypeError, ValueError) as error:
            raise type(error)(f"item {place}: {error}") from None
        except OverflowError:
            raise ValueError(f"item {place}: a number of more than 300 digits") from None
        ranks += found
        question += [place] * len(found)
    return AnswerRanks(np.array(ranks), np.array(question))


def by_question(values: NDArray[np.float64], question: NDArray[np.int64], several: Several) -> NDArray[np.float64]:
    """The value of each question: the mean over its answers (``each``), or that of its best answer (``any``)."""
    if several not in ("each", "any"):
        raise ValueError(f"several: found {several!r}, expected 'each' or 'any'")
    starts = np.flatnonzero(np.diff(question, prepend=-1))
    if several == "any":
        return np.maximum.reduceat(values, starts)
    return np.add.reduceat(values, starts) / np.diff(starts, append=len(values))


def _ranks_of(prediction: Any, right: Any, others: list[Hashable]) -> list[float]:
    if prediction is None or (isinstance(prediction, Real) and not isinstance(prediction, bool)):
        if right is not None:
            raise TypeError("a rank needs no reference; expected candidates, the best first, or None as the reference")
        return [math.inf if prediction is None else float(checked_ranks([float(prediction)])[0])]
    if not (answers := list(dict.fromkeys(_answers(right)))):
        raise ValueError("no right answer, expected one or a list of some")
    left_out = {*answers, *others}
    if isinstance(prediction, Mapping):
        return _ranks_by_score(dict(prediction), answers, left_out)
    if not isinstance(prediction, Sequence) or isinstance(prediction, str | bytes):
        raise TypeError(f"expected a rank, candidates or scores, found {prediction!r:.80}")
    if any(isinstance(score, Real) and not isinstance(score, Integral) for score in prediction):
        return _ranks_by_score(dict(enumerate(prediction)), answers, left_out)
    falling = {candidate: -number for number, candidate in enumerate(_answers(list(prediction)))}
    if len(falling) < len(prediction):
        twice = next(candidate for number, candidate in enumerate(prediction) if falling[candidate] != -number)
        raise ValueError(f"the candidate {twice!r:.80} stands there twice, expected each once")
    return _ranks_by_score(falling, answers, left_out)


def _ranks_by_score(scores: dict[Any, Any], answers: list[Hashable], left_out: set[Hashable]) -> list[float]:
    for candidate, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, Real) or math.isnan(score):
            raise TypeError(f"the score of {candidate!r:.80} is {score!r:.80}, expected a number")
    wrong = np.sort([float(score) for candidate, score in scores.items() if candidate not in left_out])
    return [
        1.0 + len(wrong) - int(np.searchsorted(wrong, scores[answer])) if answer in scores else math.inf
        for answer in answers
    ]


def _answers(value: Any) -> list[Hashable]:
    """One answer or a list of some, each a text or a whole number."""
    if value is None:
        return []
    listed = [value] if isinstance(value, str | Integral) else value
    if not isinstance(listed, Sequence | set | frozenset):
        raise TypeError(f"expected a text, a whole number, or a list of such, found {value!r:.80}")
    for each in listed:
        if isinstance(each, bool) or not isinstance(each, str | Integral):
            raise TypeError(f"expected a text or a whole number, found {each!r:.80}")
    return [each if isinstance(each, str) else int(each) for each in listed]
