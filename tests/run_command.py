"""``temporal-qa`` run in this process: to start Python and load the libraries takes longer than most commands.

Tests that need a process of its own, to kill it or for its environment, have ``warm_process.py``.
"""

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

import typer

from temporal_qa.command_line import app, main


def _leaves(command, path=()):
    if not hasattr(command, "commands"):
        return {" ".join(path): command.command}
    parts = (_leaves(part, (*path, name)) for name, part in command.commands.items())
    return {words: leaf for part in parts for words, leaf in part.items()}


COMMANDS = _leaves(typer.main.get_command(app))
"""The commands without subcommands, by the words that call them."""


def run_command(*arguments: object, cwd: Path, status: int = 0) -> subprocess.CompletedProcess[str]:
    """What the command prints, in a width of 200 columns, without colours; its exit status must be ``status``."""
    words = [str(argument) for argument in arguments]
    output, errors = io.StringIO(), io.StringIO()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        with (
            contextlib.chdir(cwd), contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors),
            mock.patch.object(sys, "argv", ["temporal-qa", *words]), mock.patch.dict(os.environ, COLUMNS="200"),
        ):  # fmt: skip
            main()
        code = 0
    except SystemExit as end:
        code = end.code or 0
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert code == status, errors.getvalue()
    return subprocess.CompletedProcess(words, code, output.getvalue(), errors.getvalue())
