"""The files of a folder that may be published, and a trained model's, all of them.

Anything unusual is refused, because publishing cannot be undone.
"""

from __future__ import annotations

import os
from pathlib import Path

from temporal_qa import __version__
from temporal_qa.hub.publishing import Publication
from temporal_qa.hub.repo_changes import Content
from temporal_qa.io.errors import InputError


def uploaded_files(folder: Path) -> tuple[dict[str, Path], list[str]]:
    """The regular files by their path in the folder, and the skipped paths: hidden ones and Python's caches.

    Returns:
        Path with slashes -> file, and the skipped paths (folders end in a slash); both in order.

    Raises:
        InputError: a link, which may point out of the folder; something that is not a file, such as a socket; a name
            that is not UTF-8 or has control characters; a folder that cannot be listed.
    """
    files: dict[str, Path] = {}
    skipped: list[str] = []
    try:
        # By default os.walk skips folders that it cannot list: the publication would remove their files from the Hub.
        for place, folders, names in os.walk(folder, onerror=_raise):
            for name in sorted([*folders, *names]):
                path = Path(place, name)
                relative = path.relative_to(folder).as_posix()
                if not name.isprintable():  # also false of bytes that are not UTF-8
                    raise InputError(f"{str(path)!r}: expected a name in UTF-8 without control characters")
                if name.startswith(".") or name == "__pycache__" or name.endswith(".pyc"):
                    skipped.append(f"{relative}/" if name in folders else relative)
                elif path.is_symlink():
                    raise InputError("is a link; expected a file of the build", path)
                elif path.is_file():
                    files[relative] = path
                elif not path.is_dir():
                    raise InputError("is neither a file nor a folder; expected a file of the build", path)
            folders[:] = [name for name in sorted(folders) if not name.startswith(".") and name != "__pycache__"]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", error.filename or folder) from None
    return dict(sorted(files.items())), sorted(skipped)


def _raise(error: OSError) -> None:
    raise error


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
