"""The signature and the docstring of a command as typer's arguments and options."""

from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from run_command import COMMANDS
from temporal_qa.commands.parameters import with_described_parameters


def read(
    rows: str,
    *,
    often: Annotated[int, typer.Option(min=1)] = 3,
    told: Annotated[str, typer.Option(help="Its own words.")] = "so",
    skip_bad: bool = False,
) -> None:
    """Read rows.

    Example: read rows.jsonl

    Args:
        rows: The rows, in a file
            of any kind: .jsonl.
        often: How often.
        skip_bad: Count bad lines.
    """
    typer.echo(f"{rows} {often} {told} {skip_bad}")


def count(*, word: str = "a"):
    """Count letters.

    Args:
        word: The word.
    """
    print("progress")
    yield {"letters": len(word)}
    yield f"{len(word)} letters"
    typer.echo("warning", err=True)
    yield word


@pytest.fixture
def command():
    return typer.main.get_command(only_command())


def only_command(command=read):
    app = typer.Typer()
    app.command()(with_described_parameters(command))
    return app


def test_help_is_from_the_docstring_and_the_rest_of_it_is_the_help_of_the_command(command):
    described = {each.name: each.help for each in command.params if each.name in read.__annotations__}
    assert described == {
        "rows": "The rows, in a file of any kind: .jsonl.", "often": "How often.", "told": "Its own words.",
        "skip_bad": "Count bad lines.",
    }  # fmt: skip
    assert command.help == "Read rows.\n\nExample: read rows.jsonl"


def test_parameters_before_the_star_are_arguments_and_a_bool_is_a_flag(command):
    kinds = {each.name: each.opts + each.secondary_opts for each in command.params if each.name in read.__annotations__}
    assert kinds == {"rows": ["rows"], "often": ["--often"], "told": ["--told"], "skip_bad": ["--skip-bad"]}


@pytest.mark.parametrize(("given", "printed"), [
    (["a.jsonl"], "a.jsonl 3 so False"), (["--often", "1", "a.jsonl", "--skip-bad"], "a.jsonl 1 so True"),
])  # fmt: skip
def test_the_command_gets_what_was_given(given, printed):
    assert CliRunner().invoke(only_command(), given).output == f"{printed}\n"


@pytest.mark.parametrize(("given", "printed", "aside"), [
    ([], "progress\n1 letters\na\n", "warning\n"),
    (["--word", "bc", "--json"], '{\n  "letters": 2\n}\n', "progress\nwarning\n"),
])  # fmt: skip
def test_a_command_that_yields_prints_its_object_or_its_lines_and_warns_beside_either(given, printed, aside):
    result = CliRunner().invoke(only_command(count), given)
    assert (result.stdout, result.stderr) == (printed, aside)


@pytest.mark.parametrize("given", [["a.jsonl", "--often", "0"], ["a.jsonl", "--no-skip-bad"], []])
def test_what_the_signature_does_not_allow_is_refused(given):
    assert CliRunner().invoke(only_command(), given).exit_code == 2


@pytest.mark.parametrize("words", COMMANDS)
def test_every_parameter_has_help(words):
    assert not [each.name for each in COMMANDS[words].params if not each.help]
    assert "Args:" not in COMMANDS[words].help


@pytest.mark.parametrize("words", COMMANDS)
def test_no_word_of_the_help_is_cut_in_80_columns(words, monkeypatch, capsys):
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 80)
    COMMANDS[words](["--help"], standalone_mode=False)
    assert "…" not in capsys.readouterr().out
