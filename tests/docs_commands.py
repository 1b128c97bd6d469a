"""The commands of README.md and of the pages in docs/, run as they stand there.

    python tests/docs_commands.py docs/complex-tr.md ...      writes into the pages what their commands print today

A fenced block ``console`` holds commands, after ``$``, each with what it prints. ``...`` stands for lines that are not
shown; such an output is checked, but not written anew. A block of another language with ``title="FILE"`` is a file that
the commands read. A block ``pycon`` is run like a docstring. Comments before a block say more:

    <!-- not run: needs a model -->        the block is not run
    <!-- needs: icews14/icews14.txt -->    real data: the file or folder is put beside the page by its last name;
                                           without it, the block is not run

Commands run in a folder that holds what a clone holds after ``make demo``, in this process.
"""

import contextlib
import doctest
import glob
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from places import ROOT, SHARED_DATA
from run_command import run_command

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"((?:^<!--[^\n]*-->\n+)*)^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_OF_A_CLONE = ("metrics", "training", "generation")
_SAID_BY_DEMO = "demo_said.txt"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, the file that it is, and what the comments before it say."""

    language: str
    text: str
    start: int
    file: str | None
    not_run: str | None
    needs: list[str]

    def commands(self) -> list[re.Match[str]]:
        """Groups 1 and 2 are a command and its output."""
        return list(_COMMAND.finditer(self.text)) if self.language == "console" else []

    def is_run(self) -> bool:
        return not self.not_run and all((SHARED_DATA / name).exists() for name in self.needs)


def blocks(page: str) -> Iterator[Block]:
    for found in _BLOCK.finditer(page):
        comments, language, rest, text = found.groups()
        title = re.search(r'title="([^"]+)"', rest)
        not_run = re.search(r"<!-- not run: (.+?) -->", comments)
        needs = re.findall(r"<!-- needs: (.+?) -->", comments)
        yield Block(language, text, found.start(4), title and title[1], not_run and not_run[1], needs)


@dataclass(frozen=True, slots=True)
class Ran:
    """A command or an example of Python, what the page shows of it, where that stands, and what came."""

    command: str
    shown: str
    span: tuple[int, int]
    came: str

    def as_shown(self) -> bool:
        shown = re.sub(r"^\.\.\.\n", "...", self.shown, flags=re.MULTILINE)
        return not self.shown or doctest.OutputChecker().check_output(shown, self.came, _OPTIONS)


def run_page(page: str, folder: Path) -> Iterator[Ran]:
    """Runs the blocks in their order; a command that fails, or an exception of Python, raises."""
    names: dict[str, object] = {}
    # How many processes there are decides no output; here they would take longer to start than to work.
    with contextlib.chdir(folder), mock.patch.object(os, "cpu_count", return_value=1):
        for block in blocks(page):
            if block.file:
                Path(block.file).write_text(block.text, encoding="utf-8")
            if not block.is_run():
                continue
            for name in block.needs:
                with contextlib.suppress(FileExistsError):
                    Path(Path(name).name).symlink_to(SHARED_DATA / name)
            for found in block.commands():
                came = _run(found[1], folder)
                start, end = (block.start + place for place in found.span(2))
                yield Ran(found[1], found[2], (start, end), came)
            if block.language == "pycon" and ">>>" in block.text:
                yield from _run_examples(block, names)


def _run(command: str, folder: Path) -> str:
    """What a command prints; the shell's part, here, is to join lines and to find files."""
    program, *words = shlex.split(command.replace("\\\n", ""), comments=True)
    if [program, *words] == ["make", "demo"]:  # this folder is the one after it
        return (folder / _SAID_BY_DEMO).read_text(encoding="utf-8")
    assert program == "temporal-qa", f"a comment <!-- not run: why --> is to stand before: {command}"
    found = [path for word in words for path in (sorted(glob.glob(word)) if "*" in word else [word])]
    return run_command(*found, cwd=folder).stdout


def _run_examples(block: Block, names: dict[str, object]) -> Iterator[Ran]:
    printed: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=_OPTIONS)
    test = doctest.DocTestParser().get_doctest(block.text, names, "python", None, None)
    test.globs = names  # the examples of a page continue one another
    runner.run(test, out=printed.append, clear_globs=False)
    came = "".join(printed)
    yield Ran(block.text, "" if not came else "no failure\n", (0, 0), came)


def clone_after_demo(folder: Path) -> None:
    """A folder with what is read in a clone, and with ``demo_output/``."""
    for name in _OF_A_CLONE:
        (folder / name).symlink_to(ROOT / name)
    (folder / _SAID_BY_DEMO).write_text(run_command("demo", cwd=folder).stdout, encoding="utf-8")


def copy_of_clone(clone: Path, folder: Path) -> None:
    for path in clone.iterdir():
        (folder / path.name).symlink_to(path.resolve())


def main(paths: list[str]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        (clone := Path(temporary, "clone")).mkdir()
        clone_after_demo(clone)
        for path in paths:
            (folder := Path(temporary, Path(path).stem)).mkdir()
            copy_of_clone(clone, folder)
            page = Path(path).read_text(encoding="utf-8")
            for ran in reversed(list(run_page(page, folder))):
                if ran.span == (0, 0):
                    print(ran.came, end="")
                elif ran.shown and "...\n" not in ran.shown:
                    page = page[: ran.span[0]] + re.sub(r"\n+\Z", "\n", ran.came) + page[ran.span[1] :]
                elif not ran.as_shown():
                    print(f"{path}: to be written by hand:\n$ {ran.command}\n{ran.came}")
            Path(path).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
