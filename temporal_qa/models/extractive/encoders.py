"""What readers over an encoder of transformers share: the model, its tokenizer, and contexts cut into windows.

BigBird is made steady: what it computes for an input depends on this input alone. That of transformers (5.23) switches
itself to full attention for good at the first input that is too short for sparse attention, and seeds NumPy's global
generator in each training pass. All tokens attend to its last block and it to all, so what a window gets changes with
its padding, unless that block is nothing but padding.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
import torch
import transformers

from temporal_qa.engine.batches import Size, padded
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Count, Share, convert
from temporal_qa.hub.hub_errors import load_or_explain, load_whole
from temporal_qa.io import InputError, grouped
from temporal_qa.models.extractive.reader import context_of
from temporal_qa.models.extractive.windows import Window, WindowCutter, padded_width
from temporal_qa.models.seq2seq.t5 import load_tokenizer

Head = Literal["QuestionAnswering", "TokenClassification"]


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
class EncoderReader(ABC):
    """The part of :class:`~temporal_qa.engine.reader.Reader` that does not depend on the head."""

    head: ClassVar[Head]
    settings_type: ClassVar[type[EncoderSettings]] = EncoderSettings
    tokenizer: Any
    model: Any
    settings: Any

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """See the protocol. ``context`` and ``max_input_tokens`` are needed.

        The model is in float32; weights of the head that are not there are new, by the seed.
        """
        chosen, tokenizer = convert(dict(settings), cls.settings_type, None), load_tokenizer(name_or_path)
        failure = f"model {name_or_path} cannot be loaded"
        config = load_or_explain(transformers.AutoConfig.from_pretrained, name_or_path, failure)
        longest = getattr(config, "max_position_embeddings", None)
        if longest is not None and chosen.max_input_tokens > longest:
            raise InputError(f"max_input_tokens is {chosen.max_input_tokens}, {name_or_path} reads at most {longest}")
        if chosen.dropout is not None:
            for name, rate in config.to_dict().items():
                if "dropout" in name and isinstance(rate, float):  # each family has other names for them
                    setattr(config, name, chosen.dropout)
        if cls.head == "TokenClassification":
            config.num_labels = 1
        load = getattr(transformers, f"AutoModelFor{cls.head}").from_pretrained
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(chosen.seed)
            model = load_whole(load, name_or_path, failure, head_may_be_new=True, config=config, dtype="float32")
        if config.model_type == "big_bird":
            steady_attention(model)
        if chosen.gradient_checkpointing:
            model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        return cls(tokenizer, model.eval(), chosen)

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

    def width(self, tokens: int) -> int:
        """The length of an input of so many tokens with its padding.

        Inputs of BigBird are padded so that all get sparse attention, the last block empty. TimeQA's released reader
        pads all to ``max_input_tokens``, which comes to the same.
        """
        config, most = self.model.config, self.settings.max_input_tokens
        if getattr(config, "attention_type", None) != "block_sparse":
            return padded_width(tokens, most)
        return padded_width(tokens, most, least=_full_up_to(config) + config.block_size, after=config.block_size)

    def collated(self, windows: Sequence[Window], device: Any) -> dict[str, Any]:
        """The arguments of the model, (batch, tokens) each."""
        width, batch = self.width(max(map(len, windows))), {}
        for name in windows[0].inputs:
            filler = self.tokenizer.pad_token_id if name == "input_ids" else 0
            filled = padded([window.inputs[name] for window in windows], filler, width)
            batch[name] = torch.from_numpy(filled).to(device)
        return batch

    def contexts(
        self, rows: Sequence[Mapping[str, Any]], counts: Counter[str]
    ) -> Iterator[tuple[Mapping[str, Any], str, tuple[Window, ...]]]:
        """Each row with its context, and the windows that it is read in.

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
            yield row, context, tuple(windows)

    def answer(self, model: Any, examples: Sequence[Any]) -> list[Answer]:
        """The answers by what :meth:`score` says of each window.

        A call of it gets all windows of one padded length, the longest first. So what a model computes for a window
        does not depend on the windows beside it, to the last bit.
        """
        flat = [window for example in examples for window in example.windows]
        found: dict[int, Any] = {}
        of_length = grouped((self.width(len(window)), place) for place, window in enumerate(flat))
        with torch.inference_mode():
            for _, places in sorted(of_length.items(), reverse=True):
                found |= zip(places, self.score(model, [flat[place] for place in places]), strict=True)
            in_order = iter([found[place] for place in range(len(flat))])
            return [self.answer_by(example, [next(in_order) for _ in example.windows]) for example in examples]

    @abstractmethod
    def score(self, model: Any, windows: Sequence[Window]) -> Iterable[Any]:
        """What the model says of each window, all of one padded length."""

    @abstractmethod
    def answer_by(self, example: Any, scores: Sequence[Any]) -> Answer:
        """The answer to one question, by what was said of each of its windows."""

    def _first_tokens(self, question: str) -> str:
        """The question, cut after as many tokens as the settings allow."""
        limit = self.settings.max_question_tokens
        if limit is None:
            return question
        places = self.tokenizer(question, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
        return question if len(places) <= limit else question[: places[limit - 1][1]]


def steady_attention(model: Any) -> None:
    """Sets the attention of each pass by the length of its inputs, and keeps NumPy's generator as it was.

    Sparse attention needs more than ``(5 + 2 * num_random_blocks) * block_size`` tokens, with padding; shorter inputs
    get full attention. A model whose configuration has full attention keeps it.

    Args:
        model: any model over a ``BigBirdModel``, as ``from_pretrained`` returns it; changed in place.
    """
    config, bigbird = model.config, model.base_model
    if config.attention_type == "block_sparse":
        needed = _full_up_to(config)

        def set_type(_: Any, args: tuple[Any, ...], given: dict[str, Any]) -> None:
            input_ids = args[0] if args else given["input_ids"]
            bigbird.set_attention_type("block_sparse" if input_ids.shape[1] > needed else "original_full")

        bigbird.register_forward_pre_hook(set_type, with_kwargs=True)
    for layer in bigbird.encoder.layer:  # each one, since gradient checkpointing calls them again in the backward pass
        _keep_numpy_state(layer.attention)


def _full_up_to(config: Any) -> int:
    return int((5 + 2 * config.num_random_blocks) * config.block_size)


def _keep_numpy_state(module: Any) -> None:
    states: list[Any] = []
    module.register_forward_pre_hook(lambda *_: states.append(np.random.get_state()))
    module.register_forward_hook(lambda *_: np.random.set_state(states.pop()), always_call=True)
