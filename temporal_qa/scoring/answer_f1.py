r"""Answer F1: precision, recall and F1 over the answers of a question; means over questions are the macro averages.

.. math:: \text{F1}(P, R) = 100 \cdot \frac{2 |P \cap R|}{|P| + |R|}

P and R are the sets of predicted and of right answers as in :mod:`~.set_accuracy`; precision is
:math:`100 |P \cap R| / |P|` and recall :math:`100 |P \cap R| / |R|`. Range 0 to 100, higher is better. F1 is 100
exactly where set accuracy is.

Defined for all questions. If no answer is right (R is empty), all three are 100 if nothing is answered, else 0; if an
answer is right, answering nothing scores 0 in all three (the precision would be 0/0).

Source: Tan, Ng and Bing (2024), Complex-TR, section 4.2. The metric that its authors released computes something else,
see :mod:`~.reference.answer_sets`.
"""

from collections.abc import Sequence

from temporal_qa.scoring.answer_columns import AnswerSets, Scores
from temporal_qa.scoring.normalize import Answers, Normalization
from temporal_qa.scoring.set_accuracy import scores_of_answers
from temporal_qa.timeline import ANSWER_SEPARATOR

_NAMES = ("answer_f1", "answer_precision", "answer_recall")


def answer_f1(
    predictions: Sequence[Answers], references: Sequence[Answers], *, separator: str = ANSWER_SEPARATOR,
    normalization: Normalization = "names", as_published: bool = False,
) -> dict[str, Scores]:  # fmt: skip
    """F1, precision and recall of each question by name, 0 to 100; see the module for the formula.

    Arguments and errors are those of :func:`~.set_accuracy.set_accuracy`.

    >>> answer_f1([["Tesla", "Boeing"]], [["Tesla", "SpaceX", "X Corp."]])["answer_f1"]
    array([40.])
    >>> answer_f1([[], ["Tesla"]], [[], []])["answer_f1"]  # no answer is right
    array([100.,   0.])
    """
    of_each = predictions, references, separator, normalization, as_published
    return scores_of_answers(_NAMES, answer_f1_of, *of_each)


def answer_f1_of(sets: AnswerSets) -> dict[str, Scores]:
    """The same from sets that are made already."""
    common, predicted, expected = sets.sizes
    of_open = 200.0 * common / (predicted + expected), 100.0 * common / predicted, 100.0 * common / expected
    return dict(zip(_NAMES, map(sets.scores, of_open), strict=True))
