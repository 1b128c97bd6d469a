"""What two datasets share: questions, names and answer strings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from temporal_qa.io.errors import InputError, first_line

COLUMNS = ("questions", "names", "answers")


class Overlap(NamedTuple):
    """The number of distinct texts of one sort in ``here``, in ``other``, and in both."""

    here: int
    other: int
    shared: int


def overlap(here: Path, other: Path) -> dict[str, Overlap]:
    """The overlap of two datasets by sort of text: ``questions``, ``names`` (of subjects and objects), ``answers``.

    Texts are compared by 64-bit hashes, for eight bytes of memory a text. With ten million texts on each side, the
    chance that two different ones have the same hash is 1 in 180,000.

    Args:
        here: a dataset folder of ``temporal-qa build``, or one Parquet file.
        other: another.

    Raises:
        InputError: no Parquet files, or files without the columns ``question``, ``facts`` and ``answers``.
    """
    pairs = zip(COLUMNS, _distinct(here), _distinct(other), strict=True)
    return {
        name: Overlap(len(one), len(two), len(np.intersect1d(one, two, assume_unique=True))) for name, one, two in pairs
    }


def dataset_files(path: Path) -> list[Path]:
    """The Parquet files of a dataset folder, sorted, or the file itself. Reads only their schemas.

    Raises:
        InputError: no such folder or file, no Parquet file in it, or one without questions.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = sorted(path.glob("*/*.parquet")) if path.is_dir() else [path] if path.is_file() else []
    if not files:
        raise InputError("no Parquet files, expected a folder that temporal-qa build made", path)
    for file in files:
        try:
            schema = pq.read_schema(file)
            facts = schema.field("facts").type.value_type
            types = (
                schema.field("question").type, schema.field("answers").type.value_type,
                *({field.name: field.type for field in facts}[name] for name in ("subject", "object")),
            )  # fmt: skip
            if not all(map(_is_text, types)):
                raise KeyError(f"types {', '.join(map(str, types))}, not texts")
        except (pa.ArrowException, AttributeError, KeyError, OSError, TypeError) as error:
            problem = f"cannot be read as a dataset of questions: {first_line(error)}"
            raise InputError(f"{problem}; expected columns question, facts and answers", file) from None
    return files


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    # A column without values has the type null.
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind))


def _distinct(path: Path) -> list[Any]:
    """The hashes of the distinct texts of each of ``COLUMNS``, sorted."""
    found = [[np.array([], dtype=np.uint64)] for _ in COLUMNS]
    for hashes in _hashes_by_batch(path):
        for parts, column in zip(found, hashes, strict=True):
            parts.append(column)
            if len(parts) == 64:  # limits memory to the distinct ones
                parts[:] = [np.unique(np.concatenate(parts))]
    return [np.unique(np.concatenate(parts)) for parts in found]


def _hashes_by_batch(path: Path) -> Iterator[list[Any]]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for file in dataset_files(path):
        try:
            with pq.ParquetFile(file) as table:
                for batch in table.iter_batches(20_000, columns=["question", "facts", "answers"]):
                    facts = pc.list_flatten(batch["facts"])
                    names = pa.concat_arrays([pc.struct_field(facts, "subject"), pc.struct_field(facts, "object")])
                    yield [_hashes(texts) for texts in (batch["question"], names, pc.list_flatten(batch["answers"]))]
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot be read: {first_line(error)}", file) from None


def _hashes(texts: Any) -> Any:
    import pyarrow.compute as pc
    import xxhash

    distinct = pc.unique(pc.drop_null(texts)).to_pylist()
    return np.array([xxhash.xxh3_64_intdigest(text.encode()) for text in distinct], dtype=np.uint64)
