"""Work on local copies of what URLs name.

The copies are in a folder of the cache that belongs to this work and these URLs: a folder for each
URL. The same work goes on there where it was stopped; when it has succeeded, the folder is removed. Tasks on other
machines (``--executor slurm`` or ``ray``) work in that folder too, so XDG_CACHE_HOME must be on a disk that they share.
"""

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from temporal_qa import __version__
from temporal_qa.io.atomic import FILE_EXISTS, write_json
from temporal_qa.io.errors import InputError, counted, expected_error
from temporal_qa.io.read import files_of, read_json
from temporal_qa.io.remote import FileInfo, Remote, copied_there, open_remote
from temporal_qa.io.resumable import FOLDER_EXISTS, NOT_OURS, record_of, refuse_other_files, unfinished_folder
from temporal_qa.io.urls import is_url


@contextlib.contextmanager
def local_copies(work: str, inputs: Sequence[Remote], outputs: Sequence[Remote]) -> Iterator["LocalCopies"]:
    """The copies of some work, for one process at a time where it makes something. They stay after an interrupt, and
    after an error if something is finished, until the inputs are other ones.

    Args:
        work: its name, such as the words of a command.
        inputs: what is read.
        outputs: what is made.

    Raises:
        InputError: nothing is there to read, or another process makes the same; also in place of an error of bad input
            that names the copies.
    """
    found = [remote.list_inputs() for remote in inputs]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser().resolve() / "temporal-qa" / "urls"
    cache.mkdir(parents=True, exist_ok=True)
    key = _hash([work, *([remote.url for remote in some] for some in (inputs, outputs))])
    plan = {"version": __version__, "inputs": _hash(found)}
    with contextlib.ExitStack() as places:
        try:
            place = places.enter_context(unfinished_folder(cache / f"{[*outputs, *inputs][0].name}-{key[:16]}", plan))
        except InputError:
            if outputs:
                raise
            place = Path(places.enter_context(tempfile.TemporaryDirectory(dir=cache)))  # another one reads the same
        copies = LocalCopies(place, dict(zip(inputs, found, strict=True)), outputs)
        try:
            yield copies
        except Exception as error:
            if not (kept := copies.finished_files()):
                shutil.rmtree(place, ignore_errors=True)
            if (expected := expected_error(error)) is None:
                raise
            work_kept = f"; {counted(len(kept), 'finished file')} kept, the same command resumes"
            raise InputError(copies.shown(str(expected)) + work_kept * bool(kept)) from None
        except (KeyboardInterrupt, SystemExit) as stop:
            stop.__notes__ = [copies.shown(note) for note in getattr(stop, "__notes__", ())]
            raise


@contextlib.contextmanager
def readable_here(given: str) -> Iterator[str]:
    """The path of what is to be read: the given path, or for a URL that of a copy, which is removed in the end.

    Raises:
        InputError: the URL names nothing, or several files, or the store refuses; also in place of one that names the
            copy.
    """
    if not is_url(given):
        yield given
        return
    remote = open_remote(given)
    with local_copies("read", [remote], ()) as copies:
        copies.copy_inputs()
        yield str(copies.path(remote))


@dataclass(frozen=True, slots=True)
class LocalCopies:
    """See :func:`local_copies`."""

    place: Path
    inputs: Mapping[Remote, Mapping[str, FileInfo]]
    outputs: Sequence[Remote]

    def _folder(self, remote: Remote) -> Path:
        return self.place / str([*self.inputs, *self.outputs].index(remote))

    def paths(self, remote: Remote) -> list[Path]:
        """The local paths of what a URL names: one, but those of a pattern."""
        return [self._folder(remote) / name for name in remote.matches(self.inputs.get(remote, ()))]

    def path(self, remote: Remote) -> Path:
        """The one of :meth:`paths`. Raises ``InputError`` where there are several."""
        paths = self.paths(remote)
        if len(paths) > 1:
            raise InputError(f"matches {len(paths)} files, expected one", remote.url)
        return paths[0]

    def shown(self, text: str) -> str:
        """The text with the URLs for their copies. Hidden files, which hold unfinished work, keep their local names."""
        for remote in (*self.inputs, *self.outputs):
            text = re.sub(re.escape(f"{self._folder(remote)}/") + r"(?!\.)", lambda _: f"{remote.folder_url}/", text)  # noqa: B023
        return text

    def make(self, options: Mapping[str, Any], run: Callable[[], str], *, overwrite: bool) -> str:
        """Copies the inputs here, runs the work, and copies there what it has made.

        Args:
            options: what decides what is made, beside the inputs; paths among them are local.
            run: does the work, and returns what it prints.
            overwrite: whether to replace what is there, see :func:`temporal_qa.io.resumable.folder_beside`.

        Returns:
            What ``run`` has returned, perhaps in an earlier process whose copying was interrupted.

        Raises:
            InputError: something is there that is not to be overwritten; the store refuses.
        """
        version = _hash({name: _state(value) for name, value in options.items() if name != "overwrite"})
        made = self.place / "made.json"
        record = read_json(made, dict, "a record") if made.exists() else {}
        if record.get("version") != version:
            made.unlink(missing_ok=True)
            record = {"version": version, "printed": self._make_here(run, overwrite)}
            write_json(made, record)
        for remote in self.outputs:
            self._check_output(remote, overwrite)
        for remote in self.outputs:
            remote.copy_there(self._folder(remote), self._record(remote), version, overwrite=overwrite)
        return str(record["printed"])

    def _make_here(self, run: Callable[[], str], overwrite: bool) -> str:
        """Copies the inputs here and runs the work; returns what the work printed."""
        self._discard()
        try:
            for remote in self.outputs:
                self._check_output(remote, overwrite)
                self._copy_record_here(remote)
            self.copy_inputs()
            printed = self.shown(run())
        except Exception:
            self._discard()
            raise
        for path in self.finished_files():  # a record that is read elsewhere names no folders of this machine
            if path.suffix in (".json", ".md") and os.fsencode(self.place) in (text := path.read_bytes()):
                path.write_text(self.shown(text.decode()), encoding="utf-8")
        return printed

    def _copy_record_here(self, remote: Remote) -> None:
        """Copies the ``build.json`` of an output, by which the work sees what kind of folder is there."""
        there, inside = remote.list_files(), f"{remote.name}/"
        remote.copy_here({name: there[name] for name in there if name == f"{inside}build.json"}, self._folder(remote))
        if (record := record_of(self._folder(remote) / remote.name)) is not None:
            found = (name.removeprefix(inside) for name in there if name.startswith(inside))
            refuse_other_files(found, record, remote.url)

    def copy_inputs(self) -> None:
        """Copies here what is read."""
        for remote, files in self.inputs.items():
            remote.copy_here(files, self._folder(remote))

    def finished_files(self) -> list[Path]:
        """What is made so far."""
        folders = (self._folder(remote) for remote in self.outputs)
        return [path for folder in folders for path in folder.rglob("*") if path.is_file()]

    def _discard(self) -> None:
        """Removes what a run has made that cannot go on: whole files, datasets, and records of their kind."""
        for remote in self.outputs:
            for path in self._folder(remote).glob("[!.]*"):
                if path.is_file():
                    path.unlink()
                elif (path / "build.json").exists():
                    shutil.rmtree(path)

    def _record(self, output: Remote) -> Path:
        return self._folder(output).with_suffix(".jsonl")

    def _check_output(self, remote: Remote, overwrite: bool) -> None:
        """Refuses to write over what is not ours; with ``overwrite``, copying that has begun goes on."""
        remote.check_takes_files()
        if (ours := copied_there(self._record(remote))) and overwrite:
            return
        there = {name: info for name, info in remote.list_files().items() if name not in ours}
        if (inside := there.keys() - {remote.name}) and not overwrite:
            raise InputError(FOLDER_EXISTS, remote.url)
        if inside and f"{remote.name}/build.json" not in inside:
            raise InputError(NOT_OURS, remote.url)
        for name in (path.name for path in self._folder(remote).glob("[!.]*")):
            there |= remote.beside(name).list_files()  # what is made beside the output
        taken = sorted(name for name, info in there.items() if info["size"] and name not in ours)
        if taken and not overwrite:
            raise InputError(FILE_EXISTS, f"{remote.folder_url}/{taken[0]}")


def _hash(value: Any) -> str:
    return hashlib.sha256(orjson.dumps(value, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _state(value: Any) -> Any:
    """A value of an option; of a path also the times of its files."""
    if isinstance(value, list | tuple):
        return [_state(each) for each in value]
    if not isinstance(value, Path):
        return value
    files = value.rglob("*") if value.is_dir() else files_of(value)
    return [value, *sorted((str(file), file.stat().st_mtime_ns) for file in files if file.exists())]
