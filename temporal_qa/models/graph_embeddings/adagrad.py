"""Adagrad that reads and writes only the rows that a step has touched (Duchi, Hazan and Singer, JMLR 2011)."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor


class RowAdagrad(torch.optim.Optimizer):  # type: ignore[misc]  # torch is not typed where it is not installed
    """A parameter's gradient is dense, or sparse with the indices of its touched rows, each once.

    The sums of squared gradients belong to the model, so that they are kept, and mapped into memory, with its tables.

    Args:
        tables: parameters with the sums of squared gradients, of the same shape, or of one column: then a row has one
            learning rate, and they take next to no memory.
        lr: the learning rate.
    """

    def __init__(self, tables: Iterable[tuple[Tensor, Tensor]], lr: float) -> None:
        self._sums = dict(tables)
        super().__init__(self._sums, {"lr": lr})

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self, closure: Callable[[], Any] | None = None) -> None:
        """Takes a step."""
        learning_rate = self.param_groups[0]["lr"]
        for parameter, sums in self._sums.items():
            gradient = parameter.grad
            if gradient.is_sparse:
                rows, values = gradient._indices()[0], gradient._values()
                some, their_sums = parameter.index_select(0, rows), sums.index_select(0, rows)
                _descend(some, their_sums, values, learning_rate)
                parameter.index_copy_(0, rows, some)
                sums.index_copy_(0, rows, their_sums)
            else:
                _descend(parameter, sums, gradient, learning_rate)


def _descend(rows: Tensor, sums: Tensor, gradient: Tensor, lr: float) -> None:
    if sums.shape[1] == 1:
        sums.add_(gradient.square().mean(1, keepdim=True))
        rows.addcmul_(gradient, sums.rsqrt().clamp_(max=1e10), value=-lr)
    else:
        sums.addcmul_(gradient, gradient)
        rows.addcdiv_(gradient, sums.sqrt().add_(1e-10), value=-lr)
