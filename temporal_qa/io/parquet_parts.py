"""Reads a Parquet file part by part, with one rule of what is damage."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from temporal_qa.io.errors import InputError, check_regular, first_line

T = TypeVar("T")


def parquet_parts(
    path: Path, columns: Callable[[Any], list[str]], read: Callable[[Any, int], T], rows_at_once: int
) -> Iterator[T]:
    """What is read from each part of a Parquet file.

    Args:
        path: the file.
        columns: chooses those to decode, from the schema of Arrow; raises ``InputError`` where it is another one.
        read: is given a part, as Arrow has it, and the number of rows before it.
        rows_at_once: the most rows of a part.

    Raises:
        InputError: no such file, a damaged one, or values that cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_regular(path)
    number, opened = 0, False
    try:
        with pq.ParquetFile(path) as table:
            opened = True
            for part in table.iter_batches(rows_at_once, columns=columns(table.schema_arrow)):
                yield read(part, number)
                number += len(part)
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError("no such file", path) from None
    except (pa.ArrowException, OSError, ValueError, OverflowError, KeyError) as error:
        # damage, bad UTF-8, dates out of range, a time zone that nobody knows
        other = isinstance(error, pa.ArrowInvalid) and not opened
        why = "it is damaged, or of another kind" if other else first_line(error)
        raise InputError(f"cannot be read as Parquet past row {number}: {why}", path) from None
