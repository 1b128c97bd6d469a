"""Training recipes: YAML files with all settings of a run.

A file may name another one as its ``base`` and have only what differs; the resolved recipe, in which every key has a
value, is kept with the run. The YAML files are limited in size, and checked against their types.
"""

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
import yaml
from msgspec import Meta, Struct

from temporal_qa.engine.question_data import Source
from temporal_qa.io import InputError, explain_errors
from temporal_qa.io.read import check_there
from temporal_qa.io.urls import is_url, without_secrets
from temporal_qa.io.yaml_tables import check_keys

T = TypeVar("T")

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


def read_recipe(
    kinds: Mapping[str, type[Recipe]], path: Path | str, overrides: Sequence[str] = (), init: str | None = None
) -> Any:
    """The resolved recipe in a YAML file, checked: an instance of the class of its kind of model.

    Args:
        kinds: name of a kind of model, which a recipe has as its ``reader`` or ``embedding`` -> class of its recipes.
        path: the file.
        overrides: ``key=value``, the value in YAML; ``train.split=dev`` sets a key within a mapping.
        init: replaces the recipe's ``model`` and ``init``.

    Raises:
        InputError: the file cannot be read, a key is unknown or missing, or a value is not valid.
    """
    settings = read_settings(Path(path), overrides)
    if init is not None:
        settings |= {"model": None, "init": init}

    def checked(text: str) -> str:
        if is_url(text) and (shown := without_secrets(text)) != text:
            raise InputError(f"{shown}: expected no user, password or query in a URL: recipes are published", path)
        return text

    settings = with_texts(settings, checked)
    for key in ("out", "model"):
        if isinstance(settings.get(key), str):
            if is_url(settings[key]):
                raise InputError(f"{key} is {settings[key]}, expected a folder on this machine", path)
            settings[key] = settings[key].replace("{seed}", str(settings.get("seed")))
    key = "embedding" if "embedding" in settings else "reader"
    name = settings.get(key)
    if not isinstance(name, str) or name not in kinds:
        raise InputError(f"{key} is {name!r}, expected {' or '.join(kinds)}", path)
    return convert(settings, kinds[name], path)


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """A value of plain types with each text in it changed."""
    if isinstance(value, dict):
        return {key: with_texts(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [with_texts(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


_MAX_VALUES = 10_000


class _Loader(yaml.SafeLoader):
    """Reads ``1e-5`` as a number, as YAML 1.2 does."""


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)[eE][-+]?\d+$"), list("-+.0123456789")
)


def read_settings(path: Path, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """The settings in a YAML file, merged over those of the file that its key ``base`` names, if any.

    Args:
        path: the file; its ``base`` is a path from its folder. A key such as ``train.split`` sets a key within a
            mapping of the base; any other key replaces the whole value.
        overrides: ``key=value``, the value in YAML, merged over the file in the same way.

    Raises:
        InputError: a file cannot be read, is not a mapping, or is its own base; a key is within a missing mapping,
            or overridden twice.
    """
    settings, keys = _read_over_base(path, ()), set[str]()
    for override in overrides:
        key, equals, value = override.partition("=")
        if not equals:
            raise InputError(f"--set {override}: expected key=value")
        if key in keys:
            raise InputError(f"--set {key} is given twice")
        keys.add(key)
        _put(settings, key, parse_yaml(value, f"--set {override}"), f"--set {override}")
    return settings


def _read_over_base(path: Path, above: tuple[Path, ...]) -> dict[str, Any]:
    if path.resolve() in above:
        raise InputError("is its own base, expected a base that does not lead back to it", path)
    check_there(path)
    with explain_errors("cannot be read", OSError, UnicodeDecodeError, path=path):
        settings = parse_yaml(path.read_text(encoding="utf-8"), path)
    if not isinstance(settings, dict):
        raise InputError("expected a YAML mapping of keys to values", path)
    if "base" not in settings:
        return settings
    if not isinstance(base := settings.pop("base"), str):
        raise InputError(f"base is {base!r}, expected the path of a YAML file", path)
    if not (path.parent / base).is_file():
        raise InputError(f"base is {base!r}: no such file", path)
    merged = _read_over_base(path.parent / base, (*above, path.resolve()))
    for key, value in settings.items():
        _put(merged, str(key), value, path)
    return merged


def _put(settings: dict[str, Any], key: str, value: Any, place: Path | str) -> None:
    *outer, last = key.split(".")
    for name in outer:
        if not isinstance(settings.get(name), dict):
            raise InputError(f"{key}: there is no mapping {name!r}", place)
        settings = settings[name]
    settings[last] = value


def parse_yaml(text: str, path: Path | str | None = None) -> Any:
    """The value of a YAML text, of plain types only; ``1e-5`` is a number, as in YAML 1.2.

    Raises:
        InputError: not YAML; a key twice; or more than 10,000 values with aliases (``*name``) expanded, by which a few
            lines could fill any memory.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is not None and _count_values(node, {}) > _MAX_VALUES:
            raise yaml.YAMLError(f"more than {_MAX_VALUES:,} values with aliases (*) expanded")
        return None if node is None else loader.construct_document(node)
    # Tags raise other errors than YAMLError, for example on "!!int x" or an impossible date.
    except (yaml.YAMLError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"cannot be read as YAML: {' '.join(str(error).split())}", path) from None


def _count_values(node: Any, known: dict[int, float]) -> float:
    """The number of values in a YAML node, with itself; infinite if it contains itself.

    Raises:
        ValueError: a text that UTF-8 cannot write, or a key that stands twice in a mapping.
    """
    if id(node) not in known:
        known[id(node)], parts = math.inf, node.value
        if node.id == "scalar":
            node.value.encode()  # fails on half of a pair of surrogates, which nothing could write: "\ud800"
            parts = ()
        elif node.id == "mapping":
            check_keys(node)
            parts = [part for pair in node.value for part in pair]
        known[id(node)] = 1 + sum(_count_values(part, known) for part in parts)
    return known[id(node)]


def convert(settings: Any, kind: type[T], path: Path | str | None) -> T:
    """The settings as a msgspec Struct; only whole numbers are converted, to floats.

    Args:
        settings: of plain types.
        kind: the Struct, which may forbid unknown keys.
        path: the file of the settings, for messages.

    Raises:
        InputError: a key is unknown, missing, or of another type.
    """
    try:
        return msgspec.convert(settings, kind)
    except msgspec.ValidationError as error:
        found, _, place = str(error).partition(" - at `$")
        key = place.strip(".`")
        hints = get_type_hints(kind)
        if "unknown field" in found and not key:
            found += f", expected {', '.join(hints)}"
        if "enum" in found and key in hints:
            # The values of a Literal; in "Literal or None", the Literal comes first.
            choices = get_args(hints[key])
            found += f", expected {' or '.join(map(str, get_args(choices[0]) or choices))}"
        raise InputError(f"{key}: {found}" if key else found, path) from None
