"""The command that makes a dataset again, as its card shows it."""

from __future__ import annotations

import shlex
from pathlib import Path

from temporal_qa.timeline.dates import CalendarDate


def build_command(family: str, **options: object) -> str:
    """The command with its options in this order: files by their names, True as a flag; of a tuple, each value.

    What is None or False is left out.

    >>> build_command("pseudo-pit", facts=Path("a/b c.jsonl"), invent=False, seed=0, no_fiction=True)
    "temporal-qa build pseudo-pit --facts 'b c.jsonl' --seed 0 --no-fiction"
    """
    words = [f"temporal-qa build {family}"]
    for name, given in options.items():
        option = f"--{name.replace('_', '-')}"
        for value in given if isinstance(given, tuple) else (given,):
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words.append(f"{option} {_written(value)}")
    return " ".join(words)


def _written(value: object) -> str:
    if isinstance(value, Path):
        value = value.name or "DIR"
    return shlex.quote(value.isoformat() if isinstance(value, CalendarDate) else str(value))
