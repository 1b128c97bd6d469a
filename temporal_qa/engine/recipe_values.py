"""Values from YAML, held against the annotations of what they are for."""

from __future__ import annotations

import math
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from temporal_qa.io.errors import InputError

_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "text", type(None): "null"}


def read_yaml(path: Path) -> Any:
    """The value of a YAML file. Raises ``InputError`` as :func:`parse_yaml`, and where the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path) from None
    return parse_yaml(text, path)


def parse_yaml(text: str, path: Path | str | None = None) -> Any:
    """The value of a YAML text, of plain types only.

    Raises:
        InputError: no YAML; or more than 10,000 values, aliases (``*name``) written out: with them a few lines can
            stand for more than any memory holds.
    """
    import yaml

    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        if node is not None and _values(node, {}) > _MAX_VALUES:
            raise yaml.YAMLError(f"more than {_MAX_VALUES:,} values, aliases (*) written out")
        return None if node is None else loader.construct_document(node)
    # Beside its own errors what its tags raise on what they cannot read: "!!int x", a day that no calendar has.
    except (yaml.YAMLError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"cannot be read as YAML: {' '.join(str(error).split())}", path) from None


_MAX_VALUES = 10_000


def _values(node: Any, known: dict[int, float]) -> float:
    """How many values a node of YAML has, itself included; without end where it holds itself."""
    if id(node) not in known:
        known[id(node)] = math.inf
        parts = [part for pair in node.value for part in pair] if node.id == "mapping" else node.value
        known[id(node)] = 1 + (0 if node.id == "scalar" else sum(_values(part, known) for part in parts))
    return known[id(node)]


def checked_value(key: str, value: Any, expected: Any, path: Path | str) -> Any:
    """The value as ``expected`` annotates it: a plain type, ``list`` of one, ``Literal``, or a union of these.

    Numbers may be text, since to YAML ``1e-5`` is; nothing else is converted.

    Args:
        key: what the value is called, for errors.
        value: as YAML has it.
        expected: the annotation.
        path: where the value comes from, for errors.

    Raises:
        InputError: it is something else.
    """
    choices = get_args(expected) if get_origin(expected) in (Union, types.UnionType) else (expected,)
    for choice in choices:
        if get_origin(choice) is Literal:
            if value in get_args(choice):
                return value
        elif get_origin(choice) is list:
            if isinstance(value, list) and all(type(item) is get_args(choice)[0] for item in value):
                return value
        elif choice is float and not isinstance(value, bool):
            try:
                return float(value)
            except (OverflowError, TypeError, ValueError):
                continue
        elif type(value) is choice:
            return value
    raise InputError(f"{key} is {value!r}, expected {' or '.join(map(_in_words, choices))}", path)


def _in_words(choice: Any) -> str:
    if get_origin(choice) is Literal:
        return " or ".join(map(str, get_args(choice)))
    if get_origin(choice) is list:
        return f"a list of {'names' if get_args(choice)[0] is str else 'whole numbers'}"
    return _NAMES[choice]
