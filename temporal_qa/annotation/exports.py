"""Verdicts read from the exports of any annotation tool."""

import lzma
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from temporal_qa.annotation.doccano import read_example
from temporal_qa.annotation.label_studio import read_min_annotation, read_task
from temporal_qa.annotation.verdicts import Dropped, Judgement
from temporal_qa.io import InputError, explain_errors
from temporal_qa.io.read import DAMAGE, bounded_lines, check_there, open_bytes, parse_json, read_at_once

# A safe limit: Python reads no more of a member than the archive declares.
_MAX_UNPACKED = 8 << 30


def read_exports(paths: Iterable[Path]) -> Iterator[Judgement | Dropped]:
    """Every verdict in the files, and the reason for each task without one.

    Args:
        paths: Label Studio's JSON or JSON-MIN export (``.json``); doccano's, one ``.json`` or ``.jsonl`` a user, named
            after the user, or doccano's ``.zip`` of them. All but the ``.zip`` may be gzipped.

    Raises:
        InputError: a file cannot be read, is not such an export, or holds tasks that ``annotate export`` did not make.
    """
    for path in paths:
        check_there(path)
        if path.is_dir():
            raise InputError("is a folder, expected an export", path)
        number = 0
        for number, (values, user) in enumerate(_records(path), 1):
            try:
                yield from _read_record(values, user)
            except ValueError as problem:
                raise InputError(f"task {number} {problem}", path) from None
        if not number:
            raise InputError("holds no tasks", path)


def _read_record(values: Any, user: str) -> Iterator[Judgement | Dropped]:
    if isinstance(values, dict):
        if isinstance(values.get("data"), dict) and isinstance(values.get("annotations"), list):
            return read_task(values)
        if "annotation_id" in values:
            return read_min_annotation(values)
        if isinstance(values.get("text"), str) and isinstance(values.get("label"), list):
            return read_example(values, user)
    raise ValueError("is neither a task of a Label Studio JSON export nor an example of a doccano export")


def _records(path: Path) -> Iterator[tuple[Any, str]]:
    """The records of a file or archive, each with the user after whom its file is named."""
    # A damaged archive, an unknown compression, a password, a name that is not UTF-8.
    kinds = (*DAMAGE, lzma.LZMAError, zipfile.BadZipFile, RuntimeError, ValueError)
    with explain_errors("cannot be read", *kinds, path=path):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                members = [member for member in archive.infolist() if member.filename.endswith((".json", ".jsonl"))]
                if (unpacked := sum(member.file_size for member in members)) > _MAX_UNPACKED:
                    raise InputError(f"unpacks to {unpacked:,} bytes, expected at most {_MAX_UNPACKED:,}", path)
                for name in sorted(member.filename for member in members):
                    with archive.open(name) as file:
                        yield from _parse(file, name, f"{path}, {name}")
        else:
            with open_bytes(path) as file:
                yield from _parse(file, path.name.removesuffix(".gz"), path)


def _parse(file: IO[bytes], name: str, place: Path | str) -> Iterator[tuple[Any, str]]:
    user = Path(name).stem
    if name.endswith(".jsonl"):
        for number, line in enumerate(bounded_lines(file, place), 1):
            if line.strip():
                yield parse_json(line, place, object, "one task a line", number), user
    elif name.endswith(".json"):
        # A thousand tasks with contexts of 100,000 words make 600 MB.
        for values in parse_json(read_at_once(file, place), place, list, "a list of tasks"):
            yield values, user
    else:
        raise InputError("unknown kind of file, expected an export as .json, .jsonl or .zip", place)
