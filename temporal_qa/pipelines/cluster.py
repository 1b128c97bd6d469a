"""Tasks on datatrove's executors: what runs where, which tasks are done, and why one failed.

    cluster = Cluster("slurm", tasks=64, partition="cpu", hours=4)
    cluster.run([step], logs, tasks=range(64))

A task that fails or is killed stops no other. Which they were is said at the end, and the next run begins them again.
"""

import contextlib
import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias

from temporal_qa.io import InputError, counted, explain_errors, explain_missing
from temporal_qa.io.processes import process_pool
from temporal_qa.pipelines.task_state import TaskStates

Step: TypeAlias = Callable[[Any, int, int], Iterable[Any]]
"""A step of datatrove, called with the data, the number of the task, and the number of tasks."""

_SECONDS_BETWEEN_LOOKS = {"local": 0.2, "ray": 0.5, "slurm": 2.0}
_MAX_NAMED = 5
_RETRIES = 3
_MAX_LOOKS = 60


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where tasks run, and into how many the work is divided. What they write does not depend on it.

    Attributes:
        executor: ``local`` (processes of this machine), ``slurm`` (array jobs) or ``ray`` (the cluster at
            ``RAY_ADDRESS``, or one that is running here, or a new one on this machine).
        tasks: the number of tasks.
        workers: how many run at once; by default as many as there are cores here, or as the cluster allows.
        partition: of Slurm. Other options come from sbatch's own variables, such as ``SBATCH_ACCOUNT``.
        hours: the longest time of a Slurm job.
        memory_gb: of a task, in Slurm and Ray.

    Raises:
        InputError: datatrove is not installed, or Slurm is given no partition.
    """

    executor: Literal["local", "slurm", "ray"]
    tasks: int
    workers: int | None = None
    partition: str | None = None
    hours: int = 24
    memory_gb: int = 2

    def __post_init__(self) -> None:
        with explain_missing("tasks need datatrove", "scale"):
            import datatrove.pipeline.base  # noqa: F401
        if self.executor == "slurm" and not self.partition:
            raise InputError("--executor slurm needs --partition, one of those that `sinfo` shows")

    def run(
        self, steps: Sequence[Step], logs: Path, tasks: Iterable[int], on_look: Callable[[], object] = lambda: None
    ) -> None:
        """Runs some of the tasks.

        Args:
            steps: of datatrove: each gets what the one before it yields, and is sent to each task.
            logs: a folder that all machines see, for datatrove's logs and the states of tasks. It is removed when all
                is done.
            tasks: the numbers of those to run; the others are done.
            on_look: called again and again while they run, and once at the end.

        Raises:
            InputError: a task found bad input, or the cluster takes no tasks.
            ChildProcessError: tasks failed or were killed; what the others wrote is kept.
        """
        states = TaskStates(logs)
        waiting = states.begin(tasks, self.tasks)
        start = {"local": self._run_here, "slurm": self._run_on_slurm, "ray": self._run_on_ray}[self.executor]
        try:
            start([_Recorded(steps, logs)], states, waiting, on_look)
            on_look()
            if failed := [task for task in waiting if not states.is_done(task)]:
                raise _failure(failed, states, self.tasks)
        except (KeyboardInterrupt, SystemExit, InputError):
            shutil.rmtree(logs, ignore_errors=True)  # of use where a task failed
            raise
        shutil.rmtree(logs)

    def _run_here(self, steps: Any, states: TaskStates, waiting: list[int], on_look: Callable[[], object]) -> None:
        from concurrent.futures import wait

        import dill
        from datatrove.executor import LocalPipelineExecutor

        sent = dill.dumps(LocalPipelineExecutor(steps, self.tasks, logging_dir=str(states.logs)))

        def run(tasks: list[int]) -> None:
            # datatrove's own pool waits for ever where one of its processes was killed. Ours ends, with all of them.
            workers = min(self.workers or os.cpu_count() or 1, len(tasks))
            with contextlib.suppress(ChildProcessError), process_pool(workers, _share, sent) as submit:
                running = {submit(_run_shared, task) for task in tasks}
                while running:
                    done, running = wait(running, _SECONDS_BETWEEN_LOOKS["local"])
                    on_look()
                    for task in done:
                        task.result()

        rest, tries = waiting, _RETRIES
        while rest and tries:
            run(rest)
            before, rest = len(rest), [task for task in rest if not states.was_begun(task)]
            tries = tries - 1 if len(rest) == before else _RETRIES  # perhaps a process was killed as it started
        # Each runs alone, so that a task that gets its process killed ends no other.
        for task in waiting:
            if states.was_begun(task) and not states.is_done(task) and states.error(task) is None:
                run([task])

    def _run_on_slurm(self, steps: Any, states: TaskStates, waiting: list[int], on_look: Callable[[], object]) -> None:
        from datatrove.executor import SlurmPipelineExecutor

        if shutil.which("sbatch") is None:
            raise InputError("--executor slurm needs sbatch, which is not on this machine")
        if " " in str(states.logs):
            raise InputError("Slurm takes no spaces in the names of folders", states.logs)
        jobs = states.logs.with_name(f"{states.logs.name}.jobs")  # of this command, or of one that was killed
        _cancel(jobs)
        executor = SlurmPipelineExecutor(
            steps, self.tasks, f"{self.hours}:00:00", str(self.partition), mem_per_cpu_gb=self.memory_gb,
            workers=self.workers or -1, job_name="temporal-qa", qos=None, logging_dir=str(states.logs),
            # The jobs need this Python's commands, and see the modules that we see.
            env_command=f'export PATH="{Path(sys.executable).parent}:$PATH"', requeue=False,
            job_id_retriever=partial(_remember, jobs),
        )  # fmt: skip
        executor.launch_merge_stats = lambda: None  # a job more, which would wait for ever where a task fails
        _log_to_file(states.logs)
        for name in [name for name in os.environ if name.startswith("SLURM_MEM_")]:
            del os.environ[name]  # of a job that this command runs in; srun would take them for the task's
        try:
            executor.launch_job()  # run() would take the place of a task where this command is one of an array
            while _are_queued(jobs):
                on_look()
                time.sleep(_SECONDS_BETWEEN_LOOKS["slurm"])
        except subprocess.CalledProcessError:
            raise InputError("sbatch refused the job; see its message above") from None
        finally:  # as other processes of a command, the jobs end with it
            _cancel(jobs)

    def _run_on_ray(self, steps: Any, states: TaskStates, waiting: list[int], on_look: Callable[[], object]) -> None:
        try:
            import ray
        except ImportError:
            raise InputError("--executor ray needs ray: pip install ray") from None
        import dill
        from datatrove.executor import RayPipelineExecutor

        _log_to_file(states.logs)
        executor = RayPipelineExecutor(steps, self.tasks, logging_dir=str(states.logs))
        with explain_errors("--executor ray", ConnectionError, ValueError, RuntimeError):
            ray.init(address=os.environ.get("RAY_ADDRESS"), log_to_driver=False, logging_level=logging.ERROR)
        try:
            # datatrove's own actors wait for ever where a process of theirs is killed. Ray begins such a task again.
            run = ray.remote(_run_task).options(num_cpus=1, memory=self.memory_gb << 30, max_retries=_RETRIES)
            sent, coming, most = ray.put(dill.dumps(executor)), iter(waiting), self.workers or self.tasks
            running = list[Any]()
            while running := [*running, *(run.remote(sent, task) for task in islice(coming, most - len(running)))]:
                _, running = ray.wait(running, timeout=_SECONDS_BETWEEN_LOOKS["ray"])
                on_look()
        finally:
            ray.shutdown()


def _failure(failed: list[int], states: TaskStates, tasks: int) -> Exception:
    """What is said of failed tasks: bad input as such, otherwise which they are and why the first failed."""
    errors = [error for task in failed if (error := states.error(task))]
    if errors and isinstance(errors[0], InputError) and len({(type(error), str(error)) for error in errors}) == 1:
        return errors[0]
    named = ", ".join(map(str, failed[:_MAX_NAMED])) + (", ..." if len(failed) > _MAX_NAMED else "")
    why = f": {errors[0]}" if errors else ", killed or never begun"
    return ChildProcessError(
        f"{counted(len(failed), 'task')} of {tasks} failed ({named}){why}; what is written is kept, and the same "
        f"command resumes; logs in {states.logs}"
    )


def _remember(jobs: Path, said: str) -> str:
    """The number of a job, from what sbatch says of it."""
    number = said.split()[-1]
    with jobs.open("a") as file:
        file.write(f"{number}\n")
    return number


def _are_queued(jobs: Path) -> bool:
    numbers = ",".join(jobs.read_text().split())
    found = subprocess.run(["squeue", "--noheader", "--jobs", numbers], check=False, capture_output=True, text=True)
    if found.returncode:  # the job is forgotten, or Slurm does not answer at present
        return "Invalid job id" not in found.stderr
    return bool(found.stdout.strip())


def _cancel(jobs: Path) -> None:
    """Ends the jobs of a file, if there is one, and waits until they have ended, but not for ever."""
    if jobs.exists():
        subprocess.run(["scancel", *jobs.read_text().split()], check=False, capture_output=True)
        for _ in range(_MAX_LOOKS):  # Slurm may not answer
            if not _are_queued(jobs):
                break
            time.sleep(_SECONDS_BETWEEN_LOOKS["slurm"])
        jobs.unlink()


def _log_to_file(logs: Path) -> None:
    """datatrove says all that it does on the terminal. There, a bar and one line of error say enough."""
    from loguru import logger

    logger.remove()
    logger.add(logs / "launcher.log", level="DEBUG")


class _Recorded:
    """Steps as one, of which the state and the failure are recorded."""

    def __init__(self, steps: Sequence[Step], logs: Path) -> None:
        self.steps, self.logs = steps, logs

    def __call__(self, data: Any, task: int, tasks: int) -> None:
        with TaskStates(self.logs).recorded(task):
            for step in self.steps:
                data = step(data, task, tasks)
            for _ in data or ():
                pass


_shared: bytes


def _share(executor: bytes) -> None:
    global _shared
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # datatrove logs there, too  # noqa: SIM115
    _shared = executor


def _run_shared(task: int) -> None:
    _run_task(_shared, task)


def _run_task(executor: bytes, task: int) -> None:
    """Runs a task by the executor that this command has made, a new one each time, since steps keep state.

    Its error is recorded, and told at the end together with those of the other tasks.
    """
    import dill

    with contextlib.suppress(Exception):
        dill.loads(executor)._run_for_rank(task)  # noqa: S301  # as datatrove does; pickle cannot send its writers
