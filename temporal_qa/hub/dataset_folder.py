"""A dataset folder prepared for the Hub: checked, and with the name of its repository in the card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

from temporal_qa.hub.publishing import Publication
from temporal_qa.hub.repo_changes import Content
from temporal_qa.hub.uploaded_files import uploaded_files
from temporal_qa.io.errors import InputError, first_line

_NAME_IN_CARDS = b"PATH_OR_REPO"
_BESIDE_THE_DATA = re.compile(r"build\.json|[^/]+\.md|plots/[^/]+\.svg")


def dataset_publication(folder: Path, repo: str) -> Publication:
    """A folder that ``build`` wrote, for the repository ``ORG/NAME``, tagged with the version that wrote it.

    Sent are the data that the card's configs name, ``build.json``, the plots, the card and Markdown files beside it.

    Raises:
        InputError: ``build`` did not write the folder, its data differ from what its card declares, or it holds a link.
    """
    if not folder.is_dir():
        raise InputError("no such folder, expected one that `temporal-qa build` wrote", folder)
    found, skipped = uploaded_files(folder)
    version, dataset = _build_record(folder)
    card = folder / "README.md"
    if "README.md" not in found:
        raise InputError("no such file, expected the dataset's card", card)
    data = _check_declared(folder, found, card)
    files: dict[str, Content] = {
        path: file for path, file in found.items() if path in data or _BESIDE_THE_DATA.fullmatch(path)
    }
    files["README.md"] = card.read_bytes().replace(_NAME_IN_CARDS, repo.encode())
    left_out = (*(path for path in found if path not in files), *skipped)
    return Publication(
        "dataset", repo, dataset, files, f"{dataset} by temporal-qa {version}", version, tuple(sorted(left_out))
    )


def _build_record(folder: Path) -> tuple[str, str]:
    """The version that built the dataset, and its name."""
    record = folder / "build.json"
    try:
        values = orjson.loads(record.read_bytes())
        version, dataset = values["temporal_qa"], values["dataset"]
    except FileNotFoundError:
        raise InputError("no such file; expected a folder that `temporal-qa build` wrote", record) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", record) from None
    except (ValueError, KeyError, TypeError):
        raise InputError(
            "does not name the dataset and the version of temporal-qa, as build writes it", record
        ) from None
    if not re.fullmatch(r"\d+(\.\w+)+([+-][\w.]+)?", str(version), re.ASCII):
        raise InputError(f"found the version {version!r} of temporal-qa, expected one such as '0.1.0'", record)
    if not re.fullmatch(r"\w+", str(dataset), re.ASCII):
        raise InputError(f"found the dataset {dataset!r}, expected a name such as 'complex_tr'", record)
    return str(version), str(dataset)


def _check_declared(folder: Path, files: Mapping[str, Path], card: Path) -> set[str]:
    """The data files, checked: each split that the card declares is there, with the columns and number of rows that it
    declares."""
    from datasets import Features

    declared, patterns = _read_card(card)
    data: set[str] = set()
    for config in sorted({*declared, *patterns}):
        info, splits = declared.get(config), patterns.get(config, {})
        if info is None or not isinstance(info.features, Features) or not info.splits:
            raise InputError(
                f"names the config {config!r}, but its dataset_info has no features and splits of it", card
            )
        for split in sorted({*info.splits, *splits}):
            size = info.splits[split].num_examples if split in info.splits else None
            if not isinstance(size, int) or isinstance(size, bool):
                raise InputError(
                    f"found num_examples {size!r} of split {split!r} of {config!r}, expected a whole number", card
                )
            matching = _matching(files, splits.get(split, []), card)
            if not matching:
                raise InputError(f"the card declares the split {split!r} of {config!r}, but it has no file", folder)
            rows = sum(_rows_as_declared(files[path], info.features) for path in matching)
            if rows != size:
                raise InputError(f"{rows:,} rows in split {split!r} of {config!r}, the card declares {size:,}", folder)
            data.update(matching)
    return data


def _read_card(card: Path) -> tuple[dict[str, Any], dict[str, dict[str, list[str]]]]:
    """Config -> what ``dataset_info`` declares, and config -> split -> the patterns of its files."""
    from datasets.data_files import sanitize_patterns
    from datasets.info import DatasetInfosDict
    from datasets.utils.metadata import MetadataConfigs
    from huggingface_hub import DatasetCard

    try:
        metadata = DatasetCard.load(card).data
        infos = dict(DatasetInfosDict.from_dataset_card_data(metadata))
        configs = MetadataConfigs.from_dataset_card_data(metadata)
        patterns = {str(name): sanitize_patterns(config["data_files"]) for name, config in configs.items()}
        if infos and patterns:
            return infos, patterns
        why = "no " + ("dataset_info" if patterns else "configs")
    except Exception as error:  # errors of the YAML library, a missing key, a value that is not a list
        why = first_line(error)
    raise InputError(f"its head does not declare configs and splits as build does: {why}", card)


def _matching(files: Mapping[str, Path], patterns: list[str], card: Path) -> list[str]:
    from fsspec.utils import glob_translate

    globs = []
    for pattern in patterns:
        path = PurePosixPath(str(pattern))
        try:
            if not isinstance(pattern, str) or path.is_absolute() or ".." in path.parts or ":" in pattern:
                raise ValueError("it leads out of the folder")
            globs.append(re.compile(glob_translate(str(path))))
        except (ValueError, re.error):  # also "a**b"
            raise InputError(
                f"found the path {pattern!r} in data_files, expected one in the dataset's folder", card
            ) from None
    return [path for path in files if any(glob.match(path) for glob in globs)]


def _rows_as_declared(path: Path, features: Any) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path)
        schema = metadata.schema.to_arrow_schema()
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot be read as Parquet: {first_line(error)}", path) from None
    found = {field.name: field.type for field in schema}
    expected = {field.name: field.type for field in features.arrow_schema}
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            here, declared = (columns.get(name, "no column") for columns in (found, expected))
            raise InputError(f"column {name!r}: found {here}, the card declares {declared}", path)
    return int(metadata.num_rows)
