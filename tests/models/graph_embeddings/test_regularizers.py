"""N3 and the smoothness of times, by hand."""

import pytest

torch = pytest.importorskip("torch")

from temporal_qa.models.graph_embeddings.learner import cubes, smoothness  # noqa: E402


def test_cubes_are_those_of_the_moduli():
    assert cubes(torch.tensor([[3.0, 1.0, 4.0, 0.0], [0.0, 2.0, 0.0, 0.0]])).tolist() == [125 + 1, 8]


def test_the_gradient_of_cubes_is_that_of_pytorch_and_0_at_0():
    numbers = torch.randn(5, 6, dtype=torch.double, requires_grad=True)
    torch.autograd.gradcheck(cubes, numbers)
    zero = torch.zeros(1, 2, requires_grad=True)
    cubes(zero).sum().backward()
    assert zero.grad.tolist() == [[0, 0]]


def smooth(times, gaps=None):
    return smoothness(times[:-1], times[1:], gaps)


def test_smoothness_takes_complex_differences_of_neighbours():
    times = torch.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 4.0]])  # rank 1: 0, 3 + 4i, 3 + 4i
    assert smooth(times) == 125 / 2


def test_a_gap_lets_neighbours_differ():
    straight = torch.tensor([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]])  # the same speed over one step and over two
    by_gap = smooth(straight, torch.tensor([1.0, 2.0]))
    assert by_gap == (1 + 8 / 4) / 2
    assert smooth(straight, torch.ones(2)) == smooth(straight)
