"""Batches of questions of about equal length, under a budget of tokens.

A plan is a pure function of the lengths, the seed and the epoch. So every process makes the same plan and takes its own
part of it, and a run that resumes makes the same plan and continues at any step of it.
"""

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

_WINDOW = 500
"""Examples are sorted by length within groups of about this many batches."""

_BUCKET = 1.04
"""Inputs are sorted by buckets of length; each bucket is wider than the last by this factor."""


class Size(NamedTuple):
    """The tokens of each encoder input of an example, and of its target."""

    lengths: tuple[int, ...]
    target: int

    @property
    def longest(self) -> int:
        """The tokens of the longest input."""
        return max(self.lengths)

    @property
    def tokens(self) -> int:
        """All tokens, without padding."""
        return sum(self.lengths) + self.target


def padded_tokens(sizes: Sequence[Size]) -> int:
    """The tokens of a batch with its padding: each input as long as the longest, each target likewise."""
    inputs = sum(len(size.lengths) for size in sizes) * max(size.longest for size in sizes)
    return inputs + len(sizes) * max(size.target for size in sizes)


def first_batch(sizes: Iterable[Size], tokens_per_batch: int) -> int:
    """The number of first examples that fit in a batch by :func:`padded_tokens`; at least 1."""
    count = inputs = longest = target = 0
    for size in sizes:
        inputs, longest, target = inputs + len(size.lengths), max(longest, size.longest), max(target, size.target)
        if count and inputs * longest + (count + 1) * target > tokens_per_batch:
            break
        count += 1
    return count


def plan_batches(
    sizes: Sequence[Size], tokens_per_batch: int, *, multiple: int = 1, seed: int = 0, epoch: int = 0
) -> list[list[int]]:
    """The batches of an epoch, in random order; each example is in exactly one.

    Args:
        sizes: the sizes of the examples.
        tokens_per_batch: the maximum with padding. A longer example is a batch of its own.
        multiple: the number of batches is a multiple of this. The largest batches are halved for it; if all have one
            example, empty ones are added at the end.
        seed, epoch: decide the plan.

    Returns:
        Lists of indices in ``sizes``.
    """
    rng = random.Random(f"{seed}/batches/{epoch}")
    order = rng.sample(range(len(sizes)), len(sizes))
    typical = max(1, tokens_per_batch * len(sizes) // max(1, sum(size.tokens for size in sizes)))
    window, phase = _WINDOW * typical, rng.random()
    batches: list[list[int]] = []
    for start in range(0, len(order), window):
        # The sort is stable: examples of equal length stay in random order.
        left = sorted(order[start : start + window], key=lambda place: _turning_order(sizes[place], phase))
        while left:
            count = first_batch((sizes[place] for place in left), tokens_per_batch)
            batches.append(left[:count])
            left = left[count:]
    while len(batches) % multiple and len(largest := max(batches, key=len)) > 1:
        batches.remove(largest)
        batches += [largest[: len(largest) // 2], largest[len(largest) // 2 :]]
    rng.shuffle(batches)
    return batches + [[]] * (-len(batches) % multiple)


def _turning_order(size: Size, phase: float) -> tuple[int, int]:
    """Sorts by buckets of input length, and within them by target length, up and down in turn, so that targets have
    about the same length where two buckets meet. ``phase``, 0 to 1, moves the borders of the buckets."""
    bucket = math.ceil(math.log(size.longest, _BUCKET) + phase)
    return bucket, size.target if bucket % 2 else -size.target


def padded(rows: Sequence[ArrayLike], filler: int, width: int | None = None) -> NDArray[np.int64]:
    """The rows, of one number or more each, as one array (rows, width), padded on the right.

    >>> padded([[1, 2, 3], [4]], 0).tolist()
    [[1, 2, 3], [4, 0, 0]]
    """
    made = np.full((len(rows), max(map(np.size, rows)) if width is None else width), filler, np.int64)
    for place, row in enumerate(rows):
        made[place, : np.size(row)] = row
    return made


def padding_share(batches: Sequence[Sequence[Size]], inputs_at_once: int | None = None) -> float:
    """The share of padding in the tokens of inputs and targets that a model computes, 0 to 1.

    Args:
        batches: the sizes of the examples of each batch.
        inputs_at_once: how many inputs of a batch are encoded together, the longest first; ``None``: all.
    """
    real, computed = 0, 0
    for batch in filter(None, batches):
        lengths = sorted((length for size in batch for length in size.lengths), reverse=True)
        at_once = inputs_at_once or len(lengths)
        parts = [lengths[start : start + at_once] for start in range(0, len(lengths), at_once)]
        real += sum(size.tokens for size in batch)
        computed += sum(part[0] * len(part) for part in parts) + max(size.target for size in batch) * len(batch)
    return 1 - real / max(1, computed)


def truncation_rates(counts: Mapping[str, int]) -> dict[str, float]:
    """The shares of sentences and passages that were cut, and of inputs that were shortened; 0 to 1.

    >>> truncation_rates({"inputs": 4, "inputs cut": 1, "sentences": 40, "sentences cut": 2})
    {'inputs_cut': 0.25, 'sentences_cut': 0.05}
    """
    units = ("inputs", "sentences", "passages")
    return {f"{unit}_cut": counts.get(f"{unit} cut", 0) / counts[unit] for unit in units if counts.get(unit)}
