"""Options of commands whose work can be divided into tasks for a cluster, and what they mean."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from temporal_qa.commands import options
from temporal_qa.io.atomic import resolved
from temporal_qa.io.shards import WriteShards, write_shards

if TYPE_CHECKING:
    from temporal_qa.pipelines.cluster import Cluster

_PANEL = "More than one machine"

Executor = Annotated[
    Literal["local", "slurm", "ray"] | None,
    typer.Option(help="Run as tasks of datatrove: here, as Slurm jobs, or on Ray.", rich_help_panel=_PANEL),
]
NumTasks = Annotated[
    int,
    typer.Option(
        "--num-tasks", "--tasks", min=1, help="--executor: how many tasks; they decide nothing.", rich_help_panel=_PANEL
    ),
]
# Where --tasks means something else.
OnlyNumTasks = Annotated[
    int, typer.Option(min=1, help="--executor: how many tasks; they decide nothing.", rich_help_panel=_PANEL)
]
Partition = Annotated[
    str | None, typer.Option(help="--executor slurm: one of those that sinfo shows.", rich_help_panel=_PANEL)
]
Hours = Annotated[int, typer.Option(min=1, help="--executor slurm: the longest time of a job.", rich_help_panel=_PANEL)]
MemoryGB = Annotated[
    int, typer.Option(min=1, help="--executor slurm or ray: the memory of a task, GB.", rich_help_panel=_PANEL)
]


def shard_writer(
    context: typer.Context, out: Path, executor: Literal["local", "slurm", "ray"] | None, num_tasks: int,
    workers: int | None, partition: str | None, hours: int, memory_gb: int,
) -> WriteShards:  # fmt: skip
    """The function that writes the shards of ``out``: in processes, or, with an executor, as tasks.

    Raises:
        InputError: see :func:`chosen_cluster`.
    """
    if (cluster := chosen_cluster(context, executor, num_tasks, workers, partition, hours, memory_gb)) is None:
        return write_shards
    from temporal_qa.pipelines import shards

    final = resolved(out)
    return partial(shards.write_shards, cluster=cluster, logs=final.with_name(f".{final.name}.tasks"))


def chosen_cluster(
    context: typer.Context, executor: Literal["local", "slurm", "ray"] | None, num_tasks: int, workers: int | None,
    partition: str | None, hours: int, memory_gb: int,
) -> Cluster | None:  # fmt: skip
    """Where tasks run; None without an executor.

    Raises:
        InputError: an option without effect, a missing partition, or a missing package.
    """
    if executor is None:
        options.refuse_without_effect(
            context, "without --executor", "--num-tasks", "--partition", "--hours", "--memory-gb"
        )
        return None
    if executor != "slurm":
        options.refuse_without_effect(context, f"with --executor {executor}", "--partition", "--hours")
    if executor == "local":
        options.refuse_without_effect(context, "with --executor local", "--memory-gb")
    from temporal_qa.pipelines.cluster import Cluster

    return Cluster(executor, num_tasks, workers, partition, hours, memory_gb)
