"""The states of tasks, in a folder that all machines see: datatrove's marks of those that are done, and ours.

::

    logs/completions/00007    is done (datatrove's)
    logs/running/00007        was begun; locked while its process lives
    logs/failed/00007.json    failed, and why
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from temporal_qa.io.atomic import lock, write_json
from temporal_qa.io.errors import InputError, first_line
from temporal_qa.io.read import read_json


@dataclass(frozen=True, slots=True)
class TaskError:
    """Why a task failed: its message, and whether it is about bad input."""

    message: str
    is_input_error: bool


@dataclass(frozen=True, slots=True)
class TaskStates:
    """The states of the tasks of one run.

    Attributes:
        logs: datatrove's folder of logs.
    """

    logs: Path

    def begin(self, waiting: Iterable[int], tasks: int) -> list[int]:
        """Marks all tasks but the ``waiting`` ones as done, and forgets former states; returns the waiting ones."""
        kept = sorted(set(waiting))
        for kind in ("completions", "running", "failed"):
            shutil.rmtree(self.logs / kind, ignore_errors=True)
            (self.logs / kind).mkdir(parents=True)
        for task in set(range(tasks)).difference(kept):
            (self.logs / "completions" / f"{task:05d}").touch()
        return kept

    @contextlib.contextmanager
    def running(self, task: int) -> Iterator[None]:
        """Around the work of a task, in its process."""
        path = self.logs / "running" / f"{task:05d}"
        handle = os.open(path, os.O_RDWR | os.O_CREAT)
        try:
            lock(handle, path)
            yield
        except Exception as error:
            is_input_error = isinstance(error, InputError)
            message = str(error) if is_input_error else f"{type(error).__name__}: {first_line(error)}"
            write_json(self._failed(task), {"message": message, "is_input_error": is_input_error})
            raise
        finally:
            os.close(handle)

    def is_done(self, task: int) -> bool:
        """Whether a task ended well."""
        return (self.logs / "completions" / f"{task:05d}").exists()

    def error(self, task: int) -> TaskError | None:
        """Why a task failed; None where it did not, or had no time to say so."""
        if not (path := self._failed(task)).exists():
            return None
        found = read_json(path, dict, "why a task failed")
        return TaskError(found["message"], found["is_input_error"])

    def killed(self, waiting: Iterable[int]) -> list[int]:
        """Those of the tasks that were begun, did not end, and have no process any more."""
        return [task for task in waiting if self._has_lost_its_process(task)]

    def _has_lost_its_process(self, task: int) -> bool:
        path = self.logs / "running" / f"{task:05d}"
        try:
            handle = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            lock(handle, path)
        except InputError:  # it lives
            return False
        finally:
            os.close(handle)
        # In this order: the marks are written while the process lives.
        return not self.is_done(task) and not self._failed(task).exists()

    def _failed(self, task: int) -> Path:
        return self.logs / "failed" / f"{task:05d}.json"
