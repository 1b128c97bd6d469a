"""The answer metric released with Complex-TR, one question at a time, faults included.

``as_published=True`` of set accuracy, answer F1 and token F1 computes it, to check printed tables. Its faults:

- The predicted string is split at the first of ``" $and "``, ``"$and"``, ``"and"``, ``","`` that occurs anywhere in it,
  so a name such as "Switzerland" or "Portland, Oregon" is cut in pieces and cannot be right.
- The parts of a split at a comma are neither stripped nor lower-cased, while the reference answers are both.
- Answer F1 counts true and false positives over the list of parts, so a repeated answer counts each time.
- Exact match and token F1 look at the first part only, so they depend on the order of the predicted answers.
- Reference answers that SQuAD normalisation leaves empty (such as "The") are dropped. A question whose answers are all
  dropped counts as unanswerable: the empty string is its right answer. An empty prediction then has 100 in all scores,
  as by our rule. A lone "and", whose two parts are empty, has them too; "and Tesla" has F1 and exact match.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from temporal_qa.scoring.answer_columns import Scores, check_answers
from temporal_qa.scoring.normalize import Answers, Normalization, squad_normalize
from temporal_qa.timeline import ANSWER_SEPARATOR

_NAMES = ("set_accuracy", "answer_f1", "answer_precision", "answer_recall", "exact_match", "token_f1")


def reference_answer_scores(
    predictions: Sequence[Answers], references: Sequence[Answers], separator: str, normalization: Normalization
) -> dict[str, Scores]:
    """All scores of each question, 0 to 100, by the names of ours.

    The metric reads a string of joined answers and a list of right answers.

    Raises:
        TypeError, ValueError: as :func:`~temporal_qa.scoring.set_accuracy.set_accuracy`, and for another separator or
            normalisation.
    """
    check_answers(predictions, references)
    if separator != ANSWER_SEPARATOR:
        raise ValueError("as_published splits at the separators of the released metric; leave separator alone")
    if normalization != "names":
        raise ValueError("as_published compares names as the released metric does; leave normalization alone")
    rows = []
    for predicted, expected in zip(predictions, references, strict=True):
        parts = reference_parts(predicted if isinstance(predicted, str) else ANSWER_SEPARATOR.join(predicted))
        answers = expected.split(ANSWER_SEPARATOR) if isinstance(expected, str) else expected
        right = [answer.lower().strip() for answer in answers if squad_normalize(answer)] or [""]
        shares = set(parts) == set(right), *_answer_f1(parts, right)
        rows.append([*(100.0 * share for share in shares), *squad_scores(parts[0], right)])
    return dict(zip(_NAMES, np.array(rows).T, strict=True))


def reference_parts(prediction: str) -> list[str]:
    """The answers that the released metric sees in a predicted string.

    >>> reference_parts("Switzerland")
    ['switzerl', '']
    """
    for separator in (" $and ", "$and", "and"):
        if separator in prediction:
            return [part.lower().strip() for part in prediction.split(separator)]
    return prediction.split(",") if "," in prediction else [prediction.lower().strip()]


def _answer_f1(parts: Sequence[str], right: Sequence[str]) -> tuple[float, float, float]:
    """F1, precision and recall over the list of parts, 0 to 1."""
    true_positives = sum(part in right for part in parts)
    false_negatives = sum(answer not in parts for answer in right)
    return _f1_of_counts(true_positives, len(parts), true_positives + false_negatives)


def squad_scores(prediction: str, targets: Sequence[str]) -> tuple[float, float]:
    """Exact match and token F1, 0 to 100, each the maximum over the targets; no target is the target ``""``.

    >>> squad_scores("The.", []), squad_scores("Reds FC", ["Blues", "the Reds"])
    ((100.0, 100.0), (0.0, 66.66666666666666))
    """
    predicted = squad_normalize(prediction)
    expected = [squad_normalize(target) for target in targets] or [""]
    if predicted in expected:  # both may be empty
        return 100.0, 100.0
    return 0.0, max(100.0 * bag_overlap(predicted.split(), target.split())[0] for target in expected)


def bag_overlap(found: Sequence[str], expected: Sequence[str]) -> tuple[float, float, float]:
    """F1, precision and recall of two bags, 0 to 1."""
    return _f1_of_counts((Counter(found) & Counter(expected)).total(), len(found), len(expected))


def _f1_of_counts(common: int, found: int, expected: int) -> tuple[float, float, float]:
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / found, common / expected
    return 2 * precision * recall / (precision + recall), precision, recall
