"""The tables of ``generation/``: wordings that people may edit, as YAML."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def read_yaml_table(name: str) -> dict[str, Any]:
    """The table ``generation/NAME``."""
    import yaml  # here, since only questions need it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast; some platforms lack it
    text = files("temporal_qa.generation").joinpath(name).read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506
    return table
