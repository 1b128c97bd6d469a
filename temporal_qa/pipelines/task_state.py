"""The states of tasks, in a folder that all machines see: datatrove's marks of those that are done, and ours.

::

    logs/completions/00007    is done (datatrove's)
    logs/begun/00007          was begun
    logs/failed/00007.json    failed, and why
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from temporal_qa.io.atomic import write_json
from temporal_qa.io.errors import InputError, first_line
from temporal_qa.io.read import read_json


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
        for kind in ("completions", "begun", "failed"):
            shutil.rmtree(self.logs / kind, ignore_errors=True)
            (self.logs / kind).mkdir(parents=True)
        for task in set(range(tasks)).difference(kept):
            (self.logs / "completions" / f"{task:05d}").touch()
        return kept

    @contextlib.contextmanager
    def recorded(self, task: int) -> Iterator[None]:
        """Around the work of a task, in its process: records that it was begun, and why it fails."""
        (self.logs / "begun" / f"{task:05d}").touch()
        try:
            yield
        except Exception as error:
            is_input_error = isinstance(error, InputError)
            message = str(error) if is_input_error else f"{type(error).__name__}: {first_line(error)}"
            write_json(self._failed(task), {"message": message, "is_input_error": is_input_error})
            raise

    def was_begun(self, task: int) -> bool:
        """Whether a task was begun."""
        return (self.logs / "begun" / f"{task:05d}").exists()

    def is_done(self, task: int) -> bool:
        """Whether a task ended well."""
        return (self.logs / "completions" / f"{task:05d}").exists()

    def has_ended(self, task: int) -> bool:
        """Whether a task ended, well or with an error; one that was killed has not."""
        return self.is_done(task) or self._failed(task).exists()

    def error(self, task: int) -> Exception | None:
        """Why a task failed, ``InputError`` for bad input; None where it did not, or had no time to say so."""
        if not (path := self._failed(task)).exists():
            return None
        found = read_json(path, dict, "why a task failed")
        return (InputError if found["is_input_error"] else RuntimeError)(found["message"])

    def _failed(self, task: int) -> Path:
        return self.logs / "failed" / f"{task:05d}.json"
