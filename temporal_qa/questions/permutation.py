"""A keyed permutation of any number of numbers, one at a time: distinct draws without a list of those drawn."""

import random
from collections.abc import Sequence


def permutation_keys(seed: str) -> tuple[int, ...]:
    """The keys of a permutation, the same for the same text in every process."""
    # Seeding with text is stable: Python hashes it with SHA-512, not with its own salted hash.
    rng = random.Random(seed)
    return tuple(rng.getrandbits(64) for _ in range(4))


def permuted(number: int, size: int, keys: Sequence[int]) -> int:
    """The place of a number in a permutation of ``range(size)``: a Feistel network over a power of four, walked until
    inside the range.

    Every walk ends, since it follows a cycle that starts inside; at most four steps on average.

    >>> sorted(permuted(number, 10, permutation_keys("a seed")) for number in range(10)) == list(range(10))
    True
    """
    half = ((size - 1).bit_length() + 1) // 2
    mask = (1 << half) - 1
    while True:
        left, right = number >> half, number & mask
        for key in keys:
            # Multiplying by 2^64 over the golden ratio mixes upwards; the middle bits depend on all of those below.
            left, right = right, left ^ ((right + key) * 0x9E3779B97F4A7C15 >> 40 & mask)
        number = left << half | right
        if number < size:
            return number
