"""What somebody meant who typed a command or an option that does not exist, where spelling alone cannot tell."""

import re
from typing import Any

# What may be meant (of which that is suggested which exists there) -> what is typed.
_TYPED = {
    ("solve", "predict"): "answer ask",
    ("build",): "create generate invent make",
    ("score",): "eval evaluate",
    ("publish",): "push upload",
    ("--endpoint",): "base-url url",
    ("--questions", "--sample", "--limit", "--bootstrap"): "count n num",
    ("--overwrite",): "force replace",
    ("--facts", "--source"): "input",
    ("--workers",): "j jobs processes",
    ("--out",): "o",
}
_MEANT = {word: meant for meant, words in _TYPED.items() for word in words.split()}


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
