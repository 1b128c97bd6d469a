"""Temporal graphs from files: benchmark files of numbers or names, or facts of ours.

A benchmark file has a fact a line, separated by tabs: ``subject relation object time`` (a step, or a day as ISO text),
or ``subject relation object begin end`` (years; ``####`` where one is not known). ``entity2id.txt`` and
``relation2id.txt`` beside it give the names of numbers. Text is numbered in Arrow, column by column, so that memory
grows by 20 bytes a fact and by the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from temporal_qa.graph.graph import SPLITS, UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph
from temporal_qa.io.drops import DropLog
from temporal_qa.io.errors import InputError
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.days import number_of

MAX_YEAR, MIN_YEAR = 2100, -5000
"""Years outside are taken for mistakes: ends of facts in Wikidata reach the year 9500."""

TOO_COARSE, NO_TIME, REVERSED, OUTLIER = (
    "a time that is coarser than a year", "no time", "an end before the start", "a year before -5000 or after 2100"
)  # fmt: skip

_WRONG_TIME = 2**31 - 2
_COARSE = 2**31 - 3
_YEAR = re.compile(r"([+-]?\d{1,6})(?:-.*)?")  # YAGO11k has a "307-13047-09"; its year is told
_SPLIT_NAMES = {"train": ("train",), "valid": ("valid", "dev"), "test": ("test",)}


class _Batch(NamedTuple):
    """Some facts as Arrow arrays of text; the line of the first one, for errors."""

    columns: Sequence[Any]
    line: int


def read_graph_files(path: Path, drops: DropLog) -> TemporalGraph:
    """The graph in a folder of benchmark files, or in one file.

    Args:
        path: a folder with ``train``, ``valid`` or ``dev``, and ``test`` files (any prefix, ``.txt``, ``.tsv`` or no
            ending), or one file, which is all ``train``.
        drops: counts the facts that are left out, by reason.

    Raises:
        InputError: no such files, a line of another number of columns, an id that ``entity2id.txt`` does not name, or a
            time that is none.
    """
    files = _files_of_splits(path)
    folder = path if path.is_dir() else path.parent
    entities, relations = _Numbering.of_ids(folder, "entity"), _Numbering.of_ids(folder, "relation")
    pieces: list[list[NDArray[np.int32]]] = [[] for _ in range(5)]
    splits, start = {}, 0
    for split, file in files.items():
        stop = start
        for batch in _text_batches(file):
            columns = _numbered(batch, entities, relations, file, drops)
            for piece, column in zip(pieces, columns, strict=True):
                piece.append(column)
            stop += len(columns[0])
        splits[split], start = range(start, stop), stop
    if not start:
        raise InputError(f"no usable facts; left out: {dict(drops)}", path)
    subject, relation, object, first, last = map(_joined, pieces)
    return TemporalGraph(subject, relation, object, first, last, entities.names(), relations.names(), splits)


def _joined(pieces: list[NDArray[np.int32]]) -> Column:
    column: Column = np.concatenate(pieces)
    pieces.clear()
    return column


def _files_of_splits(path: Path) -> dict[str, Path]:
    if path.is_file():
        return {"train": path}
    if not path.is_dir():
        raise InputError("no such file or folder", path)
    found = {}
    for split, names in _SPLIT_NAMES.items():
        fitting = [
            file
            for file in sorted(path.iterdir())
            if file.is_file() and file.suffix in (".txt", ".tsv", "") and file.stem.lower().endswith(names)
        ]
        if len(fitting) > 1:
            raise InputError(f"several files for {split!r}: {', '.join(file.name for file in fitting)}", path)
        if fitting:
            found[split] = fitting[0]
    if "train" not in found:
        raise InputError("no file named train.txt, train.tsv or train", path)
    return {split: found[split] for split in SPLITS if split in found}


class _Numbering:
    """Text -> number, in the order in which texts come, or as a file of ids gives them."""

    def __init__(self, known: dict[str, int] | None = None, names: list[str] | None = None) -> None:
        self._numbers: dict[str, int] = {} if known is None else known
        self._names, self._open = names, known is None

    @classmethod
    def of_ids(cls, folder: Path, what: str) -> _Numbering:
        """The ids of ``entity2id.txt`` or ``relation2id.txt``, with any prefix; new names where there is none."""
        files = sorted(folder.glob(f"*{what}2id*"))
        if not files:
            return cls()
        known: dict[str, int] = {}
        names: list[str] = []
        for line, text in enumerate(files[0].read_text(encoding="utf-8").splitlines(), 1):
            cells = text.split("\t")
            if len(cells) < 2 or not cells[0] or not cells[1].strip().isdigit():
                raise InputError(f"expected NAME<tab>ID, found {text[:80]!r}", files[0], line)
            if cells[1].strip() in known:
                raise InputError(f"id {cells[1].strip()} occurs twice", files[0], line)
            known[cells[1].strip()] = len(names)
            names.append(cells[0])
        return cls(known, names)

    def numbers(self, texts: Any, wrong: Callable[[int, str], InputError]) -> Column:
        """The number of each text. Calls ``wrong`` with the place of a text without one."""
        encoded = texts.dictionary_encode()
        of_text = np.empty(len(encoded.dictionary), np.int32)
        for place, text in enumerate(encoded.dictionary.to_pylist()):
            number = self._numbers.get(text)
            if number is None:
                if not self._open or not text:
                    first = int(np.argmax(encoded.indices.to_numpy() == place))
                    raise wrong(first, text)
                number = self._numbers[text] = len(self._numbers)
            of_text[place] = number
        column: Column = of_text[encoded.indices.to_numpy()]
        return column

    def names(self) -> Any:
        """The names by number, as an Arrow array."""
        import pyarrow as pa

        return pa.array(list(self._numbers) if self._names is None else self._names, pa.large_string())


def _text_batches(file: Path) -> Iterator[_Batch]:
    import pyarrow as pa
    from pyarrow import csv

    bad: list[Any] = []

    def note(row: Any) -> str:
        bad.append(row)
        return "skip"

    with file.open("rb") as stream:
        width = len(stream.readline().rstrip(b"\r\n").split(b"\t"))
    if width not in (4, 5):
        raise InputError(f"{width} columns, expected 4 (subject relation object time) or 5 (... begin end)", file, 1)
    names = [str(number) for number in range(width)]
    line = 1
    try:
        reader = csv.open_csv(
            file,
            read_options=csv.ReadOptions(column_names=names, use_threads=False),
            parse_options=csv.ParseOptions(delimiter="\t", quote_char=False, invalid_row_handler=note),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
        for batch in reader:
            if bad:
                break
            yield _Batch(batch.columns, line)
            line += len(batch)
    except pa.ArrowInvalid as error:
        raise InputError(f"cannot be read: {str(error).splitlines()[0]}", file) from None
    if bad:
        raise InputError(f"{bad[0].actual_columns} columns, expected {width}", file, bad[0].number)


def _numbered(
    batch: _Batch, entities: _Numbering, relations: _Numbering, file: Path, drops: DropLog
) -> tuple[Column, Column, Column, Column, Column]:
    def wrong(what: str) -> Callable[[int, str], InputError]:
        return lambda place, text: InputError(
            f"{text!r} is not {what}, expected one of {what.split()[-1]}2id" if text else f"expected {what}",
            file,
            batch.line + place,
        )

    subject = entities.numbers(batch.columns[0], wrong("an entity"))
    relation = relations.numbers(batch.columns[1], wrong("a relation"))
    object = entities.numbers(batch.columns[2], wrong("an entity"))
    as_years = len(batch.columns) == 5
    first = _times(batch.columns[3], UNKNOWN_FIRST, as_years=as_years, file=file, line=batch.line)
    last = _times(batch.columns[4], UNKNOWN_LAST, as_years=True, file=file, line=batch.line) if as_years else first
    kept = _usable(first, last, drops) if as_years else np.ones(len(first), bool)
    return subject[kept], relation[kept], object[kept], first[kept], last[kept]


def _usable(first: Column, last: Column, drops: DropLog) -> NDArray[np.bool_]:
    reasons = {
        TOO_COARSE: (first == _COARSE) | (last == _COARSE),
        NO_TIME: (first == UNKNOWN_FIRST) & (last == UNKNOWN_LAST),
        OUTLIER: ((first != UNKNOWN_FIRST) & ((first < MIN_YEAR) | (first > MAX_YEAR)))
        | ((last != UNKNOWN_LAST) & ((last < MIN_YEAR) | (last > MAX_YEAR))),
        REVERSED: first > last,
    }
    kept = np.ones(len(first), bool)
    for reason, which in reasons.items():
        if number := int(np.count_nonzero(which & kept)):
            drops[reason] += number
        kept &= ~which
    return kept


def _times(texts: Any, unknown: int, *, as_years: bool, file: Path, line: int) -> Column:
    """Years, or steps: whole numbers as they are, and days as numbers of days."""
    encoded = texts.dictionary_encode()
    of_text = np.array(
        [_time(text, unknown, as_years=as_years) for text in encoded.dictionary.to_pylist()], np.int64
    ).reshape(-1)
    times = of_text[encoded.indices.to_numpy()]
    if np.any(wrong := times == _WRONG_TIME):
        place = int(np.argmax(wrong))
        expected = "a year such as 1994, 1994-##-## or ####-##-##" if as_years else "a whole number or YYYY-MM-DD"
        raise InputError(f"{texts[place].as_py()!r} is not a time, expected {expected}", file, line + place)
    column: Column = times.astype(np.int32)
    return column


def _time(text: str, unknown: int, *, as_years: bool) -> int:
    text = text.strip()
    if not as_years:
        if re.fullmatch(r"[+-]?\d{1,9}", text):
            return int(text)
        try:
            return number_of(CalendarDate.fromisoformat(text))
        except ValueError:
            return _WRONG_TIME
    if not text or text == "-" or re.fullmatch(r"-?####(-.*)?", text):
        return unknown
    if found := _YEAR.fullmatch(text):
        return int(found[1])
    return _COARSE if re.fullmatch(r"-?\d{1,3}#{1,3}(-[\d#]+)*", text) else _WRONG_TIME
