r"""SQuAD exact match and token F1: the best pair of a predicted and a right answer of a question.

.. math:: \text{F1}(P, R) = 100 \cdot \max_{p \in P,\, r \in R} \frac{2 |p \cap r|}{|p| + |r|}

p and r are the multisets of an answer's tokens after :func:`~.normalize.squad_normalize`; an answer that this leaves
empty ("The The") keeps its articles and punctuation. This is SQuAD's own normalisation after NFKC, so that the numbers
can be compared with earlier work. Exact match is 100 where some p and r are equal, and token F1 with it. They are so,
too, where two answers are one name by the normalisation of the other scores; this adds only Unicode punctuation and
dashes ("Saint-Denis", "Saint Denis"). Range 0 to 100, higher is better.

Earlier work predicts one answer and takes the maximum over the references. For several predicted answers, the maximum
over them too is the one extension that does not depend on their order and keeps exact match an upper bound of set
accuracy and answer F1, as Complex-TR states it. It forgives both wrong and missing answers. The
paper replaces it for that reason, and these two numbers are only for comparison with older work.

Defined for all questions. If no answer is right, both are 100 if nothing is answered, else 0 (as in SQuAD 2.0); if an
answer is right, answering nothing scores 0.

Source: Rajpurkar, Zhang, Lopyrev and Liang (2016), SQuAD, section 6.1; Tan, Ng and Bing (2024), Complex-TR, section
4.2.
"""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from temporal_qa.scoring.answer_columns import AnswerSets, Keys, Scores, new_codes, ranges
from temporal_qa.scoring.normalize import Answers, Normalization
from temporal_qa.scoring.set_accuracy import scores_of_answers
from temporal_qa.timeline import ANSWER_SEPARATOR

_MAX_TOKENS_AT_ONCE = 1 << 22  # bounds memory when predictions are long texts
_Integers = NDArray[np.int64]


def token_f1(
    predictions: Sequence[Answers], references: Sequence[Answers], *, separator: str = ANSWER_SEPARATOR,
    normalization: Normalization = "names", as_published: bool = False,
) -> dict[str, Scores]:  # fmt: skip
    """Exact match and token F1 of each question by name, 0 to 100; see the module for the formula.

    Arguments and errors are those of :func:`~.set_accuracy.set_accuracy`.

    >>> token_f1([["Boeing", "the Tesla Motors"]], [["Tesla", "SpaceX"]])
    {'exact_match': array([0.]), 'token_f1': array([66.66666667])}
    >>> token_f1([[], ["Tesla"]], [[], []])["token_f1"]  # no answer is right
    array([100.,   0.])
    """
    of_each = predictions, references, separator, normalization, as_published
    return scores_of_answers(["exact_match", "token_f1"], token_f1_of, *of_each)


def token_f1_of(sets: AnswerSets) -> dict[str, Scores]:
    """The same from sets that are made already."""
    code_of = new_codes()
    keys = sets.plain.renamed(np.fromiter(map(code_of.__getitem__, sets.squad), np.int64, len(sets.squad)))
    by_name, _, _ = sets.sizes
    matched = (keys.sizes(len(by_name))[0] > 0) | (by_name > 0)
    exact_match = np.where(matched, 100.0, 0.0)
    f1 = np.maximum(exact_match, _best_token_f1(keys, list(code_of), ~matched))
    return {"exact_match": sets.scores(exact_match), "token_f1": sets.scores(f1)}


def _best_token_f1(keys: Keys, texts: list[str], questions: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The best token F1 (0 to 100) of any predicted with any reference answer of ``questions``; 0 for the others.

    Texts have single spaces. Tokens are multisets: a token counts as often as both answers have it.
    """
    lengths = np.fromiter((text.count(" ") + bool(text) for text in texts), np.int64, len(texts))
    bag_starts, tokens, times = _bags(texts, lengths)
    question, predicted, expected = _pairs(keys, questions, lengths)
    best = np.zeros(len(questions))
    blocks = int((lengths[predicted] + lengths[expected]).sum()) // _MAX_TOKENS_AT_ONCE + 1
    for pairs in np.array_split(np.arange(len(question)), blocks):
        sides = []
        for answers in (predicted[pairs], expected[pairs]):
            sizes = bag_starts[answers + 1] - bag_starts[answers]
            place = ranges(bag_starts[answers], sizes)
            sides.append(((np.repeat(np.arange(len(pairs)), sizes) << 32) + tokens[place], times[place]))
        (left, left_times), (right, right_times) = sides
        i = np.minimum(np.searchsorted(left, right), len(left) - 1)  # both ascend
        hit = left[i] == right
        shared = np.bincount(right[hit] >> 32, np.minimum(left_times[i[hit]], right_times[hit]), minlength=len(pairs))
        f1 = 200.0 * shared / (lengths[predicted[pairs]] + lengths[expected[pairs]])
        np.maximum.at(best, question[pairs], f1)
    return best


def _bags(texts: list[str], lengths: _Integers) -> tuple[_Integers, _Integers, _Integers]:
    """Where the distinct tokens of each text start (and a last entry for the end), the tokens, and their counts."""
    tokens = np.fromiter(map(new_codes().__getitem__, chain.from_iterable(map(str.split, texts))), np.int64)
    keys = np.sort((np.repeat(np.arange(len(texts)), lengths) << 32) + tokens)
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    starts = np.searchsorted(keys[first], np.arange(len(texts) + 1) << 32)
    return starts, keys[first] & 0xFFFFFFFF, np.diff(first, append=len(keys))


def _pairs(sets: Keys, questions: NDArray[np.bool_], lengths: _Integers) -> tuple[_Integers, _Integers, _Integers]:
    """All pairs of a predicted answer (not "no answer") and a reference answer: question, code, code."""
    keys = sets.predicted[questions[sets.predicted >> 32] & (lengths[sets.predicted & 0xFFFFFFFF] > 0)]
    starts = np.searchsorted(sets.expected, np.arange(len(questions) + 1) << 32)
    partners = np.diff(starts)[keys >> 32]
    expected = sets.expected[ranges(starts[keys >> 32], partners)]
    return expected >> 32, np.repeat(keys & 0xFFFFFFFF, partners), expected & 0xFFFFFFFF
