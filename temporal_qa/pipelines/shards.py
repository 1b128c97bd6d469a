"""The shards of a dataset, written by tasks: of n tasks each writes every n-th shard, whole or not at all.

    write = partial(write_shards, cluster=Cluster("slurm", tasks=64, partition="cpu"))
    pseudo_pit.build(out, options, write=write)

The bytes are those of one process, whatever the tasks, since a shard decides its own content.
"""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from temporal_qa.io.shards import Shards
from temporal_qa.pipelines.cluster import Cluster


def _write_share(shards: Shards, _: Any, task: int, tasks: int) -> tuple[()]:
    """Writes the missing ones of the shards ``task``, ``task + tasks`` and so on. One that fails does not keep the
    others from being written; the first error is raised at the end."""
    failure: Exception | None = None
    for shard in range(task, shards.number_of_shards, tasks):
        try:
            if not shards.is_written(shard):
                shards.write(shard, lambda rows: None)
        except Exception as error:
            failure = failure or error
    if failure:
        raise failure
    return ()


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
        cluster.run([partial(_write_share, shards)], logs, {shard % cluster.tasks for shard in missing}, look)
    else:
        shutil.rmtree(logs, ignore_errors=True)  # of a run that was killed while it removed them
