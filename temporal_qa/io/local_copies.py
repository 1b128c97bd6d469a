"""Work on local copies of what URLs name.

The copies are in a folder of the cache that belongs to this work and these URLs: ``in-N`` what is read, ``out-N`` what
is made. The same work goes on there where it was stopped; when it has succeeded, the folder is removed. Tasks on other
machines (``--executor slurm`` or ``ray``) work in that folder too, so XDG_CACHE_HOME must be on a disk that they share.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from temporal_qa import __version__
from temporal_qa.io.atomic import FILE_EXISTS, open_locked, write_json
from temporal_qa.io.errors import InputError
from temporal_qa.io.messages import counted
from temporal_qa.io.read import files_of, read_json
from temporal_qa.io.remote import FileInfo, Remote, copied_there, fingerprint, open_remote
from temporal_qa.io.urls import is_url

_RECORDS = (".json", ".md")


@contextlib.contextmanager
def local_copies(work: str, inputs: Sequence[Remote], outputs: Sequence[Remote]) -> Iterator[LocalCopies]:
    """The copies of some work, for one process at a time. They stay after an interrupt, and after an error if
    something is finished.

    Args:
        work: its name, such as the words of a command.
        inputs: what is read.
        outputs: what is made.

    Raises:
        InputError: another process makes the same, or there is no room for copies.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser().resolve() / "temporal-qa" / "urls"
    key = _hash([work, *([remote.url for remote in some] for some in (inputs, outputs))])[:16]
    try:
        cache.mkdir(parents=True, exist_ok=True)
        handle = _lock(cache / f".{key}.lock", outputs[0].url if outputs else "")
        place = cache / key if handle else Path(tempfile.mkdtemp(dir=cache))
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"no room for local copies: {error.strerror}; XDG_CACHE_HOME moves them", cache) from None
    copies = LocalCopies(place, tuple(inputs), tuple(outputs))
    try:
        yield copies
        copies.remove()
    except Exception:
        if not copies.finished_work():
            copies.remove()
        raise
    finally:
        if handle:
            if not place.exists():
                (cache / f".{key}.lock").unlink()
            os.close(handle)


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
        copies.read(remote, remote.list_inputs())
        paths = copies.paths(remote)
        if len(paths) != 1:
            raise InputError(f"matches {len(paths)} files, expected one", remote.url)
        try:
            yield str(paths[0])
        except InputError as error:
            raise InputError(copies.shown(str(error))) from None


def _lock(path: Path, output: str) -> int | None:
    """The open and locked file; None while another process has it, if there is no output."""
    try:
        return open_locked(path, output)
    except InputError:
        if output:
            raise
        return None


@dataclass(frozen=True, slots=True)
class LocalCopies:
    """See :func:`local_copies`."""

    place: Path
    inputs: tuple[Remote, ...]
    outputs: tuple[Remote, ...]

    def paths(self, remote: Remote) -> list[Path]:
        """The local paths of what a URL names: one, but those of a pattern."""
        names = [remote.name] if remote in self.outputs else remote.named_inputs()
        return [self._folder(remote) / name for name in names]

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
            InputError: nothing is there to read; something is there that is not to be overwritten; the store refuses.
        """
        found = [remote.list_inputs() for remote in self.inputs]
        version = _hash([
            __version__,
            {name: _state(value) for name, value in options.items() if name != "overwrite"},
            [{name: fingerprint(info) for name, info in files.items()} for files in found],
        ])  # fmt: skip
        made = self.place / "made.json"
        record = read_json(made, dict, "a record") if made.exists() else {}
        if record.get("version") != version:
            made.unlink(missing_ok=True)
            stale, printed = self._make_here(found, run, overwrite)
            record = {"version": version, "stale": stale, "printed": printed}
            if self.outputs:
                write_json(made, record)
        elif overwrite:  # perhaps only now, since something else is there meanwhile
            for remote, stale in zip(self.outputs, record["stale"], strict=True):
                stale.extend(self._check_output(remote, overwrite, stale))
            write_json(made, record)
        replaced = [
            (remote, {*stale, *copied_there(self._record(remote))})
            for remote, stale in zip(self.outputs, record["stale"], strict=True)
        ]
        if not overwrite:
            for remote, names in replaced:
                remote.check_replaceable_there(self._folder(remote), names)
        for remote, names in replaced:
            remote.copy_there(self._folder(remote), self._record(remote), version, names)
        return str(record["printed"])

    def _make_here(
        self, found: Sequence[Mapping[str, FileInfo]], run: Callable[[], str], overwrite: bool
    ) -> tuple[list[list[str]], str]:
        """Copies the inputs here and runs the work; returns the files at each output that are to be replaced, and what
        the work printed."""
        self.discard()
        stale = [self._check_output(remote, overwrite, ()) for remote in self.outputs]
        for remote in self.outputs:
            self._stand_in(remote)
        for remote, files in zip(self.inputs, found, strict=True):
            self.read(remote, files)
        try:
            printed = self.shown(run())
        except Exception:
            self.discard()
            raise
        self._name_urls_in_records()
        return stale, printed

    def read(self, remote: Remote, files: Mapping[str, FileInfo]) -> None:
        """Copies files of an input here."""
        remote.copy_here(files, self._folder(remote), self._record(remote))

    def discard(self) -> None:
        """Removes what a run has made that cannot go on: whole files, datasets and their stand-ins."""
        for remote in self.outputs:
            for path in self._folder(remote).glob("[!.]*"):
                if path.is_file():
                    path.unlink()
                elif (path / "build.json").exists():
                    shutil.rmtree(path)

    def remove(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self.place, ignore_errors=True)

    def finished_work(self) -> str:
        """What is kept for the next run, in words; empty if there is nothing."""
        files = [path for remote in self.outputs for path in self._folder(remote).rglob("*") if path.is_file()]
        return f"{counted(len(files), 'finished file')} in {self.place}" if files else ""

    def _folder(self, remote: Remote) -> Path:
        if remote in self.outputs:
            return self.place / f"out-{self.outputs.index(remote)}"
        return self.place / f"in-{self.inputs.index(remote)}"

    def _record(self, output: Remote) -> Path:
        return self.place / f"{self._folder(output).name}.jsonl"

    def _check_output(self, remote: Remote, overwrite: bool, known: Collection[str]) -> list[str]:
        """Refuses to write over what is not ours; returns the files there that are to be replaced, but known ones."""
        there = {} if remote.is_web_page else remote.list_files()  # such a server takes no files, whatever it has
        others = sorted(there.keys() - copied_there(self._record(remote)) - set(known))
        if others == [remote.name]:
            if there[remote.name]["size"] and not overwrite:
                raise InputError(FILE_EXISTS, remote.url)
        elif others and not overwrite:
            raise InputError("the folder exists and is not empty; choose another, or pass --overwrite", remote.url)
        elif others and _build_record(remote) not in others:
            raise InputError("not overwritten: it holds no build.json of ours, so it is not ours to remove", remote.url)
        remote.check_takes_files()
        return others

    def _stand_in(self, remote: Remote) -> None:
        """Copies the record of a folder that is there, by which the work sees what kind it is."""
        name, ours = _build_record(remote), copied_there(self._record(remote))
        if name not in ours and (info := remote.list_files().get(name)):
            remote.copy_here({name: info}, self._folder(remote), self.place / "stand-in.jsonl")

    def _name_urls_in_records(self) -> None:
        """A record that is read elsewhere names no folders of this machine."""
        for remote in self.outputs:
            for path in self._folder(remote).rglob("*"):
                if (
                    path.suffix in _RECORDS
                    and path.is_file()
                    and os.fsencode(self.place) in (text := path.read_bytes())
                ):
                    path.write_text(self.shown(text.decode()), encoding="utf-8")


def _build_record(remote: Remote) -> str:
    return f"{remote.name}/build.json"


def _hash(value: Any) -> str:
    return hashlib.sha256(orjson.dumps(value, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _state(value: Any) -> Any:
    """A value of an option; of a path, or the name of one, also the sizes and times of its files."""
    if isinstance(value, list | tuple):
        return [_state(each) for each in value]
    if not isinstance(value, Path | str) or not str(value):
        return value
    path = Path(value)
    with contextlib.suppress(OSError, InputError):
        files = sorted(path.rglob("*")) if path.is_dir() else files_of(path)
        return [str(value), [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]]
    return str(value)
