"""What the engine asks of a reader: a kind of model that answers questions, with what it reads of their rows.

A reader implements this protocol in ``temporal_qa/models`` and is named in ``temporal_qa/models/readers.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from temporal_qa.engine.batches import Size
from temporal_qa.engine.recipes import Recipe


class Example(Protocol):
    """A question as a reader takes it."""

    @property
    def id(self) -> str:
        """Of the row."""

    @property
    def answers(self) -> Sequence[str]:
        """The right answers; none where the row has none."""

    @property
    def weight(self) -> int:
        """In the mean loss of a step: target tokens, or 1 where there is no target text."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader answers to one question. A subclass may say more, such as where an answer stands.

    Attributes:
        text: as the model gave it.
        answers: the answers in it.
        score: how sure the reader is, greater is surer; of a generated text the natural logarithm of its probability.
    """

    text: str
    answers: list[str]
    score: float | None

    def to_row(self, id: str) -> dict[str, Any]:
        """As ``temporal-qa score`` reads predictions."""
        return {"id": id, **asdict(self)}


class Reader(Protocol):
    """A model with what it needs to read questions and to answer them; see the module."""

    recipe_type: ClassVar[type[Recipe]]
    """The recipe of its training."""

    description: ClassVar[str]
    """A sentence for the card of a model. How to use it stands in ``cards/_use_<name in recipes>.md.jinja``."""

    model: Any
    """A torch module in float32. Under FSDP its class is made again from its ``config``."""

    settings: Any
    """A dataclass of what it takes of its recipe; with the weights it decides the answers."""

    inputs_at_once: int | None
    """The inputs of a batch are encoded so many at a time, the longest first; ``None``: all at once."""

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """The reader of a model, in evaluation mode.

        Args:
            name_or_path: a folder that :meth:`save` or :meth:`create` wrote, or a model of others.
            settings: keys of its recipe; those that are not there have values that change nothing.

        Raises:
            InputError: there is no such model, or a setting is wrong.
        """

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """Writes a new model of the shape ``recipe.init`` for these rows; its weights are decided by the seed."""

    def save(self, model: Any, folder: Path) -> None:
        """Writes what :meth:`load` reads, with the weights of ``model``."""

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> Sequence[Example]:
        """The rows as examples, in their order.

        Args:
            rows: question rows.
            counts: counts what there was and what was cut, see :func:`~temporal_qa.engine.batches.truncation_rates`.
            training: with what is to be learned; a row may give none or several examples then.

        Raises:
            InputError: a row lacks a column.
        """

    def size(self, example: Any) -> Size:
        """How much is computed for an example; without a target, for the longest answer."""

    def collate(self, examples: Sequence[Any], device: Any) -> dict[str, Any]:
        """One batch of at least one example, as the arguments of the model."""

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean loss of a collated batch, a scalar tensor, over the weights of its examples.

        Args:
            model: the reader's, as the engine has prepared it for its processes.
            batch: of :meth:`collate`. What is drawn here or there, such as negatives, is drawn from torch, which is
                seeded anew for each step.
        """

    def answer(self, model: Any, examples: Sequence[Any]) -> list[Answer]:
        """The answers to one batch.

        Raises:
            torch.OutOfMemoryError: the batch is too large; the engine asks again with smaller ones.
        """
