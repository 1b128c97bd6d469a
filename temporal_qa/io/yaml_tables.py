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

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first is ten times as fast; some platforms lack it

    class Loader(base):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            check_keys(node)
            return super().construct_mapping(node, deep)

    path = files("temporal_qa.generation").joinpath(name)
    try:
        table = Loader(path.read_text(encoding="utf-8")).get_single_data()
        if not isinstance(table, dict):
            raise ValueError("expected a mapping of keys to values")
        yield table
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


def wording_pattern(wording: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern that reads back what a wording gives, with a group for each ``{slot}``.

    ``slots`` has the patterns of some; the others may hold any text.

    >>> wording_pattern("Who died in {year}?", {"year": "[0-9]+"}).fullmatch("Who died in 1990?")["year"]
    '1990'
    """

    def group(slot: re.Match[str]) -> str:
        return f"(?P<{slot[1]}>{slots.get(slot[1], '.+?')})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording)))
