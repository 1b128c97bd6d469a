"""Embeddings on disk, by a hash of their texts and model: one SQLite file, in which each is whole or absent."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import InputError

Vector = NDArray[np.float32]


class EmbeddingCache:
    """Vectors of 32-bit floats by key.

    Each call of :meth:`put` is one transaction: a killed run loses only the call under way. Several runs may share the
    file. (If the machine itself stops, the last calls may be lost.)

    Raises:
        InputError: the file is not such a cache, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")  # does not wait for the disk at each call
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS embeddings (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
            )
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"is not a cache of embeddings ({error}); choose another file, or remove it", path
            ) from None

    def get(self, keys: Iterable[bytes]) -> dict[bytes, Vector]:
        """The vectors of the keys that are in the cache, each of shape (dimension,).

        Raises:
            InputError: the file is damaged.
        """
        found = {}
        try:
            for key in keys:
                for (vector,) in self._database.execute("SELECT vector FROM embeddings WHERE key = ?", (key,)):
                    found[key] = np.frombuffer(vector, dtype="<f4")
        except (sqlite3.Error, ValueError) as error:
            raise InputError(f"damaged cache of embeddings: {error}; remove it", self.path) from None
        return found

    def put(self, key: bytes, vector: Vector) -> None:
        """Writes a vector to the file.

        Raises:
            InputError: the file cannot be written.
        """
        try:
            with self._database:
                row = key, vector.astype("<f4").tobytes()
                self._database.execute("INSERT OR REPLACE INTO embeddings VALUES (?, ?)", row)
        except sqlite3.Error as error:
            raise InputError(f"the cache of embeddings cannot be written: {error}", self.path) from None

    def close(self) -> None:
        """Closes the file."""
        self._database.close()
