"""What two datasets share: questions, names and answer strings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporal_qa.io.errors import InputError, first_line

COLUMNS = ("questions", "names", "answers")


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many distinct texts of one sort there are in ``here`` and in ``other``, and how many are in both."""

    here: int
    other: int
    shared: int


def overlap(here: Path, other: Path) -> dict[str, Overlap]:
    """By sort of text (``questions``, ``names`` of subjects and objects, ``answers``), what two builds share.

    Texts are compared by 64-bit hashes, so that memory is eight bytes a text; of ten million against ten million, two
    different ones are taken for the same with a chance of 1 in 180,000.

    Args:
        here: a dataset folder as ``temporal-qa build`` makes it, or one Parquet file.
        other: another.

    Raises:
        InputError: no Parquet files, or files without the columns ``question``, ``facts`` and ``answers``.
    """
    import numpy as np

    sorts = {}
    one, two = _distinct(here), _distinct(other)
    for name in COLUMNS:
        shared = np.intersect1d(one[name], two[name], assume_unique=True)
        sorts[name] = Overlap(len(one[name]), len(two[name]), len(shared))
    return sorts


def dataset_files(path: Path) -> list[Path]:
    """The Parquet files of a dataset folder, sorted; or the one file that it is. Only their schemas are read.

    Raises:
        InputError: no such folder or file, no Parquet file in it, or one that does not hold questions.
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


def _distinct(path: Path) -> dict[str, Any]:
    """The hashes of the distinct texts of each sort, sorted."""
    import numpy as np

    found = {name: [np.array([], dtype=np.uint64)] for name in COLUMNS}
    for texts in _texts(path):
        for name, hashes in texts.items():
            found[name].append(hashes)
            if len(found[name]) == 64:  # keep memory to the distinct ones
                found[name] = [np.unique(np.concatenate(found[name]))]
    return {name: np.unique(np.concatenate(parts)) for name, parts in found.items()}


def _texts(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for file in dataset_files(path):
        try:
            with pq.ParquetFile(file) as table:
                for batch in table.iter_batches(20_000, columns=["question", "facts", "answers"]):
                    facts = pc.list_flatten(batch["facts"])
                    names = pa.concat_arrays([pc.struct_field(facts, "subject"), pc.struct_field(facts, "object")])
                    yield {
                        "questions": _hashes(batch["question"]),
                        "names": _hashes(names),
                        "answers": _hashes(pc.list_flatten(batch["answers"])),
                    }
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"cannot be read: {first_line(error)}", file) from None


def _hashes(texts: Any) -> Any:
    import numpy as np
    import pyarrow.compute as pc
    import xxhash

    distinct = pc.unique(pc.drop_null(texts)).to_pylist()
    return np.array([xxhash.xxh3_64_intdigest(text.encode()) for text in distinct], dtype=np.uint64)
