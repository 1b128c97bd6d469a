"""The keyed permutation: every number once, and no pattern left."""

from itertools import pairwise

import pytest

from temporal_qa.questions.permutation import permuted


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 63, 64, 65, 1000])
def test_it_is_a_permutation(size):
    assert sorted(permuted(n, size, (3, 1 << 63, 17, 5)) for n in range(size)) == list(range(size))


def test_it_leaves_no_steps_between_neighbours():
    size = 10_000
    places = [permuted(n, size, (11, 22, 33, 44)) for n in range(size)]
    assert len({(b - a) % size for a, b in pairwise(places)}) > size / 2
