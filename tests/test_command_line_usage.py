"""The command line before a command runs: help, examples, completion, and one line for wrong usage."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
import typer

import temporal_qa
from run_command import COMMANDS, run_command
from temporal_qa.command_line import app
from temporal_qa.commands.suggestions import _MEANT

ENVIRONMENT = os.environ | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
COMMAND = Path(sys.executable).parent / "temporal-qa"


GROUPS = {
    name: group.commands for name, group in typer.main.get_command(app).commands.items() if hasattr(group, "commands")
}


def run(*arguments, status=0):
    return run_command(*arguments, cwd=Path.cwd(), status=status)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_has_an_example_that_parses(words):
    examples = re.findall(r"^Example: (.+)$", COMMANDS[words].help, re.MULTILINE)
    assert examples
    for example in examples:
        program, *arguments = shlex.split(example)
        called = words.split()
        assert (program, arguments[: len(called)]) == ("temporal-qa", called)
        COMMANDS[words].make_context(words, arguments[len(called) :])  # raises where an option or an argument is wrong


@pytest.mark.parametrize("words", GROUPS)
def test_the_examples_of_a_group_are_of_its_commands_and_parse(words):
    examples = re.findall(r"Example: temporal-qa (.+)$", run(words, "--help").stdout, re.MULTILINE)
    assert examples
    for example in examples:
        group, *arguments = shlex.split(example)
        name = arguments.pop(0) if arguments[0] in GROUPS[words] else "questions"  # which `import` need not be told
        assert group == words
        assert "--help" not in arguments
        GROUPS[words][name].make_context(name, arguments)


def test_the_commands_on_cards_have_the_options_that_they_name():
    cards = "".join(path.read_text("utf-8") for path in Path(temporal_qa.__file__).parents[1].glob("cards/*.jinja"))
    named = re.findall(r"temporal-qa ((?:build |import )?[a-z-]+)(?= )([^`\n]*)", cards)
    asked = [(words, {*re.findall(r"--[a-z-]+", rest)}) for words, rest in named if words in COMMANDS]
    assert len(asked) > 10
    for words, options in asked:
        assert options <= {name for option in COMMANDS[words].params for name in option.opts}


def test_an_example_with_a_wrong_option_does_not_parse():
    with pytest.raises(typer.TyperException, match="No such option: --outt"):
        COMMANDS["solve"].make_context("solve", ["questions.jsonl", "--outt", "predictions.jsonl"])


def test_help_lists_commands_in_the_order_of_the_work():
    shown = run("--help").stdout
    names = ["demo", "mine", "build", "audit", "solve", "predict", "score", "report", "publish"]
    places = [re.search(rf"^\W*{name} ", shown, re.MULTILINE).start() for name in names]
    assert places == sorted(places)
    panels = re.findall(r"─ (\d)\. ", shown)
    assert panels == sorted(panels)
    assert len(panels) == 5


@pytest.mark.parametrize("words", ["", *COMMANDS, "build", "distil", "annotate"])
def test_every_help_is_shown(words):
    finished = run(*words.split(), "--help")
    assert finished.stderr == ""
    assert f"Usage: temporal-qa {words}".rstrip() in finished.stdout
    assert ("Example: temporal-qa " in finished.stdout) == (words != "")


def test_help_imports_nothing_heavy():
    code = (
        "import functools, sys, typer\n"
        "from temporal_qa.command_line import app\n"
        "typer.main.get_command = functools.cache(typer.main.get_command)  # or all commands are built for each\n"
        "for words in sys.argv[1:]:\n"
        "    app([*words.split(), '--help'], prog_name='temporal-qa', standalone_mode=False)\n"
        "heavy = ('numpy', 'datasets', 'pyarrow', 'evaluate', 'yaml', 'scipy', 'huggingface_hub', 'torch')\n"
        "print([module for module in heavy if module in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code, "", *COMMANDS], capture_output=True, encoding="utf-8", check=True, env=ENVIRONMENT
    )
    assert finished.stdout.endswith("[]\n")


def test_ctrl_c_while_the_command_is_loaded_shows_no_traceback(tmp_path):
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n", encoding="utf-8")
    for command in ([COMMAND], [sys.executable, "-m", "temporal_qa"]):
        finished = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, env=ENVIRONMENT | {"PYTHONPATH": str(tmp_path)}
        )
        assert (finished.returncode, finished.stderr) == (-signal.SIGINT, "")


def test_help_does_not_read_the_metadata_of_packages():
    code = (
        "import sys\n"
        "from temporal_qa.command_line import app\n"
        "app(['--help'], prog_name='temporal-qa', standalone_mode=False)\n"
        "print('importlib.metadata' in sys.modules)"  # a tenth of the time
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    assert finished.stdout.endswith("False\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nonsense", "temporal-qa: No such command 'nonsense'; see temporal-qa --help"),
        ("--nonsense", "temporal-qa: No such option: --nonsense; see temporal-qa --help"),
        ("scores a b", "temporal-qa: No such command 'scores'. Did you mean 'score'"),
        ("generate", "temporal-qa: No such command 'generate'. Did you mean 'build'? See temporal-qa --help"),
        ("pseudo-pit", "temporal-qa: No such command 'pseudo-pit'. Did you mean 'build pseudo-pit'? See"),
        (
            "build pseudo-pit --invent --n 5 --out x",
            "temporal-qa build pseudo-pit: No such option: --n (Possible options: --questions)",
        ),
        ("solve x -o y", "temporal-qa solve: No such option: -o (Possible options: --out); see"),
        ("score x y --force", "temporal-qa score: No such option: --force"),
        ("solve --out x", "temporal-qa solve: Missing argument 'questions'; see temporal-qa solve --help"),
        ("solve x", "temporal-qa solve: Missing option '--out'; see temporal-qa solve --help"),
        ("solve x --outt y", "temporal-qa solve: No such option: --outt"),
        ("solve x --out y z", "temporal-qa solve: Got unexpected extra argument"),
        ("solve x --out", "temporal-qa solve: Option '--out' requires an argument; see temporal-qa solve --help"),
        ("doctor --json=1", "temporal-qa doctor: Option '--json' does not take a value; see temporal-qa doctor --help"),
        ("build pseudo-pit --seed", "temporal-qa build pseudo-pit: Option '--seed' requires an argument; see"),
        ("build complex", "temporal-qa build: No such command 'complex'"),
        (
            "build complex-tr --out x --facts y --top-k many",
            "temporal-qa build complex-tr: Invalid value for '--top-k'",
        ),
        ("demo --seed 1 --seed=1", "temporal-qa demo: --seed is given twice; see temporal-qa demo --help"),
        ("solve a --out b c --out d", "temporal-qa solve: --out is given twice; see temporal-qa solve --help"),
        ("retrieve a --tasks 3 --num-tasks 4", "temporal-qa retrieve: --num-tasks is given twice; see"),
        ("retrieval x --top-k 1" + 30 * "0", "temporal-qa retrieval: Invalid value for '--top-k'"),
        (
            "build date-arithmetic --out x --questions 4611686018427387904",
            "temporal-qa build date-arithmetic: Invalid value for '--questions': Input should be less than or equal to "
            "1000000000; see",
        ),
        ("build cron-questions --out x --invent 20000001", "temporal-qa: --invent is 20,000,001, expected at most 20"),
        ("score x y --bootstrap 1000001", "temporal-qa score: Invalid value for '--bootstrap'"),
        ("retrieve x --articles y --out z --workers 1025", "temporal-qa retrieve: Invalid value for '--workers'"),
        (f"check {300 * 'a'}.jsonl", f"temporal-qa: {300 * 'a'}.jsonl: File name too long"),
        ("demo --seed -1", "temporal-qa demo: Invalid value for '--seed'"),
        ("predict x --model m --out y --prompting none", "temporal-qa predict: Invalid value for '--prompting'"),
    ],
)
def test_wrong_usage_gets_one_line_and_status_2(arguments, message):
    finished = run(*arguments.split(), status=2)
    assert finished.stdout == ""
    assert finished.stderr.startswith(message)
    assert finished.stderr.count("\n") == 1


@pytest.mark.parametrize("words", ["", "build", "annotate"])
def test_without_a_command_the_help_is_shown_with_status_2(words):
    finished = run(*words.split(), status=2)
    assert finished.stderr == ""
    assert f"Usage: temporal-qa {words}".rstrip() in finished.stdout


def test_version():
    assert re.fullmatch(r"temporal-qa \d+\.\d+\.\d+\w*\n", run("--version").stdout)


@pytest.mark.parametrize(("arguments", "status"), [(["--version"], 0), (["solve"], 2)])
def test_the_installed_command_does_what_is_run_here(arguments, status):
    installed = subprocess.run([COMMAND, *arguments], capture_output=True, encoding="utf-8", env=ENVIRONMENT)
    here = run(*arguments, status=status)
    assert (installed.returncode, installed.stdout, installed.stderr) == (status, here.stdout, here.stderr)


def test_what_is_suggested_exists():
    options = {name for leaf in COMMANDS.values() for option in leaf.params for name in option.opts}
    words = {word for path in COMMANDS for word in path.split()}
    assert {name for names in _MEANT.values() for name in names} <= options | words
    assert not set(_MEANT) & {path.split()[0] for path in COMMANDS}


def completions(line):
    asked = {"_TEMPORAL_QA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    with mock.patch.dict(os.environ, asked):
        finished = run()
    assert finished.stderr == ""
    return finished.stdout.split()


def test_bash_completes_commands_and_options():
    assert set(completions("temporal-qa sc")) == {words for words in COMMANDS if words.startswith("sc")}
    assert completions("temporal-qa build com") == ["complex-tr"]
    assert completions("temporal-qa solve x --ou") == ["--out"]
    assert completions("temporal-qa predict x --prompting z") == ["zero-shot"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_with_the_script_that_is_shown():
    script = (
        'eval "$(temporal-qa --show-completion)"\n'
        "COMP_WORDS=(temporal-qa build pse); COMP_CWORD=2\n"
        "$(complete -p temporal-qa | sed 's/.*-F \\([^ ]*\\).*/\\1/') temporal-qa\n"
        'echo "${COMPREPLY[@]}"'
    )
    path = f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}"
    finished = subprocess.run(
        ["bash", "-c", script], capture_output=True, encoding="utf-8", env=ENVIRONMENT | {"PATH": path}
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == "pseudo-pit\n"


def test_every_command_that_prints_results_has_json():
    without = {words for words, leaf in COMMANDS.items() if not any(option.name == "json" for option in leaf.params)}
    assert without == {"demo", "harness-path"}
