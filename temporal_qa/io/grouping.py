"""Values by their keys, and some at a time."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key; keys and values in the order in which they come.

    >>> grouped([("a", 1), ("b", 2), ("a", 3)])
    {'a': [1, 3], 'b': [2]}
    """
    values_of: dict[K, list[V]] = {}
    for key, value in pairs:
        values_of.setdefault(key, []).append(value)
    return values_of


def batched(values: Iterable[V], size: int) -> Iterator[list[V]]:
    """The values in lists of this size, the last of what is left, as by ``itertools.batched`` of Python 3.12.

    >>> list(batched("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    if size < 1:
        raise ValueError(f"batches of {size}, expected at least 1")
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch
