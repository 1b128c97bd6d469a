r"""Set accuracy: whether the predicted answers of a question are exactly the right ones.

.. math:: \text{SetAcc}(P, R) = 100 \cdot [P = R]

P and R are the sets of predicted and of right answers after :func:`~.normalize.normalize_answer`. Different right
answers never fall together: a question where they would ("Times", "The Times") is compared after
:func:`~.normalize.normalize_plain`. Predicted answers that fall together count once. Range 0 to 100, higher is better;
the score of many questions is the mean. Neither the order of the answers nor a repetition matters.

Defined for all questions. If no answer is right (R is empty), the score is 100 if nothing is answered, else 0; if an
answer is right, answering nothing scores 0.

Source: Tan, Ng and Bing (2024), "Towards Robust Temporal Reasoning of Large Language Models via a Multi-Hop QA Dataset
and Pseudo-Instruction Tuning" (Complex-TR), section 4.2. The metric that its authors released computes something else,
see :mod:`~.reference.answer_sets`.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from temporal_qa.scoring.answer_columns import AnswerSets, Scores, answer_sets
from temporal_qa.scoring.normalize import Answers, Normalization
from temporal_qa.scoring.reference.answer_sets import reference_answer_scores
from temporal_qa.timeline import ANSWER_SEPARATOR


def set_accuracy(
    predictions: Sequence[Answers], references: Sequence[Answers], *, separator: str = ANSWER_SEPARATOR,
    normalization: Normalization = "names", as_published: bool = False,
) -> Scores:  # fmt: skip
    """Set accuracy of each question, 0 or 100; see the module for the formula.

    Args:
        predictions: for each question a list of answers, or one string that joins them.
        references: the right answers, likewise; an empty entry says that no answer is right.
        separator: what joins the answers of a string. Lists are never split.
        normalization: ``names``: case, punctuation, articles and white space do not count; ``plain``: punctuation and
            articles do.
        as_published: reproduce the metric released with Complex-TR, faults included. It reads strings: lists are joined
            first, and has its own separators and normalisation, so that these two must keep their defaults.

    Raises:
        TypeError: a column that is not a list, or that holds anything but lists of strings or, throughout, strings.
        ValueError: no questions, unequal lengths, another ``normalization``, or either with ``as_published``.

    >>> set_accuracy(["SpaceX $and Tesla", "Tesla"], [["Tesla", "SpaceX"], ["Tesla", "SpaceX"]])
    array([100.,   0.])
    >>> set_accuracy([[], ["Tesla"], []], [[], [], ["Tesla"]])  # unanswerable, unanswerable, answerable
    array([100.,   0.,   0.])
    >>> set_accuracy(["the Tesla."], [["Tesla"]]), set_accuracy(["the Tesla."], [["Tesla"]], normalization="plain")
    (array([100.]), array([0.]))
    >>> set_accuracy(["Switzerland"], [["Switzerland"]])
    array([100.])
    >>> set_accuracy(["Switzerland"], [["Switzerland"]], as_published=True)
    array([0.])
    """
    of_each = predictions, references, separator, normalization, as_published
    return scores_of_answers(["set_accuracy"], set_accuracy_of, *of_each)["set_accuracy"]


def set_accuracy_of(sets: AnswerSets) -> dict[str, Scores]:
    """The same by name, from sets that are made already."""
    common, predicted, expected = sets.sizes
    return {"set_accuracy": sets.scores(np.where((common == predicted) & (common == expected), 100.0, 0.0))}


def scores_of_answers(
    names: Iterable[str], ours: Callable[[AnswerSets], dict[str, Scores]], predictions: Sequence[Answers],
    references: Sequence[Answers], separator: str, normalization: Normalization, as_published: bool,
) -> dict[str, Scores]:  # fmt: skip
    """The scores of these names, as ``ours`` computes them from sets of answers or, as published, the released metric.

    Other arguments and errors are those of :func:`set_accuracy`.
    """
    if as_published:
        scores = reference_answer_scores(predictions, references, separator, normalization)
    else:
        scores = ours(answer_sets(predictions, references, separator, normalization))
    return {name: scores[name] for name in names}
