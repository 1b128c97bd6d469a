"""The folder of a run: its recipe, its loss curve, and checkpoints that are whole or absent.

::

    <out>/recipe.json            the resolved recipe; another one is refused
    <out>/start/                 the new model and its tokenizer, where the recipe has ``init``
    <out>/losses.jsonl           a line a step
    <out>/checkpoints/step-N/    everything that the run needs to resume from step N
    <out>/best/step-N/           the best model so far
    <out>/model/                 the model, its card and its scores, once the run has ended

A folder gets its name when it is complete, so every folder with one of these names can be used.
"""

import os
import re
import shutil
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
from msgspec import Struct, structs

from temporal_qa.engine.recipes import convert
from temporal_qa.io import InputError, explain_errors, first_line, read_json, write_json, writing_beside
from temporal_qa.io.atomic import lock

_TORCH_CANNOT_WRITE = re.compile("inline_container|PytorchStreamWriter|iostream error")


class Progress(Struct, forbid_unknown_fields=True):
    """The state of a run.

    Attributes:
        step: optimizer steps done in all.
        epoch: epochs done.
        step_of_epoch: steps done in the current epoch.
        validations: the ``epoch``, the ``step`` and the scores of each validation, in order.
        best: the step of the best model.
        seconds: time spent, without work that a stop has lost.
        stopped: whether training ended early because the scores no longer improved.
        data: the first epoch's questions: ``hash`` of the rows, ``padding`` and truncation rates (``cut``), as shares
            of 1, and what was ``left_out``, by reason.
    """

    step: int = 0
    epoch: int = 0
    step_of_epoch: int = 0
    validations: list[dict[str, float]] = []
    best: int | None = None
    seconds: float = 0.0
    stopped: bool = False
    data: dict[str, Any] = {}

    def note(self, scores: Mapping[str, float], best_by: str, patience: int | None) -> bool:
        """Records a validation after an epoch; returns whether it is the best so far by the score ``best_by``."""
        self.validations.append({"epoch": self.epoch, "step": self.step, **scores})
        values = [entry[best_by] for entry in self.validations]
        since_best = len(values) - 1 - values.index(max(values))  # of equal ones the first is the best
        self.stopped = patience is not None and since_best >= patience
        return since_best == 0


class RunFolder:
    """See the module. Every process has one; the others write only their part of a checkpoint."""

    def __init__(self, out: Path | str, recipe: dict[str, Any], accelerator: Any) -> None:
        """Makes the folder, or opens that of the same recipe.

        Raises:
            InputError: the folder cannot be written, holds another run, or another process trains in it.
        """
        self.out, self.accelerator = Path(out), accelerator
        self.model, self.losses = self.out / "model", self.out / "losses.jsonl"
        self._new = False
        if accelerator.is_main_process:
            with explain_errors("cannot be written", OSError, path=self.out):
                if os.path.lexists(self.out) and not self.out.is_dir():
                    raise InputError("is a file, expected a folder for the run", self.out)
                self._new = not self.out.exists()
                self.out.mkdir(parents=True, exist_ok=True)
                handle = os.open(self.out, os.O_RDONLY)
            weakref.finalize(self, os.close, handle)
            lock(handle, self.out)  # until it is closed, so that two runs cannot overwrite each other
            known = self.out / "recipe.json"
            if not known.is_file() and any(self.out.iterdir()):
                raise InputError("is not empty and not of a run, expected a new folder or that of this run", self.out)
            if self._begun:
                before = read_json(known, dict, "the recipe of a run")
                # The test questions do not decide the weights, so that a run that is not scored yet may get others.
                if not self.finished and "test" in before:
                    before["test"] = recipe.get("test")
                before["out"] = recipe.get("out")  # this folder, which may have moved, or be called by another path
                if other := next((key for key in before | recipe if recipe.get(key) != before.get(key)), None):
                    found = f"holds a run with {other}: {before.get(other)!r}, not {recipe.get(other)!r}"
                    raise InputError(f"{found}; expected another folder", self.out)
            else:  # new, or stopped before its first step: nothing to keep
                shutil.rmtree(self.out / "start", ignore_errors=True)
            write_json(known, recipe)
            for unfinished in self.out.glob("**/.unfinished-*"):
                shutil.rmtree(unfinished)
        accelerator.wait_for_everyone()

    @property
    def _begun(self) -> bool:
        return any((self.out / name).exists() for name in ("losses.jsonl", "checkpoints", "best", "model"))

    def remove_if_new(self) -> None:
        """Removes the folder of a run that has learned nothing yet, unless it was there before."""
        if self._new and not self._begun:
            shutil.rmtree(self.out, ignore_errors=True)

    def checkpoint(self) -> Path | None:
        """The newest checkpoint."""
        return max((self.out / "checkpoints").glob("step-*"), default=None)

    def kept(self) -> str:
        """What a run that is stopped keeps, and what the same command then does."""
        if newest := self.checkpoint():
            return f"the run is kept up to {newest.name}; the same command resumes"
        return "no checkpoint was written yet; the same command begins anew"

    def best(self, progress: Progress) -> Path:
        """The folder of the best model so far."""
        return self.out / "best" / _name(progress.best or 0)

    def save(self, progress: Progress) -> None:
        """Writes a checkpoint and removes the older ones. Every process calls it."""
        final = self.out / "checkpoints" / _name(progress.step)
        with self._whole(final) as folder:
            self.accelerator.save_state(str(folder))
            if self.accelerator.is_main_process:
                write_json(folder / "progress.json", structs.asdict(progress))
        if self.accelerator.is_main_process:
            every = {*(self.out / "checkpoints").glob("step-*"), *(self.out / "best").glob("step-*")}
            for old in every - {final, self.best(progress)}:
                shutil.rmtree(old)

    @property
    def finished(self) -> bool:
        """Whether the run has ended and its model is in place."""
        return self.model.is_dir()

    def save_best(self, progress: Progress, write: Callable[[Path], None]) -> None:
        """Writes the best model so far: the main process calls ``write`` with its folder. Every process calls it."""
        with self._whole(self.best(progress)) as folder:
            if self.accelerator.is_main_process:
                write(folder)

    def resume(self) -> Progress:
        """Loads the newest checkpoint, if there is one, into the prepared model and optimizer; cuts the loss curve at
        its step.

        Raises:
            InputError: the checkpoint is damaged.
        """
        progress = Progress()
        if found := self.checkpoint():
            file = found / "progress.json"
            progress = convert(read_json(file, dict, "the progress of a run"), Progress, file)
            try:
                self.accelerator.load_state(str(found))  # unpickles tensors and numbers only
            except Exception as error:  # pickle, safetensors and torch have errors of their own for damaged files
                if type(error).__name__ == "OutOfMemoryError":
                    raise
                why = f"is damaged ({first_line(error)}), expected a checkpoint of the run"
                raise InputError(f"{why}; without it the run begins anew", found) from None
        if self.accelerator.is_main_process and self.losses.exists():
            with writing_beside(self.losses) as beside:
                beside.write_bytes(b"".join(self.losses.read_bytes().splitlines(keepends=True)[: progress.step]))
        self.accelerator.wait_for_everyone()
        return progress

    def log(self, lines: Sequence[dict[str, Any]]) -> None:
        """Adds lines to the loss curve."""
        if self.accelerator.is_main_process:
            with self._room(), self.losses.open("ab") as file:
                file.writelines(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)

    @contextmanager
    def _whole(self, final: Path) -> Iterator[Path]:
        """A folder for all processes to write to, renamed to ``final`` if all of them succeed."""
        beside = final.with_name(f".unfinished-{final.name}")
        try:
            with self._room():
                beside.mkdir(parents=True, exist_ok=True)
                self.accelerator.wait_for_everyone()
                yield beside
                self.accelerator.wait_for_everyone()
                if self.accelerator.is_main_process:
                    if final.exists():  # from before a stop, with the same content
                        shutil.rmtree(final)
                    beside.rename(final)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
        self.accelerator.wait_for_everyone()

    @contextmanager
    def _room(self) -> Iterator[None]:
        """Turns errors of a full disk into one clear line."""
        from safetensors import SafetensorError

        try:
            yield
        except (OSError, RuntimeError, SafetensorError) as error:
            why = getattr(error, "strerror", None) or first_line(error)
            if isinstance(error, RuntimeError):
                if not _TORCH_CANNOT_WRITE.search(why):
                    raise  # an error other than of writing
                why = "is the disk full?"  # torch names the byte, not the cause
            raise InputError(f"cannot be written ({why}). Make room; {self.kept()}", self.out) from None


def _name(step: int) -> str:
    """Names sort as the numbers do."""
    return f"step-{step:08}"
