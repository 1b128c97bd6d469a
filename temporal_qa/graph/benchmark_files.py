"""Benchmark files of temporal graphs: a fact a line, separated by tabs.

``subject relation object time`` (a step, or a day as ISO text), or ``subject relation object begin end`` (years;
``####`` where one is not known). A year with a month and day, as of YAGO and Wikidata, has no year 0 before it:
``-480-##-##`` is 480 BC, -479 here; one alone stays as it is. A fifth column of nothing but 0 or -1 beside later times,
as some event graphs have, is not an end, nor is an empty one beside days (a tab at the end of each line). Files
``entity2id`` and ``relation2id`` (``NAME<tab>ID``; ``id2entity``: the other way round) beside them give names of ids.
Subjects and objects have one numbering, as in every release of ICEWS, GDELT, YAGO and Wikidata; two files of the ids of
entities are refused.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from temporal_qa.graph.fact_columns import COARSE, FactBatch, FactColumns, NameTable, UnknownId
from temporal_qa.graph.graph import SPLITS, UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph, consecutive
from temporal_qa.io import DropLog, InputError, counted, first_line
from temporal_qa.io.read import DAMAGE, check_there, open_bytes, read_lines
from temporal_qa.timeline import CalendarDate, day_number_of

_BLOCK = 4 << 20
_EXPECTED_TEXT = "expected text, as it is or in a .gz: columns separated by tabs"
_WRONG_TIME = 2**31 - 2
_NO_ENDS = {"", "0", "-1"}
_YEAR = re.compile(r"([+-]?[0-9]{1,6})(-.*)?")  # YAGO11k has a "307-13047-09"; its year counts
_SPLIT_FILE = re.compile(r"(?:.*[^a-z])?(train|valid|validation|val|dev|test)(?:\.txt|\.tsv)?(?:\.gz)?", re.IGNORECASE)


def benchmark_inputs(path: Path) -> dict[str, Path]:
    """The files that :func:`read_benchmark` reads, by their role."""
    ids = {what: _id_file(path, what) for what in ("entity", "relation")}
    return _files_of_splits(path) | {f"{what} ids": file for what, file in ids.items() if file is not None}


def read_benchmark(path: Path, drops: DropLog) -> TemporalGraph:
    """The graph in a folder of benchmark files, or in one file.

    Args:
        path: a folder with ``train``, ``valid`` (or ``dev``) and ``test`` files (any prefix; ``.txt``, ``.tsv`` or no
            ending; also ``.gz``), or one file, which is all ``train``.
        drops: counts the facts that are left out, by reason.

    Raises:
        InputError: no such files, a line of another number of columns, an id that ``entity2id`` does not name, or a
            time that is none.
    """
    files = _files_of_splits(path)
    for file in files.values():
        _check_text(file)
    first_file = next(iter(files.values()))
    if (width := _line(first_file, 0).count(b"\t") + 1) not in (4, 5):
        layout = "4 (subject relation object time) or 5 (... begin end), separated by tabs"
        raise InputError(f"{counted(width, 'column')}, expected {layout}", first_file, 1)
    beginning = next(_text_batches(first_file, width))
    has_end, unit = _layout(beginning)
    subject, relation, object = (column[:1].to_pylist() for column in beginning[:3])
    entities = _known_names(path, "entity", subject + object)
    columns = FactColumns(entities, _known_names(path, "relation", relation), drops, unit)
    try:
        kept = {
            split: sum(map(columns.add, _fact_batches(file, width, unit, has_end=has_end)))
            for split, file in files.items()
        }
        if not any(kept.values()):
            raise InputError(f"no usable facts{drops.message()}", path)
        return columns.graph(consecutive(kept))
    except UnknownId as error:
        text = str(error)
        message = f"{text!r} is not among the ids of entity2id or relation2id" if text else "an empty name"
        raise InputError(message, *_place([*files.values()], text, slice(3))) from None


def _fact_batches(file: Path, width: int, unit: str, *, has_end: bool) -> Iterator[FactBatch]:
    for subject, relation, object, first, *fifth in _text_batches(file, width):
        ends = times = _times(first, UNKNOWN_FIRST, unit, file, 3)
        if has_end:
            ends = _times(fifth[0], UNKNOWN_LAST, unit, file, 4)
        elif fifth and (late := {*fifth[0].unique().to_pylist()} - _NO_ENDS):
            text = min(late)
            message = f"{text!r} in column 5, of which the first lines have nothing but 0, -1 or nothing"
            raise InputError(message, *_place([file], text, slice(4, 5)))
        yield FactBatch(subject, relation, object, times, ends)


def _files_of_splits(path: Path) -> dict[str, Path]:
    check_there(path)
    if not path.is_dir():
        return {"train": path}
    found: dict[str, Path] = {}
    for file in sorted(path.iterdir()):
        if file.is_file() and (name := _SPLIT_FILE.fullmatch(file.name)):
            split = "valid" if name[1].lower() in ("validation", "val", "dev") else name[1].lower()
            if split in found:
                raise InputError(f"several files for {split!r}: {found[split].name}, {file.name}", path)
            found[split] = file
    if "train" not in found:
        hint = f"; did you mean {path / 'graph' / 'train'}?" if (path / "graph").is_dir() else ""  # of CronQuestions
        raise InputError(f"no file named train.txt, train.tsv or train{hint}", path)
    return {split: found[split] for split in SPLITS if split in found}


def _times(texts: Any, unknown: int, unit: str, file: Path, column: int) -> Column:
    encoded = texts.dictionary_encode()
    distinct = encoded.dictionary.to_pylist()
    of_text = np.array([_time(text, unknown, unit) for text in distinct], np.int64).reshape(-1)
    if np.any(wrong := of_text == _WRONG_TIME):
        text = distinct[int(np.argmax(wrong))]
        message = f"{text!r} is not a time, expected {_EXPECTED[unit]}"
        raise InputError(message, *_place([file], text, slice(column, column + 1)))
    return np.asarray(of_text[encoded.indices.to_numpy()], np.int32)


_EXPECTED = {
    "year": "a year such as 1994, 1994-##-## or ####-##-##", "day": "a day as YYYY-MM-DD",
    "step": "a day as YYYY-MM-DD, or a whole number of at most 9 digits",
}  # fmt: skip


def _layout(columns: list[Any]) -> tuple[bool, str]:
    """Whether facts have an end, and the unit of their times, from the first lines."""
    times, *fifth = [set(texts.unique().to_pylist()) for texts in columns[3:]]
    are_days = [_time(text, 0, "day") != _WRONG_TIME for text in times]
    for ends in fifth:
        is_tab_at_end = ends == {""} and all(are_days)
        is_mark = ends <= {"0", "-1"} and max(_time(text, UNKNOWN_FIRST, "year") for text in times) > 0
        if not is_tab_at_end and not is_mark:
            return True, "year"
    if any("#" in text for text in times):
        return False, "year"
    return False, "day" if any(are_days) else "step"


def _time(text: str, unknown: int, unit: str) -> int:
    text = text.strip().strip('"')
    if unit == "step":
        return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII) else _WRONG_TIME
    if unit == "day":
        try:
            return day_number_of(CalendarDate.fromisoformat(text))
        except ValueError:
            return _WRONG_TIME
    if not text or text == "-" or re.fullmatch(r"-?####(-.*)?", text):
        return unknown
    if found := _YEAR.fullmatch(text):
        year = int(found[1])
        return year + 1 if year < 0 and found[2] else year
    return COARSE if re.fullmatch(r"-?[0-9]{1,3}#{1,3}(-[0-9#]+)*", text) else _WRONG_TIME


def _place(files: list[Path], text: str, columns: slice) -> tuple[Path, int | None]:
    """The file and the line in which a cell is this text."""

    def holds_it(line: bytes) -> bool:
        return b"\t" in line and text.encode() in line.split(b"\t")[columns]

    found = ((file, _line_where(file, holds_it)) for file in files)
    return next((place for place in found if place[1]), (files[0], None))


def _known_names(path: Path, what: str, sample: list[str]) -> NameTable:
    """The ids of ``entity2id`` or ``id2entity`` files, with any prefix; a table for new names where there is none."""
    if (file := _id_file(path, what)) is None:
        return NameTable()
    _check_text(file)
    skip = int(_line(file, 0).strip().isdigit())  # the first line may be the number of those that follow
    if (width := _line(file, skip).count(b"\t") + 1) < 2:
        raise InputError("1 column, expected NAME<tab>ID", file, 1 + skip)
    columns = [
        pa.chunked_array(pieces, "string").cast("large_string").combine_chunks()
        for pieces in zip(*(batch[:2] for batch in _text_batches(file, width, skip)), strict=True)
    ]
    ids, names = (columns[0], columns[1]) if f"id2{what}" in file.name else (columns[1], columns[0])
    if _are_numbers(names) and not _are_numbers(ids):
        ids, names = names, ids  # the columns stand the other way round
    in_ids, in_names = (any(pc.index(known, text).as_py() >= 0 for text in sample) for known in (ids, names))
    if in_names and not in_ids:
        ids = names  # the facts name them
    repeated = ids.value_counts().filter(pc.greater(ids.value_counts().field("counts"), 1)).field("values")
    if len(repeated):
        raise InputError(f"{repeated[0].as_py()!r} occurs twice", *_place([file], repeated[0].as_py(), slice(2)))
    if pc.all(pc.match_substring_regex(names, "^<.+>$")).as_py():  # <Getafe_CF>, as YAGO writes all its names
        names = pc.replace_substring(pc.utf8_slice_codeunits(names, 1, -1), "_", " ")
    return NameTable(ids, names)


def _are_numbers(texts: Any) -> bool:
    """Whether all are such as ``42`` or ``Q42``."""
    return bool(pc.all(pc.match_substring_regex(texts, "^[A-Za-z]?[0-9]+$")).as_py())


def _id_file(path: Path, what: str) -> Path | None:
    folder = path if path.is_dir() else path.parent
    files = sorted(file for end in (f"{what}2id", f"id2{what}") for file in folder.glob(f"*{end}*") if file.is_file())
    if len(files) > 1:
        raise InputError(f"several files of ids: {', '.join(file.name for file in files)}", folder)
    return files[0] if files else None


def _line(file: Path, number: int) -> bytes:
    """One of the first lines, counted from 0, without its break."""
    return next(islice(read_lines(file), number, None), b"").rstrip(b"\r\n")


def _text_batches(file: Path, width: int, skip: int = 0) -> Iterator[list[Any]]:
    """The columns of some lines after others, as Arrow arrays of text; ``InputError`` for a line that is wrong.

    Of a file that :func:`_check_text` has passed.
    """
    types = {str(number): pa.string() for number in range(width)}
    try:
        reader = csv.open_csv(
            file,
            read_options=csv.ReadOptions(column_names=[*types], use_threads=False, block_size=_BLOCK, skip_rows=skip),
            parse_options=csv.ParseOptions(delimiter="\t", quote_char=False),
            convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False),
        )
        for batch in reader:
            yield batch.columns
    except pa.ArrowException as error:
        if line := _line_where(file, lambda line: line.decode(errors="ignore").encode() != line):
            raise InputError(f"not UTF-8, {_EXPECTED_TEXT}", file, line) from None
        if line := _line_where(file, lambda line: bool(line) and line.count(b"\t") != width - 1, skip):
            unknown = "; a year that is not known is ####-##-##" if width == 5 else ""
            message = f"another number of columns than {width}, separated by tabs{unknown}"
            raise InputError(message, file, line) from None
        raise InputError(f"cannot be read: {first_line(error)}", file) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error}", file) from None


def _check_text(file: Path) -> None:
    """Raises ``InputError`` where the file is empty or a damaged archive, or holds a NUL, with the line."""
    if not file.stat().st_size:
        raise InputError("the file is empty", file)
    line = 1
    try:
        with open_bytes(file) as content:
            while block := content.read(_BLOCK):
                if (place := block.find(0)) >= 0:
                    line += block.count(b"\n", 0, place)
                    raise InputError(f"a NUL byte, {_EXPECTED_TEXT}", file, line)
                line += block.count(b"\n")
    except DAMAGE as error:
        raise InputError(f"cannot be read past line {line - 1}: {error}", file) from None


def _line_where(file: Path, is_it: Callable[[bytes], bool], skip: int = 0) -> int | None:
    """The first line that is such, after those that are skipped. Only errors ask: Arrow does not count empty lines."""
    stripped = (line.rstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf") for line in read_lines(file))
    return next((number for number, line in enumerate(stripped, 1) if number > skip and is_it(line)), None)
