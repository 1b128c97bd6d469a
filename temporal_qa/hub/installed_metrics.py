"""Metrics under their bare names: ``evaluate.load("temporal_mase")`` from any directory, with and without a network.

``evaluate`` looks for a bare name in the working directory, then in an organisation of the Hub that is not ours, then
in its cache of modules, where the newest copy wins. That cache is filled here, and only when asked::

    <modules cache>/evaluate_modules/metrics/evaluate-metric--<name>/<64 characters>/<name>.py
    <modules cache>/evaluate_modules/temporal_qa.json                      what was written, to be undone
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from temporal_qa import __version__
from temporal_qa.files import InputError, write_json
from temporal_qa.folders import folder_beside
from temporal_qa.hub.metric_space import metric_folders

_RECORD = "evaluate_modules/temporal_qa.json"
_COPY = re.compile(r"evaluate_modules/metrics/evaluate-metric--\w+/[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class _Record:
    """The copies, relative to the cache, and the folders that were not there before, the outermost first."""

    copies: list[str]
    folders: list[str]


def modules_cache() -> Path:
    """Where ``evaluate`` keeps modules: ``HF_MODULES_CACHE``, or ``modules`` in ``HF_HOME``."""
    import evaluate

    return Path(evaluate.config.HF_MODULES_CACHE).absolute()


def install_metrics(cache: Path) -> dict[str, Path]:
    """Copies every metric of this version into the cache, as the newest of its name; earlier copies of ours go.

    Returns:
        Name to the file of its module.

    Raises:
        InputError: the cache cannot be written, or the record of an earlier call is damaged.
    """
    codes = {name: (folder / f"{name}.py").read_bytes() for name, folder in metric_folders().items()}
    copies = {name: _copy_of(name, code) for name, code in codes.items()}
    before = _read_record(cache)
    needed = {folder: None for copy in copies.values() for folder in reversed((cache / copy).parents)}
    folders = before.folders + [str(folder) for folder in needed if not folder.exists()]
    try:
        # What is about to be written is recorded first: what a killed run leaves can be undone, too.
        _write_record(cache, _Record(sorted({*before.copies, *copies.values()}), folders))
        installed = {name: _put(cache / copies[name], name, code) for name, code in codes.items()}
        for copy in set(before.copies) - set(copies.values()):
            shutil.rmtree(cache / copy, ignore_errors=True)
        _write_record(cache, _Record(sorted(copies.values()), folders))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", error.filename or cache) from None
    return installed


def remove_metrics(cache: Path) -> list[Path]:
    """Undoes :func:`install_metrics`: the copies go, and of the folders that it made those that nobody else uses.

    Returns:
        The copies that were removed; none where nothing was installed.

    Raises:
        InputError: something cannot be removed, or the record of what was written is damaged.
    """
    record = _read_record(cache)
    copies = [cache / copy for copy in record.copies]
    try:
        for copy in copies:
            if copy.exists():
                shutil.rmtree(copy)
        (cache / _RECORD).unlink(missing_ok=True)
        for folder in map(Path, reversed(record.folders)):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", error.filename or cache) from None
    return copies


def _copy_of(name: str, code: bytes) -> str:
    # The library does the maths: a new version of it is a new metric, even where the module is the same.
    digest = hashlib.sha256(f"temporal-qa {__version__}\n".encode() + code).hexdigest()
    return f"evaluate_modules/metrics/evaluate-metric--{name}/{digest}"


def _put(folder: Path, name: str, code: bytes) -> Path:
    module = folder / f"{name}.py"
    if not (module.is_file() and module.read_bytes() == code):
        shutil.rmtree(folder, ignore_errors=True)
        with folder_beside(folder) as beside:
            (beside / module.name).write_bytes(code)
    others = [other.stat().st_mtime for other in folder.parent.glob(f"*/{module.name}") if other != module]
    newest = max([time.time(), *(others and [max(others) + 1])])
    os.utime(module, (newest, newest))
    return module


def _write_record(cache: Path, record: _Record) -> None:
    write_json(cache / _RECORD, {"temporal_qa": __version__, **asdict(record)})


def _read_record(cache: Path) -> _Record:
    path = cache / _RECORD
    if not path.exists():
        return _Record([], [])
    try:
        values = orjson.loads(path.read_bytes())
        record = _Record(values["copies"], values["folders"])
        # These are removed with all that they hold, so a damaged record must not name anything else.
        if all(_COPY.fullmatch(copy) for copy in record.copies) and all(map(Path, record.folders)):
            return record
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    except (ValueError, KeyError, TypeError):
        pass
    raise InputError("is not as `temporal-qa install-metrics` writes it; remove it and what it names by hand", path)
