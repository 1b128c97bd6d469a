"""Metrics under their bare names: ``evaluate.load("temporal_mase")`` from any directory, with and without a network.

``evaluate`` looks for a bare name in the working directory, then in an organisation of the Hub that is not ours, then
in its cache of modules, where the newest copy wins. These functions fill that cache, on request only. Each copy is a
folder that is whole or absent, and has a mark by which the removal knows it as ours::

    <modules cache>/evaluate_modules/metrics/evaluate-metric--<name>/<64 characters>/<name>.py
    <modules cache>/evaluate_modules/metrics/evaluate-metric--<name>/<64 characters>/temporal_qa.json
    <modules cache>/evaluate_modules/temporal_qa.lock                      locked by the process that writes
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from temporal_qa import __version__
from temporal_qa.hub.publications import metric_folders
from temporal_qa.io import InputError, explain_errors, folder_beside, write_json

_METRICS = "evaluate_modules/metrics"
_MARK = "temporal_qa.json"
_LOCK = "evaluate_modules/temporal_qa.lock"
_MAX_WAIT = 60.0
"""Seconds to wait for the lock."""


def modules_cache() -> Path:
    """The folder where ``evaluate`` keeps modules: ``HF_MODULES_CACHE``, or ``modules`` in ``HF_HOME``."""
    import datasets.config  # reads the same variables as evaluate, which imports transformers first

    return Path(datasets.config.HF_MODULES_CACHE).absolute()


def installed(cache: Path) -> dict[str, bool]:
    """Metric -> whether ``evaluate.load`` finds this version by its bare name, as the newest copy; not where the cache
    cannot be read."""
    found = {}
    for name, (copy, code) in sorted(_copies().items()):
        module = cache / copy / f"{name}.py"
        found[name] = False
        with contextlib.suppress(OSError):
            there = module.is_file() and module.read_bytes() == code
            others = module.parents[1].glob(f"*/{module.name}") if there else ()
            found[name] = there and all(other.stat().st_mtime <= module.stat().st_mtime for other in others)
    return found


def install_metrics(cache: Path) -> dict[str, Path]:
    """Copies every metric of this version into the cache, as the newest of its name; removes our earlier copies.

    Returns:
        Name -> the file of its module.

    Raises:
        InputError: the cache cannot be written, or another process has it locked.
    """
    with _locked(cache):
        modules = {name: _put(cache / copy, name, code) for name, (copy, code) in _copies().items()}
        for copy in {*_our_copies(cache)} - {module.parent for module in modules.values()}:
            shutil.rmtree(copy, ignore_errors=True)
    return modules


def remove_metrics(cache: Path) -> list[Path]:
    """Undoes :func:`install_metrics`: removes the copies, and the folders of the metrics, if empty.

    Returns:
        The removed copies; none if nothing was installed.

    Raises:
        InputError: something cannot be removed, or another process has the cache locked.
    """
    if not _our_copies(cache):
        return []
    with _locked(cache):
        copies = _our_copies(cache)
        for copy in copies:
            shutil.rmtree(copy)
        for folder in (*dict.fromkeys(copy.parent for copy in copies), cache / _METRICS):
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()
        (cache / _LOCK).unlink()
    return copies


@contextlib.contextmanager
def _locked(cache: Path) -> Iterator[None]:
    """Locks the cache against our other processes."""
    import filelock

    with explain_errors("cannot be written", OSError, path=cache):
        (cache / _LOCK).parent.mkdir(parents=True, exist_ok=True)
        try:
            with filelock.FileLock(cache / _LOCK, timeout=_MAX_WAIT):
                yield
        except filelock.Timeout:
            raise InputError("another process installs or removes metrics there", cache) from None


def _our_copies(cache: Path) -> list[Path]:
    return sorted(mark.parent for mark in cache.glob(f"{_METRICS}/evaluate-metric--*/*/{_MARK}"))


def _copies() -> dict[str, tuple[str, bytes]]:
    """Metric -> the path of its copy in the cache, and the code of its module."""
    copies = {}
    for name, folder in metric_folders().items():
        code = (folder / f"{name}.py").read_bytes()
        # A new version of the library is a new metric, even if the module is the same.
        digest = hashlib.sha256(f"temporal-qa {__version__}\n".encode() + code).hexdigest()
        copies[name] = f"{_METRICS}/evaluate-metric--{name}/{digest}", code
    return copies


def _put(folder: Path, name: str, code: bytes) -> Path:
    module = folder / f"{name}.py"
    if not ((folder / _MARK).is_file() and module.is_file() and module.read_bytes() == code):
        shutil.rmtree(folder, ignore_errors=True)
        with folder_beside(folder, "metric") as beside:
            (beside / module.name).write_bytes(code)
            write_json(beside / _MARK, {"temporal_qa": __version__})
    others = [other.stat().st_mtime for other in folder.parent.glob(f"*/{module.name}") if other != module]
    newest = max([time.time(), *(other + 1 for other in others)])
    os.utime(module, (newest, newest))
    return module
