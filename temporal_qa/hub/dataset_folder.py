"""A built dataset folder as it goes to the Hub: checked, and with its name in the card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import orjson

from temporal_qa.files import InputError, first_line
from temporal_qa.hub.publishing import Publication
from temporal_qa.hub.repo_changes import Content

_NAME_IN_CARDS = b"PATH_OR_REPO"


def dataset_publication(folder: Path, repo: str) -> Publication:
    """What ``build`` wrote, for the repository ``ORG/NAME``, tagged with the version that wrote it.

    Raises:
        InputError: it is no folder that ``build`` wrote, or the data are not those that its card declares.
    """
    version, dataset = _build_record(folder)
    files: dict[str, Content] = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in _parts(path, folder))
    }
    card = folder / "README.md"
    if "README.md" not in files:
        raise InputError("no such file, expected the dataset's card", card)
    _check_declared(folder, files, card)
    files["README.md"] = card.read_bytes().replace(_NAME_IN_CARDS, repo.encode())
    return Publication("dataset", repo, files, f"{dataset} by temporal-qa {version}", version)


def _parts(path: Path, folder: Path) -> tuple[str, ...]:
    return path.relative_to(folder).parts


def _build_record(folder: Path) -> tuple[str, str]:
    """The version that built it, and the dataset's name."""
    if not folder.is_dir():
        raise InputError("no such folder, expected one that `temporal-qa build` wrote", folder)
    record = folder / "build.json"
    try:
        values = orjson.loads(record.read_bytes())
        version, dataset = values["temporal_qa"], values["dataset"]
    except FileNotFoundError:
        raise InputError("no such file; expected a folder that `temporal-qa build` wrote", record) from None
    except (ValueError, KeyError, TypeError):
        raise InputError(
            "does not name the dataset and the version of temporal-qa, as build writes it", record
        ) from None
    if not re.fullmatch(r"\d+(\.\w+)+([+-][\w.]+)?", str(version), re.ASCII):
        raise InputError(f"found the version {version!r} of temporal-qa, expected one such as '0.1.0'", record)
    return str(version), str(dataset)


def _check_declared(folder: Path, files: Mapping[str, Content], card: Path) -> None:
    """Every split that the card declares is there, with as many rows: what does not load is not published."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from huggingface_hub import DatasetCard

    try:
        metadata: dict[str, Any] = DatasetCard.load(card).data.to_dict()
        patterns = {
            (config["config_name"], file["split"]): file["path"]
            for config in metadata["configs"]
            for file in config["data_files"]
        }
        infos = metadata["dataset_info"]
        sizes = {
            (info["config_name"], split["name"]): split["num_examples"]
            for info in ([infos] if isinstance(infos, dict) else infos)
            for split in info["splits"]
        }
    except Exception as error:  # the YAML library's own errors, a key that is missing, a list that is none
        raise InputError(
            f"its head does not declare configs and splits as build does: {first_line(error)}", card
        ) from None
    for (config, split), expected in sizes.items():
        found = [path for path in files if fnmatchcase(path, patterns.get((config, split), ""))]
        if not found:
            raise InputError(f"the card declares the split {split!r} of {config!r}, but it has no file", folder)
        rows = 0
        for path in found:
            try:
                rows += pq.read_metadata(folder / path).num_rows
            except (pa.ArrowException, OSError) as error:
                raise InputError(f"cannot be read as Parquet: {first_line(error)}", folder / path) from None
        if rows != expected:
            raise InputError(f"{rows:,} rows in split {split!r} of {config!r}, the card declares {expected:,}", folder)
