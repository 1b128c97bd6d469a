"""The training loop, of T5 and of Fusion-in-Decoder alike."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.optimization import learning_rate_at, make_optimizer, seed_dropout, set_learning_rate
from temporal_qa.engine.recipes import TrainingRecipe
from temporal_qa.engine.training_steps import (
    EvaluationQuestions,
    LossCurve,
    TrainingQuestions,
    check_weights,
    train_step,
)
from temporal_qa.models.seq2seq.generation import plain_model, validate

_MAX_SILENCE = 60.0
"""Seconds, after which a log says that the run goes on."""


def train(accelerator: Any, folder: RunFolder, recipe: TrainingRecipe, tokenizer: Any, model: Any) -> Progress:
    """Trains from the newest checkpoint, or from the start, to the end of the recipe.

    Everything that a step depends on follows from the recipe, the number of the step and the weights before it: so a
    run that was stopped ends as one that was not.

    Args:
        accelerator: of the run.
        folder: of the run; the best model is in it in the end.
        recipe: what to do.
        tokenizer: of the model.
        model: in training mode, not yet prepared.

    Returns:
        How it went.

    Raises:
        InputError: bad questions, a loss that is no number, a full disk.
    """
    from tqdm import tqdm

    rank, ranks, kind = accelerator.process_index, accelerator.num_processes, type(model)
    questions = TrainingQuestions(recipe, tokenizer, rank, ranks)
    validation = EvaluationQuestions(recipe.validation, tokenizer, recipe.reading) if recipe.validation else None
    model, optimizer = accelerator.prepare(model, make_optimizer(model, recipe))
    progress, curve = folder.resume(), LossCurve(accelerator, folder)
    told = time.monotonic()
    started = told - progress.seconds

    while progress.epoch < recipe.epochs and not progress.stopped:
        epoch = questions.epoch(progress.epoch)
        progress.data = progress.data or {"hash": questions.hash, "padding": epoch.padding, "cut": epoch.cut}
        accelerator.print(f"epoch {progress.epoch + 1}: {epoch.describe()}")
        bar = tqdm(epoch.steps[progress.step_of_epoch :], disable=True if rank else None, unit=" steps")
        for step in bar:
            done = (progress.epoch + (progress.step_of_epoch + 0.5) / len(epoch.steps)) / recipe.epochs
            learning_rate = learning_rate_at(done, recipe.learning_rate, recipe.schedule, recipe.warmup)
            set_learning_rate(optimizer, learning_rate)
            seed_dropout(recipe.seed, progress.step, rank)
            loss, norm = train_step(accelerator, model, optimizer, step, tokenizer.pad_token_id, recipe)
            progress.step += 1
            progress.step_of_epoch += 1
            curve.add(progress.step, progress.epoch, learning_rate, loss, norm)
            if progress.step % recipe.log_every == 0:
                now = f"{curve.flush()[-1]['loss']:.4f}"
                bar.set_postfix(loss=now)
                if bar.disable:  # in a log there is no bar
                    accelerator.print(f"step {progress.step:,}: loss {now}")
                told = time.monotonic()
            elif bar.disable and time.monotonic() > told + _MAX_SILENCE:
                accelerator.print(f"step {progress.step:,}, {len(epoch.steps) - progress.step_of_epoch:,} left")
                told = time.monotonic()
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
        if validation:
            scores, _ = validate(accelerator, plain, tokenizer, validation, recipe)
            better = progress.note(scores, recipe.patience)
            accelerator.log(scores, step=progress.step)
            accelerator.print(", ".join(f"{name} {score:.1f}" for name, score in scores.items()))
        if better:
            progress.best = progress.step
            folder.save_best(progress, partial(_write_model, accelerator, plain, tokenizer))
        progress.seconds = time.monotonic() - started
        folder.save(progress)

    if progress.best is None:  # no epochs: the model as it came
        progress.best = 0
        untrained = plain_model(accelerator, model, kind)
        folder.save_best(progress, partial(_write_model, accelerator, untrained, tokenizer))
    return progress


def _write_model(accelerator: Any, model: Any, tokenizer: Any, folder: Path) -> None:
    """As ``from_pretrained`` reads it. Every process calls it; the main one writes."""
    if accelerator.is_main_process:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
