"""Adagrad for rows is that of PyTorch, and touches no other rows."""

import pytest

torch = pytest.importorskip("torch")

from temporal_qa.models.graph_embeddings.adagrad import RowAdagrad  # noqa: E402


def sparse(rows, values, shape):
    return torch.sparse_coo_tensor(rows[None], values, shape, is_coalesced=True, check_invariants=False)


def test_steps_are_those_of_pytorch():
    torch.manual_seed(0)
    start = torch.randn(9, 4)
    ours, theirs = torch.nn.Parameter(start.clone()), torch.nn.Parameter(start.clone())
    sums = torch.zeros(9, 4)
    optimizers = RowAdagrad([(ours, sums)], lr=0.3), torch.optim.Adagrad([theirs], lr=0.3)
    for step in range(6):
        rows = torch.randperm(9)[:5]
        values = torch.randn(5, 4)
        dense = torch.zeros(9, 4).index_copy(0, rows, values)
        ours.grad = dense if step % 2 else sparse(rows, values, (9, 4))
        theirs.grad = dense
        for optimizer in optimizers:
            optimizer.step()
    torch.testing.assert_close(ours, theirs)


def test_a_row_may_have_one_sum():
    table, sums = torch.nn.Parameter(torch.zeros(3, 2)), torch.zeros(3, 1)
    table.grad = sparse(torch.tensor([1]), torch.tensor([[3.0, 4.0]]), (3, 2))
    RowAdagrad([(table, sums)], lr=1.0).step()
    assert sums[:, 0].tolist() == [0, 12.5, 0]
    torch.testing.assert_close(table[1], -torch.tensor([3.0, 4.0]) / 12.5**0.5)
    assert table[[0, 2]].abs().sum() == 0


def test_a_gradient_of_0_moves_nothing():
    table = torch.nn.Parameter(torch.ones(2, 2))
    for width in (1, 2):
        table.grad = torch.zeros(2, 2)
        RowAdagrad([(table, torch.zeros(2, width))], lr=1.0).step()
    assert table.tolist() == [[1, 1], [1, 1]]
