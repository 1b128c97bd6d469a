"""What readers over an encoder of transformers share: the model, its tokenizer, and contexts cut into windows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeVar

from temporal_qa.engine.batches import Size
from temporal_qa.engine.recipe_files import convert
from temporal_qa.engine.recipes import Count, ReaderRecipe, Share
from temporal_qa.hub.hub_errors import load_or_explain, load_whole
from temporal_qa.io import InputError
from temporal_qa.models.extractive.bigbird import padding_of, steady_attention
from temporal_qa.models.extractive.reader import context_of
from temporal_qa.models.extractive.windows import Padding, Window, WindowCutter, by_length
from temporal_qa.models.seq2seq.t5 import load_tokenizer

Head = Literal["QuestionAnswering", "TokenClassification"]
_Score = TypeVar("_Score")


class EncoderRecipe(ReaderRecipe, frozen=True, kw_only=True):
    """What the recipes of such readers share.

    Attributes:
        init: nothing; ``model`` is any encoder, with the head or without.
        context, max_input_tokens, step_tokens: see :class:`EncoderSettings`.
    """

    init: None
    context: Literal["text", "facts"]
    max_input_tokens: Count
    step_tokens: Count


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """The settings that such readers take from their recipes.

    Attributes:
        context: the column that is read: ``text`` (``context``) or ``facts`` (``fact_context``).
        max_input_tokens: of a window, with the question.
        step_tokens: from the start of one window to that of the next; ``None``: half a window.
        max_question_tokens: a longer question is cut after so many; ``None``: never.
        seed: of a new head.
        dropout: everywhere in the model; ``None``: as its configuration says.
        gradient_checkpointing: as in the recipe.
    """

    context: Literal["text", "facts"]
    max_input_tokens: Count
    step_tokens: Count | None = None
    max_question_tokens: Count | None = None
    seed: int = 0
    dropout: Share | None = None
    gradient_checkpointing: bool = False


@dataclass
class EncoderReader:
    """The part of :class:`~temporal_qa.engine.reader.Reader` that does not depend on the head."""

    head: ClassVar[Head]
    settings_type: ClassVar[type[EncoderSettings]] = EncoderSettings
    tokenizer: Any
    model: Any
    settings: Any
    inputs_at_once: int | None = None

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """See the protocol. ``context`` and ``max_input_tokens`` are needed."""
        chosen = convert(dict(settings), cls.settings_type, None)
        tokenizer = load_tokenizer(name_or_path)
        return cls(tokenizer, _load_model(name_or_path, cls.head, chosen), chosen)

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """Not called, since the recipe has no ``init``."""
        raise InputError("an encoder has no shapes of new models, expected 'model'")

    def save(self, model: Any, folder: Path) -> None:
        """Writes the model and the tokenizer for ``from_pretrained``."""
        model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def size(self, example: Any) -> Size:
        """See the protocol."""
        return Size(tuple(map(len, example.windows)), 0)

    @property
    def padding(self) -> Padding:
        """How the inputs of the model are padded."""
        return padding_of(self.model.config, self.settings.max_input_tokens)

    def contexts(
        self, rows: Sequence[Mapping[str, Any]], counts: Counter[str]
    ) -> Iterator[tuple[str, tuple[Window, ...]]]:
        """The context of each row, and the windows that it is read in.

        Raises:
            InputError: a row has no context, or its question leaves no room for it.
        """
        room = self.settings.max_input_tokens
        cutter = WindowCutter(self.tokenizer, room, self.settings.step_tokens or max(1, room // 2))
        for row in rows:
            context = context_of(row, self.settings.context)
            question = self._first_tokens(row["question"])
            windows = cutter.cut(question, context)
            counts["inputs"] += len(windows)
            counts["inputs cut"] += len(windows) * (question != row["question"])
            yield context, tuple(windows)

    def of_windows(
        self, examples: Sequence[Any], score: Callable[[Sequence[Window]], Iterable[_Score]]
    ) -> list[list[_Score]]:
        """What ``score`` says of each window of each example; a call gets all windows of one padded length."""
        flat = [window for example in examples for window in example.windows]
        found: dict[int, _Score] = {}
        for group in by_length(flat, self.padding):
            found |= zip(group, score([flat[place] for place in group]), strict=True)
        in_order = iter([found[place] for place in range(len(flat))])
        return [[next(in_order) for _ in example.windows] for example in examples]

    def _first_tokens(self, question: str) -> str:
        """The question, cut after as many tokens as the settings allow."""
        limit = self.settings.max_question_tokens
        if limit is None:
            return question
        places = self.tokenizer(question, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
        return question if len(places) <= limit else question[: places[limit - 1][1]]


def _load_model(name_or_path: str, head: Head, settings: EncoderSettings) -> Any:
    """The model in float32 and in evaluation mode; weights of the head that are not there are new, by the seed."""
    import torch
    import transformers

    failure = f"model {name_or_path} cannot be loaded"
    config = load_or_explain(transformers.AutoConfig.from_pretrained, name_or_path, failure)
    longest = getattr(config, "max_position_embeddings", None)
    if longest is not None and settings.max_input_tokens > longest:
        raise InputError(f"max_input_tokens is {settings.max_input_tokens}, {name_or_path} reads at most {longest}")
    if settings.dropout is not None:
        for name, rate in config.to_dict().items():
            if "dropout" in name and isinstance(rate, float):  # each family has other names for them
                setattr(config, name, settings.dropout)
    if head == "TokenClassification":
        config.num_labels = 1
    load = getattr(transformers, f"AutoModelFor{head}").from_pretrained
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model = load_whole(load, name_or_path, failure, head_may_be_new=True, config=config, dtype="float32")
    if config.model_type == "big_bird":
        steady_attention(model)
    if settings.gradient_checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    return model.eval()
