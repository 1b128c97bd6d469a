"""Set accuracy, answer F1 and token F1 of predicted answer sets: one value a question, 0 to 100.

Complex-TR (Tan, Ng and Bing, 2024, section 4.2) scores questions that have several right answers by set accuracy and
answer F1, beside the exact match and token F1 of earlier work. Here all four see *sets*: neither the order of the
answers nor a repetition ever changes a score. ``as_published=True`` computes what the released metric computes instead,
which differs (see :mod:`temporal_qa.scoring.reference.answer_sets`).

Predictions and references hold one entry a question: a list of answers, or one string of answers joined by
``separator``. A column holds the one or the other throughout.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from temporal_qa.scoring.answer_columns import (
    Answers,
    AnswerSets,
    answer_sets,
    check_answers,
    split_answers,
)
from temporal_qa.scoring.reference.answer_sets import (
    reference_answer_f1,
    reference_set_accuracy,
    reference_token_f1,
    squad_normalize,
)
from temporal_qa.scoring.token_overlap import best_token_f1
from temporal_qa.timeline.facts import ANSWER_SEPARATOR

__all__ = [
    "ANSWER_SEPARATOR",
    "AnswerF1",
    "AnswerScores",
    "TokenF1",
    "answer_f1",
    "answer_scores",
    "check_answers",
    "normalize_answer",
    "set_accuracy",
    "split_answers",
    "token_f1",
]

Scores: TypeAlias = NDArray[np.float64]


class AnswerF1(NamedTuple):
    """Answer-level scores, one value a question."""

    precision: Scores
    recall: Scores
    f1: Scores


class TokenF1(NamedTuple):
    """SQuAD scores, one value a question."""

    exact_match: Scores
    f1: Scores


class AnswerScores(NamedTuple):
    """All scores of predicted answer sets."""

    set_accuracy: Scores
    answer_f1: AnswerF1
    token_f1: TokenF1


def normalize_answer(text: str) -> str:
    """The form in which two answers are compared: NFKC, lower case, white space folded and stripped.

    >>> normalize_answer("  Université\\u00a0de  GENÈVE ")
    'université de genève'
    """
    if not text.isascii():  # NFKC leaves ASCII as it is
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.lower().split())


def set_accuracy(
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    separator: str = ANSWER_SEPARATOR,
    as_published: bool = False,
) -> Scores:
    r"""Whether the set of predicted answers equals the set of reference answers, per question.

    .. math:: \text{SetAcc}(P, R) = 100 \cdot [P = R]

    P and R are sets of answers after :func:`normalize_answer`; answers that are empty after it are dropped.
    Range 0 to 100, higher is better. An empty prediction scores 0.

    Args:
        predictions: one list of answers, or one joined string, a question.
        references: the right answers, likewise; at least one a question.
        separator: what joins the answers of a string. Lists are never split.
        as_published: reproduce the metric released with Complex-TR, faults included. A list is joined first, since
            that metric reads strings; its separators are built in, so ``separator`` must be left alone.

    Raises:
        TypeError: a column that is no list, or that holds anything but lists of strings or, throughout, strings.
        ValueError: no questions, unequal lengths, or a question without a reference answer.

    >>> set_accuracy(["SpaceX $and Tesla", "Tesla"], [["Tesla", "SpaceX"], ["Tesla", "SpaceX"]])
    array([100.,   0.])
    >>> set_accuracy(["Switzerland"], [["Switzerland"]])
    array([100.])
    >>> set_accuracy(["Switzerland"], [["Switzerland"]], as_published=True)
    array([0.])
    """
    if as_published:
        pairs = _reference_pairs(predictions, references, separator)
        return np.array([reference_set_accuracy(*pair) for pair in pairs])
    return _set_accuracy(answer_sets(predictions, references, separator, normalize_answer))


def answer_f1(
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    separator: str = ANSWER_SEPARATOR,
    as_published: bool = False,
) -> AnswerF1:
    r"""Precision, recall and F1 of the predicted answers, per question; their means are the macro averages.

    .. math:: \text{F1}(P, R) = 100 \cdot \frac{2 |P \cap R|}{|P| + |R|}

    P and R are the sets of :func:`set_accuracy`; arguments and errors are the same. Range 0 to 100, higher is better.
    F1 is 100 exactly where set accuracy is. An empty prediction scores 0 in all three (its precision would be 0/0).

    >>> answer_f1([["Tesla", "Boeing"]], [["Tesla", "SpaceX", "X Corp."]]).f1
    array([40.])
    """
    if as_published:
        pairs = _reference_pairs(predictions, references, separator)
        return AnswerF1(*np.array([reference_answer_f1(*pair) for pair in pairs]).T)
    return _answer_f1(answer_sets(predictions, references, separator, normalize_answer))


def token_f1(
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    separator: str = ANSWER_SEPARATOR,
    as_published: bool = False,
) -> TokenF1:
    r"""SQuAD exact match and token F1, per question: the best over all pairs of a predicted and a reference answer.

    .. math:: \text{F1}(P, R) = 100 \cdot \max_{p \in P,\, r \in R} \frac{2 |p \cap r|}{|p| + |r|}

    p and r are the multisets of an answer's tokens after SQuAD normalisation (lower case, no punctuation, no articles)
    of the answers of :func:`set_accuracy`; arguments and errors are the same. An answer that SQuAD normalisation
    leaves empty ("The The") keeps its articles and punctuation. Range 0 to 100; an empty prediction scores 0.

    Earlier work predicts one answer and takes the maximum over the references. For several predicted answers, taking
    the maximum over them too is the one extension that does not depend on their order and keeps exact match an upper
    bound of set accuracy and answer F1, as the paper states it. It forgives wrong and missing answers alike: that is
    why the paper replaces it, and why these two numbers are for comparison with older work only.

    >>> token_f1([["Boeing", "the Tesla Motors"]], [["Tesla", "SpaceX"]])
    TokenF1(exact_match=array([0.]), f1=array([66.66666667]))
    """
    if as_published:
        pairs = _reference_pairs(predictions, references, separator)
        return TokenF1(*np.array([reference_token_f1(*pair) for pair in pairs]).T)
    return _token_f1(answer_sets(predictions, references, separator, normalize_answer))


def answer_scores(
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    separator: str = ANSWER_SEPARATOR,
    as_published: bool = False,
) -> AnswerScores:
    """Set accuracy, answer F1 and token F1 together, in less time than one after the other.

    >>> scores = answer_scores(["Tesla $and Boeing"], [["Tesla", "SpaceX"]])
    >>> scores.set_accuracy, scores.answer_f1.f1, scores.token_f1.exact_match
    (array([0.]), array([50.]), array([100.]))
    """
    if as_published:
        return AnswerScores(
            set_accuracy(predictions, references, separator=separator, as_published=True),
            answer_f1(predictions, references, separator=separator, as_published=True),
            token_f1(predictions, references, separator=separator, as_published=True),
        )
    sets = answer_sets(predictions, references, separator, normalize_answer)
    return AnswerScores(_set_accuracy(sets), _answer_f1(sets), _token_f1(sets))


def _set_accuracy(sets: AnswerSets) -> Scores:
    common, predicted, expected = sets.sizes()
    return sets.scores(np.where((common == predicted) & (common == expected), 100.0, 0.0))


def _answer_f1(sets: AnswerSets) -> AnswerF1:
    common, predicted, expected = sets.sizes()
    return AnswerF1(
        precision=sets.scores(100.0 * common / np.maximum(predicted, 1)),
        recall=sets.scores(100.0 * common / expected),
        f1=sets.scores(200.0 * common / (predicted + expected)),
    )


def _token_f1(sets: AnswerSets) -> TokenF1:
    sets = sets.renamed(lambda answer: squad_normalize(answer) or answer)
    matched = sets.sizes()[0] > 0
    exact_match = np.where(matched, 100.0, 0.0)
    f1 = np.maximum(exact_match, best_token_f1(sets, ~matched))
    return TokenF1(sets.scores(exact_match), sets.scores(f1))


def _reference_pairs(
    predictions: Sequence[Answers], references: Sequence[Answers], separator: str
) -> list[tuple[str, list[str]]]:
    check_answers(predictions, references)
    if separator != ANSWER_SEPARATOR:
        raise ValueError("as_published splits at the separators of the released metric; leave separator alone")
    texts = [answers if isinstance(answers, str) else ANSWER_SEPARATOR.join(answers) for answers in predictions]
    return list(zip(texts, [split_answers(answers) for answers in references], strict=True))
