"""What this installation can do, and what each missing thing would cost; behind ``temporal-qa doctor``.

Nothing is asked of the network, and no credential is ever part of what is returned: only where one is found.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.io.errors import first_line

NEEDED_FOR = {
    "annotate": "annotate agreement",
    "endpoint": "predict --endpoint",
    "harness": "the tasks of lm_eval and inspect_ai",
    "mine": "mine",
    "report": "demo, report, score-responses --report",
    "retrieve": "build complex-tr --config open_domain, but for --ranker bm25 with bm25s installed",
    "spaces": "the apps of metrics, and the explorer, on this machine",
    "train": "predict with a model on this machine, training/*.py",
}
"""Extra -> what does not work without it. ``dev`` is for work on temporal-qa itself."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The packages of an extra.

    Attributes:
        name: as in ``pip install 'temporal-qa[NAME]'``.
        installed: package -> its version.
        missing: requirements that are not installed, or only in a version that does not do.
        needed_for: what does not work without it.
    """

    name: str
    installed: Mapping[str, str]
    missing: list[str]
    needed_for: str

    @property
    def install(self) -> str:
        """The command that installs it."""
        return f"pip install 'temporal-qa[{self.name}]'"


def diagnose() -> dict[str, Any]:
    """Everything that the command shows, as plain JSON: ``temporal_qa, python, installed_in, extras, devices, caches,
    disk, credentials, offline, metrics``.
    """
    return {
        "temporal_qa": __version__,
        "python": platform.python_version(),
        "installed_in": str(Path(__file__).parent),
        "extras": {
            extra.name: {**asdict(extra), "install": extra.install if extra.missing else None} for extra in extras()
        },
        "devices": devices(),
        "caches": caches(),
        "disk": disk(),
        "credentials": credentials(),
        "offline": offline(),
        "metrics": installed_metrics(),
    }


def extras() -> list[Extra]:
    """The extras of this version, as its own metadata lists them, by name."""
    from packaging.requirements import Requirement

    found: dict[str, list[Requirement]] = {}
    for line in importlib.metadata.requires("temporal-qa") or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or marker.evaluate({"extra": ""}):  # needed by all
            continue
        for name in NEEDED_FOR:
            if marker.evaluate({"extra": name}):
                found.setdefault(name, []).append(requirement)
    return [_extra(name, found[name]) for name in sorted(found)]


def _extra(name: str, requirements: list[Any]) -> Extra:
    installed, missing = {}, []
    for requirement in requirements:
        wanted = f"{requirement.name}{requirement.specifier}"
        try:
            version = importlib.metadata.version(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(wanted)
            continue
        if requirement.specifier.contains(version, prereleases=True):
            installed[requirement.name] = version
        else:
            missing.append(f"{wanted} (found {version})")
    return Extra(name, installed, missing, NEEDED_FOR[name])


def devices() -> dict[str, Any]:
    """Cores that this process may use, and what torch finds: ``accelerators`` is None where there is no torch."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    cores = len(affinity(0)) if affinity else os.cpu_count()
    try:
        import torch

        return {"cpu_cores": cores, "torch": torch.__version__, "accelerators": _accelerators(torch)}
    except ModuleNotFoundError as error:
        if error.name == "torch":
            return {"cpu_cores": cores, "torch": None, "accelerators": None}
        problem: Exception = error
    except Exception as error:  # a library or driver of its own that does not load, the rest of an installation
        problem = error
    return {"cpu_cores": cores, "torch": f"cannot be loaded: {first_line(problem)}", "accelerators": None}


def _accelerators(torch: Any) -> list[dict[str, Any]]:
    accelerators = []
    for index in range(torch.cuda.device_count()):
        properties = torch.cuda.get_device_properties(index)
        accelerators.append(
            {
                "device": f"cuda:{index}",
                "name": properties.name,
                "memory_gb": round(properties.total_memory / 1e9, 1),
                "bf16": properties.major >= 8,  # Ampere and later do it in hardware
            }
        )
    if torch.backends.mps.is_available():
        accelerators.append({"device": "mps", "name": platform.processor(), "memory_gb": None, "bf16": True})
    return accelerators


def caches() -> dict[str, dict[str, Any]]:
    """The folders that the Hugging Face libraries write to: path, whether it is there and can be written, free space in
    GB; or the problem with it."""
    import huggingface_hub.constants as hub

    from temporal_qa.hub.installed_metrics import modules_cache

    find: dict[str, Callable[[], Path | str]] = {
        "HF_HOME": lambda: str(hub.HF_HOME),
        "hub": lambda: str(hub.HF_HUB_CACHE),
        "datasets": _datasets_cache,
        "modules": modules_cache,
    }
    return {name: _folder_of(path) for name, path in find.items()}


def _datasets_cache() -> Path:
    import datasets.config  # which is an OSError where there is no folder for temporary files

    return Path(datasets.config.HF_DATASETS_CACHE)


def disk() -> dict[str, dict[str, Any]]:
    """The same of the folders where commands write: the working directory, and that of temporary files."""
    return {"here": _folder_of(os.getcwd), "temporary": _folder_of(tempfile.gettempdir)}


def _folder_of(find: Callable[[], Path | str]) -> dict[str, Any]:
    try:
        return _folder(Path(find()))
    except OSError as error:  # it was deleted, or there is no folder for temporary files
        return _not_a_folder(None, error)


def _folder(path: Path) -> dict[str, Any]:
    try:
        # What is not there yet is made in the nearest folder that is.
        there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
        writable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
        free = round(shutil.disk_usage(there).free / 1e9, 1)
        return {"path": str(path), "exists": path.exists(), "writable": writable, "free_gb": free, "problem": None}
    except OSError as error:  # a folder on the way may not be searched
        return _not_a_folder(path, error)


def _not_a_folder(path: Path | None, error: OSError) -> dict[str, Any]:
    shown = None if path is None else str(path)
    return {
        "path": shown,
        "exists": False,
        "writable": False,
        "free_gb": None,
        "problem": error.strerror or first_line(error),
    }


def credentials() -> dict[str, dict[str, Any]]:
    """Where each credential is found (None: nowhere), any problem with it, and what needs it. Never what it is."""
    token_in, problem = _token_source()
    return {
        "Hugging Face token": {
            "found_in": token_in,
            "problem": problem,
            "needed_for": "publish, publish-metric, private repositories",
            "get": "hf auth login, or set HF_TOKEN",
        },
        "OPENAI_API_KEY": {
            "found_in": _set("OPENAI_API_KEY"),
            "problem": None,
            "needed_for": "predict --endpoint, where the server asks for a key",
            "get": "set OPENAI_API_KEY",
        },
        "TEMPORAL_QA_CONTACT": {
            "found_in": _set("TEMPORAL_QA_CONTACT"),
            "problem": None,
            "needed_for": "build complex-tr --config open_domain --web-search",
            "get": "set TEMPORAL_QA_CONTACT to your e-mail address or URL",
        },
    }


def _token_source() -> tuple[str | None, str | None]:
    import huggingface_hub
    import huggingface_hub.constants as hub

    try:
        token = huggingface_hub.get_token()
    except OSError as error:
        return None, f"{hub.HF_TOKEN_PATH} cannot be read: {error.strerror}"
    if not token:
        return None, None
    return _set("HF_TOKEN") or _set("HUGGING_FACE_HUB_TOKEN") or hub.HF_TOKEN_PATH, None


def _set(name: str) -> str | None:
    """The name, if this variable is set to something."""
    return name if os.environ.get(name, "").strip() else None


def offline() -> list[str]:
    """The variables that are set to keep the Hugging Face libraries from the network."""
    names = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_EVALUATE_OFFLINE", "TRANSFORMERS_OFFLINE")
    return [name for name in names if os.environ.get(name, "").upper() in ("1", "TRUE", "YES", "ON")]


def installed_metrics() -> dict[str, bool]:
    """Metric -> whether ``evaluate.load`` finds that of this version by its bare name, see ``install-metrics``."""
    from temporal_qa.hub.installed_metrics import installed, modules_cache
    from temporal_qa.hub.metric_space import metric_folders

    try:
        return installed(modules_cache())
    except OSError:  # what cannot be looked at cannot be loaded, either
        return dict.fromkeys(sorted(metric_folders()), False)
