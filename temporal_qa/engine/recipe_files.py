"""YAML files of settings: limited in size, merged over their base file, and checked against their types."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
import yaml

from temporal_qa.io import InputError
from temporal_qa.io.read import check_there
from temporal_qa.io.yaml_tables import check_keys

T = TypeVar("T")

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
    try:
        settings = parse_yaml(path.read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
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
        known[id(node)] = math.inf
        if node.id == "scalar":
            node.value.encode()  # fails on half of a pair of surrogates, which nothing could write: "\ud800"
            known[id(node)] = 1
        else:
            if node.id == "mapping":
                check_keys(node)
            parts = [part for pair in node.value for part in pair] if node.id == "mapping" else node.value
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
