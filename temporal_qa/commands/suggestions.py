"""What somebody meant who typed a command or an option that does not exist, where spelling alone cannot tell."""

from __future__ import annotations

import re
from typing import Any

# The word that was typed -> the commands or options that may be meant, of which those are suggested that exist there.
_MEANT: dict[str, tuple[str, ...]] = {
    "answer": ("solve", "predict"),
    "ask": ("predict",),
    "compare": ("report",),
    "convert": ("import",),
    "create": ("build",),
    "download": ("build", "import"),
    "eval": ("score",),
    "evaluate": ("score",),
    "explain": ("solve",),
    "extract": ("mine",),
    "generate": ("build",),
    "infer": ("predict",),
    "invent": ("build",),
    "load": ("import",),
    "make": ("build",),
    "metrics": ("install-metrics",),
    "plot": ("report",),
    "push": ("publish",),
    "run": ("demo", "predict"),
    "synthesize": ("build",),
    "test": ("score", "doctor"),
    "upload": ("publish",),
    "validate": ("check", "audit"),
    "verify": ("audit", "annotate"),
    "base-url": ("--endpoint",),
    "count": ("--questions", "--sample", "--limit"),
    "force": ("--overwrite",),
    "f": ("--overwrite",),
    "input": ("--facts", "--source"),
    "j": ("--workers",),
    "jobs": ("--workers",),
    "k": ("--top-k",),
    "max-tokens": ("--max-new-tokens",),
    "n": ("--questions", "--sample", "--limit", "--bootstrap"),
    "name": ("--run",),
    "num": ("--questions", "--sample", "--limit"),
    "number": ("--questions", "--sample", "--limit"),
    "o": ("--out",),
    "processes": ("--workers",),
    "replace": ("--overwrite",),
    "resamples": ("--bootstrap",),
    "samples": ("--bootstrap", "--sample"),
    "size": ("--questions", "--sample"),
    "threads": ("--workers",),
    "url": ("--endpoint",),
}


def add_suggestions(error: Any) -> None:
    """Adds to typer's error of a command or an option that does not exist what may be meant."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    if option := getattr(error, "option_name", None):
        known = {name for parameter in getattr(command, "params", ()) for name in parameter.opts}
        # typer finds what is spelt alike, --json for --n.
        error.possibilities = _meant(option, known) or getattr(error, "possibilities", None)
    elif unknown := re.fullmatch(r"No such command '(.*)'\.?", str(getattr(error, "message", ""))):
        word, commands = unknown[1], getattr(command, "commands", {})
        found = [f"{name} {word}" for name, group in commands.items() if word in getattr(group, "commands", ())]
        if found := found or _meant(word, set(commands)):
            error.message = f"No such command '{word}'. Did you mean {' or '.join(map(repr, found))}?"


def _meant(word: str, known: set[str]) -> list[str]:
    return [name for name in _MEANT.get(word.lower().lstrip("-"), ()) if name in known]
