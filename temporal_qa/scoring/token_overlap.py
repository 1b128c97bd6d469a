"""Token F1 between the predicted and the reference answers of many questions at once."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from temporal_qa.scoring.answer_columns import AnswerSets

_TOKENS_AT_ONCE = 1 << 22  # bounds memory when predictions are long texts
_Integers = NDArray[np.int64]


def best_token_f1(sets: AnswerSets, questions: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Per question, the best token F1 (0 to 100) of a predicted with a reference answer; 0 where not asked for.

    Texts have single spaces. Tokens are multisets: a token counts as often as both answers have it.
    """
    lengths = np.fromiter((text.count(" ") + bool(text) for text in sets.texts), np.int64, len(sets.texts))
    bag_starts, tokens, times = _bags(sets.texts, lengths)
    question, predicted, expected = _pairs(sets, questions)
    best = np.zeros(sets.n)
    blocks = int((lengths[predicted] + lengths[expected]).sum()) // _TOKENS_AT_ONCE + 1
    for pairs in np.array_split(np.arange(len(question)), blocks):
        sides = []
        for answers in (predicted[pairs], expected[pairs]):
            sizes = bag_starts[answers + 1] - bag_starts[answers]
            place = _ranges(bag_starts[answers], sizes)
            sides.append(((np.repeat(np.arange(len(pairs)), sizes) << 32) + tokens[place], times[place]))
        (left, left_times), (right, right_times) = sides
        i = np.minimum(np.searchsorted(left, right), len(left) - 1)  # both ascend
        hit = left[i] == right
        shared = np.bincount(right[hit] >> 32, np.minimum(left_times[i[hit]], right_times[hit]), minlength=len(pairs))
        f1 = 200.0 * shared / (lengths[predicted[pairs]] + lengths[expected[pairs]])
        np.maximum.at(best, question[pairs], f1)
    return best


def _bags(texts: list[str], lengths: _Integers) -> tuple[_Integers, _Integers, _Integers]:
    """Where each text's distinct tokens start (with one start more, the end), the tokens, how often each occurs."""
    code_of: defaultdict[str, int] = defaultdict(count().__next__)
    tokens = np.fromiter(map(code_of.__getitem__, chain.from_iterable(map(str.split, texts))), np.int64)
    keys = np.sort((np.repeat(np.arange(len(texts)), lengths) << 32) + tokens)
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    starts = np.searchsorted(keys[first], np.arange(len(texts) + 1) << 32)
    return starts, keys[first] & 0xFFFFFFFF, np.diff(first, append=len(keys))


def _pairs(sets: AnswerSets, questions: NDArray[np.bool_]) -> tuple[_Integers, _Integers, _Integers]:
    """All pairs of a predicted and a reference answer: question, code, code."""
    keys = sets.predicted[questions[sets.predicted >> 32]]
    starts = np.searchsorted(sets.expected, np.arange(sets.n + 1) << 32)
    partners = np.diff(starts)[keys >> 32]
    expected = sets.expected[_ranges(starts[keys >> 32], partners)]
    return expected >> 32, np.repeat(keys & 0xFFFFFFFF, partners), expected & 0xFFFFFFFF


def _ranges(starts: _Integers, lengths: _Integers) -> _Integers:
    """``start, start + 1, ...`` of each length, end to end."""
    ends = np.cumsum(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)
