"""Batches of questions of about equal length, under a budget of tokens.

A plan is a pure function of the lengths, the seed and the epoch. So every process makes the same plan and takes its own
part of it, and a run that goes on after a stop makes the plan again and begins at any step of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io.errors import InputError
from temporal_qa.models.seq2seq.inputs import Example

_WINDOW = 500
"""Examples are sorted by length among those of about so many batches."""

_BUCKET = 1.04
"""Inputs of about equal length: each bucket is wider than the last by this factor."""


class Size(NamedTuple):
    """The tokens of an example: ``inputs`` encoder inputs, the longest of ``longest`` tokens, and ``target`` tokens;
    ``tokens`` in all, without padding."""

    inputs: int
    longest: int
    target: int
    tokens: int


def size_of(example: Example) -> Size:
    """The size of an example."""
    lengths = [len(tokens) for tokens in example.inputs]
    return Size(len(lengths), max(lengths), len(example.target), sum(lengths) + len(example.target))


def padded_tokens(sizes: Sequence[Size]) -> int:
    """The tokens of a batch with its padding: each input as long as the longest, each target likewise."""
    inputs = sum(size.inputs for size in sizes) * max(size.longest for size in sizes)
    return inputs + len(sizes) * max(size.target for size in sizes)


def plan_batches(
    sizes: Sequence[Size], tokens_per_batch: int, *, multiple: int = 1, seed: int = 0, epoch: int = 0
) -> list[list[int]]:
    """The batches of an epoch, in random order; each example is in exactly one.

    Args:
        sizes: of the examples.
        tokens_per_batch: the most tokens a batch, with padding. An example that is longer is a batch of its own.
        multiple: the number of batches is a multiple of this; for it, the largest batches are halved and, where all
            have one example only, empty ones are put at the end.
        seed: with ``epoch``, decides the plan.
        epoch: another one, other batches.

    Returns:
        Lists of places in ``sizes``.
    """
    rng = random.Random(f"{seed}/batches/{epoch}")
    order = rng.sample(range(len(sizes)), len(sizes))
    typical = max(1, tokens_per_batch * len(sizes) // max(1, sum(size.tokens for size in sizes)))
    window, phase = _WINDOW * typical, rng.random()
    batches: list[list[int]] = []
    for start in range(0, len(order), window):
        # The sort is stable: examples of equal length stay in random order.
        batch: list[int] = []
        for place in sorted(order[start : start + window], key=lambda place: _turning_order(sizes[place], phase)):
            if batch and padded_tokens([sizes[i] for i in (*batch, place)]) > tokens_per_batch:
                batches.append(batch)
                batch = []
            batch.append(place)
        batches.append(batch)
    while len(batches) % multiple and len(largest := max(batches, key=len)) > 1:
        batches.remove(largest)
        batches += [largest[: len(largest) // 2], largest[len(largest) // 2 :]]
    rng.shuffle(batches)
    return batches + [[]] * (-len(batches) % multiple)


def _turning_order(size: Size, phase: float) -> tuple[int, int]:
    """By the length of inputs in buckets, and within them by that of targets: up and down in turn, so that targets
    are of about equal length where one bucket ends and the next begins. ``phase``, 0 to 1, moves where they end."""
    bucket = math.ceil(math.log(size.longest, _BUCKET) + phase)
    return bucket, size.target if bucket % 2 else -size.target


def steps_of_rank(batches: Sequence[list[int]], batches_per_step: int, rank: int, ranks: int) -> list[list[list[int]]]:
    """For each step of an epoch, the batches of one process. Together the processes have each batch once.

    A step is ``batches_per_step`` batches over all processes: those that a process has of it are accumulated, and the
    same steps are made by any number of processes.

    Raises:
        InputError: ``ranks`` does not divide ``batches_per_step``.
    """
    if batches_per_step % ranks:
        raise InputError(f"batches_per_step is {batches_per_step}, expected a multiple of the {ranks} processes")
    starts = range(0, len(batches), batches_per_step)
    return [list(batches[start + rank : start + batches_per_step : ranks]) for start in starts]


def padding_share(batches: Sequence[Sequence[Example]], inputs_at_once: int | None = None) -> float:
    """The share of padding among the tokens that a model computes, inputs and targets; 0 to 1.

    Args:
        batches: of examples.
        inputs_at_once: the encoder takes the inputs of a batch so many at a time, the longest first, as
            Fusion-in-Decoder does; ``None``: all at once.
    """
    real, computed = 0, 0
    for batch in filter(None, batches):
        lengths = sorted((len(tokens) for example in batch for tokens in example.inputs), reverse=True)
        parts = [lengths[start : start + (inputs_at_once or len(lengths))]
                 for start in range(0, len(lengths), inputs_at_once or len(lengths))]  # fmt: skip
        targets = [len(example.target) for example in batch]
        real += sum(lengths) + sum(targets)
        computed += sum(part[0] * len(part) for part in parts) + max(targets) * len(targets)
    return 1 - real / max(1, computed)


def collate(examples: Sequence[Example], pad_token: int, device: Any, *, separately: bool = False) -> dict[str, Any]:
    """The examples as tensors of 64-bit integers, padded on the right.

    Args:
        examples: of one batch, at least one.
        pad_token: what inputs are padded with.
        device: where the tensors go, as torch names it.
        separately: keep the inputs of an example apart, for Fusion-in-Decoder.

    Returns:
        ``input_ids`` and ``attention_mask``, of shape (batch, length) or, with ``separately``, (batch, passages,
        length), where passages that an example lacks are all masked; and, where there are targets, ``labels`` of
        shape (batch, target length), padded by -100.
    """
    import torch

    width = max(len(tokens) for example in examples for tokens in example.inputs)
    depth = max(len(example.inputs) for example in examples)
    ids = np.full((len(examples), depth, width), pad_token, np.int64)
    mask = np.zeros((len(examples), depth, width), np.int64)
    for i, example in enumerate(examples):
        for j, tokens in enumerate(example.inputs):
            ids[i, j, : len(tokens)] = tokens
            mask[i, j, : len(tokens)] = 1
    if not separately:
        ids, mask = ids[:, 0], mask[:, 0]
    batch: dict[str, NDArray[np.int64]] = {"input_ids": ids, "attention_mask": mask}
    if any(len(example.target) for example in examples):
        labels = np.full((len(examples), max(len(example.target) for example in examples)), -100, np.int64)
        for i, example in enumerate(examples):
            labels[i, : len(example.target)] = example.target
        batch["labels"] = labels
    return {name: torch.from_numpy(array).to(device, non_blocking=True) for name, array in batch.items()}
