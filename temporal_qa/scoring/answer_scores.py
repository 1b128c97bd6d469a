"""All four scores of answers in words together: set accuracy, answer F1, exact match and token F1."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from temporal_qa.scoring.answer_columns import AnswerSets, Scores
from temporal_qa.scoring.answer_f1 import answer_f1_of
from temporal_qa.scoring.normalize import Answers, Normalization, Reading, fall_together, split_answers
from temporal_qa.scoring.set_accuracy import scores_of_answers, set_accuracy_of
from temporal_qa.scoring.token_f1 import token_f1_of
from temporal_qa.timeline import ANSWER_SEPARATOR

SCORES = ("set_accuracy", "answer_f1", "exact_match", "token_f1")
"""The names of the scores in tables and files."""


def answer_scores(
    predictions: Sequence[Answers], references: Sequence[Answers], *, normalization: Normalization = "names",
    as_published: bool = False,
) -> dict[str, Scores]:  # fmt: skip
    """The :data:`SCORES` of each question by name, in less time than one function after the other.

    Arguments and errors are those of :func:`~.set_accuracy.set_accuracy`.

    >>> scores = answer_scores(["Tesla $and Boeing"], [["Tesla", "SpaceX"]])
    >>> scores["set_accuracy"], scores["answer_f1"], scores["exact_match"]
    (array([0.]), array([50.]), array([100.]))
    """

    def of_sets(sets: AnswerSets) -> dict[str, Scores]:
        return set_accuracy_of(sets) | answer_f1_of(sets) | token_f1_of(sets)

    return scores_of_answers(SCORES, of_sets, predictions, references, ANSWER_SEPARATOR, normalization, as_published)


def scores_by_value(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    columns: Sequence[Mapping[str, Any]],
    normalization: Normalization = "names",
) -> dict[str, Scores]:
    """The scores by name; set accuracy and answer F1 compare dates and ages by value, see :mod:`~.reading.values`.

    Args:
        predictions, references, normalization: as of :func:`answer_scores`.
        columns: of each question, ``question``, ``answer_type``, ``answer_value`` (``answer_iso``) and ``unit``.

    >>> scores = scores_by_value([["4 July 2001"]], [["July 4, 2001"]], [{"answer_type": "date"}])
    >>> {name: values.tolist() for name, values in scores.items()}
    {'set_accuracy': [100.0], 'answer_f1': [100.0], 'exact_match': [0.0], 'token_f1': [100.0]}
    """
    scores = answer_scores(predictions, references, normalization=normalization)
    if not any(column.get("answer_type") for column in columns):
        return scores
    from temporal_qa.scoring.reading.values import as_right_answers

    by_value = list(map(as_right_answers, predictions, references, columns))
    if by_value != list(map(list, predictions)):
        of_values = answer_scores(by_value, references, normalization=normalization)
        scores |= {name: of_values[name] for name in ("set_accuracy", "answer_f1")}
    return scores


def score_predictions(
    score: Callable[..., Mapping[str, Scores]],
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    reading: Reading = "chat",
    separator: str = ANSWER_SEPARATOR,
    normalization: Normalization = "names",
    as_published: bool = False,
) -> tuple[Sequence[Answers], dict[str, Scores], dict[str, int]]:
    """Predictions with the texts of chat models read, see :mod:`~.reading.response`, and scored; lists are as they are.

    Returns:
        The answers of each question; its scores by ``score``, 0 where none could be read; and the counts that belong in
        their summary.

    >>> from temporal_qa.scoring.answer_f1 import answer_f1
    >>> responses = ["<think>Boeing?</think> Answer: Tesla", "It is not Tesla.", "Ann and Bob"]
    >>> answers, scores, counts = score_predictions(answer_f1, responses, ["Tesla", "", "Bob $and Ann"])
    >>> answers, scores["answer_f1"], counts["n_unread"]
    ([['Tesla'], [], ['Ann', 'Bob']], array([100.,   0., 100.]), 1)
    """
    right = [split_answers(answers, separator) for answers in references]
    is_read = np.ones(len(predictions))
    if reading == "chat" and not as_published and all(isinstance(text, str) for text in predictions):
        from temporal_qa.scoring.reading.response import parted, read_answers

        read = [read_answers(str(text), separator=separator) for text in predictions]
        predictions = [parted(each.answers, answers, None) for each, answers in zip(read, right, strict=True)]
        is_read = np.array([float(each.reason is None) for each in read])
    scores = score(predictions, references, separator=separator, normalization=normalization, as_published=as_published)
    by_name = normalization == "names" and not as_published
    counts = {
        "n_unanswerable": right.count([]),
        "n_compared_plainly": sum(by_name and fall_together(answers) for answers in right),
        "n_unread": int((is_read == 0).sum()),
    }
    return predictions, {name: values * is_read for name, values in scores.items()}, counts
