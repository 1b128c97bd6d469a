"""What this installation can do, and what each missing thing would cost; behind ``temporal-qa doctor``.

Nothing is asked of the network, and no credential is ever part of what is returned: only where one is found.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from temporal_qa import __version__

NEEDED_FOR = {
    "annotate": "annotate agreement",
    "endpoint": "predict --endpoint",
    "harness": "the tasks of lm_eval and inspect_ai",
    "mine": "mine",
    "report": "demo, report, score-responses --report",
    "retrieve": "build complex-tr --config open_domain",
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
    except ImportError:
        return {"cpu_cores": cores, "torch": None, "accelerators": None}
    except OSError as error:  # a library of its own that does not load
        return {"cpu_cores": cores, "torch": f"cannot be loaded: {error}".splitlines()[0], "accelerators": None}
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
    return {"cpu_cores": cores, "torch": torch.__version__, "accelerators": accelerators}


def caches() -> dict[str, dict[str, Any]]:
    """The folders that the Hugging Face libraries write to: path, whether it can be written, free space in GB."""
    import datasets.config
    import huggingface_hub.constants as hub

    paths = {
        "HF_HOME": Path(hub.HF_HOME),
        "hub": Path(hub.HF_HUB_CACHE),
        "datasets": Path(datasets.config.HF_DATASETS_CACHE),
        "modules": _modules_cache(),
    }
    return {name: _folder(path) for name, path in paths.items()}


def disk() -> dict[str, dict[str, Any]]:
    """The same of the folders where commands write: the working directory, and that of temporary files."""
    return {"here": _folder(Path.cwd()), "temporary": _folder(Path(tempfile.gettempdir()))}


def _folder(path: Path) -> dict[str, Any]:
    # What is not there yet is made in the nearest folder that is.
    there = next((parent for parent in (path, *path.absolute().parents) if parent.exists()), Path("/"))
    writable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    free = round(shutil.disk_usage(there).free / 1e9, 1)
    return {"path": str(path), "exists": path.exists(), "writable": writable, "free_gb": free}


def credentials() -> dict[str, dict[str, Any]]:
    """Where each credential is found (None: nowhere), and what it is needed for. Never what it is."""
    return {
        "Hugging Face token": {
            "found_in": _token_source(),
            "needed_for": "publish, publish-metric, private repositories",
            "get": "hf auth login, or set HF_TOKEN",
        },
        "OPENAI_API_KEY": {
            "found_in": _set("OPENAI_API_KEY"),
            "needed_for": "predict --endpoint, where the server asks for a key",
            "get": "set OPENAI_API_KEY",
        },
        "Google search": {
            "found_in": _set("GOOGLE_API_KEY", "GOOGLE_SEARCH_ENGINE_ID"),
            "needed_for": "build complex-tr --config open_domain --web-search",
            "get": "set GOOGLE_API_KEY and GOOGLE_SEARCH_ENGINE_ID",
        },
    }


def _token_source() -> str | None:
    import huggingface_hub
    import huggingface_hub.constants as hub

    try:
        token = huggingface_hub.get_token()
    except OSError:  # its file cannot be read
        return None
    if not token:
        return None
    return _set("HF_TOKEN") or _set("HUGGING_FACE_HUB_TOKEN") or hub.HF_TOKEN_PATH


def _set(*names: str) -> str | None:
    """The names, if all of these variables are set to something."""
    return ", ".join(names) if all(os.environ.get(name, "").strip() for name in names) else None


def offline() -> list[str]:
    """The variables that are set to keep the Hugging Face libraries from the network."""
    names = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_EVALUATE_OFFLINE", "TRANSFORMERS_OFFLINE")
    return [name for name in names if os.environ.get(name, "").upper() in ("1", "TRUE", "YES", "ON")]


def installed_metrics() -> dict[str, bool]:
    """Metric -> whether ``evaluate.load`` finds it by its bare name, as ``install-metrics`` makes it."""
    from temporal_qa.hub.metric_space import metric_folders

    found = _modules_cache() / "evaluate_modules" / "metrics"
    return {name: any((found / f"evaluate-metric--{name}").glob(f"*/{name}.py")) for name in sorted(metric_folders())}


def _modules_cache() -> Path:
    """That of evaluate, which datasets reads from the same variables without importing transformers first."""
    import datasets.config

    return Path(datasets.config.HF_MODULES_CACHE).absolute()
