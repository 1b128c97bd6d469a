"""What two datasets share: questions, names and answer strings."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from temporal_qa.io import InputError
from temporal_qa.io.parquet_parts import parquet_parts

COLUMNS = ("questions", "names", "answers")


def overlap(here: Path, other: Path) -> dict[str, dict[str, int]]:
    """The overlap of two datasets by sort of text: ``questions``, ``names`` (of subjects and objects), ``answers``.

    Each is the number of distinct texts in ``here``, in the ``other``, and ``shared``, those in both.

    Texts are compared by 64-bit hashes, for eight bytes of memory a text. With ten million texts on each side, the
    chance that two different ones have the same hash is 1 in 180,000.

    Args:
        here: a dataset folder of ``temporal-qa build``, or one Parquet file.
        other: another.

    Raises:
        InputError: no Parquet files, or files without the columns ``question``, ``facts`` and ``answers``.
    """
    return {
        name: {"here": len(one), "other": len(two), "shared": len(np.intersect1d(one, two, assume_unique=True))}
        for name, one, two in zip(COLUMNS, _distinct(here), _distinct(other), strict=True)
    }


def dataset_files(path: Path) -> list[Path]:
    """The Parquet files of a dataset folder, sorted, or the file itself. Reads only the beginning of each.

    Raises:
        InputError: no such folder or file, no Parquet file in it, or one without questions.
    """
    files = [path] if path.is_file() and path.suffix == ".parquet" else sorted(path.glob("*/*.parquet"))
    if not files:
        raise InputError("no Parquet files, expected a folder that temporal-qa build made, or one of its files", path)
    for file in files:
        next(_hashes_by_batch(file), None)
    return files


def _distinct(path: Path) -> list[Any]:
    """The hashes of the distinct texts of each of ``COLUMNS``, sorted."""
    found = [[np.array([], dtype=np.uint64)] for _ in COLUMNS]
    for hashes in chain.from_iterable(map(_hashes_by_batch, dataset_files(path))):
        for parts, column in zip(found, hashes, strict=True):
            parts.append(column)
            if len(parts) == 64:  # limits memory to the distinct ones
                parts[:] = [np.unique(np.concatenate(parts))]
    return [np.unique(np.concatenate(parts)) for parts in found]


def _hashes_by_batch(file: Path) -> Iterator[list[Any]]:
    import pyarrow as pa
    import pyarrow.compute as pc

    other = InputError(
        "cannot be read as a dataset of questions, expected columns question (text), answers (a list of texts) and "
        "facts (a list of subject and object)", file,
    )  # fmt: skip

    def columns(schema: Any) -> list[str]:
        if {"question", "answers", "facts"} <= {*schema.names}:
            return ["question", "facts", "answers"]
        raise other

    def hashes(batch: Any, _: int) -> list[Any]:
        try:
            facts = pc.list_flatten(batch["facts"])
            names = pa.concat_arrays([pc.struct_field(facts, "subject"), pc.struct_field(facts, "object")])
            return [_hashes(texts) for texts in (batch["question"], names, pc.list_flatten(batch["answers"]))]
        except (pa.ArrowException, AttributeError, KeyError, TypeError):
            raise other from None

    return parquet_parts(file, columns, hashes, 20_000)


def _hashes(texts: Any) -> Any:
    import pyarrow.compute as pc
    import xxhash

    distinct = pc.unique(pc.drop_null(texts)).to_pylist()
    return np.array([xxhash.xxh3_64_intdigest(text.encode()) for text in distinct], dtype=np.uint64)
