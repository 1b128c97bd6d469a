"""N3 and the smoothness of times, by hand."""

import pytest

torch = pytest.importorskip("torch")

from temporal_qa.models.graph_embeddings.regularizers import n3, smoothness  # noqa: E402


def test_n3_is_the_mean_of_the_cubes_over_facts():
    assert n3([torch.tensor([[1.0, 2.0], [0.0, 1.0]]), torch.tensor([[3.0, 0.0], [0.0, 0.0]])]) == (1 + 8 + 1 + 27) / 2


def test_smoothness_takes_complex_differences_of_neighbours():
    times = torch.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]])  # rank 1: 0, 3 + 4i, 3 + 4i
    assert smoothness(times) == 125 / 2
    assert smoothness(times[:1]) == 0


def test_a_gap_lets_neighbours_differ():
    straight = torch.tensor([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]])  # the same speed over one step and over two
    by_gap = smoothness(straight, torch.tensor([1.0, 2.0]))
    assert by_gap == (1 + 8 / 4) / 2
    assert smoothness(straight, torch.ones(2)) == smoothness(straight)
