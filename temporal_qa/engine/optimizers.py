"""Optimizers of readers.

Muon is for the matrices of layers, with AdamW for all else, as one optimizer: Jordan et al., "Muon: An optimizer for
hidden layers in neural networks", 2024; with steps as large as AdamW's (Liu et al., "Muon is Scalable for LLM
Training", 2025), so that both take one learning rate.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from transformers.optimization import Adafactor

from temporal_qa.engine.recipes import ReaderRecipe
from temporal_qa.io import grouped

_MOMENTUM = 0.95


def make_optimizer(model: Any, recipe: ReaderRecipe) -> Any:
    """AdamW (fused; norms and biases do not decay), Adafactor without a schedule of its own, or Muon with AdamW.

    Adafactor's learning rate is relative to the size of each weight, as in the training of T5 (Raffel et al., 2020).
    The weights of a new T5 differ in size by a factor of a hundred, and it learns faster this way than with AdamW.
    """
    if recipe.optimizer == "adafactor":
        return Adafactor(
            model.parameters(), lr=recipe.learning_rate, relative_step=False, scale_parameter=True,
            warmup_init=False, weight_decay=recipe.weight_decay,
        )  # fmt: skip
    if recipe.optimizer == "muon":
        return MuonWithAdamW(model, recipe.learning_rate, recipe.weight_decay)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return torch.optim.AdamW(decay_groups(trained, recipe.weight_decay), lr=recipe.learning_rate, fused=True)


def decay_groups(parameters: Sequence[Any], weight_decay: float) -> list[dict[str, Any]]:
    """Groups of parameters for an optimizer: norms and biases do not decay."""
    matrices, vectors = ([p for p in parameters if (p.dim() > 1) == several] for several in (True, False))
    return [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]


class MuonWithAdamW(torch.optim.Optimizer):  # type: ignore[misc]  # torch is not typed where it is not installed
    """See the module. Its first group of parameters is Muon's.

    PyTorch's own Muon takes its steps in bfloat16, which processors without it only emulate: 32 ms for the 12 matrices
    of a reader of width 64, here, in float32 and with matrices of one shape together, 12 ms.

    Args:
        model: embeddings, norms, biases, and what is not in a ``ModuleList``, such as heads, are for AdamW.
        learning_rate, weight_decay: of both; norms and biases do not decay.
    """

    def __init__(self, model: nn.Module, learning_rate: float, weight_decay: float) -> None:
        stacks = (module for module in model.modules() if isinstance(module, nn.ModuleList))
        hidden = {layer.weight for stack in stacks for layer in stack.modules() if isinstance(layer, nn.Linear)}
        trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        groups = decay_groups([parameter for parameter in trained if parameter not in hidden], weight_decay)
        self._adamw = torch.optim.AdamW(groups, lr=learning_rate, betas=(0.9, 0.98), fused=True)
        matrices = [parameter for parameter in trained if parameter in hidden]
        of_muon = {"params": matrices, "lr": learning_rate, "weight_decay": weight_decay}
        super().__init__([of_muon, *self._adamw.param_groups], {})

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self, closure: Any = None) -> None:
        """One step of both."""
        self._muon_step(self.param_groups[0])
        self._adamw.param_groups, self._adamw.state = self.param_groups[1:], self.state  # others, once they were loaded
        self._adamw.step()

    def _muon_step(self, group: dict[str, Any]) -> None:
        learned = (matrix for matrix in group["params"] if matrix.grad is not None)
        for shape, matrices in grouped((tuple(matrix.shape), matrix) for matrix in learned).items():
            steps = orthogonalized(torch.stack([self._momentum(matrix) for matrix in matrices]))
            for matrix, step in zip(matrices, steps.to(matrices[0].dtype), strict=True):
                matrix.mul_(1 - group["lr"] * group["weight_decay"])
                matrix.add_(step, alpha=-group["lr"] * 0.2 * max(shape) ** 0.5)

    def _momentum(self, matrix: nn.Parameter) -> Tensor:
        """Nesterov's momentum of the gradient."""
        mean = self.state[matrix].setdefault("momentum_buffer", torch.zeros_like(matrix))
        mean.lerp_(matrix.grad, 1 - _MOMENTUM)
        return matrix.grad.lerp(mean, _MOMENTUM).float()


def orthogonalized(matrices: Tensor) -> Tensor:
    """Matrices with nearly equal singular values, by five Newton-Schulz steps (Jordan et al., 2024).

    Args:
        matrices: (matrices, rows, columns).
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    upright = matrices.shape[1] > matrices.shape[2]
    x = matrices.mT if upright else matrices
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    for _ in range(5):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.mT if upright else x
