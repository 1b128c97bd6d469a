"""A metric's folder as a Space of the Hub, which people open in a browser and ``evaluate.load("ORG/NAME")`` reads."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from temporal_qa import __version__
from temporal_qa.files import InputError
from temporal_qa.hub.publishing import Publication
from temporal_qa.hub.repo_changes import Content


def metric_folders() -> dict[str, Path]:
    """The folders in ``metrics/`` that hold an evaluate module, by name."""
    folders = sorted(Path(str(files("temporal_qa.metrics"))).iterdir())
    return {folder.name: folder for folder in folders if (folder / f"{folder.name}.py").is_file()}


def metric_publication(name: str, repo: str) -> Publication:
    """The metric's module, card, app and requirements, for the Space ``ORG/NAME``.

    ``evaluate`` looks for a module that bears the Space's name, so the module is renamed where the two differ.

    Raises:
        InputError: there is no such metric, the Space's name cannot be that of a module, or the requirements do not
            name temporal-qa, which the module imports.
    """
    folders = metric_folders()
    if name not in folders:
        raise InputError(f"no metric {name!r}, expected one of {', '.join(folders)}")
    module = repo.rpartition("/")[2]
    if "." in module:
        raise InputError(
            f"a Space named {module!r} cannot hold a metric: evaluate loads no module with a dot in its name"
        )
    found: dict[str, Content] = {
        path.relative_to(folders[name]).as_posix(): path
        for path in sorted(folders[name].rglob("*"))
        if path.is_file() and not _left_by_a_run(path.relative_to(folders[name]))
    }
    requirements = folders[name] / "requirements.txt"
    if not requirements.is_file() or not re.search(r"^temporal-qa\b", requirements.read_text("utf-8"), re.MULTILINE):
        raise InputError("expected it to name temporal-qa, which the metric's module imports", requirements)
    found[f"{module}.py"] = found.pop(f"{name}.py")
    if "README.md" in found:  # its examples load the metric from where it is
        card = (folders[name] / "README.md").read_text(encoding="utf-8")
        found["README.md"] = card.replace(f'"metrics/{name}"', f'"{repo}"').encode()
    return Publication("space", repo, found, f"{name} of temporal-qa {__version__}")


def _left_by_a_run(path: Path) -> bool:
    return path.suffix == ".pyc" or any(part.startswith(".") or part == "__pycache__" for part in path.parts)
