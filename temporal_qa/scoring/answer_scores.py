"""All four scores of answers in words together: set accuracy, answer F1, exact match and token F1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from temporal_qa.scoring.answer_columns import Scores, answer_sets, count_compared_plainly
from temporal_qa.scoring.answer_f1 import answer_f1_of
from temporal_qa.scoring.labelled_rows import NamesOfRow, candidate_names
from temporal_qa.scoring.normalize import Answers, Normalization, split_answers
from temporal_qa.scoring.reference.answer_sets import reference_answer_scores
from temporal_qa.scoring.set_accuracy import set_accuracy_of
from temporal_qa.scoring.token_f1 import token_f1_of
from temporal_qa.timeline import ANSWER_SEPARATOR

SCORES = ("set_accuracy", "answer_f1", "exact_match", "token_f1")
"""The names of the scores in tables and files."""


def answer_scores(
    predictions: Sequence[Answers],
    references: Sequence[Answers],
    *,
    normalization: Normalization = "names",
    as_published: bool = False,
) -> dict[str, Scores]:
    """The :data:`SCORES` of each question by name, in less time than one function after the other.

    Arguments and errors are those of :func:`~.set_accuracy.set_accuracy`.

    >>> scores = answer_scores(["Tesla $and Boeing"], [["Tesla", "SpaceX"]])
    >>> scores["set_accuracy"], scores["answer_f1"], scores["exact_match"]
    (array([0.]), array([50.]), array([100.]))
    """
    if as_published:
        scores = reference_answer_scores(predictions, references, ANSWER_SEPARATOR, normalization)
    else:
        sets = answer_sets(predictions, references, ANSWER_SEPARATOR, normalization)
        scores = {"set_accuracy": set_accuracy_of(sets)} | answer_f1_of(sets) | token_f1_of(sets)
    return {name: scores[name] for name in SCORES}


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


def read_predictions(
    predictions: Sequence[Answers], references: Sequence[Answers], separator: str = ANSWER_SEPARATOR
) -> tuple[list[Answers], Scores]:
    """The answers in texts of chat models, see :mod:`~.reading.response`; lists of answers as they are.

    Returns:
        The answers of each question, and a factor for its scores: 0 where none could be read, or else 1.

    >>> responses = ["<think>Boeing?</think> Answer: Tesla", "It is not Tesla.", "Ann and Bob"]
    >>> read_predictions(responses, ["Tesla", "", "Bob $and Ann"])
    ([['Tesla'], [], ['Ann', 'Bob']], array([1., 0., 1.]))
    """
    if not all(isinstance(text, str) for text in predictions):
        return list(predictions), np.ones(len(predictions))
    from temporal_qa.scoring.reading.response import read_answers
    from temporal_qa.scoring.reading.values import parted

    read = [read_answers(str(text), separator=separator) for text in predictions]
    rights = [split_answers(right, separator) for right in references]
    answers: list[Answers] = [parted(each.answers, right, None) for each, right in zip(read, rights, strict=True)]
    return answers, np.array([float(each.reason is None) for each in read])


def read_and_score(
    score: Callable[..., Mapping[str, Scores]], predictions: Sequence[Answers], references: Sequence[Answers], *,
    separator: str = ANSWER_SEPARATOR, normalization: Normalization = "names",
    reading: Literal["chat", "plain"] = "chat", as_published: bool = False,
) -> tuple[list[Answers], dict[str, Scores], dict[str, int]]:  # fmt: skip
    """What the ``evaluate`` module of a metric and its app have in common.

    Args:
        score: the metric, a function with the other arguments of :func:`~.set_accuracy.set_accuracy`.
        predictions, references, separator, normalization, as_published: as of that function.
        reading: how predictions that are strings are read: as of chat models, or plainly. As published they always are.

    Returns:
        The answers that were read, the scores of each question by name, and how many questions are ``n_unanswerable``,
        ``n_compared_plainly`` and ``n_unread``.
    """
    found, is_read = list(predictions), np.ones(len(predictions))
    if reading == "chat" and not as_published:
        found, is_read = read_predictions(predictions, references, separator)
    scores = score(found, references, separator=separator, normalization=normalization, as_published=as_published)
    plainly = 0 if as_published else count_compared_plainly(references, separator, normalization)
    counts = {
        "n_unanswerable": sum(not split_answers(answers, separator) for answers in references),
        "n_compared_plainly": plainly,
        "n_unread": int((is_read == 0).sum()),
    }
    return found, {name: values * is_read for name, values in scores.items()}, counts


def answers_in_text(row: Mapping[str, Any], text: str, candidates: NamesOfRow) -> list[str] | None:
    """The answers of one response, as chat models write; ``None`` where none could be read.

    Arguments are those of :func:`score_answer_text`.
    """
    from temporal_qa.scoring.reading.response import read_answers
    from temporal_qa.scoring.reading.values import parted

    kind = row.get("answer_type")
    answers, _, unread = read_answers(text, candidates(row), answer_type=kind, question=row.get("question"))
    return parted(answers, row["answers"], kind) if unread is None else None


def score_answer_text(
    row: Mapping[str, Any], text: str, *, candidates: NamesOfRow = candidate_names
) -> dict[str, float]:
    """The scores of one response, for harnesses that ask models and average scores in their own way.

    Args:
        row: with ``answers``, a list of strings, empty if no answer is right; and perhaps with columns of
            :func:`~.labelled_rows.candidate_names`, which settle where a line parts into names, ``question``, whose
            time a sentence may say again, or ``answer_type``, by which they are compared by value.
        text: the whole response, read by :mod:`~.reading.response`.
        candidates: as of :func:`~.matching.match_predictions`.

    Returns:
        The four :data:`SCORES`, each 0 to 100. Their means over questions are the numbers of ``temporal-qa score``.

    Raises:
        TypeError: ``answers`` is not a list of strings.

    >>> score_answer_text({"answers": ["Tesla", "SpaceX"]}, "SpaceX $and Boeing")
    {'set_accuracy': 0.0, 'answer_f1': 50.0, 'exact_match': 100.0, 'token_f1': 100.0}
    """
    if not isinstance(row["answers"], list | tuple):
        raise TypeError(f"answers: expected a list of strings, found {row['answers']!r:.80}")
    answers = answers_in_text(row, text, candidates)
    if answers is None:
        return dict.fromkeys(SCORES, 0.0)
    scores = scores_by_value([answers], [row["answers"]], [row])
    return {name: float(values[0]) for name, values in scores.items()}
