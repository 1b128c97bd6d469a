"""The tables of ``generation/``: wordings that people may edit, as YAML."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, TypeVar

from temporal_qa.io.errors import InputError

T = TypeVar("T")


@contextmanager
def yaml_table(name: str, kind: type[T]) -> Iterator[T]:
    """The table ``generation/NAME``, for as long as something is made of it.

    Args:
        name: of the file.
        kind: what it holds, as a type of msgspec.

    Raises:
        InputError: it is not YAML, has a key twice, holds something else, or what is made of it raises an error: people
            have edited it.
    """
    import msgspec  # here, since only questions need them
    import yaml

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
        yield msgspec.convert(table, kind)
    except InputError:
        raise
    except KeyError as missing:
        raise InputError(f"cannot be used: there is no {missing}", str(path)) from None
    except (
        yaml.YAMLError, msgspec.ValidationError, re.error, AttributeError, IndexError, RecursionError, TypeError,
        ValueError,
    ) as error:  # fmt: skip
        raise InputError(f"cannot be used: {' '.join(str(error).split())}", str(path)) from None


def check_wordings(table: Mapping[str, Iterable[str]], slots: Mapping[str, Sequence[str]]) -> None:
    """Raises ``ValueError`` unless each wording has its slots, each once, and cannot be read as one of another use.

    Args:
        table: use -> wordings.
        slots: use -> the slots of a wording, in the order of the alphabet, such as ``a b``; one of several choices.
    """
    every = [(use, wording) for use, wordings in table.items() for wording in wordings]
    for use, wording in every:
        if (found := " ".join(sorted(SLOT.findall(wording)))) not in slots[use]:
            raise ValueError(
                f"{use}: {wording!r} has the slots {found!r}, expected {' or '.join(map(repr, slots[use]))}"
            )
    for use, wording in every:
        pattern = wording_pattern(wording, {})
        if same := next((other for other, text in every if other != use and pattern.fullmatch(text)), None):
            raise ValueError(f"{use}: {wording!r} fits questions of {same}, too")


SLOT = re.compile(r"\{(.*?)\}|[{}]")
"""The name of a slot in a wording; of a single brace, nothing."""


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
