"""What a dataset was made from: ``build.json``, and the command that makes it again, as its card shows it."""

import hashlib
import shlex
from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from temporal_qa import __version__
from temporal_qa.io import InputError, sha256, write_json
from temporal_qa.timeline import CalendarDate


def write_build_record(
    folder: Path, dataset: str, *, options: Mapping[str, Any], inputs: Mapping[str, Path], counts: Any,
    drops: Mapping[str, int],
) -> None:  # fmt: skip
    """Writes ``build.json``: what is needed to make the same bytes again, and what was left out.

    Args:
        folder: the folder of the dataset.
        dataset: the name of the dataset's script.
        options: the options that decide the content, such as the seed.
        inputs: the files read, by their role; the record keeps their names and hashes.
        counts: the numbers of rows.
        drops: what was left out, by reason.
    """
    record = {
        "dataset": dataset,
        "temporal_qa": __version__,
        **options,
        "inputs": {name: {"file": path.name, "sha256": sha256(path)} for name, path in inputs.items()},
        "counts": counts,
        "drops": dict(sorted(drops.items())),
    }
    write_json(folder / "build.json", record)


def what_decides_bytes(inputs: Mapping[str, Path]) -> dict[str, Any]:
    """What decides the bytes of a dataset beside its options: versions, wordings and word lists, hashes of its inputs.

    Raises:
        InputError: a file cannot be read.
    """
    hashes = {}
    for name, path in inputs.items():
        try:
            hashes[name] = sha256(path)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path) from None
    versions = {name: version(name) for name in ("datasets", "Faker", "pyarrow")}
    # What people may edit: wordings and word lists.
    edited = hashlib.sha256()
    folder = Path(str(files("temporal_qa.generation")))
    for path in sorted(path for kind in ("*.yaml", "word_lists/*.txt") for path in folder.glob(kind)):
        edited.update(path.name.encode() + b"\0" + path.read_bytes())
    return {"temporal_qa": __version__, "versions": versions, "generation": edited.hexdigest(), "inputs": hashes}


def build_command(family: str, **options: object) -> str:
    """The command with its options in this order: files by their names, True as a flag; of a tuple, each value.

    What is None or False is left out.

    >>> build_command("pseudo-pit", facts=Path("a/b c.jsonl"), invent=False, seed=0, no_fiction=True)
    "temporal-qa build pseudo-pit --facts 'b c.jsonl' --seed 0 --no-fiction"
    """
    words = [f"temporal-qa build {family}"]
    for name, given in options.items():
        option = f"--{name.replace('_', '-')}"
        for value in given if isinstance(given, tuple) else (given,):
            if value is True:
                words.append(option)
            elif value is not None and value is not False:
                words.append(f"{option} {_written(value)}")
    return " ".join(words)


def _written(value: object) -> str:
    if isinstance(value, Path):
        value = value.name or "DIR"
    return shlex.quote(value.isoformat() if isinstance(value, CalendarDate) else str(value))
