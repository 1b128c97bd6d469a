"""What is trained (:class:`Trainee`: question readers, graph embeddings), and the loop that trains it."""

import math
import random
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import plain_model
from temporal_qa.engine.recipes import Recipe
from temporal_qa.io import InputError


class Epoch(NamedTuple):
    """What is learned in an epoch, step by step.

    Attributes:
        steps: what :meth:`Trainee.step` takes, for each optimizer step of this process; at least one.
        data: what the card says of the training data; that of the first epoch is kept.
        description: for logs.
    """

    steps: Sequence[Any]
    data: dict[str, Any]
    description: str


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


def train(accelerator: Any, folder: RunFolder, recipe: Recipe, trainee: Trainee) -> Progress:
    """Trains from the newest checkpoint, or from the start, to the end of the recipe.

    A step depends only on the recipe, its number and the weights and optimizer state before it. So a run that is
    stopped and resumed ends with the same weights as one that is not.

    Args:
        accelerator: of the run.
        folder: of the run; gets the checkpoints and the best model.
        recipe: of the run.
        trainee: with the model to start from.

    Returns:
        The state of the run at its end.

    Raises:
        InputError: bad data, a loss that is not finite, a full disk.
    """
    from tqdm import tqdm

    rank, kind = accelerator.process_index, type(trainee.model)
    model, optimizer = accelerator.prepare(trainee.model, trainee.optimizer())
    progress, curve = folder.resume(), LossCurve(accelerator, folder)
    started = time.monotonic() - progress.seconds
    if progress.step:
        accelerator.print(f"resumes after step {progress.step:,}")

    while progress.epoch < recipe.epochs and not progress.stopped:
        epoch = trainee.epoch(progress.epoch)
        progress.data = progress.data or epoch.data
        accelerator.print(f"epoch {progress.epoch + 1}: {epoch.description}")
        bar = tqdm(epoch.steps[progress.step_of_epoch :], disable=True if rank else None, unit=" steps")
        for step in bar:
            done = (progress.epoch + (progress.step_of_epoch + 0.5) / len(epoch.steps)) / recipe.epochs  # at its middle
            learning_rate = learning_rate_at(done, recipe.learning_rate, recipe.schedule, recipe.warmup)
            for group in optimizer.param_groups:
                group["lr"] = learning_rate
            seed_dropout(recipe.seed, progress.step, rank)
            loss, norm = trainee.step(model, optimizer, step)
            progress.step += 1
            progress.step_of_epoch += 1
            curve.add({"step": progress.step, "epoch": progress.epoch, "learning_rate": learning_rate}, loss, norm)
            if progress.step % recipe.log_every == 0:
                now = f"{curve.flush()[-1]['loss']:.4f}"
                bar.set_postfix(loss=now)
                if bar.disable:  # a log has no bar
                    accelerator.print(f"step {progress.step:,}: loss {now}")
            if progress.step % recipe.checkpoint_every == 0 and progress.step_of_epoch < len(epoch.steps):
                curve.check(model)
                progress.seconds = time.monotonic() - started
                folder.save(progress)

        curve.check(model)
        progress.epoch, progress.step_of_epoch = progress.epoch + 1, 0
        plain = plain_model(accelerator, model, kind)
        better = True  # without a validation, the last model is the best
        if scores := trainee.validate(plain):
            better = progress.note(scores, recipe.best_by, recipe.patience)
            accelerator.log(scores, step=progress.step)
            accelerator.print(f"epoch {progress.epoch} validated: {scores_in_words(scores)}")
        if better:
            progress.best = progress.step
            folder.save_best(progress, partial(trainee.save, plain))
        progress.seconds = time.monotonic() - started
        folder.save(progress)

    return progress


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


def scores_in_words(scores: Mapping[str, float]) -> str:
    """Scores with their names, for logs.

    >>> scores_in_words({"mrr": 0.5, "hits_at_1": 43.75})
    'mrr 0.5000, hits_at_1 43.8 %'
    """
    return ", ".join(f"{name} {score_in_words(name, score)}" for name, score in scores.items())


def score_in_words(name: str, score: float) -> str:
    """A mean reciprocal rank is from 0 to 1, every other score from 0 to 100."""
    return f"{score:.4f}" if name == "mrr" else f"{score:.1f} %"


class LossCurve:
    """The loss of every step, written and tracked every few steps; a loss that is not finite stops the run."""

    def __init__(self, accelerator: Any, folder: RunFolder) -> None:
        self.accelerator, self.folder = accelerator, folder
        self._waiting: list[tuple[dict[str, float], Any, Any]] = []

    def add(self, line: dict[str, float], loss: Any, norm: Any) -> None:
        """Records a step.

        Args:
            line: the number of optimizer ``step`` done, with this one, of the ``epoch`` done before, and the
                ``learning_rate``.
            loss, norm: what :meth:`Trainee.step` returned.
        """
        norm = norm.full_tensor() if hasattr(norm, "full_tensor") else norm  # FSDP shards it over the processes
        self._waiting.append((line, loss, norm))

    def flush(self) -> Sequence[dict[str, float]]:
        """Writes the steps recorded since the last call, and returns them. Every process calls it.

        Raises:
            InputError: a loss or a gradient is not finite. Checkpoints are not affected: none is written between a step
                and its check.
        """
        import torch

        if not self._waiting:
            return []
        lines, losses, norms = zip(*self._waiting, strict=True)
        self._waiting = []
        summed = self.accelerator.reduce(torch.stack(losses).float(), "sum").tolist()
        lengths = torch.stack(norms).detach().float().tolist()
        for line, loss, norm in zip(lines, summed, lengths, strict=True):
            if not (math.isfinite(loss) and math.isfinite(norm)):
                raise self._diverged(f"the loss at step {line['step']} is {loss}, its gradient {norm}")
            line |= {"loss": loss, "gradient_norm": norm}
        self.folder.log(lines)
        self.accelerator.log({key: lines[-1][key] for key in ("loss", "learning_rate")}, step=int(lines[-1]["step"]))
        return lines

    def check(self, model: Any) -> None:
        """Flushes; raises ``InputError``, too, if a weight is not finite, so that no checkpoint keeps it."""
        import torch

        self.flush()
        if not torch.stack([parameter.detach().isfinite().all() for parameter in model.parameters()]).all():
            raise self._diverged("some weights are not finite")

    def _diverged(self, found: str) -> InputError:
        kept = self.folder.checkpoint()
        left = f"{kept.name} is kept" if kept else "there is no checkpoint yet"
        may_help = "A lower learning_rate, or precision: fp32, may help"
        return InputError(f"{found}, expected finite numbers; {left}. {may_help}", self.folder.out)
