"""Metrics under their bare names: ``evaluate.load("temporal_mase")`` from any directory, with and without a network.

``evaluate`` looks for a bare name in the working directory, then in an organisation of the Hub that is not ours, then
in its cache of modules, where the newest copy wins. These functions fill that cache, on request only::

    <modules cache>/evaluate_modules/metrics/evaluate-metric--<name>/<64 characters>/<name>.py
    <modules cache>/evaluate_modules/temporal_qa.json                      what was written, for the removal
    <modules cache>/evaluate_modules/temporal_qa.lock                      locked by the process that writes
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import orjson

from temporal_qa import __version__
from temporal_qa.hub.publications import metric_folders
from temporal_qa.io.atomic import write_json
from temporal_qa.io.errors import InputError
from temporal_qa.io.resumable import folder_beside

_RECORD = "evaluate_modules/temporal_qa.json"
_LOCK = "evaluate_modules/temporal_qa.lock"
_COPY = re.compile(r"evaluate_modules/metrics/evaluate-metric--\w+/[0-9a-f]{64}")
_FOLDER = re.compile(r"\.\.(/\.\.)*|\.|evaluate_modules(/metrics(/evaluate-metric--\w+)?)?")
_MAX_WAIT = 60.0
"""Seconds to wait for the lock."""


def modules_cache() -> Path:
    """The folder where ``evaluate`` keeps modules: ``HF_MODULES_CACHE``, or ``modules`` in ``HF_HOME``."""
    import datasets.config  # reads the same variables as evaluate, which imports transformers first

    return Path(datasets.config.HF_MODULES_CACHE).absolute()


def installed(cache: Path) -> dict[str, bool]:
    """Metric -> whether ``evaluate.load`` finds this version by its bare name, as the newest copy.

    Raises:
        OSError: the cache cannot be read.
    """
    found = {}
    for name, (copy, code) in sorted(_copies().items()):
        module = cache / copy / f"{name}.py"
        there = module.is_file() and module.read_bytes() == code
        others = module.parents[1].glob(f"*/{module.name}") if there else ()
        found[name] = there and all(other.stat().st_mtime <= module.stat().st_mtime for other in others)
    return found


def install_metrics(cache: Path) -> dict[str, Path]:
    """Copies every metric of this version into the cache, as the newest of its name; removes our earlier copies.

    Returns:
        Name -> the file of its module.

    Raises:
        InputError: the cache cannot be written, another process has it locked, or the record of an earlier call is
            damaged.
    """
    copies = _copies()
    paths = {copy for copy, _ in copies.values()}
    try:
        with _locked(cache) as made:
            earlier, recorded_folders = _read_record(cache)
            needed = {folder: None for path in sorted(paths) for folder in (cache / path).parents}
            new = [*made, *(_relative(folder, cache) for folder in needed if not folder.exists())]
            folders = list(dict.fromkeys([*recorded_folders, *new]))
            # Recorded before the copies are made, so that the remains of a killed run can be removed, too.
            _write_record(cache, {*earlier, *paths}, folders)
            modules = {name: _put(cache / copy, name, code) for name, (copy, code) in copies.items()}
            for copy in set(earlier) - paths:
                shutil.rmtree(cache / copy, ignore_errors=True)
            _write_record(cache, paths, folders)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", error.filename or cache) from None
    return modules


def remove_metrics(cache: Path) -> list[Path]:
    """Undoes :func:`install_metrics`: removes the copies, and the folders that it made if they are empty.

    Returns:
        The removed copies; none if nothing was installed.

    Raises:
        InputError: something cannot be removed, another process has the cache locked, or the record is damaged.
    """
    if not (cache / _RECORD).exists():
        return []
    removing = cache
    try:
        with _locked(cache):
            recorded, recorded_folders = _read_record(cache)
            copies = [cache / copy for copy in recorded]
            for removing in copies:
                if removing.exists():
                    shutil.rmtree(removing)
            removing = cache / _RECORD
            removing.unlink(missing_ok=True)
            (cache / _LOCK).unlink()  # a waiting process finds no folder, and starts again
            folders = [Path(os.path.normpath(cache / folder)) for folder in recorded_folders]
            for folder in sorted(folders, key=lambda folder: len(folder.parts), reverse=True):
                with contextlib.suppress(OSError):  # it is not empty
                    folder.rmdir()
    except OSError as error:
        # The error of rmtree names only the last part of a path.
        raise InputError(f"cannot be removed: {error.strerror}", removing) from None
    return copies


@contextlib.contextmanager
def _locked(cache: Path) -> Iterator[list[str]]:
    """Locks the cache against our other processes. Yields the folders that it had to make."""
    import filelock

    path = cache / _LOCK
    lock = filelock.FileLock(path)
    for attempts_left in range(20, -1, -1):
        made = [_relative(folder, cache) for folder in path.parents if not folder.exists()]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=_MAX_WAIT)
            break
        except filelock.Timeout:
            raise InputError("another process installs or removes metrics there", cache) from None
        except FileNotFoundError:  # another process has just removed the folder
            if not attempts_left:
                raise
    try:
        yield made
    finally:
        lock.release()


def _relative(folder: Path, cache: Path) -> str:
    return Path(os.path.relpath(folder, cache)).as_posix()


def _copies() -> dict[str, tuple[str, bytes]]:
    """Metric -> the path of its copy in the cache, and the code of its module."""
    copies = {}
    for name, folder in metric_folders().items():
        code = (folder / f"{name}.py").read_bytes()
        # A new version of the library is a new metric, even if the module is the same.
        digest = hashlib.sha256(f"temporal-qa {__version__}\n".encode() + code).hexdigest()
        copies[name] = f"evaluate_modules/metrics/evaluate-metric--{name}/{digest}", code
    return copies


def _put(folder: Path, name: str, code: bytes) -> Path:
    module = folder / f"{name}.py"
    if not (module.is_file() and module.read_bytes() == code):
        shutil.rmtree(folder, ignore_errors=True)
        with folder_beside(folder, "metric") as beside:
            (beside / module.name).write_bytes(code)
    others = [other.stat().st_mtime for other in folder.parent.glob(f"*/{module.name}") if other != module]
    newest = max([time.time(), *(other + 1 for other in others)])
    os.utime(module, (newest, newest))
    return module


def _write_record(cache: Path, copies: set[str], folders: list[str]) -> None:
    write_json(cache / _RECORD, {"temporal_qa": __version__, "copies": sorted(copies), "folders": folders})


def _read_record(cache: Path) -> tuple[list[str], list[str]]:
    """The copies, and the folders that we made, in the cache or around it; all paths are relative to the cache."""
    path = cache / _RECORD
    if not path.exists():
        return [], []
    try:
        values = orjson.loads(path.read_bytes())
        copies, folders = values["copies"], values["folders"]
        # The removal deletes these paths, so a record may name no others.
        if all(map(_COPY.fullmatch, copies)) and all(map(_FOLDER.fullmatch, folders)):
            return copies, folders
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    except (ValueError, KeyError, TypeError):
        pass
    raise InputError("is not as `temporal-qa install-metrics` writes it; remove it and what it names by hand", path)
