"""The cache of embeddings."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from temporal_qa.io.errors import InputError
from temporal_qa.passages.dense import EmbeddingCache

VECTORS = {bytes([n]) * 32: np.array([n, -n, n / 3], dtype=np.float32) for n in range(7)}


def put_all(cache: EmbeddingCache) -> None:
    for key, vector in VECTORS.items():
        cache.put(key, vector)


def test_another_run_reads_the_same_bits(tmp_path: Path) -> None:
    put_all(EmbeddingCache(tmp_path / "new" / "vectors.sqlite"))
    found = EmbeddingCache(tmp_path / "new" / "vectors.sqlite").get([*VECTORS, b"unknown"])
    assert {key: vector.tobytes() for key, vector in found.items()} == {k: v.tobytes() for k, v in VECTORS.items()}


def test_a_killed_run_leaves_whole_vectors_only(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    program = (
        "import os, sys, numpy as np; from pathlib import Path\n"
        "from temporal_qa.passages.dense import EmbeddingCache\n"
        "cache = EmbeddingCache(Path(sys.argv[1]))\n"
        "cache.put(bytes([1]), np.ones(4, dtype=np.float32))\n"
        "cache._database.execute('INSERT INTO embeddings VALUES (?, ?)', (bytes([2]), b'half'))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, path], check=False).returncode == -9
    assert list(EmbeddingCache(path).get([b"\x01", b"\x02"])) == [b"\x01"]


def test_two_runs_share_a_file(tmp_path: Path) -> None:
    one, other = EmbeddingCache(tmp_path / "vectors.sqlite"), EmbeddingCache(tmp_path / "vectors.sqlite")
    put_all(one)
    put_all(other)
    assert len(one.get(VECTORS)) == len(other.get(VECTORS)) == len(VECTORS)


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to look like one" * 20, b"SQLite format 3\0" * 99]
)
def test_a_file_that_is_not_a_cache_is_refused_and_unchanged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"vectors\.sqlite: cannot be used as a cache of embeddings"):
        EmbeddingCache(path)
    assert path.read_bytes() == content


def test_a_damaged_vector_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    cache = EmbeddingCache(path)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO embeddings VALUES (?, ?)", (b"k", b"odd"))
    with pytest.raises(InputError, match="cannot be used as a cache of embeddings"):
        cache.get([b"k"])


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be used as a cache of embeddings"):
        EmbeddingCache(tmp_path / "file" / "vectors.sqlite")
