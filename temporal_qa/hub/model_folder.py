"""The folder of a trained model prepared for the Hub, with the name of its repository in the card."""

from __future__ import annotations

from pathlib import Path

from temporal_qa import __version__
from temporal_qa.hub.publishing import Publication
from temporal_qa.hub.repo_changes import Content
from temporal_qa.hub.uploaded_files import uploaded_files


def is_model_folder(folder: Path) -> bool:
    """Whether a finished training left the folder."""
    return (folder / "training.json").is_file() and (folder / "recipe.json").is_file()


def model_publication(folder: Path, repo: str) -> Publication:
    """All files of a trained model for the repository ``ORG/NAME``, which its card then names.

    Raises:
        InputError: the folder holds a link, or something else that is not a file.
    """
    found, skipped = uploaded_files(folder)
    files: dict[str, Content] = dict(found)
    if "README.md" in found:
        files["README.md"] = found["README.md"].read_bytes().replace(b"PATH_OR_REPO", repo.encode())
    return Publication("model", repo, "model", files, f"temporal-qa {__version__}", left_out=tuple(skipped))
