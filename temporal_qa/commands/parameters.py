"""What a command takes and what it tells, for people and, with ``--json``, for programs.

What it takes is told once: names, types and defaults in its signature, the help in its docstring. It yields what it has
made, as JSON has it, and then the lines that tell people of it.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, redirect_stdout
from copy import copy
from functools import wraps
from typing import Annotated, Any, get_args, get_origin

from typer import Argument, Option, echo

_DESCRIBED = re.compile(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def for_typer(command: Callable[..., Any]) -> Callable[..., None]:
    """The command as typer reads it: parameters before ``*`` are arguments, those after it options.

    Their help is the section ``Args``, the last one of the docstring; options that several commands share have their
    own in ``options.py``. A ``bool`` is a flag, which turns it on. A command that yields also gets ``--json``.
    """
    text, described = parts_of_docstring(command)
    help_of = {name: " ".join(words.split()) for name, words in _DESCRIBED.findall(described)}
    parameters = [*inspect.signature(command, eval_str=True).parameters.values()]
    if tells := inspect.isgeneratorfunction(inspect.unwrap(command)):
        parameters.append(inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=bool))
        help_of.setdefault("json", "Print one JSON object.")

    @wraps(command)
    def run(*, json: bool = False, **given: Any) -> None:
        told = command(**given)
        if tells:
            _show(told, json)

    run.__doc__ = text
    return with_signature(run, [_as_option(each, help_of.get(each.name)) for each in parameters])


def parts_of_docstring(function: Callable[..., Any]) -> tuple[str, str]:
    """What stands before the section ``Args``, and what in it."""
    text, _, described = str(inspect.getdoc(function)).partition("\n\nArgs:\n")
    return text, described


def _show(told: Iterator[Any], json: bool) -> None:
    with redirect_stdout(sys.stderr) if json else nullcontext():  # what is printed on the way is no part of the object
        made = next(told)
    if json:
        import orjson

        return echo(orjson.dumps(made, option=orjson.OPT_INDENT_2).decode())
    for line in told:
        echo(line)


def with_signature(run: Callable[..., Any], parameters: Iterable[inspect.Parameter]) -> Callable[..., Any]:
    """The function, which takes anything, as one of these parameters."""
    signature = inspect.Signature([*parameters])
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in signature.parameters.items()}
    return run


def _as_option(parameter: inspect.Parameter, described: str | None) -> inspect.Parameter:
    kind, told = parameter.annotation, Option() if parameter.kind == parameter.KEYWORD_ONLY else Argument()
    if get_origin(kind) is Annotated:
        kind, told = get_args(kind)
    elif kind is bool:
        told = Option(f"--{parameter.name.replace('_', '-')}")
    told = copy(told)
    told.help = told.help or described
    return parameter.replace(annotation=Annotated[kind, told])
