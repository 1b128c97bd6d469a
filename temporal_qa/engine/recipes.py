"""Training recipes: YAML files with all settings of a run.

A file may name another one as its ``base`` and have only what differs; the resolved recipe, in which every key has a
value, is kept with the run.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol

import msgspec
from msgspec import Meta, Struct

from temporal_qa.engine.question_data import Source
from temporal_qa.engine.recipe_files import convert, read_settings
from temporal_qa.io import InputError
from temporal_qa.io.urls import is_url, without_secrets

_MAX = 1 << 53
Count = Annotated[int, Meta(ge=1, le=_MAX)]
FromZero = Annotated[int, Meta(ge=0, le=_MAX)]
Number = Annotated[float, Meta(ge=0, le=sys.float_info.max)]  # finite
Share = Annotated[float, Meta(ge=0, le=1)]


class Recipe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of ``training/train.py`` for everything that is trained; its recipe adds its own.

    Attributes:
        out: the folder of the run. ``{seed}`` in ``out`` and ``model`` stands for the seed.
        epochs: the number of passes through the data.
        best_by: the score of the validation data by which the best epoch is chosen.
        patience: training stops after this many epochs without a better score.
        seed: of all random draws: order, dropout, negatives, new weights.
        learning_rate: the highest one.
        schedule: after the warm-up, linearly down to 0, or constant.
        warmup: the share of the training over which the learning rate rises from 0; 0 to 1.
        checkpoint_every: steps between checkpoints, besides the one after each epoch.
        log_every: steps between lines on the terminal and to the trackers.
        trackers: of Accelerate: ``tensorboard``, ``trackio``, ...
    """

    out: str
    epochs: Count
    best_by: str
    patience: Count | None
    seed: FromZero
    learning_rate: Number
    schedule: Literal["linear", "constant"]
    warmup: Share
    checkpoint_every: Count
    log_every: Count
    trackers: list[str]

    def to_dict(self) -> dict[str, Any]:
        """The recipe with every key, as JSON in the run's folder and beside the model."""
        return dict(msgspec.to_builtins(self))


class ReaderRecipe(Recipe, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of every reader. The recipe of a reader adds its own.

    Attributes:
        reader: the kind of model, see ``temporal_qa.models.readers``.
        model: the model to start from: a name on the Hub or a folder. Exactly one of ``model`` and ``init`` is given.
        init: the shape of a new model to start from, made for the training data.
        train: the questions to learn from.
        validation: the questions that choose the best epoch.
        test: the questions that the best epoch is scored on in the end.
        dropout: of the model, in training.
        optimizer: AdamW (fused); or Adafactor, whose learning rate is relative to the size of each weight (0.01 suits a
            new model); or Muon for the matrices of layers with AdamW for the rest.
        weight_decay: of the optimizer.
        max_gradient_norm: longer gradients are scaled down to it.
        tokens_per_batch: the maximum that a process computes at once, with padding.
        batches_per_step: batches of an optimizer step over all processes, which accumulate their shares.
        precision: of training; ``auto`` is bf16 where the GPU or the CPU multiplies in it, otherwise fp32. The finished
            model is scored in fp32, as it is loaded.
        gradient_checkpointing: compute activations again in the backward pass: slower, less memory.
        compile: use torch.compile, layer by layer; not with gradient checkpointing.
    """

    reader: str
    model: str | None
    init: str | None
    train: Source
    validation: Source | None
    test: Source | None
    best_by: Literal["set_accuracy", "answer_f1"] = "set_accuracy"
    dropout: Share
    optimizer: Literal["adamw", "adafactor", "muon"]
    weight_decay: Number
    max_gradient_norm: Annotated[float, Meta(gt=0, le=sys.float_info.max)]
    tokens_per_batch: Count
    batches_per_step: Count
    precision: Literal["auto", "bf16", "fp32"]
    gradient_checkpointing: bool
    compile: bool

    def __post_init__(self) -> None:
        if (self.model is None) == (self.init is None):
            raise ValueError("expected either a 'model' or 'init'")
        if self.compile and self.gradient_checkpointing:
            raise ValueError("compile: true does not go with gradient_checkpointing (a limit of torch.compile)")


class Kind(Protocol):
    """A kind of model."""

    recipe_type: ClassVar[type[Recipe]]
    """The class of its recipes."""


def read_recipe(
    kinds: Mapping[str, type[Kind]], path: Path | str, overrides: Sequence[str] = (), init: str | None = None
) -> Any:
    """The resolved recipe in a YAML file, checked: an instance of the ``recipe_type`` of its kind of model.

    Args:
        kinds: name -> kind of model; the recipe has the name as its ``reader`` or ``embedding``.
        path: the file.
        overrides: ``key=value``, the value in YAML; ``train.split=dev`` sets a key within a mapping.
        init: replaces the recipe's ``model`` and ``init``.

    Raises:
        InputError: the file cannot be read, a key is unknown or missing, or a value is not valid.
    """
    settings = read_settings(Path(path), overrides)
    if init is not None:
        settings |= {"model": None, "init": init}
    for text in filter(is_url, _texts(settings)):
        if (shown := without_secrets(text)) != text:
            raise InputError(f"{shown}: expected no user, password or query in a URL: recipes are published", path)
    for key in ("out", "model"):
        if isinstance(settings.get(key), str):
            if is_url(settings[key]):
                raise InputError(f"{key} is {settings[key]}, expected a folder on this machine", path)
            settings[key] = settings[key].replace("{seed}", str(settings.get("seed")))
    key = "embedding" if "embedding" in settings else "reader"
    name = settings.get(key)
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{key} is {name!r}, expected {' or '.join(kinds)}", path)
    return convert(settings, kinds[name].recipe_type, path)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value
