"""The protocol of what is trained: question readers (:mod:`~temporal_qa.engine.reader_training`), graph embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from temporal_qa.engine.checkpoints import Progress, RunFolder


class Epoch(Protocol):
    """What is learned in an epoch, step by step."""

    @property
    def steps(self) -> Sequence[Any]:
        """What :meth:`Trainee.step` takes, for each optimizer step of this process; at least one."""

    @property
    def data(self) -> dict[str, Any]:
        """What the card says of the training data; that of the first epoch is kept."""

    def describe(self) -> str:
        """For logs."""


class Trainee(Protocol):
    """A model with its data; see the module.

    An epoch and a step depend only on the recipe, their number and the weights, so that a run can resume. Before each
    step, torch is seeded for it.
    """

    model: Any
    """The torch module to be trained; its class and ``config`` make it again under FSDP."""

    def optimizer(self) -> Any:
        """A new optimizer of the model."""

    def epoch(self, number: int) -> Epoch:
        """The epoch ``number``, counted from 0.

        Raises:
            InputError: its data cannot be read.
        """

    def step(self, model: Any, optimizer: Any, step: Any) -> tuple[Any, Any]:
        """Takes one optimizer step.

        Args:
            model, optimizer: as prepared by Accelerate, the learning rate set.
            step: one of the steps of the last epoch that was asked for.

        Returns:
            This process's part of the loss, which is the sum over the processes, and the norm of the gradient; both
            tensors, so that the program does not wait for the device.
        """

    def validate(self, model: Any) -> Mapping[str, float]:
        """Scores by which the best epoch is chosen, greater is better; empty without validation data.

        Args:
            model: without the wrappers of training.
        """

    def save(self, model: Any, folder: Path) -> None:
        """Writes the weights of ``model`` and all else that is needed to use it."""

    def finish(self, folder: RunFolder, progress: Progress) -> None:
        """Scores the best model, writes its card, and moves it to its place. Every process calls it."""
