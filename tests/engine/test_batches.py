"""Batches: each example once, under the budget, the same for the same seed, cut by rank without overlap."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from temporal_qa.engine.batches import (
    Size,
    first_batch,
    padded_tokens,
    padding_share,
    plan_batches,
)

inputs = st.lists(st.integers(1, 400), min_size=1, max_size=5)
all_sizes = st.lists(st.builds(Size, inputs.map(tuple), st.integers(1, 60)), min_size=1, max_size=80)


@given(all_sizes, st.integers(100, 5000), st.integers(0, 3), st.integers(0, 3))
def test_each_example_is_in_one_batch_and_the_budget_is_kept(sizes, budget, seed, epoch):
    batches = plan_batches(sizes, budget, seed=seed, epoch=epoch)
    assert sorted(place for batch in batches for place in batch) == list(range(len(sizes)))
    for batch in batches:
        assert len(batch) == 1 or padded_tokens([sizes[place] for place in batch]) <= budget


@given(all_sizes, st.integers(100, 5000))
def test_the_first_batch_is_as_large_as_the_budget_allows(sizes, budget):
    count = first_batch(sizes, budget)
    assert count == 1 or padded_tokens(sizes[:count]) <= budget
    assert count == len(sizes) or padded_tokens(sizes[: count + 1]) > budget


@given(all_sizes, st.integers(0, 3), st.sampled_from([1, 2, 4, 6, 8]))
def test_all_steps_have_as_many_batches(sizes, seed, batches_per_step):
    batches = plan_batches(sizes, 1000, multiple=batches_per_step, seed=seed)
    assert len(batches) % batches_per_step == 0
    assert sorted(place for batch in batches for place in batch) == list(range(len(sizes)))
    if [] in batches:  # nothing is left to be halved
        assert {len(batch) for batch in batches} <= {0, 1}
        assert batches.count([]) < batches_per_step
        assert not any(batches[batches.index([]) :])


def draw_sizes(number, seed):
    """Lengths as those of ReasonQA: some ten facts of twenty-five tokens, a target of five to thirty."""
    rng = random.Random(seed)
    sizes = []
    for _ in range(number):
        longest, target = round(rng.lognormvariate(5.5, 0.4)), rng.randint(5, 30)
        sizes.append(Size((longest,), target))
    return sizes


def test_the_plan_depends_on_seed_and_epoch_alone():
    sizes = draw_sizes(500, 0)
    first = plan_batches(sizes, 4096, seed=1, epoch=2)
    assert plan_batches(sizes, 4096, seed=1, epoch=2) == first
    assert plan_batches(sizes, 4096, seed=1, epoch=3) != first
    assert plan_batches(sizes, 4096, seed=2, epoch=2) != first


@pytest.mark.parametrize("budget", [4096, 16384])
def test_less_than_a_twentieth_is_padding(budget):
    sizes = draw_sizes(10_000, 1)
    batches = plan_batches(sizes, budget, multiple=4)
    assert padding_share([[sizes[place] for place in batch] for batch in batches]) < 0.05
    unsorted = [sizes[start : start + 16] for start in range(0, len(sizes) - 16, 16)]
    assert padding_share(unsorted) > 0.3  # what the buckets are for


def test_padding_is_counted_as_it_is_computed():
    ragged = [Size((10, 4, 6), 3), Size((9,), 1)]
    assert padding_share([ragged]) == pytest.approx(1 - (29 + 4) / (4 * 10 + 2 * 3))
    assert padding_share([ragged, []], 2) == pytest.approx(1 - (29 + 4) / (2 * 10 + 2 * 6 + 2 * 3))


def test_less_than_a_twentieth_is_padding_of_ragged_passages():
    """Passages of a hundred words with their question, and the short last one of each article."""
    rng = random.Random(3)
    sizes = []
    for _ in range(2_000):
        long = [round(rng.gauss(150, 12)) for _ in range(rng.randint(0, 60))]
        sizes.append(Size((*long, rng.randint(30, 150)), rng.randint(5, 30)))
    batches = plan_batches(sizes, 65536)
    assert padding_share([[sizes[place] for place in batch] for batch in batches], 16) < 0.05


def test_batches_differ_from_epoch_to_epoch():
    sizes = draw_sizes(5_000, 2)
    first, second = ({frozenset(batch) for batch in plan_batches(sizes, 8192, epoch=epoch)} for epoch in (0, 1))
    assert len(first & second) < 0.05 * len(first)
