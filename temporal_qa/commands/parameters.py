"""What a command takes is told once: names, types and defaults in its signature, the help in its docstring."""

import inspect
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from copy import copy
from functools import wraps
from typing import Annotated, Any, Literal, get_args, get_origin

import orjson
from typer import Argument, Option, echo

from temporal_qa.commands.options import MAX_COUNT, Machines, refuse_where
from temporal_qa.tables.markdown import markdown_table

_PANEL = "More than one machine"
_MAX_TASKS = 100_000
_OnlyNumTasks = Annotated[int, Option("--num-tasks", min=1, max=_MAX_TASKS, rich_help_panel=_PANEL)]
_Json = Annotated[bool, Option("--json", help="Print one JSON object.")]
_DESCRIBED = re.compile(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def with_described_parameters(command: Callable[..., Any]) -> Callable[..., None]:
    """The command as typer reads it: parameters before ``*`` are arguments, those after it options.

    Their help is the section ``Args``, the last one of the docstring; options that several commands share have their
    own in ``options.py``. A ``bool`` is a flag, which turns it on.

    The options of tasks stand in the place of a parameter ``machines``, which is their meaning.

    A command that yields has the option ``--json``, see ``Output`` in ``options.py``. What its work prints meanwhile is
    no part of the object.
    """
    parameters = dict(inspect.signature(command, eval_str=True).parameters)
    text, described = _parts_of_docstring(command)
    of_tasks: dict[str, inspect.Parameter] = {}
    if parameters.pop("machines", None):
        of_tasks = dict([*inspect.signature(machines, eval_str=True).parameters.items()][1:])
        if "tasks" in parameters:  # where --tasks means something else
            of_tasks["num_tasks"] = of_tasks["num_tasks"].replace(annotation=_OnlyNumTasks)
        described += f"\n{_parts_of_docstring(machines)[1]}"
    help_of = {name: " ".join(words.split()) for name, words in _DESCRIBED.findall(described)}

    @wraps(command)
    def run(json: bool = False, **given: Any) -> None:
        if of_tasks:
            given["machines"] = machines(given.get("workers"), **{name: given.pop(name) for name in of_tasks})
        output = command(**given)
        if output is None:
            return
        with redirect_stdout(sys.stderr if json else sys.stdout):
            value = next(output)
            lines = list(output) if json else output  # which also warns, beside the object, too
        for shown in [orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()] if json else lines:
            echo(shown if isinstance(shown, str) else markdown_table(*shown))

    shown = [_for_typer(each, help_of.get(each.name)) for each in (parameters | of_tasks).values()]
    if inspect.isgeneratorfunction(command):
        shown.append(inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=_Json))
    run.__doc__ = text
    run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in shown}
    return run


def machines(
    workers: int | None,
    *,
    executor: Annotated[Literal["local", "slurm", "ray"] | None, Option(rich_help_panel=_PANEL)] = None,
    num_tasks: Annotated[int, Option("--num-tasks", "--tasks", min=1, max=_MAX_TASKS, rich_help_panel=_PANEL)] = 16,
    partition: Annotated[str | None, Option(rich_help_panel=_PANEL)] = None,
    hours: Annotated[int, Option(min=1, max=MAX_COUNT, rich_help_panel=_PANEL)] = 24,
    memory_gb: Annotated[int, Option(min=1, max=MAX_COUNT, rich_help_panel=_PANEL)] = 2,
) -> Machines:
    """The meaning of the options of commands whose work can be divided into tasks for a cluster.

    Raises:
        InputError: an option without effect, a missing partition, or a missing package.

    Args:
        executor: Run as tasks of datatrove: here, as Slurm jobs, or on Ray.
        num_tasks: --executor: how many tasks; they decide nothing.
        partition: --executor slurm: one of those that sinfo shows.
        hours: --executor slurm: the longest time of a job.
        memory_gb: --executor slurm or ray: the memory of a task, GB.
    """
    refuse_where(executor is None, "without --executor", "--num-tasks", "--partition", "--hours", "--memory-gb")
    cluster = None
    if executor is not None:
        refuse_where(executor != "slurm", f"with --executor {executor}", "--partition", "--hours")
        refuse_where(executor == "local", "with --executor local", "--memory-gb")
        from temporal_qa.pipelines.cluster import Cluster

        cluster = Cluster(executor, num_tasks, workers, partition, hours, memory_gb)
    return Machines(cluster, workers or os.cpu_count() or 1)


def _parts_of_docstring(function: Callable[..., Any]) -> tuple[str, str]:
    """What stands before the section ``Args``, and what in it."""
    text, _, described = str(inspect.getdoc(function)).partition("\n\nArgs:\n")
    return text, described


def _for_typer(parameter: inspect.Parameter, described: str | None) -> inspect.Parameter:
    kind, option = parameter.annotation, Option() if parameter.kind == parameter.KEYWORD_ONLY else Argument()
    if get_origin(kind) is Annotated:
        kind, option = get_args(kind)
    elif kind is bool:
        option = Option(f"--{parameter.name.replace('_', '-')}")
    option = copy(option)
    option.help = option.help or described
    return parameter.replace(annotation=Annotated[kind, option])
