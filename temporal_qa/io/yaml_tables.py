"""The tables of ``generation/``: wordings that people may edit, as YAML."""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any


def read_yaml_table(name: str) -> dict[str, Any]:
    """The table ``generation/NAME``."""
    import yaml  # here, since only questions need it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast; some platforms lack it
    text = files("temporal_qa.generation").joinpath(name).read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506
    return table


def wording_pattern(wording: str, slots: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern that reads back what a wording gives, with a group for each ``{slot}``.

    ``slots`` has the patterns of some; the others may hold any text.

    >>> wording_pattern("Who died in {year}?", {"year": "[0-9]+"}).fullmatch("Who died in 1990?")["year"]
    '1990'
    """

    def group(slot: re.Match[str]) -> str:
        return f"(?P<{slot[1]}>{slots.get(slot[1], '.+?')})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", group, re.escape(wording)))
