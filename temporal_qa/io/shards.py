"""Files of rows that any number of processes write, each file whole, and resumed where a killed run stopped."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from temporal_qa.io.processes import process_pool


class Shards(Protocol):
    """What to write; it is sent to each process."""

    @property
    def number_of_shards(self) -> int:
        """How many there are."""

    def rows(self, shard: int) -> int:
        """How many rows a shard has."""

    def is_written(self, shard: int) -> bool:
        """Whether its file is there and whole."""

    def write(self, shard: int, on_rows: Callable[[int], object]) -> None:
        """Writes its file, whole or not at all, and calls ``on_rows`` with the number of rows when some are ready."""


WriteShards: TypeAlias = Callable[..., None]
"""A function with the parameters of :func:`write_shards`: this one, or that of a cluster (``pipelines/shards.py``)."""


def write_shards(shards: Shards, *, workers: int = 1, on_rows: Callable[[int], object] = lambda n: None) -> None:
    """Writes all shards that are not there yet.

    Args:
        shards: what to write.
        workers: how many processes write; with one, it is this process.
        on_rows: called with the number of rows each time that some are ready; first with those that are there.

    Raises:
        ChildProcessError: a process was killed; what was written stays, as after any error of ``write``.
    """
    missing = []
    for shard in range(shards.number_of_shards):
        if shards.is_written(shard):
            on_rows(shards.rows(shard))
        else:
            missing.append(shard)
    if workers == 1 or len(missing) < 2:
        for shard in missing:
            shards.write(shard, on_rows)
        return
    from concurrent.futures import FIRST_EXCEPTION, wait
    from multiprocessing import RawArray

    # One number a shard, which only its writer changes; a lock would stay locked after its holder is killed.
    written = RawArray("q", shards.number_of_shards)
    reported = 0
    with process_pool(min(workers, len(missing)), _share, shards, written) as submit:
        waiting = {submit(_write_shared, shard) for shard in missing}
        while waiting:
            done, waiting = wait(waiting, _SECONDS_BETWEEN_REPORTS, FIRST_EXCEPTION)
            for future in done:
                future.result()
            before, reported = reported, sum(written)
            on_rows(reported - before)


_SECONDS_BETWEEN_REPORTS = 0.2
_shared: tuple[Shards, Any]


def _share(shards: Shards, written: Any) -> None:
    global _shared
    _shared = shards, written


def _write_shared(shard: int) -> None:
    shards, written = _shared

    def count(rows: int) -> None:
        written[shard] += rows

    shards.write(shard, count)
