"""Optimizers, and the learning rate as a function of the share of the training that is done."""

import random
from collections.abc import Sequence
from typing import Any, Literal

from temporal_qa.engine.recipes import ReaderRecipe


def make_optimizer(model: Any, recipe: ReaderRecipe) -> Any:
    """AdamW (fused; norms and biases do not decay), Adafactor without a schedule of its own, or Muon with AdamW.

    Adafactor's learning rate is relative to the size of each weight, as in the training of T5 (Raffel et al., 2020).
    The weights of a new T5 differ in size by a factor of a hundred, and it learns faster this way than with AdamW.
    """
    import torch

    if recipe.optimizer == "adafactor":
        from transformers.optimization import Adafactor

        return Adafactor(
            model.parameters(), lr=recipe.learning_rate, relative_step=False, scale_parameter=True,
            warmup_init=False, weight_decay=recipe.weight_decay,
        )  # fmt: skip
    if recipe.optimizer == "muon":
        from temporal_qa.engine.muon import MuonWithAdamW

        return MuonWithAdamW(model, recipe.learning_rate, recipe.weight_decay)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return torch.optim.AdamW(decay_groups(trained, recipe.weight_decay), lr=recipe.learning_rate, fused=True)


def decay_groups(parameters: Sequence[Any], weight_decay: float) -> list[dict[str, Any]]:
    """Groups of parameters for an optimizer: norms and biases do not decay."""
    matrices, vectors = ([p for p in parameters if (p.dim() > 1) == several] for several in (True, False))
    return [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]


def learning_rate_at(done: float, highest: float, schedule: Literal["linear", "constant"], warmup: float) -> float:
    """The learning rate at one point of the training.

    It does not depend on earlier steps, so a run that resumes has no schedule to restore.

    Args:
        done: the share of the training that is done, 0 to 1.
        highest: the learning rate at the end of the warm-up.
        schedule: after the warm-up, linearly down to 0, or constant.
        warmup: the share of the training over which it rises from 0; 0 to 1.

    >>> [round(learning_rate_at(done, 1.0, "linear", 0.5), 2) for done in (0, 0.25, 0.5, 0.75, 1)]
    [0.0, 0.5, 1.0, 0.5, 0.0]
    >>> learning_rate_at(0.9, 1.0, "constant", 0)
    1.0
    """
    if done < warmup:
        return highest * done / warmup
    return highest * (1 - done) / (1 - warmup) if schedule == "linear" and warmup < 1 else highest


def seed_dropout(seed: int, step: int, process: int) -> None:
    """Seeds torch for one step of one process, so that its draws do not depend on earlier ones."""
    import torch

    torch.manual_seed(random.Random(f"{seed}/dropout/{step}/{process}").getrandbits(63))
