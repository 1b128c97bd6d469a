"""URLs where a command takes paths: the command runs on local copies, and what it makes is copied to its URL.

temporal-qa build complex-tr --facts s3://BUCKET/facts.jsonl --out s3://BUCKET/complex-tr
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer import Context, echo
from typer.core import TyperCommand

from temporal_qa.commands.options import RUNNING
from temporal_qa.io import InputError
from temporal_qa.io.urls import is_url

if TYPE_CHECKING:
    from temporal_qa.io.local_copies import LocalCopies
    from temporal_qa.io.remote import Remote

_WRITTEN = frozenset({"out", "items", "report", "gold", "disagreements"})
_FOLDERS_OR_NAMES = frozenset({"model", "tokenizer"})  # texts: a folder, or a name on the Hub


def is_written(command: str | None, parameter: str) -> bool:
    """Whether a command writes to the path of a parameter; it reads all others."""
    return parameter in _WRITTEN or (command, parameter) == ("mine", "lives")


class CommandWithUrls(TyperCommand):
    """A command that takes URLs where it takes paths."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses as typer does, but keeps the URLs, since a path keeps one of two slashes, and refuses an option that
        is given twice, of which typer keeps the last."""
        RUNNING.set(ctx)
        for word in args:
            if any("\ud800" <= letter <= "\udfff" for letter in word):  # it cannot be written to a file or shown
                raise InputError(f"{word!a} is not UTF-8, expected arguments in UTF-8")
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        once = [each for each in given if not (each.multiple or getattr(each, "is_flag", False))]
        if twice := [each.opts[0] for each in once if once.count(each) > 1]:
            ctx.fail(f"{twice[0]} is given twice")
        words = [word.partition("=")[2] if word.startswith("--") else word for word in args]
        ctx.meta[__name__] = {str(Path(word)): word for word in words if is_url(word)}
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; on local copies, if a path is a URL."""
        run = super().invoke
        given = {name: urls for name, value in ctx.params.items() if (urls := _urls(ctx, name, value))}
        return _run_on_copies(ctx, given, lambda: run(ctx)) if given else run(ctx)


def _urls(ctx: Context, name: str, value: Any) -> list[str]:
    """The paths in the value of a parameter that typer has made of URLs."""
    values = value if isinstance(value, list | tuple) else [value]
    paths = [str(Path(each)) for each in values if isinstance(each, Path) or (each and name in _FOLDERS_OR_NAMES)]
    return [path for path in paths if path in ctx.meta[__name__]]


def _run_on_copies(ctx: Context, given: dict[str, list[str]], run: Callable[[], Any]) -> None:
    from temporal_qa.io.local_copies import local_copies
    from temporal_qa.io.remote import open_remote

    if "cache" in given:
        raise InputError("--cache: expected a folder on this machine, not a URL")
    remotes = {path: open_remote(ctx.meta[__name__][path]) for paths in given.values() for path in paths}
    written = [path for name, paths in given.items() if is_written(ctx.command.name, name) for path in paths]
    read = [path for name, paths in given.items() if not is_written(ctx.command.name, name) for path in paths]
    options = dict(ctx.params)
    inputs, outputs = ([remotes[path] for path in dict.fromkeys(paths)] for paths in (read, written))
    with local_copies(ctx.command_path, inputs, outputs) as copies:

        def run_command() -> str:
            for name in given:
                ctx.params[name] = _on_copies(ctx.params[name], remotes, copies)
            shown: Any = _WithUrls(sys.stderr, copies)
            with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(shown):
                run()
            return printed.getvalue()

        printed = copies.make(options, run_command, overwrite=bool(ctx.params.get("overwrite")))
    echo(printed, nl=False)  # only now is what the command made at its URL


def _on_copies(value: Any, remotes: Mapping[str, Remote], copies: LocalCopies) -> Any:
    """The value of a parameter with local copies in the place of its URLs, of which ``remotes`` has the paths."""
    if isinstance(value, list | tuple):
        local = ((each, remotes.get(str(each))) for each in value)
        return [path for each, remote in local for path in ([each] if remote is None else copies.paths(remote))]
    return type(value)(copies.path(remotes[str(Path(value))]))


class _WithUrls:
    """A stream on which local copies have the names of their URLs."""

    def __init__(self, stream: Any, copies: LocalCopies) -> None:
        self._stream, self._copies = stream, copies

    def write(self, text: str) -> int:
        return int(self._stream.write(self._copies.shown(text)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
