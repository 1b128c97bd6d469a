"""The states of tasks, in a folder that all machines see: datatrove's marks of those that are done, and ours.

::

    logs/completions/00007    is done (datatrove's)
    logs/begun/00007          was begun
    logs/failed/00007.json    why it failed; blank as long as it has not

The room for a reason is taken from the start: a disk that fills while a task runs has none for why it failed.
"""

import contextlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import orjson

from temporal_qa.io import InputError, first_line

_ROOM, _MAX_MESSAGE = 4096, 600  # bytes; letters, of which each takes at most six bytes


class TaskStates(NamedTuple):
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
        for task in kept:
            self._failed(task).write_bytes(b" " * _ROOM)
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
            reason = orjson.dumps({"message": message[:_MAX_MESSAGE], "is_input_error": is_input_error})
            with self._failed(task).open("r+b") as file:
                file.write(reason.ljust(_ROOM))  # over a reason of an earlier try, too
            raise

    def was_begun(self, task: int) -> bool:
        """Whether a task was begun."""
        return (self.logs / "begun" / f"{task:05d}").exists()

    def is_done(self, task: int) -> bool:
        """Whether a task ended well."""
        return (self.logs / "completions" / f"{task:05d}").exists()

    def error(self, task: int) -> Exception | None:
        """Why a task failed, ``InputError`` for bad input; None where it did not, or was killed."""
        try:
            found = orjson.loads(self._failed(task).read_bytes())
        except (FileNotFoundError, orjson.JSONDecodeError):  # blank, or killed as it was written
            return None
        return (InputError if found["is_input_error"] else RuntimeError)(found["message"])

    def _failed(self, task: int) -> Path:
        return self.logs / "failed" / f"{task:05d}.json"
