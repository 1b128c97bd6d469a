"""What is published on the Hub: a dataset that ``build`` wrote, checked; a trained model; a metric as a Space.

Anything unusual in a folder is refused, because publishing cannot be undone.
"""

import fnmatch
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.hub.publishing import Publication, check_name
from temporal_qa.hub.repo_changes import Content
from temporal_qa.io import InputError, counted, explain_errors, first_line, read_json

_NAME_IN_CARDS = b"PATH_OR_REPO"
_BESIDE_THE_DATA = re.compile(r"build\.json|[^/]+\.md|plots/[^/]+\.svg")
_SKIPPED = re.compile(r"\..*|__pycache__|.*\.pyc")  # hidden files and folders, Python's caches
_OF_METRICS = (".py", ".md", ".txt")


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
    left_out = tuple(sorted([*found.keys() - files.keys(), *skipped]))
    return Publication("dataset", repo, dataset, files, f"{dataset} by temporal-qa {version}", version, left_out)


def _build_record(folder: Path) -> tuple[str, str]:
    """The version that built the dataset, and its name."""
    if not (record := folder / "build.json").exists():
        if is_model_folder(folder / "model"):
            raise InputError(f"the folder of a training; its model is {folder / 'model'}", folder)
        raise InputError("no such file; expected a folder that `temporal-qa build` wrote", record)
    values = read_json(record, dict, "a record as build writes it")
    version, dataset = values.get("temporal_qa"), values.get("dataset")
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
            named = f"split {split!r} of {config!r}"
            size = info.splits[split].num_examples if split in info.splits else None
            paths = map(str, splits.get(split) or ["any path"])  # one that leads out of the folder has no file, either
            found = {path: fnmatch.filter(files, path.removeprefix("./")) for path in paths}
            if absent := [path for path, there in found.items() if not there]:
                raise InputError(f"the card declares the {named}, but it has no file at {absent[0]}", folder)
            matching = {file for there in found.values() for file in there}
            if (rows := sum(_rows_as_declared(files[path], info.features) for path in matching)) != size:
                raise InputError(f"{counted(rows, 'row')} in {named}, the card declares {size!r}", folder)
            data |= matching
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


def _rows_as_declared(path: Path, features: Any) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with explain_errors("cannot be read as Parquet", pa.ArrowException, OSError, path=path):
        metadata = pq.read_metadata(path)
        schema = metadata.schema.to_arrow_schema()
    found = {field.name: field.type for field in schema}
    expected = {field.name: field.type for field in features.arrow_schema}
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            here, declared = (columns.get(name, "no column") for columns in (found, expected))
            raise InputError(f"column {name!r}: found {here}, the card declares {declared}", path)
    return int(metadata.num_rows)


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
    folders = [folder]
    with explain_errors("cannot be read", OSError):
        while folders:
            for path in sorted(folders.pop().iterdir()):
                relative = path.relative_to(folder).as_posix()
                if not path.name.isprintable():  # also false of bytes that are not UTF-8
                    raise InputError(f"{str(path)!r}: expected a name in UTF-8 without control characters")
                if _SKIPPED.fullmatch(path.name):
                    skipped.append(f"{relative}/" if path.is_dir() else relative)
                elif path.is_symlink():
                    raise InputError("is a link; expected a file of the build", path)
                elif path.is_dir():
                    folders.append(path)
                elif path.is_file():
                    files[relative] = path
                else:
                    raise InputError("is neither a file nor a folder; expected a file of the build", path)
    return dict(sorted(files.items())), sorted(skipped)


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
    recipe = read_json(folder / "recipe.json", dict, "the recipe of a run")
    name = str(recipe.get("reader", recipe.get("embedding")))
    if "README.md" in found:
        files["README.md"] = found["README.md"].read_bytes().replace(_NAME_IN_CARDS, repo.encode())
    return Publication("model", repo, name, files, f"temporal-qa {__version__}", left_out=tuple(skipped))


def metric_folders() -> dict[str, Path]:
    """The folders in ``metrics/`` with an evaluate module, by name."""
    folders = sorted(Path(str(resources.files("temporal_qa.metrics"))).iterdir())
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
    if name not in (folders := metric_folders()):
        raise InputError(f"no metric {name!r}, expected one of {', '.join(folders)}")
    if "." in (module := repo.rpartition("/")[2]):
        raise InputError(
            f"a Space named {module!r} cannot hold a metric: evaluate loads no module with a dot in its name"
        )
    files_there, skipped = uploaded_files(folders[name])
    found: dict[str, Content] = {path: file for path, file in files_there.items() if file.suffix in _OF_METRICS}
    left_out = tuple(sorted([*files_there.keys() - found.keys(), *skipped]))
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
