"""Options of commands whose work can be divided into tasks for a cluster, and what they mean."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Option

from temporal_qa.commands import options
from temporal_qa.io.atomic import resolved
from temporal_qa.io.shards import WriteShards, write_shards

if TYPE_CHECKING:
    from temporal_qa.pipelines.cluster import Cluster

_PANEL = "More than one machine"
_MAX_TASKS = 100_000
ONLY_NUM_TASKS = Annotated[int, Option("--num-tasks", min=1, max=_MAX_TASKS, rich_help_panel=_PANEL)]


@dataclass(frozen=True, slots=True)
class Machines:
    """Where the work of a command runs: on a ``cluster`` or, without one, in ``workers`` processes of this machine."""

    cluster: Cluster | None
    workers: int

    def writer(self, out: Path) -> WriteShards:
        """The function that writes the shards of ``out``."""
        if self.cluster is None:
            return write_shards
        from temporal_qa.pipelines import shards

        final = resolved(out)
        return partial(shards.write_shards, cluster=self.cluster, logs=final.with_name(f".{final.name}.tasks"))

    def build(self, script: str, out: Path, *settings: Any, total: int | None, unit: str, **how: Any) -> dict[str, Any]:
        """Builds a dataset by its script in ``dataset_scripts/``, with a bar of ``total`` units."""
        with options.asking(total, unit) as bar:
            made: dict[str, Any] = options.dataset_script(script).build(
                out, *settings, workers=self.workers, write=self.writer(out), on_progress=bar.update, **how
            )
        return made


def machines(
    workers: int | None,
    *,
    executor: Annotated[Literal["local", "slurm", "ray"] | None, Option(rich_help_panel=_PANEL)] = None,
    num_tasks: Annotated[int, Option("--num-tasks", "--tasks", min=1, max=_MAX_TASKS, rich_help_panel=_PANEL)] = 16,
    partition: Annotated[str | None, Option(rich_help_panel=_PANEL)] = None,
    hours: Annotated[int, Option(min=1, max=options.MAX_COUNT, rich_help_panel=_PANEL)] = 24,
    memory_gb: Annotated[int, Option(min=1, max=options.MAX_COUNT, rich_help_panel=_PANEL)] = 2,
) -> Machines:
    """The meaning of the options.

    Raises:
        InputError: an option without effect, a missing partition, or a missing package.

    Args:
        executor: Run as tasks of datatrove: here, as Slurm jobs, or on Ray.
        num_tasks: --executor: how many tasks; they decide nothing.
        partition: --executor slurm: one of those that sinfo shows.
        hours: --executor slurm: the longest time of a job.
        memory_gb: --executor slurm or ray: the memory of a task, GB.
    """
    of_tasks = ("--num-tasks", "--partition", "--hours", "--memory-gb")
    options.refuse_where(executor is None, "without --executor", *of_tasks)
    if executor is None:
        return Machines(None, workers or os.cpu_count() or 1)
    options.refuse_where(executor != "slurm", f"with --executor {executor}", "--partition", "--hours")
    options.refuse_where(executor == "local", "with --executor local", "--memory-gb")
    from temporal_qa.pipelines.cluster import Cluster

    cluster = Cluster(executor, num_tasks, workers, partition, hours, memory_gb)
    return Machines(cluster, workers or os.cpu_count() or 1)
