"""The shards of a dataset, written by tasks: of n tasks each writes every n-th shard, whole or not at all.

    write = partial(write_shards, cluster=Cluster("slurm", tasks=64, partition="cpu"))
    pseudo_pit.build(out, options, write=write)

The bytes are those of one process, whatever the tasks, since a shard decides its own content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from datatrove.pipeline.base import PipelineStep

from temporal_qa.io.shards import Shards
from temporal_qa.pipelines.cluster import Cluster


class WriteShards(PipelineStep):  # type: ignore[misc]
    """Writes the missing shards of a task.

    Args:
        shards: all of them; they are sent to each task.
    """

    type, name = "writer", "shards of a dataset"

    def __init__(self, shards: Shards) -> None:
        super().__init__()
        self.shards = shards

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Writes shards ``rank``, ``rank + world_size`` and so on. One that fails does not keep the others from being
        written; the first error is raised at the end."""
        failure: Exception | None = None
        for shard in range(rank, self.shards.number_of_shards, world_size):
            if self.shards.is_written(shard):
                continue
            try:
                with self.track_time("shard"):
                    self.shards.write(shard, lambda rows: self.stat_update("rows", value=rows, unit="batch"))
            except Exception as error:
                failure = failure or error
        if failure:
            raise failure
        yield from ()


def write_shards(
    shards: Shards, *, cluster: Cluster, logs: Path, workers: int = 1, on_rows: Callable[[int], object] = lambda n: None
) -> None:
    """Writes all shards that are not there yet, like :func:`temporal_qa.io.shards.write_shards`, as tasks of a cluster.

    Args:
        shards: what to write; its files are in a folder that all machines see.
        cluster: where the tasks run.
        logs: where datatrove's logs go, in such a folder, too.
        workers: has no effect; the cluster has its own.
        on_rows: called with the number of rows each time that shards were finished.

    Raises:
        InputError, ChildProcessError: see :meth:`.Cluster.run`.
    """
    missing = set(range(shards.number_of_shards))

    def look() -> None:
        finished = {shard for shard in missing if shards.is_written(shard)}
        on_rows(sum(map(shards.rows, finished)))
        missing.difference_update(finished)

    look()
    if missing:
        cluster.run([WriteShards(shards)], logs, {shard % cluster.tasks for shard in missing}, look)
