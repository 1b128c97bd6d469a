"""A built dataset folder as it goes to the Hub: checked, and with its name in the card."""

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
    """What ``build`` wrote, for the repository ``ORG/NAME``, tagged with the version that wrote it.

    These are the data that the card's configs name, ``build.json``, the plots, the card, and further Markdown files
    beside it. Other files there are not sent.

    Raises:
        InputError: ``build`` did not write the folder, the data are not those that its card declares, or there is a
            link in it.
    """
    if not folder.is_dir():
        raise InputError("no such folder, expected one that `temporal-qa build` wrote", folder)
    found, passed_over = uploaded_files(folder)
    version, dataset = _build_record(folder)
    card = folder / "README.md"
    if "README.md" not in found:
        raise InputError("no such file, expected the dataset's card", card)
    data = _check_declared(folder, found, card)
    files: dict[str, Content] = {
        path: file for path, file in found.items() if path in data or _BESIDE_THE_DATA.fullmatch(path)
    }
    files["README.md"] = card.read_bytes().replace(_NAME_IN_CARDS, repo.encode())
    left_out = (*(path for path in found if path not in files), *passed_over)
    return Publication(
        "dataset", repo, dataset, files, f"{dataset} by temporal-qa {version}", version, tuple(sorted(left_out))
    )


def _build_record(folder: Path) -> tuple[str, str]:
    """The version that built it, and the dataset's name."""
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
    """The data files. Each split that the card declares is there, with its columns and as many rows: what does not
    load, or not as declared, is not published."""
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
    """Of each config what ``dataset_info`` declares, and the patterns of each split's files."""
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
    except Exception as error:  # the YAML library's own errors, a missing key, a value that is not a list
        why = first_line(error)
    raise InputError(f"its head does not declare configs and splits as build does: {why}", card)


def _matching(files: Mapping[str, Path], patterns: list[str], card: Path) -> list[str]:
    from fsspec.utils import glob_translate  # type: ignore[import-untyped]

    for pattern in patterns:
        path = PurePosixPath(str(pattern))
        if not isinstance(pattern, str) or path.is_absolute() or ".." in path.parts or ":" in pattern:
            raise InputError(f"found the path {pattern!r} in data_files, expected one in the dataset's folder", card)
    globs = [re.compile(glob_translate(str(PurePosixPath(pattern)))) for pattern in patterns]
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
            kinds = [_kind(columns.get(name)) for columns in (found, expected)]
            raise InputError(f"column {name!r} is {kinds[0]}, the card declares {kinds[1]}", path)
    return int(metadata.num_rows)


def _kind(type_: Any) -> str:
    return "not there" if type_ is None else f"of type {type_}"
