"""A question reader as a trainee of the training loop."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.engine.batches import Size, padding_share, plan_batches, truncation_rates
from temporal_qa.engine.checkpoints import Progress, RunFolder
from temporal_qa.engine.evaluation import EvaluationQuestions, labelled_rows, validate
from temporal_qa.engine.finishing import model_card, put_in_place, score_test
from temporal_qa.engine.loop import Epoch
from temporal_qa.engine.question_data import load_rows, rows_hash
from temporal_qa.engine.reader import Example, Reader
from temporal_qa.engine.recipes import ReaderRecipe
from temporal_qa.io import InputError, counted
from temporal_qa.io.errors import explain_full_disk
from temporal_qa.scoring.score_table import ScoreRow

_NOT_LEARNED = (", not trained on", ", not drawn")
"""The ends of the reasons under which readers count what they leave out of training."""


class Step(NamedTuple):
    """One optimizer step.

    Attributes:
        batches: those of this process. At the end of an epoch, one may be empty.
        weight: of all examples of the step, over all processes.
        filler: is computed with weight 0 instead of an empty batch, since every process must take part.
    """

    batches: list[list[Example]]
    weight: int
    filler: Example


class ReaderTraining:
    """See :class:`~temporal_qa.engine.loop.Trainee`.

    Raises:
        InputError: the validation or test questions cannot be read.
    """

    def __init__(self, accelerator: Any, recipe: ReaderRecipe, reader: Reader) -> None:
        self.accelerator, self.recipe, self.reader, self.model = accelerator, recipe, reader, reader.model
        self.validation = EvaluationQuestions(recipe.validation, reader) if recipe.validation else None
        # Read now, since a run must not fail after its last step. Without test questions, the validation's are scored.
        self.test = EvaluationQuestions(recipe.test, reader) if recipe.test else self.validation
        self.model.train()
        self._read: tuple[Sequence[Example], list[Size], Counter[str], str] | None = None

    def optimizer(self) -> Any:
        """As the recipe says."""
        from temporal_qa.engine.optimizers import make_optimizer

        return make_optimizer(self.model, self.recipe)

    def epoch(self, number: int) -> Epoch:
        """An epoch of :class:`Step`; it does not depend on the epochs read before.

        Its data are the ``hash`` of the rows, ``padding`` and truncation rates (``cut``) as shares of 1,
        and what was ``left_out``, by reason.

        Raises:
            InputError: the questions cannot be read.
        """
        recipe, rank, ranks = self.recipe, self.accelerator.process_index, self.accelerator.num_processes
        if self._read is None or recipe.train.changes:
            rows, counts = labelled_rows(recipe.train, number), Counter[str]()
            examples = self.reader.read(rows, counts, training=True)
            if not examples:
                found = f"no question to learn from{_listed(_left_out(counts))}"
                raise InputError(f"{recipe.train.describe()}: {found}")
            self._read = examples, [self.reader.size(example) for example in examples], counts, rows_hash(rows)
        examples, sizes, counts, hash_of_rows = self._read
        per_step = recipe.batches_per_step
        plan = plan_batches(sizes, recipe.tokens_per_batch, multiple=per_step, seed=recipe.seed, epoch=number)
        at_once = getattr(recipe, "passages_at_once", None)  # a setting of Fusion-in-Decoder alone
        padding = padding_share([[sizes[place] for place in batch] for batch in plan], at_once)
        batches = [[examples[place] for place in batch] for batch in plan]
        steps = []
        for start in range(0, len(batches), per_step):
            of_all = batches[start : start + per_step]  # the same for any number of processes
            weight = sum(example.weight for batch in of_all for example in batch)
            steps.append(Step(of_all[rank::ranks], weight, examples[0]))
        cut, left_out = truncation_rates(counts), _left_out(counts)
        shares = "".join(f", {100 * share:.2f} % of {name[:-4]} cut" for name, share in cut.items())
        description = f"{counted(len(steps), 'step')}, {100 * padding:.1f} % padding{shares}{_listed(left_out)}"
        return Epoch(steps, {"hash": hash_of_rows, "padding": padding, "cut": cut, "left_out": left_out}, description)

    def step(self, model: Any, optimizer: Any, step: Step) -> tuple[Any, Any]:
        """One optimizer step on the mean loss, weighted by example, over all batches and all processes.

        The norm of the gradient is that before it was scaled down.
        """
        total = 0.0
        for number, examples in enumerate(step.batches, 1):
            batch = self.reader.collate(examples or [step.filler], self.accelerator.device)
            share = sum(example.weight for example in examples) / step.weight
            # Gradients are averaged over the processes once in a step.
            with nullcontext() if number == len(step.batches) else self.accelerator.no_sync(model):
                loss = self.reader.loss(model, batch) * share
                self.accelerator.backward(loss * self.accelerator.num_processes)
                total = total + loss.detach()
        norm = self.accelerator.clip_grad_norm_(model.parameters(), self.recipe.max_gradient_norm)
        optimizer.step()
        optimizer.zero_grad()
        return total, norm

    def validate(self, model: Any) -> dict[str, float]:
        """``set_accuracy`` and ``answer_f1``, 0 to 100."""
        return validate(self.accelerator, self.reader, model, self.validation)[0] if self.validation else {}

    def save(self, model: Any, folder: Path) -> None:
        """What the reader loads."""
        self.reader.save(model, folder)

    def finish(self, folder: RunFolder, progress: Progress) -> None:
        """Scores the best model, where there are questions for it, and moves it to its place. Every process calls it.

        Beside the model it writes ``predictions.jsonl``, ``items.jsonl`` and, of HieraDate, ``baselines.jsonl`` (scored
        runs, for ``temporal-qa report``), ``scores.json``, ``training.json``, the recipe, the card and, where
        matplotlib is installed, ``learning_curve.png``.
        """
        accelerator, recipe, best, rows = self.accelerator, self.recipe, folder.best(progress), list[ScoreRow]()
        if self.test:
            scored = self.reader.load(str(best), recipe.to_dict())
            # In float32, as predict.py answers: in bf16 some answers would be others.
            model = scored.model.to(accelerator.device)
            _, answers = validate(accelerator, scored, model, self.test, in_float32=True)
            if accelerator.is_main_process:
                rows = score_test(self.test, answers, best, Path(recipe.out).as_posix())
        if accelerator.is_main_process:
            card = partial(model_card, accelerator, recipe, self.reader, self.test, progress, rows, best)
            put_in_place(folder, recipe, progress, card)
        accelerator.wait_for_everyone()


def _left_out(counts: Counter[str]) -> dict[str, int]:
    """What a reader counted as not learned from, by reason."""
    return {reason: number for reason, number in counts.items() if number and reason.endswith(_NOT_LEARNED)}


def _listed(left_out: Mapping[str, int]) -> str:
    return "".join(f"; {reason}: {number:,}" for reason, number in left_out.items())


def load_start(kind: type[Reader], recipe: ReaderRecipe, folder: RunFolder, accelerator: Any) -> Reader:
    """Loads the reader to train; with ``init``, a new model is made once and kept.

    Raises:
        InputError: there is no such model, or the questions for a new one cannot be read.
    """
    if recipe.batches_per_step % accelerator.num_processes:
        expected = f"a multiple of the number of processes, {accelerator.num_processes}"
        raise InputError(f"batches_per_step is {recipe.batches_per_step}, expected {expected}")
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
