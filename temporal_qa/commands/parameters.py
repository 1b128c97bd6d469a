"""What a command takes is told once: names, types and defaults in its signature, the help in its docstring."""

import inspect
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from copy import copy
from functools import wraps
from typing import Annotated, Any, get_args, get_origin

from typer import Argument, Option, echo

_Json = Annotated[bool, Option("--json", help="Print one JSON object.")]
_DESCRIBED = re.compile(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def with_described_parameters(command: Callable[..., Any]) -> Callable[..., None]:
    """The command as typer reads it: parameters before ``*`` are arguments, those after it options.

    Their help is the section ``Args``, the last one of the docstring; options that several commands share have their
    own in ``options.py``. A ``bool`` is a flag, which turns it on.

    A command that yields has the option ``--json``, see ``Output`` in ``options.py``. What its work prints meanwhile is
    no part of the object.
    """
    text, described = parts_of_docstring(command)
    help_of = {name: " ".join(words.split()) for name, words in _DESCRIBED.findall(described)}

    @wraps(command)
    def run(json: bool = False, **given: Any) -> None:
        output = command(**given)
        if output is None:
            return
        with redirect_stdout(sys.stderr if json else sys.stdout):
            value = next(output)
        for shown in [as_json(value)] if json else output:
            echo(shown)

    run.__doc__ = text
    parameters = [*inspect.signature(command, eval_str=True).parameters.values()]
    if inspect.isgeneratorfunction(inspect.unwrap(command)):
        parameters.append(inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=_Json))
    return with_signature(run, [_for_typer(each, help_of.get(each.name)) for each in parameters])


def as_json(value: Any) -> str:
    """The text that ``--json`` prints."""
    import orjson

    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def parts_of_docstring(function: Callable[..., Any]) -> tuple[str, str]:
    """What stands before the section ``Args``, and what in it."""
    text, _, described = str(inspect.getdoc(function)).partition("\n\nArgs:\n")
    return text, described


def with_signature(run: Callable[..., None], parameters: Iterable[inspect.Parameter]) -> Callable[..., None]:
    """The function, which takes anything, as one of these parameters."""
    signature = inspect.Signature([*parameters])
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in signature.parameters.items()}
    return run


def _for_typer(parameter: inspect.Parameter, described: str | None) -> inspect.Parameter:
    kind, option = parameter.annotation, Option() if parameter.kind == parameter.KEYWORD_ONLY else Argument()
    if get_origin(kind) is Annotated:
        kind, option = get_args(kind)
    elif kind is bool:
        option = Option(f"--{parameter.name.replace('_', '-')}")
    option = copy(option)
    option.help = option.help or described
    return parameter.replace(annotation=Annotated[kind, option])
