"""The search for spans equals brute force, and the likelihood is that of any place."""

import itertools

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from temporal_qa.models.extractive.model import best_spans, log_likelihood  # noqa: E402


def brute_force(starts, ends, max_length, num_best=None):
    """The best sum over all pairs, or over those of the best starts and ends; ``None`` if there is no pair."""
    best = num_best or len(starts)
    firsts = sorted(range(len(starts)), key=lambda place: -starts[place])[:best]
    lasts = sorted(range(len(ends)), key=lambda place: -ends[place])[:best]
    pairs = [(starts[i] + ends[j], i, j) for i, j in itertools.product(firsts, lasts) if 0 <= j - i < max_length]
    return max(pairs, default=None)


@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(1, 50), st.sampled_from([None, 1, 8]))
def test_the_best_span_is_that_of_brute_force(seed, width, max_length, num_best):
    scores = torch.randn(2, 3, width, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    first, last, best = best_spans(*scores, max_length, num_best)
    for row in range(3):
        expected = brute_force(scores[0, row].tolist(), scores[1, row].tolist(), max_length, num_best)
        if expected is None:
            assert best[row] == -torch.inf
        else:
            assert (best[row].item(), first[row].item(), last[row].item()) == expected


def test_eight_starts_and_ends_can_miss_the_best_span():
    starts, ends = torch.zeros(1, 20), torch.zeros(1, 20)
    starts[0, 10:18], ends[0, :8] = 5, 5  # the eight best starts lie behind the eight best ends
    assert best_spans(starts, ends, 20, 8)[2].item() == -torch.inf
    assert best_spans(starts, ends, 20)[2].item() == 5


def test_the_likelihood_is_that_of_any_place_of_the_answer():
    starts, ends = torch.randn(2, 3, 5, generator=torch.Generator().manual_seed(0))
    places = torch.tensor([[0, 1, 2], [0, 3, 3], [2, 0, 4]])
    p, q = starts.softmax(-1), ends.softmax(-1)
    right = (p[0, 1] * q[0, 2] + p[0, 3] * q[0, 3], p[2, 0] * q[2, 4])
    assert log_likelihood(starts, ends, places).item() == pytest.approx(sum(each.log() for each in right).item())
