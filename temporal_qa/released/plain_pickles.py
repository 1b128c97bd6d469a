"""Reads pickles of lists, dictionaries, sets, texts and numbers, and nothing else: they can call and import nothing.

Every opcode is looked at before any is run. The only names that may stand in a pickle are those of set and frozenset.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from pathlib import Path
from typing import Any

from temporal_qa.io.errors import InputError

_EXPECTED = "expected a pickle of lists, dictionaries, sets, texts and numbers only"
_NAMES = {(module, name): kind for module in ("builtins", "__builtin__") for name, kind in
          (("set", set), ("frozenset", frozenset))}  # fmt: skip
_OPCODES = frozenset({
    "PROTO", "FRAME", "STOP", "MARK", "NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "LONG1",
    "BINFLOAT", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "EMPTY_LIST", "APPEND", "APPENDS", "LIST",
    "EMPTY_DICT", "DICT", "SETITEM", "SETITEMS", "EMPTY_SET", "ADDITEMS", "FROZENSET", "EMPTY_TUPLE", "TUPLE",
    "TUPLE1", "TUPLE2", "TUPLE3", "BINPUT", "LONG_BINPUT", "MEMOIZE", "BINGET", "LONG_BINGET", "GLOBAL",
    "STACK_GLOBAL", "REDUCE",
})  # fmt: skip
_ERRORS = (
    pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, IndexError, KeyError, OverflowError,
    MemoryError, RecursionError,
)  # fmt: skip


def read_plain_pickle(path: Path) -> Any:
    """The one value of a pickle of protocol 2 or later.

    Raises:
        InputError: anything else than lists, dictionaries, sets, tuples, texts and numbers (of up to 255 bytes) is in
            it, or it is damaged. None of it was run then.
    """
    data = path.read_bytes()
    try:
        number = 0
        for number, (opcode, value, _) in enumerate(pickletools.genops(data)):
            if opcode.name not in _OPCODES:
                raise InputError(f"holds the pickle opcode {opcode.name}, {_EXPECTED} (protocol 2 or later)", path)
            if isinstance(value, str):
                value.encode()  # a pickle may hold half of a surrogate pair, which no file of ours can
            if (
                opcode.name == "LONG_BINPUT" and isinstance(value, int) and value > number
            ):  # the memo would be as long as that
                raise InputError(f"is a damaged pickle, {_EXPECTED}", path)
        return _PlainUnpickler(io.BytesIO(data)).load()
    except _ERRORS as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"cannot be read ({' '.join(str(error).split())[:100] or 'damaged'}), {_EXPECTED}", path
        ) from None


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _NAMES:
            raise pickle.UnpicklingError(f"it names {module}.{name}")
        return _NAMES[module, name]
