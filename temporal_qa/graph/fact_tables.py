"""Facts of ours (Parquet, JSON Lines, CSV) as a graph of years, and how they are split."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from temporal_qa.graph.fact_columns import FactBatch, FactColumns, NameTable, UnknownId
from temporal_qa.graph.graph import UNKNOWN_FIRST, UNKNOWN_LAST, Column, TemporalGraph, consecutive
from temporal_qa.io import DropLog, InputError, Row, batched, read_each
from temporal_qa.io.parquet_parts import parquet_parts
from temporal_qa.io.read import files_of
from temporal_qa.timeline.days import day_number_of, first_day, last_day
from temporal_qa.timeline.fact_files import date_in, fact_rows, optional_in

_ROWS_AT_ONCE = 1 << 16
_TEXTS = ("subject", "relation", "object")
_DATES = {"start": UNKNOWN_FIRST, "end": UNKNOWN_LAST}
_IDS = {"subject": "subject_id", "object": "object_id"}


def read_fact_table(path: Path, drops: DropLog) -> TemporalGraph:
    """The graph of a file of facts, all in the split ``train``; its times are the years of their starts and ends.

    Entities are told apart by their ids, where a fact has them, else by their names.

    Args:
        path: ``.parquet``, ``.jsonl`` or ``.csv`` with the columns subject, relation, object, start, end.
        drops: counts the facts that are left out, by reason; decides whether a bad row is an error.

    Raises:
        InputError: a file that cannot be read, or a row that is not a fact.
    """
    columns = FactColumns(NameTable(), NameTable(), drops)
    batches = _parquet_batches(path) if files_of(path)[0].suffix == ".parquet" else _row_batches(path, drops)
    try:
        if not (kept := sum(columns.add(batch) for batch in batches)):
            raise InputError(f"no usable facts{drops.message()}", path)
        return columns.graph({"train": range(kept)})
    except UnknownId:
        raise InputError("an empty name of a subject, relation or object", path) from None


def split_facts(graph: TemporalGraph, valid: float, test: float, seed: int) -> TemporalGraph:
    """The same facts with shares of them, drawn evenly, as ``valid`` and ``test``; each split keeps their order.

    The columns of ``graph`` are overwritten: two copies of all facts would take twice the memory.

    Raises:
        InputError: shares that leave nothing to train.
    """
    total = len(graph)
    sizes = {"valid": round(valid * total), "test": round(test * total)}
    sizes = {"train": total - sum(sizes.values()), **sizes}
    if not min(valid, test) >= 0 or sizes["train"] < 1:
        raise InputError(f"shares of {valid} and {test} for valid and test leave none of {total:,} facts to train")
    drawn = np.argsort(np.random.PCG64(seed).random_raw(total), kind="stable")  # raw: the same for ever
    splits = consecutive(sizes)
    split_of = np.empty(total, np.int8)
    for number, some in enumerate(splits.values()):
        split_of[drawn[some.start : some.stop]] = number
    del drawn
    for column in graph.columns:
        column[:] = np.concatenate([column[split_of == number] for number in range(len(sizes))])
    return replace(graph, splits=splits)


def _row_batches(path: Path, drops: DropLog) -> Iterator[FactBatch]:
    for rows in batched(read_each(fact_rows(path, drops), _names_and_years, drops), _ROWS_AT_ONCE):
        subject, relation, object, subject_id, object_id, *times = zip(*rows, strict=True)
        first, last = (np.array(of_end, np.int32).T for of_end in times)
        yield FactBatch(
            pa.array(subject_id), pa.array(relation), pa.array(object_id), *_first_and_last(first, last),
            pa.array(subject), pa.array(object),
        )  # fmt: skip


def _names_and_years(row: Row) -> tuple[Any, ...]:
    """Names of subject, relation and object, ids of subject and object, year and day of start and end."""
    texts = [row.text(column) for column in _TEXTS]
    ids = [optional_in(row.values, column) or row.text(name) for name, column in _IDS.items()]
    return *texts, *ids, *(_year_and_day(row.values, column) for column in _DATES)


def _year_and_day(values: dict[str, Any], column: str) -> tuple[int, int]:
    """The year of a start or an end, and the first or the last day that it may mean."""
    if (date := date_in(values, column)) is None:
        return _DATES[column], _DATES[column]
    return date.year, day_number_of(first_day(date) if column == "start" else last_day(date))


def _first_and_last(first: Column, last: Column) -> tuple[Column, Column]:
    """The years of some facts from :func:`_year_and_day`. An end before the start, within the year too, gets an earlier
    year than the start, by which such a fact is left out."""
    return first[0], np.where(last[1] < first[1], first[0] - 1, last[0])


def _parquet_batches(path: Path) -> Iterator[FactBatch]:
    for file in files_of(path):
        yield from parquet_parts(file, partial(_columns, file), partial(_fact_batch, file), _ROWS_AT_ONCE)


def _columns(file: Path, schema: Any) -> list[str]:
    wanted = [name for name in (*_TEXTS, *_DATES, *_IDS.values()) if name in schema.names]
    if missing := [name for name in (*_TEXTS, "start") if name not in wanted]:
        raise InputError(f"no column {missing[0]!r}, expected {', '.join((*_TEXTS, *_DATES))}", file)
    return wanted


def _fact_batch(file: Path, rows: Any, before: int) -> FactBatch:
    columns = dict(zip(rows.schema.names, rows.columns, strict=True))
    texts = {name: _texts(columns, name, file, before) for name in _TEXTS}
    ids = texts.copy()  # a name serves as the id where there is none, or an empty one
    for name, column in _IDS.items():
        if column in columns:
            own = columns[column].cast("string")
            ids[name] = pc.if_else(_are_blank(own), texts[name], own)
    times = _first_and_last(*(_times(columns, name, file, before) for name in _DATES))
    return FactBatch(ids["subject"], texts["relation"], ids["object"], *times, texts["subject"], texts["object"])


def _texts(columns: dict[str, Any], name: str, path: Path, before: int) -> Any:
    texts = columns[name]
    texts = texts.dictionary_decode() if pa.types.is_dictionary(texts.type) else texts
    if str(texts.type) not in ("string", "large_string"):
        raise InputError(f"column {name!r} holds {texts.type}, expected text", path)
    if (place := pc.index(_are_blank(texts), True).as_py()) >= 0:
        fault = "is empty" if texts[place].is_valid else "holds nothing"
        raise InputError(f"column {name!r} {fault}, expected text", path, before + place + 1)
    return texts.cast("string")


def _are_blank(texts: Any) -> Any:
    """Whether each is null or empty."""
    return pc.equal(texts, "").fill_null(True)


def _times(columns: dict[str, Any], name: str, path: Path, before: int) -> Column:
    """Two rows, see :func:`_year_and_day`."""
    if name not in columns:
        return np.full((2, len(columns["subject"])), _DATES[name], np.int32)
    encoded = columns[name].dictionary_encode()
    codes = encoded.indices.fill_null(len(encoded.dictionary)).to_numpy()
    times = np.full((2, len(encoded.dictionary) + 1), _DATES[name], np.int32)
    for place, value in enumerate(encoded.dictionary.to_pylist()):
        try:
            times[:, place] = _year_and_day({name: value}, name)
        except ValueError as problem:
            raise InputError(str(problem), path, before + int(np.argmax(codes == place)) + 1) from None
    return times[:, codes]
