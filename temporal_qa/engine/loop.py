"""The training loop, the same for everything that is trained."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import plain_model
from temporal_qa.engine.optimization import learning_rate_at, seed_dropout, set_learning_rate
from temporal_qa.engine.recipes import Recipe
from temporal_qa.engine.trainee import Trainee
from temporal_qa.engine.training_steps import LossCurve, check_weights

_MAX_SILENCE = 60.0
"""Seconds without a line in a log after which the step is logged."""


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
    reported = time.monotonic()
    started = reported - progress.seconds
    if progress.step:
        accelerator.print(f"resumes after step {progress.step:,}")

    while progress.epoch < recipe.epochs and not progress.stopped:
        epoch = trainee.epoch(progress.epoch)
        progress.data = progress.data or epoch.data
        accelerator.print(f"epoch {progress.epoch + 1}: {epoch.describe()}")
        bar = tqdm(epoch.steps[progress.step_of_epoch :], disable=True if rank else None, unit=" steps")
        for step in bar:
            done = (progress.epoch + (progress.step_of_epoch + 0.5) / len(epoch.steps)) / recipe.epochs
            learning_rate = learning_rate_at(done, recipe.learning_rate, recipe.schedule, recipe.warmup)
            set_learning_rate(optimizer, learning_rate)
            seed_dropout(recipe.seed, progress.step, rank)
            loss, norm = trainee.step(model, optimizer, step)
            progress.step += 1
            progress.step_of_epoch += 1
            curve.add(progress.step, progress.epoch, learning_rate, loss, norm)
            if progress.step % recipe.log_every == 0:
                now = f"{curve.flush()[-1]['loss']:.4f}"
                bar.set_postfix(loss=now)
                if bar.disable:  # a log has no bar
                    accelerator.print(f"step {progress.step:,}: loss {now}")
                reported = time.monotonic()
            elif bar.disable and time.monotonic() > reported + _MAX_SILENCE:
                accelerator.print(f"step {progress.step:,}, {len(epoch.steps) - progress.step_of_epoch:,} left")
                reported = time.monotonic()
            if progress.step % recipe.checkpoint_every == 0 and progress.step_of_epoch < len(epoch.steps):
                curve.flush()
                check_weights(model, folder)
                progress.seconds = time.monotonic() - started
                folder.save(progress)

        curve.flush()
        check_weights(model, folder)
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


def scores_in_words(scores: Mapping[str, float]) -> str:
    """Scores for logs: of these, all but the mean reciprocal rank are from 0 to 100.

    >>> scores_in_words({"mrr": 0.5, "hits_at_1": 43.75})
    'mrr 0.5000, hits_at_1 43.8 %'
    """
    return ", ".join(f"{name} {score_in_words(name, score)}" for name, score in scores.items())


def score_in_words(name: str, score: float) -> str:
    """One of them."""
    return f"{score:.4f}" if name == "mrr" else f"{score:.1f} %"
