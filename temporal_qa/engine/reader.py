"""The protocol of a reader: a kind of model that answers questions, with its way to read their rows.

A reader implements this protocol in ``temporal_qa/models`` and is named in ``temporal_qa/models/readers.py``, its
recipe in ``temporal_qa/models/recipes.py``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from temporal_qa.engine.batches import Size


@dataclass(frozen=True, slots=True)
class Example:
    """A question as a reader prepares it; a subclass has the rest.

    Attributes:
        id: of the row.
        answers: the right ones; empty if no answer is right, or if the row has no ``answers``.
    """

    id: str
    answers: tuple[str, ...]

    @property
    def weight(self) -> int:
        """The weight in the mean loss of a step: every question counts alike, unless it has a target text."""
        return 1


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a reader to one question. A subclass may have more, such as the position of an answer.

    Attributes:
        text: the output of the model.
        answers: the answers in it.
        score: the confidence, greater is surer; for a generated text the natural logarithm of its probability.
    """

    text: str
    answers: list[str]
    score: float | None

    def to_row(self, id: str) -> dict[str, Any]:
        """A row of predictions as ``temporal-qa score`` reads it."""
        return {"id": id, **asdict(self)}


class Reader(Protocol):
    """A model with everything it needs to read questions and to answer them; see the module.

    The docstring of a reader describes its models on their cards; their usage is in ``cards/_use_<name in
    recipes>.md.jinja``.
    """

    model: Any
    """A torch module in float32. Under FSDP its class is called again with its ``config``."""

    settings: Any
    """A dataclass of the settings that it takes from its recipe; with the weights they decide the answers."""

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """The reader of a model, in evaluation mode.

        Args:
            name_or_path: a folder that :meth:`save` or :meth:`create` wrote, or a model of others.
            settings: keys of its recipe; missing ones have values that change nothing.

        Raises:
            InputError: there is no such model, or a setting is wrong.
        """

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """Writes a new model of the shape ``recipe.init`` for these rows; the seed decides its weights."""

    def save(self, model: Any, folder: Path) -> None:
        """Writes the weights of ``model`` and all else that :meth:`load` reads."""

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> Sequence[Example]:
        """The rows as examples, in their order.

        Args:
            rows: question rows.
            counts: gets the numbers of inputs and of their parts that were cut, see
                :func:`~temporal_qa.engine.batches.truncation_rates`.
            training: with targets; a row may then give no example, or several.

        Raises:
            InputError: a row lacks a column.
        """

    def size(self, example: Any) -> Size:
        """The size of an example; without a target, with that of the longest answer."""

    def collate(self, examples: Sequence[Any], device: Any) -> dict[str, Any]:
        """One batch of at least one example, as the arguments of the model."""

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean loss of a collated batch, a scalar tensor, over the weights of its examples.

        Args:
            model: the reader's model, as prepared for the processes.
            batch: the result of :meth:`collate`. Random draws, such as negatives, must come from torch, which is
                seeded for each step.
        """

    def answer(self, model: Any, examples: Sequence[Any]) -> list[Answer]:
        """The answers to one batch.

        Raises:
            torch.OutOfMemoryError: the batch is too large; the engine tries again with a smaller one.
        """
