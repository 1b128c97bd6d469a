"""Reads released files: JSON Lines, an array or SQuAD's layout, all named ``.json``; CSV; pickles of plain rows.

Pickles hold lists, dictionaries, sets, texts and numbers, and nothing else: they can call and import nothing. Every
opcode is looked at before any is run. The only names that may stand in a pickle are those of set and frozenset.
"""

import io
import pickle
import pickletools
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from temporal_qa.io import InputError, Row, explain_errors, read_json, read_rows
from temporal_qa.io.csv_rows import is_csv, read_csv
from temporal_qa.io.read import DAMAGE, JSON_LINES, open_bytes, read_json_lines

_EXPECTED = "expected a pickle of lists, dictionaries, sets, texts and numbers only"
_SETS = {"set": set, "frozenset": frozenset}
_OPCODES = frozenset({
    "PROTO", "FRAME", "STOP", "MARK", "NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "LONG1",
    "BINFLOAT", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "EMPTY_LIST", "APPEND", "APPENDS", "LIST",
    "EMPTY_DICT", "DICT", "SETITEM", "SETITEMS", "EMPTY_SET", "ADDITEMS", "FROZENSET", "EMPTY_TUPLE", "TUPLE",
    "TUPLE1", "TUPLE2", "TUPLE3", "BINPUT", "LONG_BINPUT", "MEMOIZE", "BINGET", "LONG_BINGET", "GLOBAL",
    "STACK_GLOBAL", "REDUCE",
})  # fmt: skip

_SQUAD = re.compile(rb'\{\s*"(?:version|data)"\s*:')
_EXPECTED_SQUAD = "expected the layout of SQuAD: data, paragraphs, context, qas, id, question, answers"


def read_released(path: Path) -> Iterator[Row]:
    """Rows of a ``.json[.gz|.gzip]``, ``.csv[.gz]`` or ``.pickle`` file, and of what
    :func:`~temporal_qa.io.read.read_rows` reads.

    A ``.json`` file holds one object a line, as TempReason is released, or is read whole: one array of objects, or the
    layout of SQuAD, whose questions get the columns of TimeQA. ``Row.line`` is the line, or the number of the object in
    its array or of the question, counted from 1.

    Raises:
        InputError: no such file, an unknown kind of file, a damaged archive, text that is not JSON, a pickle of
            anything but plain values, or rows that are not objects.
    """
    if is_csv(path):
        yield from read_csv(path, ())
    elif not path.is_file() or path.name.endswith((*JSON_LINES, ".parquet")):
        yield from read_rows(path)
    elif path.name.endswith((".pickle", ".pkl")):
        yield from _objects(_read_plain_pickle(path), path)
    elif not path.name.endswith((".json", ".json.gz", ".json.gzip")):
        raise InputError("unknown kind of file, expected .json, .jsonl, .csv (all also .gz), .parquet or .pickle", path)
    elif (beginning := _beginning(path)).startswith(b"["):
        yield from _objects(read_json(path, list, "an array of objects"), path)
    elif _SQUAD.match(beginning):
        yield from _objects(_squad_questions(read_json(path, dict, _EXPECTED_SQUAD), path), path)
    else:
        yield from read_json_lines(path)


def _objects(records: object, path: Path) -> Iterator[Row]:
    if not isinstance(records, list):
        raise InputError(f"found a {type(records).__name__}, expected a list of objects", path)
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict) or not all(isinstance(column, str) for column in record):
            raise InputError(f"found a JSON {type(record).__name__}, expected an object", path, number)
        yield Row(number, record, path)


def _squad_questions(file: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    with explain_errors(f"{_EXPECTED_SQUAD}, found another", KeyError, TypeError, path=path):
        return [
            {
                "idx": asked["id"],
                "question": asked["question"],
                "context": paragraph["context"],
                "targets": [answer["text"] for answer in asked["answers"]] or [""],
                "from": [answer["answer_start"] for answer in asked["answers"]] or [0],
                "end": [answer["answer_start"] + len(answer["text"]) for answer in asked["answers"]] or [0],
            }
            for article in file["data"]
            for paragraph in article["paragraphs"]
            for asked in paragraph["qas"]
        ]


def _beginning(path: Path) -> bytes:
    with suppress(*DAMAGE), open_bytes(path) as file:  # the reader raises it again, with a message
        return file.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    return b""


def _read_plain_pickle(path: Path) -> Any:
    """The one value of a pickle of protocol 2 or later.

    Raises:
        InputError: anything else than lists, dictionaries, sets, tuples, texts and numbers (of up to 255 bytes) is in
            it, or it is damaged. None of it was run then.
    """
    data = path.read_bytes()
    with explain_errors(f"cannot be read, {_EXPECTED}", Exception, path=path):  # whatever a damaged pickle raises
        for number, (opcode, value, _) in enumerate(pickletools.genops(data)):
            if opcode.name not in _OPCODES:
                raise InputError(f"holds the pickle opcode {opcode.name}, {_EXPECTED} (protocol 2 or later)", path)
            if isinstance(value, str):
                value.encode()  # a pickle may hold half of a surrogate pair, which no file of ours can
            # The memo would grow to that length.
            if opcode.name == "LONG_BINPUT" and isinstance(value, int) and value > number:
                raise InputError(f"is a damaged pickle, {_EXPECTED}", path)
        return _PlainUnpickler(io.BytesIO(data)).load()


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module not in ("builtins", "__builtin__") or name not in _SETS:
            raise pickle.UnpicklingError(f"it names {module}.{name}")
        return _SETS[name]
