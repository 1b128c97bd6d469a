"""Texts numbered in the order in which they first come, in Arrow: no Python object for a text or a fact."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

_FEW = 1 << 20


class UnknownId(LookupError):
    """A text that is not in a closed table, or an empty one."""


class NameTable:
    """The ids of entities or relations, with their names where the source has both.

    Texts wait until they are as many as those that are numbered, so that the work stays linear and the memory within a
    small multiple of the ids.

    Args:
        ids, names: Arrow arrays of those that are known before; a table that begins with some takes no others.

    Attributes:
        ids, names: Arrow arrays, by number; right after :meth:`settle`.
    """

    def __init__(self, ids: Any = None, names: Any = None) -> None:
        import pyarrow as pa

        self._closed = ids is not None
        self.ids = pa.array([], pa.large_string()) if ids is None else ids
        self.names = self.ids if names is None else names
        self._waiting: list[tuple[Any, Any, Numbers]] = []

    def add(self, ids: Any, names: Any = None) -> Numbers:
        """The number of each id, in an array that is right only after :meth:`settle`.

        Args:
            ids: Arrow array of texts without nulls.
            names: what they are called, if that is told; the first name of an id is kept.
        """
        encoded = ids.dictionary_encode()
        numbers: Numbers = encoded.indices.to_numpy().astype(np.int32)
        if not len(numbers):
            return numbers
        distinct = _large(encoded.dictionary)
        called = distinct if names is None else _large(names.take(_first_places(numbers, len(distinct))))
        self._waiting.append((distinct, called, numbers))
        if sum(len(waiting[0]) for waiting in self._waiting) > max(_FEW, len(self.ids)):
            self.settle()
        return numbers

    def settle(self) -> None:
        """Makes all numbers that were given final. Raises :class:`UnknownId` where the table is closed or
        an id is empty."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if not self._waiting:
            return
        before = len(self.ids)
        names = pa.chunked_array([self.names, *(called for _, called, _ in self._waiting)])
        encoded = pa.chunked_array([self.ids, *(distinct for distinct, _, _ in self._waiting)]).dictionary_encode()
        ids = encoded.chunk(0).dictionary
        if self._closed and len(ids) > before:
            raise UnknownId(ids[before].as_py())
        if pc.index(ids, "").as_py() >= before:
            raise UnknownId("")
        final = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks])
        if not self._closed:
            self.ids, self.names = ids, names.take(_first_places(final, len(ids))).combine_chunks()
        start = before
        for distinct, _, numbers in self._waiting:
            numbers[:] = final[start : start + len(distinct)][numbers]
            start += len(distinct)
        self._waiting.clear()


def _first_places(numbers: NDArray[Any], distinct: int) -> NDArray[np.int64]:
    first = np.empty(distinct, np.int64)
    first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)  # of equal numbers the last one stays
    return first


def _large(texts: Any) -> Any:
    import pyarrow as pa

    return texts.cast(pa.large_string())
