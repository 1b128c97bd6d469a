"""Training recipes: YAML files that say everything about a run. No key has a value that the file does not show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from temporal_qa.engine.question_data import Source, StoredQuestions, read_source
from temporal_qa.engine.recipe_values import checked_value, parse_yaml, read_yaml
from temporal_qa.io.errors import InputError
from temporal_qa.models.seq2seq.inputs import AnswerOrders, Context, InputFormat
from temporal_qa.models.seq2seq.t5 import Shape

R = TypeVar("R", bound="TrainingRecipe")

_FROM_ZERO = ("epochs", "seed", "learning_rate", "warmup", "dropout", "weight_decay", "max_gradient_norm")
"""The keys that may be 0; all other numbers are counts from 1."""


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """What ``training/train_t5.py`` does. ``{seed}`` in ``model`` and ``out`` stands for the seed.

    Attributes:
        out: the folder of the run.
        model: where to start: a name on the Hub or a folder. Exactly one of ``model`` and ``init`` is given.
        init: a new model of this shape, with a tokenizer trained on the training data.
        train: the questions to learn from.
        validation: the questions that choose the best epoch.
        test: the questions that the best epoch is scored on in the end.
        context: see :class:`InputFormat`, likewise ``max_input_tokens``, ``max_target_tokens``, ``passages``,
            ``answer_orders``.
        epochs: how often the questions are gone through.
        patience: stop after so many epochs without a better set accuracy.
        dropout: of the model, in training.
        seed: of the order of questions, of dropout and of new weights.
        optimizer: AdamW (fused); or Adafactor, whose learning rate is relative to the size of each weight: 0.01 for a
            new model.
        learning_rate: the highest.
        schedule: after the warm-up, down to 0 in equal steps, or as it is.
        warmup: the share of the training over which the learning rate rises from 0; 0 to 1.
        weight_decay: AdamW's.
        max_gradient_norm: longer gradients are scaled down to it.
        tokens_per_batch: the most tokens, padding included, that a process computes at once.
        batches_per_step: batches of an optimizer step, over all processes; accumulated where there are fewer of them.
        precision: ``auto`` is bf16 where the hardware has it, otherwise fp32.
        gradient_checkpointing: compute activations again in the backward pass: slower, less memory.
        compile: with torch.compile; not together with computing activations again.
        beams: of the search for answers; 1 is greedy.
        checkpoint_every: steps between checkpoints, beside the one after each epoch.
        log_every: steps between lines on the terminal and to the trackers.
        trackers: of Accelerate: ``tensorboard``, ``trackio``, ...
    """

    out: str
    model: str | None
    init: Shape | None
    train: Source
    validation: Source | None
    test: Source | None
    context: Context
    max_input_tokens: int
    max_target_tokens: int
    passages: int | None
    answer_orders: AnswerOrders
    epochs: int
    patience: int | None
    dropout: float
    seed: int
    optimizer: Literal["adamw", "adafactor"]
    learning_rate: float
    schedule: Literal["linear", "constant"]
    warmup: float
    weight_decay: float
    max_gradient_norm: float
    tokens_per_batch: int
    batches_per_step: int
    precision: Literal["auto", "bf16", "fp32"]
    gradient_checkpointing: bool
    compile: bool
    beams: int
    checkpoint_every: int
    log_every: int
    trackers: list[str]

    @property
    def reading(self) -> InputFormat:
        """What the model is given of a row."""
        return InputFormat(
            self.context, self.max_input_tokens, self.max_target_tokens, self.passages,
            separately=self.fusion, answer_orders=self.answer_orders,
        )  # fmt: skip

    @property
    def fusion(self) -> bool:
        """Whether the model is Fusion-in-Decoder."""
        return False

    def to_dict(self) -> dict[str, Any]:
        """As JSON, as it stands in the run's folder and beside the model."""
        return asdict(self) | {"fusion": self.fusion}


@dataclass(frozen=True, slots=True)
class FusionRecipe(TrainingRecipe):
    """What ``training/train_fusion_in_decoder.py`` does; ``max_input_tokens`` is that of one passage.

    Attributes:
        passages_at_once: passages that are encoded together, and computed again in the backward pass: fewer need less
            memory. ``None``: all, and none again.
    """

    passages_at_once: int | None

    @property
    def fusion(self) -> bool:
        """It is."""
        return True


def read_recipe(kind: type[R], path: Path | str, overrides: Sequence[str] = (), init: str | None = None) -> R:
    """The recipe in a YAML file, checked.

    Args:
        kind: which recipe is expected.
        path: the file.
        overrides: ``key=value``, the value in YAML; ``train.split=dev`` reaches into a mapping.
        init: in place of the recipe's ``model`` and ``init``.

    Raises:
        InputError: the file cannot be read, a key is unknown or missing, a value is not what was expected.
    """
    values = read_yaml(Path(path))
    if not isinstance(values, dict):
        raise InputError("expected a YAML mapping of the recipe's keys", path)
    for override in overrides:
        _override(values, override)
    if init is not None:
        values |= {"model": None, "init": init}
    return _checked(kind, values, path)


def _override(values: dict[str, Any], override: str) -> None:
    key, equals, value = override.partition("=")
    *outer, last = key.split(".")
    for name in outer:
        if not isinstance(values.get(name), dict):
            raise InputError(f"--set {override}: the recipe has no mapping {name!r}")
        values = values[name]
    if not equals:
        raise InputError(f"--set {override}: expected key=value")
    values[last] = parse_yaml(value, f"--set {override}")


def _checked(kind: type[R], values: Mapping[str, Any], path: Path | str) -> R:
    expected = [field.name for field in fields(kind)]
    if unknown := [str(key) for key in values if key not in expected]:
        raise InputError(f"unknown key {unknown[0]!r}, expected {', '.join(expected)}", path)
    if missing := [key for key in expected if key not in values]:
        raise InputError(f"no {', '.join(missing)}; a recipe leaves nothing out", path)
    hints = get_type_hints(kind)
    found = {key: _value(key, values[key], hints[key], path) for key in expected}
    for key in ("out", "model"):
        if found[key] is not None:
            found[key] = found[key].replace("{seed}", str(found["seed"]))
    if (found["model"] is None) == (found["init"] is None):
        raise InputError("expected either a 'model' or 'init'", path)
    for key, value in found.items():
        lowest = 0 if key in _FROM_ZERO else 1
        if type(value) in (int, float) and not value >= lowest:
            raise InputError(f"{key} is {value}, expected at least {lowest}", path)
    for key in ("warmup", "dropout"):
        if found[key] > 1:
            raise InputError(f"{key} is {found[key]}, expected a share, 0 to 1", path)
    if found["compile"] and (found["gradient_checkpointing"] or found.get("passages_at_once")):
        raise InputError(
            "compile: true does not go with gradient_checkpointing or passages_at_once (a limit of torch.compile)", path
        )
    return kind(**found)


def _value(key: str, value: Any, expected: Any, path: Path | str) -> Any:
    if StoredQuestions in get_args(expected):
        return None if value is None and type(None) in get_args(expected) else read_source(key, value, path)
    return checked_value(key, value, expected, path)
