"""YAML files of settings: read within bounds, over the file that they are based on, and held against their types."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
import yaml

from temporal_qa.io.errors import InputError

T = TypeVar("T")

_MAX_VALUES = 10_000


class _Loader(yaml.SafeLoader):
    """Reads ``1e-5`` as a number, as YAML 1.2 does."""


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?(\d+\.?\d*|\.\d+)[eE][-+]?\d+$"), list("-+.0123456789")
)


def read_settings(path: Path, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """The settings in a YAML file, put over those of the file that its key ``base`` names, if any.

    Args:
        path: the file; its ``base`` is a path from its folder. A key such as ``train.split`` reaches into a mapping of
            the base; any other key replaces the whole value.
        overrides: ``key=value``, the value in YAML, put over the file in the same way.

    Raises:
        InputError: a file cannot be read, is not a mapping, or is its own base; an override reaches into nothing.
    """
    settings = _read_over_base(path, ())
    for override in overrides:
        key, equals, value = override.partition("=")
        if not equals:
            raise InputError(f"--set {override}: expected key=value")
        _put(settings, key, parse_yaml(value, f"--set {override}"), f"--set {override}")
    return settings


def _read_over_base(path: Path, above: tuple[Path, ...]) -> dict[str, Any]:
    if path.resolve() in above:
        raise InputError("is its own base, expected bases that end", path)
    settings = _read_yaml(path)
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


def _read_yaml(path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", path) from None
    return parse_yaml(text, path)


def parse_yaml(text: str, path: Path | str | None = None) -> Any:
    """The value of a YAML text, of plain types only; ``1e-5`` is a number, as in YAML 1.2.

    Raises:
        InputError: not YAML; or more than 10,000 values, aliases (``*name``) written out: with them a few lines can
            stand for more than any memory holds.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is not None and _count_values(node, {}) > _MAX_VALUES:
            raise yaml.YAMLError(f"more than {_MAX_VALUES:,} values, aliases (*) written out")
        return None if node is None else loader.construct_document(node)
    # Beside its own errors what its tags raise on what they cannot read: "!!int x", a day that no calendar has.
    except (yaml.YAMLError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"cannot be read as YAML: {' '.join(str(error).split())}", path) from None


def _count_values(node: Any, known: dict[int, float]) -> float:
    """How many values a node of YAML has, itself included; without end where it holds itself."""
    if id(node) not in known:
        known[id(node)] = math.inf
        parts = [part for pair in node.value for part in pair] if node.id == "mapping" else node.value
        known[id(node)] = 1 + (0 if node.id == "scalar" else sum(_count_values(part, known) for part in parts))
    return known[id(node)]


def convert(settings: Any, kind: type[T], path: Path | str | None) -> T:
    """The settings as a msgspec Struct, nothing converted but whole numbers to floats.

    Args:
        settings: of plain types.
        kind: the Struct; keys that it does not have are refused.
        path: where the settings come from, for errors.

    Raises:
        InputError: the first key that is unknown, missing, or not as its type says.
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
            # Of a Literal its values, of a Literal or None first the Literal.
            choices = get_args(hints[key])
            found += f", expected {' or '.join(map(str, get_args(choices[0]) or choices))}"
        raise InputError(f"{key}: {found}" if key else found, path) from None
