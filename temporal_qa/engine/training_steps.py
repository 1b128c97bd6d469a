"""The parts of the training loop: the questions of an epoch, one optimizer step, the loss curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from temporal_qa.engine.batches import Size, padding_share, plan_batches, steps_of_rank, truncation_rates
from temporal_qa.engine.checkpoints import RunFolder
from temporal_qa.engine.evaluation import labelled_rows
from temporal_qa.engine.question_data import rows_hash
from temporal_qa.engine.reader import Example, Reader
from temporal_qa.engine.recipes import ReaderRecipe
from temporal_qa.io.errors import InputError
from temporal_qa.io.messages import counted

_NOT_LEARNED = (", not trained on", ", not drawn")
"""So end the reasons under which readers count what they leave out of training."""


@dataclass(frozen=True, slots=True)
class Step:
    """One optimizer step.

    Attributes:
        batches: those of this process. At the end of an epoch, one may be empty.
        weight: of all examples of the step, over all processes.
        filler: is computed with weight 0 instead of an empty batch, since every process must take part.
    """

    batches: list[list[Example]]
    weight: int
    filler: Example


@dataclass(frozen=True, slots=True)
class Epoch:
    """The steps of this process; the hash of the rows; padding and truncation rates as shares of 1; what was left out,
    by reason."""

    steps: list[Step]
    hash: str
    padding: float
    cut: dict[str, float]
    left_out: dict[str, int]

    @property
    def data(self) -> dict[str, Any]:
        """For the card."""
        return {"hash": self.hash, "padding": self.padding, "cut": self.cut, "left_out": self.left_out}

    def describe(self) -> str:
        """For logs."""
        cut = "".join(f", {100 * share:.2f} % of {name[:-4]} cut" for name, share in self.cut.items())
        steps = counted(len(self.steps), "step")
        return f"{steps}, {100 * self.padding:.1f} % padding{cut}{_listed(self.left_out)}"


class TrainingQuestions:
    """The questions of each epoch, in batches."""

    def __init__(self, recipe: ReaderRecipe, reader: Reader, rank: int, ranks: int) -> None:
        self.recipe, self.reader, self.rank, self.ranks = recipe, reader, rank, ranks
        self.hash = ""
        self._read: tuple[Sequence[Example], list[Size], Counter[str]] | None = None

    def epoch(self, number: int) -> Epoch:
        """The epoch ``number``, counted from 0; it does not depend on the epochs read before.

        Raises:
            InputError: the questions cannot be read.
        """
        recipe = self.recipe
        if self._read is None or recipe.train.changes:
            rows, counts = labelled_rows(recipe.train, number), Counter[str]()
            self.hash = self.hash or rows_hash(rows)
            examples = self.reader.read(rows, counts, training=True)
            if not examples:
                found = f"no question to learn from{_listed(_left_out(counts))}"
                raise InputError(f"{recipe.train.describe()}: {found}")
            self._read = examples, [self.reader.size(example) for example in examples], counts
        examples, sizes, counts = self._read
        batches = plan_batches(
            sizes, recipe.tokens_per_batch, multiple=recipe.batches_per_step, seed=recipe.seed, epoch=number
        )
        padding = padding_share([[sizes[place] for place in batch] for batch in batches], self.reader.inputs_at_once)
        everyone = steps_of_rank(batches, recipe.batches_per_step, 0, 1)
        mine = steps_of_rank(batches, recipe.batches_per_step, self.rank, self.ranks)
        steps = [
            Step(
                [[examples[place] for place in batch] for batch in of_rank],
                sum(examples[place].weight for batch in of_all for place in batch),
                examples[0],
            )
            for of_all, of_rank in zip(everyone, mine, strict=True)
        ]
        return Epoch(steps, self.hash, padding, truncation_rates(counts), _left_out(counts))


def _left_out(counts: Counter[str]) -> dict[str, int]:
    """What a reader counted as not learned from, by reason."""
    return {reason: number for reason, number in counts.items() if number and reason.endswith(_NOT_LEARNED)}


def _listed(left_out: Mapping[str, int]) -> str:
    return "".join(f"; {reason}: {number:,}" for reason, number in left_out.items())


def train_step(
    accelerator: Any, reader: Reader, model: Any, optimizer: Any, step: Step, max_gradient_norm: float
) -> tuple[Any, Any]:
    """One optimizer step on the mean loss, weighted by example, over all batches and all processes.

    Args:
        accelerator: of the run.
        reader: of the model.
        model: the prepared model, in training mode.
        optimizer: the prepared optimizer, with its learning rate set.
        step: the examples of this process.
        max_gradient_norm: a longer gradient is scaled down to it.

    Returns:
        This process's part of the loss, which is the sum over the processes; and the norm of the gradient before it was
        scaled down. Both are tensors, so that the program does not wait for the device.
    """
    total = 0.0
    for number, examples in enumerate(step.batches, 1):
        batch = reader.collate(examples or [step.filler], accelerator.device)
        share = sum(example.weight for example in examples) / step.weight
        # Gradients are averaged over the processes once in a step.
        with nullcontext() if number == len(step.batches) else accelerator.no_sync(model):
            loss = reader.loss(model, batch) * share
            accelerator.backward(loss * accelerator.num_processes)
            total = total + loss.detach()
    norm = accelerator.clip_grad_norm_(model.parameters(), max_gradient_norm)
    optimizer.step()
    optimizer.zero_grad()
    return total, norm


class LossCurve:
    """The loss of every step, written and tracked every few steps; a loss that is not finite stops the run."""

    def __init__(self, accelerator: Any, folder: RunFolder) -> None:
        self.accelerator, self.folder = accelerator, folder
        self._waiting: list[tuple[dict[str, float], Any, Any]] = []

    def add(self, step: int, epoch: int, learning_rate: float, loss: Any, norm: Any) -> None:
        """Records a step.

        Args:
            step: the number of optimizer steps done, with this one.
            epoch: the number of epochs done before it.
            learning_rate: of the step.
            loss, norm: the result of :func:`train_step`.
        """
        norm = norm.full_tensor() if hasattr(norm, "full_tensor") else norm  # FSDP shards it over the processes
        self._waiting.append(({"step": step, "epoch": epoch, "learning_rate": learning_rate}, loss, norm))

    def flush(self) -> Sequence[dict[str, float]]:
        """Writes the steps recorded since the last call, and returns them. Every process calls it.

        Raises:
            InputError: a loss or a gradient is not finite. Checkpoints are not affected: none is written between a step
                and its check.
        """
        import torch

        if not self._waiting:
            return []
        losses = torch.stack([loss for _, loss, _ in self._waiting]).float()
        losses = self.accelerator.reduce(losses, "sum").tolist()
        norms = torch.stack([norm.detach() for _, _, norm in self._waiting]).float().tolist()
        lines = [
            {**entry, "loss": loss, "gradient_norm": norm}
            for (entry, _, _), loss, norm in zip(self._waiting, losses, norms, strict=True)
        ]
        self._waiting = []
        for line in lines:
            if not (abs(line["loss"]) < float("inf") and line["gradient_norm"] < float("inf")):
                found = f"the loss at step {line['step']} is {line['loss']}, its gradient {line['gradient_norm']}"
                raise _diverged(found, self.folder)
        self.folder.log(lines)
        self.accelerator.log({key: lines[-1][key] for key in ("loss", "learning_rate")}, step=int(lines[-1]["step"]))
        return lines


def check_weights(model: Any, folder: RunFolder) -> None:
    """Raises ``InputError`` if a weight is not finite, so that no checkpoint keeps it."""
    import torch

    if not torch.stack([parameter.detach().isfinite().all() for parameter in model.parameters()]).all():
        raise _diverged("some weights are not finite", folder)


def _diverged(found: str, folder: RunFolder) -> InputError:
    kept = folder.checkpoint()
    left = f"{kept.name} is kept" if kept else "there is no checkpoint yet"
    return InputError(
        f"{found}, expected finite numbers; {left}. A lower learning_rate, or precision: fp32, may help", folder.out
    )
