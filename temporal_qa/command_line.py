"""The command ``temporal-qa``: its commands, and its exit status.

Heavy packages are imported when a command runs, so that ``--help`` is fast.
"""

import signal
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from temporal_qa import __version__
from temporal_qa.commands import (
    annotate,
    audit,
    chat_rows,
    check,
    date_tokens,
    demo,
    distil,
    doctor,
    embed,
    harness_path,
    import_released,
    install_metrics,
    mine,
    paraphrase,
    perturb,
    predict,
    publish,
    report,
    retrieval,
    score,
    score_probes,
    solve,
)
from temporal_qa.commands.build import (
    complex_tr,
    cron_questions,
    date_arithmetic,
    hieradate,
    pseudo_pit,
    temp_answer_qa,
    time_qa,
)  # fmt: skip
from temporal_qa.commands.parameters import with_described_parameters
from temporal_qa.commands.suggestions import add_suggestions
from temporal_qa.commands.url_parameters import CommandWithUrls
from temporal_qa.io.errors import expected_error

app = typer.Typer(
    name="temporal-qa",
    help="""Temporal question answering: make data, answer it, score answers, share all of it.

    Begin with `temporal-qa demo`. Every command shows an example: temporal-qa COMMAND --help
    """,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
build_app = typer.Typer(
    help="""Make a dataset folder that load_dataset reads.

    Example: temporal-qa build complex-tr --facts facts.jsonl --out complex-tr
    """,
    no_args_is_help=True,
)
build_app.command("complex-tr")(complex_tr.build_complex_tr)
build_app.command("pseudo-pit")(pseudo_pit.build_pseudo_pit)
build_app.command("date-arithmetic")(date_arithmetic.build_date_arithmetic)
build_app.command("hieradate")(hieradate.build_hieradate)
build_app.command("time-qa")(time_qa.build_time_qa)
build_app.command("cron-questions")(cron_questions.build_cron_questions)
build_app.command("temp-answer-qa")(temp_answer_qa.build_temp_answer_qa)

distil_app = typer.Typer(
    help="""Select questions from raw benchmarks.

    Example: temporal-qa distil temp-answer-qa --source raw --out kept.jsonl
    """,
    no_args_is_help=True,
)
distil_app.command("temp-answer-qa")(distil.distil_temp_answer_qa)


class _QuestionsByDefault(TyperGroup):
    """``import FILE ...`` is ``import questions FILE ...``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["questions", *args]
        return super().parse_args(ctx, args)


import_app = typer.Typer(
    cls=_QuestionsByDefault,
    help="""Convert what others released: questions (also without the word), or a temporal graph.

    Example: temporal-qa import test_l2.json test_l3.json --out tempreason.jsonl
    Example: temporal-qa import graph icews14 --out icews14-graph
    """,
    no_args_is_help=True,
)
import_app.command("questions")(import_released.import_questions)
import_app.command("graph")(import_released.import_graph)

annotate_app = typer.Typer(
    help="""Human verification of questions.

    Example: temporal-qa annotate export demo_output/complex-tr/reason_qa/test --out tasks --sample 500
    """,
    no_args_is_help=True,
)
annotate_app.command("export")(annotate.export_tasks)
annotate_app.command("import")(annotate.import_verdicts)
annotate_app.command("agreement")(annotate.agreement)

# --help shows panels and commands in this order, that of the work.
BEGIN, MAKE, CHECK, ANSWER = "Begin", "1. Make or import data", "2. Check data", "3. Answer questions"
SCORE, SHARE = "4. Score answers", "5. Share, and use elsewhere"
for _panel, _commands in {
    BEGIN: (demo.demo, doctor.doctor),
    MAKE: (mine.mine, perturb.perturb, paraphrase.paraphrase, chat_rows.chat_rows),
    CHECK: (check.check, audit.audit, retrieval.retrieval, date_tokens.date_tokens),
    ANSWER: (solve.solve, retrieval.retrieve, predict.predict, embed.embed),
    SCORE: (score.score, score.score_responses, score_probes.score_probes, report.report),
    SHARE: (publish.publish, publish.publish_metric, install_metrics.install_metrics, harness_path.harness_path),
}.items():
    for _command in _commands:
        app.command(rich_help_panel=_panel)(_command)
app.add_typer(import_app, name="import", rich_help_panel=MAKE)
app.add_typer(build_app, name="build", rich_help_panel=MAKE)
app.add_typer(distil_app, name="distil", rich_help_panel=MAKE)
app.add_typer(annotate_app, name="annotate", rich_help_panel=CHECK)

for _app in (app, import_app, build_app, distil_app, annotate_app):
    for _registered in _app.registered_commands:
        _registered.cls = CommandWithUrls  # each takes URLs where it takes paths
        if _registered.callback:
            _registered.callback = with_described_parameters(_registered.callback)


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


_INTERRUPTED, _TERMINATED = 130, 143


def main() -> None:
    """Runs the command line and exits: 0 on success, 2 with one line on bad input or usage, 130 after Ctrl-C and 143
    after SIGTERM, each with one line."""
    # As exceptions: a run that is stopped removes half-written files, too. typer would lose the notes of
    # a KeyboardInterrupt, which say what is kept.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(_INTERRUPTED))
    for word in sys.argv[1:]:
        if any("\ud800" <= letter <= "\udfff" for letter in word):  # it cannot be written to a file or shown
            typer.echo(f"{_called()}: {word!a} is not UTF-8, expected arguments in UTF-8", err=True)
            sys.exit(2)
    try:
        # In standalone mode typer would draw a box around bad usage.
        status = app(prog_name="temporal-qa", standalone_mode=False)
    except typer.TyperException as error:
        _refuse_usage(error)
    except typer.Abort:
        sys.exit(1)
    except SystemExit as end:
        if end.code in (_INTERRUPTED, _TERMINATED):
            how = "interrupted" if end.code == _INTERRUPTED else "terminated"
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
    context = getattr(error, "ctx", None)
    command = _called() if context is None else context.command_path
    add_suggestions(error)
    if message := " ".join(error.format_message().split()).rstrip(".").replace(": Value error, ", ": "):
        see = " See" if message.endswith("?") else "; see"
        typer.echo(f"{command}: {message}{see} {command} --help", err=True)
    sys.exit(2)


def _called() -> str:
    """The command in the arguments, for errors that do not name it."""
    words, commands = ["temporal-qa"], getattr(typer.main.get_command(app), "commands", {})
    for word in sys.argv[1:]:
        if word in commands:
            words.append(word)
            commands = getattr(commands[word], "commands", {})
    return " ".join(words)
