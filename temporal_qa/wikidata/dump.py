"""Reads Wikidata dumps as blocks of whole lines: plain, gzip or bzip2, an array or one entity a line.

Blocks have megabytes, since reading line by line makes Python slow on dumps.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, explain_errors, first_line
from temporal_qa.io.read import MAX_LINE_BYTES, check_there
from temporal_qa.timeline import CalendarDate

BLOCK_BYTES = 2 << 20

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

# What a file of each kind begins with.
_MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh"}

# wikidata-20230102-all.json.gz, 2023-01-02.json.bz2
_DATE_IN_NAME = re.compile(r"(?<![0-9])(20[0-9]{2})(-?)([01][0-9])\2([0-3][0-9])(?![0-9])")


class UnreadableDump(Exception):
    """A dump that cannot be read to its end. The text says why; the caller counts lines and adds the place."""


class DumpReader:
    """The decompressed bytes of a dump, from its beginning or from any offset.

    ISA-L decompresses gzip on one thread, faster than the parallel ``rapidgzip`` on the few cores measured
    (``benchmarks/RESULTS.md``); ``indexed_bzip2`` decompresses bzip2 on all threads.

    Args:
        path: ``.json``, ``.ndjson`` or ``.jsonl``, plain or followed by ``.gz`` or ``.bz2``.
        threads: how many may decompress bzip2 at once.

    Raises:
        InputError: no such file, or not of the kind that its name says.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        self.path = path
        check_dump(path)
        self._is_array = False
        self._file = path.open("rb", buffering=0)
        self._decompressed: Any = self._file
        # indexed_bzip2 raises RuntimeError and ValueError where Python's own readers raise EOFError and OSError.
        self._damage: tuple[type[Exception], ...] = (EOFError, OSError, RuntimeError, ValueError)
        if path.suffix == ".gz":
            from isal import igzip, igzip_lib

            self._damage += (igzip_lib.IsalError,)  # type: ignore[assignment]  # its stub takes it for an instance
            self._decompressed = igzip.IGzipFile(fileobj=self._file, mode="rb")  # type: ignore[no-untyped-call]
        elif path.suffix == ".bz2":
            import indexed_bzip2

            self._decompressed = indexed_bzip2.IndexedBzip2File(str(path), parallelization=threads)

    def blocks(self, block_bytes: int = BLOCK_BYTES, offset: int = 0) -> Iterator[bytes]:
        """Blocks of about ``block_bytes``, each cut after a line; the same for any number of threads.

        Args:
            block_bytes: how many bytes to read at once.
            offset: where to begin in the decompressed bytes: the length of all earlier blocks together.

        Raises:
            UnreadableDump: a damaged or truncated archive, an array that is not closed, a file without line breaks.
        """
        carried, ending = b"", b""
        for data in self._pieces(block_bytes, offset):
            ending = data[-64:].rstrip()[-1:] or ending
            if not (cut := data.rfind(b"\n") + 1):
                carried += data
                if len(carried) > MAX_LINE_BYTES:  # the longest entities have a few megabytes
                    raise UnreadableDump("no line break in 256 MiB, expected one entity a line")
                continue
            yield b"".join((carried, memoryview(data)[:cut]))  # one copy
            carried = data[cut:]
        if carried:
            yield carried
        if self._is_array and ending not in (b"]", b""):
            raise UnreadableDump("the array is not closed: the file was cut off")

    def _pieces(self, size: int, offset: int) -> Iterator[bytes]:
        try:
            beginning = self._decompressed.read(64)
            self._is_array = beginning.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] == b"["
            if offset:
                self._decompressed.seek(offset)
            else:
                yield beginning
            while data := self._decompressed.read(size):
                yield data
        except self._damage as error:
            # The C++ library throws an exception without a text if the file ends too early.
            message = first_line(error).replace("std::exception", "it ends too early")
            raise UnreadableDump(f"the archive is truncated or damaged: {message}") from None

    @property
    def position(self) -> int:
        """How many bytes of the file have been read; of a compressed file, compressed bytes."""
        if self.path.suffix == ".bz2":
            return int(self._decompressed.raw.bz2reader.tell_compressed()) // 8
        return self._file.tell()

    def close(self) -> None:
        """Closes the file and ends the threads."""
        self._decompressed.close()
        self._file.close()


def check_dump(path: Path) -> None:
    """Raises ``InputError`` unless there is a file whose name and first bytes are those of a dump."""
    if path.is_dir():
        raise InputError("is a folder, expected a dump (.json, .json.gz or .json.bz2)", path)
    check_there(path)
    kind = path.suffix if path.suffix in _MAGIC else ""
    if Path(path.name.removesuffix(kind)).suffix not in (".json", ".ndjson", ".jsonl"):
        raise InputError("unknown kind of file, expected .json, .ndjson or .jsonl, alone or with .gz or .bz2", path)
    with explain_errors("cannot be read", OSError, path=path), path.open("rb") as file:
        beginning = file.read(64)
    if not beginning:
        raise InputError("is empty, expected a dump", path)
    if kind and not beginning.startswith(_MAGIC[kind]):
        raise InputError(f"the name ends in {kind}, but the content is not such an archive", path)
    if not kind and beginning.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] not in (b"[", b"{"):
        raise InputError("does not begin like a JSON dump, expected '[' or an entity '{...}' a line", path)


def date_of_dumps(dumps: Sequence[Path]) -> CalendarDate:
    """The date in the names of all dumps. Raises ``InputError`` where they do not give one."""
    dates = {dump.name: _date_in(dump.name) for dump in dumps}
    distinct = set(dates.values())
    if len(distinct) == 1 and (found := distinct.pop()):
        return found
    names = ", ".join(f"{name}: {date.isoformat() if date else 'none'}" for name, date in dates.items())
    raise InputError(
        f"the names of the dumps do not give one date ({names}); give the date of the source (--as-of 2023-01-02), "
        "at which facts without an end are cut"
    )


def _date_in(name: str) -> CalendarDate | None:
    for year, _, month, day in _DATE_IN_NAME.findall(name):
        with contextlib.suppress(ValueError):
            return CalendarDate(int(year), int(month), int(day))
    return None
