"""A question reader as a trainee of the training loop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import EvaluationQuestions, labelled_rows, validate
from temporal_qa.engine.finishing import finish
from temporal_qa.engine.optimization import make_optimizer
from temporal_qa.engine.question_data import load_rows
from temporal_qa.engine.reader import Reader
from temporal_qa.engine.recipes import ReaderRecipe
from temporal_qa.engine.training_steps import Epoch, Step, TrainingQuestions, train_step
from temporal_qa.io.errors import InputError, explain_full_disk


class ReaderTraining:
    """See :class:`~temporal_qa.engine.trainee.Trainee`.

    Raises:
        InputError: the recipe does not go with the number of processes, or the validation or test questions cannot be
            read.
    """

    def __init__(self, accelerator: Any, recipe: ReaderRecipe, reader: Reader) -> None:
        rank, ranks = accelerator.process_index, accelerator.num_processes
        self.accelerator, self.recipe, self.reader, self.model = accelerator, recipe, reader, reader.model
        self.questions = TrainingQuestions(recipe, reader, rank, ranks)
        self.validation = EvaluationQuestions(recipe.validation, reader) if recipe.validation else None
        # Read now, since a run must not fail after its last step. Without test questions, the validation's are scored.
        self.test = EvaluationQuestions(recipe.test, reader) if recipe.test else self.validation
        self.model.train()

    def optimizer(self) -> Any:
        """As the recipe says."""
        return make_optimizer(self.model, self.recipe)

    def epoch(self, number: int) -> Epoch:
        """Batches of questions."""
        return self.questions.epoch(number)

    def step(self, model: Any, optimizer: Any, step: Step) -> tuple[Any, Any]:
        """See :func:`train_step`."""
        return train_step(self.accelerator, self.reader, model, optimizer, step, self.recipe.max_gradient_norm)

    def validate(self, model: Any) -> dict[str, float]:
        """``set_accuracy`` and ``answer_f1``, 0 to 100."""
        if self.validation is None:
            return {}
        return validate(self.accelerator, self.reader, model, self.validation)[0]

    def save(self, model: Any, folder: Path) -> None:
        """What the reader loads."""
        self.reader.save(model, folder)

    def finish(self, folder: RunFolder, progress: Progress) -> None:
        """See :func:`~temporal_qa.engine.finishing.finish`."""
        finish(self.accelerator, folder, self.recipe, type(self.reader), self.test, progress)


def load_start(kind: type[Reader], recipe: ReaderRecipe, folder: RunFolder, accelerator: Any) -> Reader:
    """Loads the reader to train; with ``init``, a new model is made once and kept.

    Raises:
        InputError: there is no such model, or the questions for a new one cannot be read.
    """
    if recipe.batches_per_step % accelerator.num_processes:
        raise InputError(
            f"batches_per_step is {recipe.batches_per_step}, expected a multiple of the number of processes, "
            f"{accelerator.num_processes}"
        )
    if recipe.model is not None:
        return kind.load(recipe.model, recipe.to_dict())
    start = folder.out / "start"
    if accelerator.is_main_process and not start.exists():
        for source in filter(None, (recipe.validation, recipe.test)):
            labelled_rows(source)  # nothing is made for a run that they would stop
        beside = start.with_name(".unfinished-start")
        with explain_full_disk(folder.out):
            kind.create(recipe, load_rows(recipe.train), beside)
        beside.rename(start)
    accelerator.wait_for_everyone()
    return kind.load(str(start), recipe.to_dict())
