"""Folders that are whole or absent, and long work that resumes where it was stopped.

Long work keeps whole files, or rows of a :class:`Journal`, in a hidden folder beside its output
(:func:`unfinished_folder`). One process at a time has that folder.
"""

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.io.atomic import open_locked, resolved, write_json, writing_beside
from temporal_qa.io.errors import InputError, counted, explain_errors, explain_full_disk
from temporal_qa.io.read import is_list_of_texts, read_rows
from temporal_qa.io.row import Row


@contextlib.contextmanager
def folder_beside(final: Path | str, kind: str, *, overwrite: bool = False) -> Iterator[Path]:
    """Like :func:`writing_beside`, for a whole folder.

    Args:
        final: the folder to make.
        kind: what it is: the ``dataset`` of its ``build.json``, or "report".
        overwrite: whether to replace a folder of the same kind; others are never removed, whatever ``--out`` says, nor
            is one with other files than those that its ``build.json`` lists (that of an earlier version lists none).

    Raises:
        InputError: the folder exists, cannot be written, or another process is writing it.
    """
    with resumable_folder(final, kind, {}, overwrite=overwrite) as folder:
        remove_at_once(folder)  # of a killed run
        folder.mkdir()
        try:
            yield folder
        except BaseException:
            remove_at_once(folder)
            raise


@contextlib.contextmanager
def resumable_folder(
    final: Path | str, kind: str, plan: Mapping[str, Any], *, overwrite: bool = False
) -> Iterator[Path]:
    """Like :func:`folder_beside`, for long work: after an error or a kill its whole files stay, and the next call with
    the same ``plan`` gets the same folder again.

    Args:
        final, kind, overwrite: as of :func:`folder_beside`.
        plan: what decides the content, see :func:`unfinished_folder`.

    Raises:
        InputError: the folder exists (see :func:`folder_beside`), or another process is writing it.
    """
    final = resolved(final)
    check_replaceable(final, kind, overwrite)  # before the work of another plan is discarded
    with unfinished_folder(final, plan, discard=overwrite) as folder:
        yield folder
        if (record := folder / "build.json").exists():
            write_json(record, {**orjson.loads(record.read_bytes()), "files": _files_in(folder)})
        _check_replaceable(final, kind, overwrite)  # it may have appeared meanwhile
        if final.is_dir():
            final.replace(folder.with_name("old"))
        folder.replace(final)
        _remove(folder.with_name("old"))


@contextlib.contextmanager
def unfinished_folder(final: Path | str, plan: Mapping[str, Any], *, discard: bool = True) -> Iterator[Path]:
    """A hidden folder beside ``final`` for the finished parts of long work. It is removed when the block ends well;
    else the next call with the same plan gets it again, if it holds files.

    Args:
        final: the file or folder that the work makes.
        plan: what decides the content, as JSON: versions, options, hashes of the inputs.
        discard: whether to remove the work of another plan. Half-written files are always removed.

    Raises:
        InputError: another process is doing the same work, nothing can be written there, or there is unfinished work
            of another plan, and ``discard`` is False.
    """
    final = resolved(final)
    described = orjson.dumps(plan, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
    with _hidden_place(final) as place, explain_full_disk(final), _say_when_interrupted(final, place / "folder"):
        folder, plan_file = place / "folder", place / "plan.json"
        if not plan_file.exists() or plan_file.read_bytes() != described:
            if _finished_files(folder) and not discard:
                raise InputError(_OTHER_WORK.format(place.name), final)
            remove_at_once(folder)
            with writing_beside(plan_file) as beside:
                beside.write_bytes(described)
        folder.mkdir(exist_ok=True)
        for half_written in folder.rglob(".*"):  # beside its final name
            if half_written.is_file():
                half_written.unlink()
        yield folder
        remove_at_once(folder)


FOLDER_EXISTS = "the folder exists and is not empty; choose another, or pass --overwrite"
NOT_OURS = "not overwritten: it holds no build.json of ours, so it is not ours to remove"
_OTHER_WORK = (
    "work with other options or inputs is unfinished there ({}); give those to resume it, or pass --overwrite to "
    "begin anew"
)


def is_unfinished(final: Path | str) -> bool:
    """Whether a run that makes ``final`` was stopped and can resume, or is under way."""
    final = resolved(final)
    return os.path.exists(final.parent / f".{final.name}.unfinished")  # False where the name is too long


@contextlib.contextmanager
def _say_when_interrupted(final: Path, folder: Path) -> Iterator[None]:
    """Adds a note to Ctrl-C or SIGTERM: what is kept, and how the work goes on. The command shows it."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit) as stop:
        if kept := _finished_files(folder):
            size = sum(path.stat().st_size for path in kept) / 1e6
            stop.add_note(
                f"what is finished ({counted(len(kept), 'file')}, {size:,.1f} MB) is kept in {folder.parent}; "
                f"the same command resumes"
            )
        else:
            inside = f"{folder.parent}{os.sep}"  # what was made there goes, too, whatever its notes say
            stop.__notes__ = [note for note in getattr(stop, "__notes__", ()) if inside not in note]
            stop.add_note(f"nothing of {final} is kept; the same command begins anew")
        raise


@contextlib.contextmanager
def _hidden_place(final: Path) -> Iterator[Path]:
    """``.<name>.unfinished`` beside ``final``, for one process at a time; it is removed unless its ``folder`` holds
    work. It may also hold ``old``, the former ``final`` while it is replaced, and ``gone``, which is being removed.

    Raises:
        InputError: another process has it, or nothing can be written there.
    """
    if not final.name:
        raise InputError("is the root of all folders, expected a file or folder to make", final)
    if final.name == "-":
        raise InputError("a folder cannot go to standard output, expected the name of one to make", final)
    place = final.with_name(f".{final.name}.unfinished")
    lock = _locked(place, final)
    try:
        if (place / "old").exists() and not final.exists():  # killed between the two steps of replacing it
            (place / "old").replace(final)
        _remove(place / "old", place / "gone")
        try:
            yield place
        finally:
            if not _finished_files(place / "folder"):
                # The lock is removed last: until then the next process must not take the place.
                _remove(place / "folder")
                (place / "plan.json").unlink(missing_ok=True)
                _remove(place)
    finally:
        os.close(lock)


def remove_at_once(folder: Path) -> None:
    """Removes the folder of :func:`unfinished_folder` in one step, so that no kill leaves half of it to resume."""
    if folder.exists():
        gone = folder.with_name("gone")
        folder.replace(gone)
        _remove(gone)


def _locked(place: Path, final: Path) -> int:
    while True:
        with explain_errors("cannot be written", OSError, path=final):
            place.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):  # the other process has just removed the place
                return open_locked(place / "lock", final)


def _remove(*folders: Path) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _finished_files(folder: Path) -> list[Path]:
    # A half-written file has a hidden name.
    return [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."]


def check_replaceable(final: Path | str, kind: str, overwrite: bool) -> None:
    """A check before long work. Also removes the hidden place of a process that was killed after its work was in place.

    Raises:
        InputError: the folder exists, unless it is empty, or of the same kind (see :func:`folder_beside`) and to be
            overwritten; or it cannot be moved, since it is in use.
    """
    final = resolved(final)
    if is_unfinished(final):
        with contextlib.suppress(InputError), _hidden_place(final):
            pass
    _check_replaceable(final, kind, overwrite)


def _check_replaceable(folder: Path, kind: str, overwrite: bool) -> None:
    if not folder.is_dir():
        if folder.exists():
            raise InputError("exists and is not a folder, expected a new folder", folder)
        return
    if any(folder.iterdir()):
        if not overwrite:
            raise InputError(FOLDER_EXISTS, folder)
        if (record := record_of(folder)) is None:
            raise InputError(NOT_OURS, folder)
        if (found := str(record.get("dataset", "report"))) != kind:
            raise InputError(f"not overwritten: it is a folder of the kind {found}, expected {kind}", folder)
        refuse_other_files(_files_in(folder), record, folder)
    if folder.is_mount() or Path.cwd().is_relative_to(folder):  # another folder is to take its place
        raise InputError("is the current folder, or a disk; choose a folder in it", folder)


def refuse_other_files(found: Iterable[str], record: Mapping[str, Any], folder: Path | str) -> None:
    """A check before a folder is replaced: it holds only the files that its record lists; older records have no list.

    Args:
        found: the paths of its files, below it.
        record: its ``build.json``.
        folder: named in the error.

    Raises:
        InputError: it holds others.
    """
    if not is_list_of_texts(written := record.get("files")):
        return
    # macOS leaves a .DS_Store in folders that people look at.
    if others := sorted(path for path in {*found} - {*written} if path.rpartition("/")[2] != ".DS_Store"):
        more = f" and {counted(len(others) - 1, 'other file')}" * (len(others) > 1)
        what = f"{others[0]}{more}, which temporal-qa did not write with it"
        raise InputError(f"not overwritten: it holds {what}; move what is yours, or choose another folder", folder)


def record_of(folder: Path) -> dict[str, Any] | None:
    """The ``build.json`` of a folder, if it is ours."""
    with contextlib.suppress(OSError, ValueError):
        record = orjson.loads((folder / "build.json").read_bytes())
        return record if isinstance(record, dict) and "temporal_qa" in record else None
    return None


def _files_in(folder: Path) -> list[str]:
    paths = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return sorted(path.relative_to(folder).as_posix() for path in paths)


class Journal(contextlib.AbstractContextManager["Journal"]):
    """Rows of long work, each on the disk before :meth:`add` returns, in a file of an :func:`unfinished_folder`.

    Attributes:
        rows: the rows of earlier runs. If a kill has cut the last line, it is removed.

    Raises:
        InputError: the file cannot be read, or a line is not a JSON object.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "rows.jsonl"
    >>> with Journal(path) as journal:
    ...     journal.add([{"id": 1}, {"id": 2}])
    >>> with Journal(path) as journal:
    ...     [row.values["id"] for row in journal.rows]
    [1, 2]
    """

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
        self.rows: list[Row] = list(read_rows(path))
        self._path, self._file = path, path.open("ab", buffering=0)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Appends rows and waits until they are on the disk."""
        # Without a buffer, which closing would write again, and which would fail again on a full disk.
        lines = memoryview(b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows))
        while lines:
            lines = lines[self._file.write(lines) :]
        os.fsync(self._file.fileno())

    def __exit__(self, *_: object) -> None:
        """Closes the file, and removes it if it has no rows."""
        empty = not os.fstat(self._file.fileno()).st_size
        self._file.close()
        if empty:  # nothing to resume
            self._path.unlink(missing_ok=True)
