"""Reading files: rows that know their line, limits on their size, and errors that name file and line.

Every reader of rows uses :func:`read_rows`, so that all errors of bad lines have the same form.
"""

import glob
import gzip
import hashlib
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any, AnyStr, TypeGuard, TypeVar

import orjson

from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError, check_regular, explain_errors, one_of
from temporal_qa.io.parquet_parts import parquet_parts
from temporal_qa.io.row import Row

T = TypeVar("T")

# pyarrow takes a tenth of a second to import, so it is imported where it is used.

DAMAGE = (EOFError, zlib.error, OSError)
"""What a file raises while it is read that is unreadable, or an archive that is truncated, damaged or mislabelled."""

JSON_LINES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
"""What the names of files with one JSON object a line end in."""


def is_list_of_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a value of a row is a list that holds texts alone."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def read_rows(
    path: Path | str,
    drops: DropLog | None = None,
    *,
    columns: Collection[str] | None = None,
    without: Collection[str] = (),
) -> Iterator[Row]:
    """Rows of a ``.jsonl``, ``.jsonl.gz`` or ``.parquet`` file, in file order. Blank lines are skipped.

    ``FOLDER/SPLIT`` is all files of a split (see :func:`files_of`), whose rows are numbered through.

    Args:
        path: the file or split.
        drops: decides whether a bad line is an error or is skipped.
        columns: those to read, if the file has them; by default all.
        without: those not to read. Parquet columns that are not read, such as long contexts, are not even decoded.

    Raises:
        InputError: no such file, an unknown kind of file, a damaged archive, or (unless ``drops`` skips bad rows) a
            line that is not a JSON object.
    """
    path = Path(path)
    files = files_of(path)

    def wanted(name: str) -> bool:
        return (columns is None or name in columns) and name not in without

    if path.is_dir():
        raise InputError(
            "is a folder, expected a file (.jsonl, .jsonl.gz or .parquet), or a split: the folder of its files, a "
            "slash, and its name, such as complex-tr/reason_qa/test",
            path,
        )
    check_there(files[0])
    if files[0].suffix == ".parquet":
        for number, values in enumerate(chain.from_iterable(_read_parquet(file, wanted) for file in files), 1):
            yield Row(number, values, path)
    elif path.name.endswith(JSON_LINES):
        for row in read_json_lines(path, drops):
            for name in [name for name in row.values if not wanted(name)] if columns is not None else without:
                row.values.pop(name, None)
            yield row
    else:
        hint = "; temporal-qa import reads released questions, pandas writes .parquet of any table"
        hint *= bool({".json", ".csv"} & {*path.suffixes})
        raise InputError(f"unknown kind of file, expected .jsonl, .jsonl.gz or .parquet{hint}", path)


def read_each(rows: Iterable[Row], read: Callable[[Row], T], drops: DropLog) -> Iterator[T]:
    """What is read from each row; a ``ValueError`` makes it a bad row, for which ``drops`` decides."""
    for row in rows:
        try:
            found = read(row)
        except ValueError as problem:
            drops.bad_row(problem if isinstance(problem, InputError) else row.error(str(problem)))
        else:
            yield found


def check_there(path: Path) -> None:
    """Raises ``InputError`` if there is no such file, or split, or if it is a pipe or a device."""
    check_regular(path)
    if not path.exists():
        names = (_SPLIT_FILE.fullmatch(file.name) for file in (path.parent.iterdir() if path.parent.is_dir() else ()))
        splits = sorted({name[1] for name in names if name})
        if splits and not path.suffix:
            raise InputError(unknown_split(path.name, splits), path)
        near = path.parent if path.parent.is_dir() else path.parent.parent  # a config is forgotten, or has another name
        inside = near.glob(f"*/{glob.escape(path.name)}-*-of-*.parquet")
        meant = sorted({str(file.parent / path.name) for file in inside if not path.suffix})
        raise InputError("no such file" + (f"; did you mean {' or '.join(meant)}?" if meant else ""), path)


_SPLIT_FILE = re.compile(r"(\w+)-\d{5}-of-\d{5}\.parquet")
_VALIDATION = ("validation", "dev", "val", "valid", "eval")


def unknown_split(wanted: str, splits: Collection[str]) -> str:
    """What is wrong with the name of a split.

    >>> unknown_split("validation", ["dev", "test", "train"])
    "no split 'validation', expected dev, test or train; this dataset calls it dev"
    """
    same = next((name for name in _VALIDATION if name in splits and wanted in _VALIDATION), None)
    return f"no split {wanted!r}, expected {one_of(splits)}" + (f"; this dataset calls it {same}" if same else "")


def files_of(path: Path) -> list[Path]:
    """The file itself; or, for a split ``FOLDER/SPLIT``, its Parquet files in order, ``SPLIT-00000-of-00002.parquet``
    and so on.

    Raises:
        InputError: one of a split's files is missing.
    """
    if path.exists() or not path.parent.is_dir():
        return [path]
    name = re.compile(re.escape(path.name) + r"-(\d{5})-of-(\d{5})\.parquet")
    files = sorted(file for file in path.parent.iterdir() if name.fullmatch(file.name))
    for number, file in enumerate(files):
        if file.name != (whole := f"{path.name}-{number:05}-of-{len(files):05}.parquet"):
            raise InputError(f"the files of the split are not whole: found {file.name}, expected {whole}", path)
    return files or [path]


def read_json_lines(path: Path, drops: DropLog | None = None) -> Iterator[Row]:
    """Rows of a file with one JSON object a line, whatever its name; see :func:`read_rows`."""
    drops = DropLog() if drops is None else drops
    for number, line in enumerate(read_lines(path), 1):
        if line.isspace():
            continue
        try:
            yield Row(number, parse_json(line, path, dict, "one JSON object a line", number), path)
        except InputError as error:
            drops.bad_row(error)


def parse_json(text: bytes, path: Path | str, kind: type[T], expected: str, line: int | None = None) -> T:
    """The value of a JSON text, with or without a byte order mark.

    Args:
        text: UTF-8.
        path: the file that holds it, for errors.
        kind: the type that is expected: ``dict``, ``list``, or any ``object``.
        expected: the same in words, for errors.
        line: the number of the text's line, if the file has one text a line.

    Raises:
        InputError: it is not JSON, or of another kind.
    """
    try:
        value = orjson.loads(text.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        why = "not UTF-8" if "UTF-8" in error.msg else f"not valid JSON ({error.msg})"
        raise InputError(f"{why}, expected {expected}", path, line or error.lineno) from None
    if not isinstance(value, kind):
        raise InputError(f"found a JSON {type(value).__name__}, expected {expected}", path, line)
    return value


# Python objects take ten times the memory of the file; larger batches are slower, too.
_ROWS_AT_ONCE = 1000


def _read_parquet(path: Path, wanted: Callable[[str], bool]) -> Iterator[dict[str, Any]]:
    def columns(schema: Any) -> list[str]:
        return list(filter(wanted, schema.names)) or schema.names[:1]  # rows without a column could not be counted

    for rows in parquet_parts(path, columns, lambda part, _: part.to_pylist(), _ROWS_AT_ONCE):
        yield from rows


def number_of_rows(path: Path) -> int | None:
    """How many rows a Parquet file or a split says that it has; ``None`` for other files, and for damaged ones."""
    files = files_of(path)
    if not all(file.suffix == ".parquet" and file.is_file() for file in files):
        return None
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return sum(int(pq.read_metadata(file).num_rows) for file in files)
    except (pa.ArrowException, OSError):  # whoever reads the rows says what is wrong
        return None


def read_json(path: Path, kind: type[T], expected: str) -> T:
    """The value of a ``.json`` or ``.json.gz`` file, which is read whole.

    Raises:
        InputError: the file cannot be read, is damaged, or does not hold what is ``expected``.
    """
    with explain_errors("cannot be read", *DAMAGE, path=path), open_bytes(path) as file:
        return parse_json(read_at_once(file, path), path, kind, expected)


_BUFFER = 1 << 16  # rows are longer than Python's own buffer


def open_bytes(path: Path) -> IO[bytes]:
    """The file's bytes, decompressed if the name ends in ``.gz`` or ``.gzip``; ``InputError`` for a folder, a pipe or a
    device."""
    check_regular(path)
    if path.is_dir():
        raise InputError("is a folder, expected a file", path)
    return gzip.open(path, "rb") if path.suffix in (".gz", ".gzip") else path.open("rb", _BUFFER)  # type: ignore[return-value]


def sha256(path: Path) -> str:
    """The SHA-256 of a file, or of all files of a split one after another (see :func:`files_of`), in hexadecimal."""
    digest = hashlib.sha256()
    for part in files_of(path):
        check_regular(part)
        with part.open("rb") as file:
            hashlib.file_digest(file, lambda: digest)  # continues the same digest
    return digest.hexdigest()


MAX_LINE_BYTES = 256 << 20
"""Bytes of a line: a longer line would fill the memory."""

MAX_BYTES_AT_ONCE = 1 << 30
"""Bytes of a file that is read whole."""


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, see :func:`open_bytes` and :func:`bounded_lines`; ``InputError`` where it is damaged."""
    number = 0
    try:
        with open_bytes(path) as file:
            for line in bounded_lines(file, path):
                yield line
                number += 1
    except DAMAGE as error:
        raise InputError(f"cannot be read past line {number}: {error}", path) from None


def bounded_lines(file: IO[AnyStr], path: Path | str) -> Iterator[AnyStr]:
    """The lines of a file; a small archive may hold a line that fills all memory.

    Raises:
        InputError: a line of more than :data:`MAX_LINE_BYTES` bytes (characters, of a text file).
    """
    for number, line in enumerate(iter(partial(file.readline, MAX_LINE_BYTES + 1), file.read(0)), 1):
        if len(line) > MAX_LINE_BYTES:
            raise InputError(f"a line of more than {MAX_LINE_BYTES:,} bytes, expected one row a line", path, number)
        yield line


def read_at_once(file: IO[bytes], path: Path | str) -> bytes:
    """All bytes of a file. Raises ``InputError`` if there are more than :data:`MAX_BYTES_AT_ONCE`."""
    content = file.read(MAX_BYTES_AT_ONCE + 1)
    if len(content) > MAX_BYTES_AT_ONCE:
        raise InputError(f"holds more than {MAX_BYTES_AT_ONCE:,} bytes, expected JSON Lines or several files", path)
    return content
