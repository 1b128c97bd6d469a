"""The tables of ``generation/``: wordings that people may edit, as YAML."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from temporal_qa.io.errors import InputError


@contextmanager
def yaml_table(name: str) -> Iterator[dict[str, Any]]:
    """The table ``generation/NAME``, for as long as something is made of it.

    Raises:
        InputError: it is not YAML, has a key twice, or what is made of it raises an error: people have edited it.
    """
    import yaml  # here, since only questions need it

    path = files("temporal_qa.generation").joinpath(name)
    try:
        # CSafeLoader is ten times as fast; some platforms lack it
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(path.read_text(encoding="utf-8"))
        node: Any = loader.get_single_node()
        if node is None or node.id != "mapping":
            raise ValueError("expected a mapping of keys to values")
        _check_mappings(node)
        yield loader.construct_document(node)
    except InputError:
        raise
    except KeyError as missing:
        raise InputError(f"cannot be used: there is no {missing}", str(path)) from None
    except (yaml.YAMLError, re.error, AttributeError, IndexError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"cannot be used: {' '.join(str(error).split())}", str(path)) from None


def check_same_slots(use: str, wordings: Iterable[str]) -> None:
    """Raises ``ValueError`` unless all wordings of one use have the same ``{slots}``; ``{first_age}`` may be
    ``{first}``."""
    slots: set[str] | None = None
    for wording in wordings:
        found = {name.removesuffix("_age") for name in re.findall(r"\{(\w+)\}", wording)}
        if found != (slots := found if slots is None else slots):
            raise ValueError(f"{use}: {wording!r} has the slots {sorted(found)}, the first wording {sorted(slots)}")


def check_keys(mapping: Any) -> None:
    """Raises ``ValueError`` if a YAML node that is a mapping has a key twice: YAML takes the last one in silence."""
    seen = set()
    for key, _ in mapping.value:
        if key.id == "scalar" and key.value in seen:
            raise ValueError(f"the key {key.value!r} stands a second time in line {key.start_mark.line + 1}")
        seen.add(key.value if key.id == "scalar" else id(key))


def _check_mappings(node: Any) -> None:
    """:func:`check_keys` of all mappings within a node."""
    if node.id == "mapping":
        check_keys(node)
        for _, value in node.value:
            _check_mappings(value)
    elif node.id == "sequence":
        for part in node.value:
            _check_mappings(part)


def wording_pattern(wording: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern that reads back what a wording gives, with a group for each ``{slot}``.

    ``slots`` has the patterns of some; the others may hold any text.

    >>> wording_pattern("Who died in {year}?", {"year": "[0-9]+"}).fullmatch("Who died in 1990?")["year"]
    '1990'
    """

    def group(slot: re.Match[str]) -> str:
        return f"(?P<{slot[1]}>{slots.get(slot[1], '.+?')})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording)))
