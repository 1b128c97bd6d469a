"""The answer metric released with Complex-TR, one question at a time, faults included.

It exists so that a published table can be checked; ``as_published=True`` in :mod:`temporal_qa.scoring.answer_sets`
leads here. What it does, and what is wrong with it:

- The predicted string is split at the first of ``" $and "``, ``"$and"``, ``"and"``, ``","`` that occurs anywhere in it,
  so a name such as "Switzerland" or "Portland, Oregon" is cut in pieces and cannot be right.
- The parts of a split at a comma are neither stripped nor lower-cased, while the reference answers are both.
- Answer F1 counts true and false positives over the list of parts, so a repeated answer counts each time.
- Exact match and token F1 look at the first part only, so they depend on the order of the predicted answers.
- Reference answers without a word under SQuAD normalisation (such as "The") are dropped. A question left without any
  counts as unanswerable: the empty string is its right answer.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

_ARTICLE_WORDS = frozenset({"a", "an", "the"})
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_normalize(text: str) -> str:
    """SQuAD normalisation: lower case, no ASCII punctuation, no English articles, white space folded.

    >>> squad_normalize("The  U.S. Senate")
    'us senate'
    """
    text = text.lower()
    if not text.replace(" ", "").isalnum():  # most names are letters and spaces; punctuation also bounds words
        text = _ARTICLES.sub(" ", text.translate(_NO_PUNCTUATION))
    return " ".join([word for word in text.split() if word not in _ARTICLE_WORDS])


def reference_parts(prediction: str) -> list[str]:
    """The answers that the released metric sees in a predicted string.

    >>> reference_parts("Switzerland")
    ['switzerl', '']
    """
    for separator in (" $and ", "$and", "and"):
        if separator in prediction:
            return [part.lower().strip() for part in prediction.split(separator)]
    if "," in prediction:
        return prediction.split(",")
    return [prediction.lower().strip()]


def reference_answers(answers: Sequence[str]) -> list[str]:
    """The reference answers that the released metric compares with."""
    return [answer.lower().strip() for answer in answers if squad_normalize(answer)] or [""]


def reference_set_accuracy(prediction: str, answers: Sequence[str]) -> float:
    """100 when the set of parts equals the set of references, else 0."""
    return 100.0 * (set(reference_parts(prediction)) == set(reference_answers(answers)))


def reference_answer_f1(prediction: str, answers: Sequence[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 over the list of parts, 0 to 100."""
    parts, references = reference_parts(prediction), reference_answers(answers)
    true_positives = sum(part in references for part in parts)
    false_negatives = sum(reference not in parts for reference in references)
    if not true_positives:
        return 0.0, 0.0, 0.0
    precision = true_positives / len(parts)
    recall = true_positives / (true_positives + false_negatives)
    return 100.0 * precision, 100.0 * recall, 100.0 * (2 * precision * recall / (precision + recall))


def reference_token_f1(prediction: str, answers: Sequence[str]) -> tuple[float, float]:
    """Exact match and token F1 of the first part with its best reference, 0 to 100."""
    first = squad_normalize(reference_parts(prediction)[0])
    references = [squad_normalize(reference) for reference in reference_answers(answers)]
    return 100.0 * (first in references), max(100.0 * _squad_f1(first, reference) for reference in references)


def _squad_f1(prediction: str, reference: str) -> float:
    predicted, expected = prediction.split(), reference.split()
    if not predicted or not expected:
        return float(predicted == expected)
    common = (Counter(predicted) & Counter(expected)).total()
    if not common:
        return 0.0
    precision, recall = common / len(predicted), common / len(expected)
    return 2 * precision * recall / (precision + recall)
