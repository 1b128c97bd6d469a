"""A metric's folder as a Space of the Hub: an app in the browser, and a module for ``evaluate.load("ORG/NAME")``."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from temporal_qa import __version__
from temporal_qa.hub.publishing import Publication, check_name
from temporal_qa.hub.repo_changes import Content
from temporal_qa.hub.uploaded_files import uploaded_files
from temporal_qa.io.errors import InputError

_SENT = (".py", ".md", ".txt")


def metric_folders() -> dict[str, Path]:
    """The folders in ``metrics/`` with an evaluate module, by name."""
    folders = sorted(Path(str(files("temporal_qa.metrics"))).iterdir())
    return {folder.name: folder for folder in folders if (folder / f"{folder.name}.py").is_file()}


def metric_publication(name: str, repo: str) -> Publication:
    """The metric's module, card, app and requirements, for the Space ``ORG/NAME``.

    The module gets the Space's name, under which ``evaluate`` looks for it. The requirements pin this version of
    temporal-qa, so that the next one does not change the scores of the Space.

    Raises:
        InputError: an unknown metric, a name that a repository or a module cannot have, requirements without
            temporal-qa, or a link in the folder.
    """
    check_name(repo)
    folders = metric_folders()
    if name not in folders:
        raise InputError(f"no metric {name!r}, expected one of {', '.join(folders)}")
    module = repo.rpartition("/")[2]
    if "." in module:
        raise InputError(
            f"a Space named {module!r} cannot hold a metric: evaluate loads no module with a dot in its name"
        )
    files_there, skipped = uploaded_files(folders[name])
    found: dict[str, Content] = {path: file for path, file in files_there.items() if file.suffix in _SENT}
    left_out = tuple(sorted([*(path for path in files_there if path not in found), *skipped]))
    found["requirements.txt"] = _pinned(folders[name] / "requirements.txt")
    found[f"{module}.py"] = found.pop(f"{name}.py")
    if "README.md" in found:  # its examples load the metric
        card = (folders[name] / "README.md").read_text(encoding="utf-8")
        found["README.md"] = card.replace(f'"metrics/{name}"', f'"{repo}"').encode()
    return Publication("space", repo, name, found, f"{name} of temporal-qa {__version__}", left_out=left_out)


def _pinned(requirements: Path) -> bytes:
    text = requirements.read_text(encoding="utf-8") if requirements.is_file() else ""
    pinned, count = re.subn(r"^temporal-qa\b(?!-).*$", f"temporal-qa=={__version__}", text, flags=re.MULTILINE)
    if not count:
        raise InputError("expected it to name temporal-qa, which the metric's module imports", requirements)
    return pinned.encode()
