"""The command ``temporal-qa``: its commands, and its exit status.

Heavy packages are imported when a command runs, so that ``--help`` is fast.
"""

import inspect
import signal
import sys
from collections.abc import Callable
from functools import cached_property, partial
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from temporal_qa import __version__
from temporal_qa.commands.options import RUNNING
from temporal_qa.commands.parameters import with_described_parameters
from temporal_qa.commands.suggestions import add_suggestions
from temporal_qa.commands.url_parameters import CommandWithUrls
from temporal_qa.io.errors import expected_error
from temporal_qa.io.processes import collect_rarely

app = typer.Typer(
    name="temporal-qa",
    help="""Temporal question answering: make data, answer it, score answers, share all of it.

    Begin with `temporal-qa demo`. Every command shows an example: temporal-qa COMMAND --help
    """,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class _QuestionsByDefault(TyperGroup):
    """``import FILE ...`` is ``import questions FILE ...``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if "questions" in self.commands and args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["questions", *args]
        return super().parse_args(ctx, args)


# --help shows panels and commands in this order, that of the work.
BEGIN, MAKE, CHECK, ANSWER = "Begin", "1. Make or import data", "2. Check data", "3. Answer questions"
SCORE, SHARE = "4. Score answers", "5. Share, and use elsewhere"
_COMMANDS = {
    BEGIN: ("demo", "doctor"),
    MAKE: ("mine", "perturb", "paraphrase", "chat_rows"),
    CHECK: ("check", "audit", "retrieval", "date_tokens"),
    ANSWER: ("solve", "retrieval:retrieve", "predict", "embed"),
    SCORE: ("score", "score_responses", "score_probes", "report"),
    SHARE: ("publish", "publish:publish_metric", "install_metrics", "harness_path"),
}
"""Panel -> where its commands are, see :func:`_add`."""
_GROUPS = {
    "import": (MAKE, """Convert what others released: questions (also without the word), or a temporal graph.

    Example: temporal-qa import test_l2.json test_l3.json --out tempreason.jsonl
    Example: temporal-qa import graph icews14 --out icews14-graph
    """, {"questions": "import_released:import_questions", "graph": "import_released:import_graph"}),
    "build": (MAKE, """Make a dataset folder that load_dataset reads.

    Example: temporal-qa build complex-tr --facts facts.jsonl --out complex-tr
    """, {
        "complex-tr": "build.complex_tr:build_complex_tr",
        "pseudo-pit": "build.pseudo_pit:build_pseudo_pit",
        "date-arithmetic": "build.date_arithmetic:build_date_arithmetic",
        "hieradate": "build.hieradate:build_hieradate",
        "time-qa": "build.time_qa:build_time_qa",
        "cron-questions": "build.cron_questions:build_cron_questions",
        "temp-answer-qa": "build.temp_answer_qa:build_temp_answer_qa",
    }),
    "distil": (MAKE, """Select questions from raw benchmarks.

    Example: temporal-qa distil temp-answer-qa --source raw --out kept.jsonl
    """, {"temp-answer-qa": "distil:distil_temp_answer_qa"}),
    "annotate": (CHECK, """Human verification of questions.

    Example: temporal-qa annotate export demo_output/complex-tr/reason_qa/test --out tasks --sample 500
    """, {"export": "annotate:export_tasks", "import": "annotate:import_verdicts", "agreement": "annotate:agreement"}),
}  # fmt: skip
"""Group -> its panel, its help, and where its commands are by their names."""


class _LazyCommand(TyperCommand):
    """A command whose parameters are read when it is called: to read those of all commands takes longer than most run.

    Attributes:
        command: the same with its parameters, the options that ``machines`` stands for, and URLs for paths.
    """

    def __init__(self, function: Callable[..., Any], **how: Any) -> None:
        super().__init__(**how)
        self._function = function

    @cached_property
    def command(self) -> Any:
        alone = typer.Typer(add_completion=False)
        alone.command(self.name, cls=CommandWithUrls)(with_described_parameters(self._function))
        return typer.main.get_command(alone)

    def make_context(self, *args: Any, **how: Any) -> Any:
        return self.command.make_context(*args, **how)


def _add(group: typer.Typer, place: str, name: str | None = None, **how: Any) -> None:
    """Adds a command.

    ``place`` is ``MODULE:FUNCTION`` in ``commands/``; ``MODULE`` alone stands for its function of the same name.
    """
    module, _, function = place.partition(":")
    command = getattr(import_module(f"temporal_qa.commands.{module}"), function or module)
    group.command(
        name or command.__name__.replace("_", "-"),
        cls=partial(_LazyCommand, command),  # type: ignore[arg-type]
        help=inspect.getdoc(command),
        **how,
    )(lambda: None)  # typer wants a function; this one is never called


for _panel, _places in _COMMANDS.items():
    for _place in _places:
        _add(app, _place, rich_help_panel=_panel)
for _name, (_panel, _help, _named) in _GROUPS.items():
    _group = typer.Typer(cls=_QuestionsByDefault, help=_help, no_args_is_help=True)
    for _word, _place in _named.items():
        _add(_group, _place, name=_word)
    app.add_typer(_group, name=_name, rich_help_panel=_panel)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"temporal-qa {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None: ...


_STOPPED: dict[object, str] = {128 + signal.SIGINT: "interrupted", 128 + signal.SIGTERM: "terminated"}
"""Exit status -> what happened to the run."""


def main() -> None:
    """Runs the command line and exits: 0 on success, 2 with one line on bad input or usage, 130 after Ctrl-C and 143
    after SIGTERM, each with one line."""
    collect_rarely()
    # As exceptions: a run that is stopped removes half-written files, too. typer would lose the notes of
    # a KeyboardInterrupt, which say what is kept.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda number, _: sys.exit(128 + number))
    try:
        # In standalone mode typer would draw a box around bad usage.
        status = app(prog_name="temporal-qa", standalone_mode=False)
    except typer.TyperException as error:
        _refuse_usage(error)
    except typer.Abort:
        sys.exit(1)
    except SystemExit as end:
        if how := _STOPPED.get(end.code):
            typer.echo("; ".join([f"temporal-qa: {how}", *getattr(end, "__notes__", ())]), err=True)
        raise
    except Exception as error:
        expected = expected_error(error)
        if expected is None:
            raise
        typer.echo(f"temporal-qa: {expected}", err=True)
        sys.exit(2)
    sys.exit(status)


def _refuse_usage(error: typer.TyperException) -> NoReturn:
    """Prints one line for a wrong option, argument or command; without a command typer has shown the help."""
    context = getattr(error, "ctx", None) or RUNNING.get(None)
    command = "temporal-qa" if context is None else context.command_path
    add_suggestions(error)
    if message := " ".join(error.format_message().split()).rstrip(".").replace(": Value error, ", ": "):
        see = " See" if message.endswith("?") else "; see"
        typer.echo(f"{command}: {message}{see} {command} --help", err=True)
    sys.exit(2)
