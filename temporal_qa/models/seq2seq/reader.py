"""T5 and Fusion-in-Decoder as readers (see :class:`~temporal_qa.engine.reader.Reader`)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import torch

from temporal_qa.engine.batches import Size, padded
from temporal_qa.engine.reader import Answer
from temporal_qa.engine.recipes import Count, Share, convert
from temporal_qa.models.seq2seq.inputs import InputFormat, TextExample, read_examples, row_texts, worked_examples
from temporal_qa.models.seq2seq.t5 import load_model, load_tokenizer, new_model, new_tokenizer
from temporal_qa.scoring.normalize import split_answers


@dataclass(frozen=True, slots=True)
class ReaderSettings(InputFormat):
    """The settings that a reader takes from its recipe. ``dropout=None`` keeps that of the model's configuration."""

    beams: Count = 1
    dropout: Share | None = None
    gradient_checkpointing: bool = False
    passages_at_once: Count | None = None


@dataclass
class T5Reader:
    """A T5 that answers temporal questions from the context that comes with them."""

    separately: ClassVar[bool] = False
    tokenizer: Any
    model: Any
    settings: ReaderSettings

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """See the protocol. ``context``, ``max_input_tokens`` and ``max_target_tokens`` are needed."""
        chosen = convert(dict(settings) | {"separately": cls.separately}, ReaderSettings, None)
        config = {} if chosen.dropout is None else {"dropout_rate": chosen.dropout}
        model = load_model(name_or_path, fusion=cls.separately, **config).eval()
        if cls.separately:  # any T5 can be loaded so
            model.encoder.passages_at_once = chosen.passages_at_once
        if chosen.gradient_checkpointing:
            model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        return cls(load_tokenizer(name_or_path), model, chosen)

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """See the protocol."""
        tokenizer = new_tokenizer((text for row in rows for text in row_texts(row)), recipe.init)
        new_model(tokenizer, recipe.init, seed=recipe.seed).save_pretrained(folder)
        tokenizer.save_pretrained(folder)

    def save(self, model: Any, folder: Path) -> None:
        """Writes the model and the tokenizer for ``from_pretrained``."""
        model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def show(self, rows: Sequence[Mapping[str, Any]], shots: int, seed: int, counts: Counter[str]) -> None:
        """Puts worked examples before each question from now on, see :func:`worked_examples`."""
        shown = worked_examples(rows, self.tokenizer, self.settings, shots, seed, counts)
        self.settings = replace(self.settings, worked_examples=shown)

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[TextExample]:
        """See :func:`read_examples`."""
        return read_examples(rows, self.tokenizer, self.settings, counts, targets=training)

    def size(self, example: TextExample) -> Size:
        """See the protocol."""
        return Size(tuple(map(len, example.inputs)), len(example.target) or self.settings.max_target_tokens)

    def collate(self, examples: Sequence[TextExample], device: Any) -> dict[str, Any]:
        """The examples as tensors of 64-bit integers, padded on the right.

        On a GPU, inputs are as long as a multiple of 8: its attention would else copy T5's bias in every layer to pad
        it.

        Returns:
            ``input_ids`` and ``attention_mask``, of shape (batch, length) or, where passages are read separately,
            (batch, passages, length), where missing passages of an example are all masked; and, if there are targets,
            ``labels`` of shape (batch, target length), padded by -100.
        """
        depth = max(len(example.inputs) for example in examples)
        nothing = np.empty(0, np.int32)
        inputs = [tokens for each in examples for tokens in (*each.inputs, *[nothing] * (depth - len(each.inputs)))]
        multiple = 1 if torch.device(device).type == "cpu" else 8
        width = math.ceil(max(map(len, inputs)) / multiple) * multiple
        batch = {
            "input_ids": padded(inputs, self.tokenizer.pad_token_id, width),
            "attention_mask": padded([np.ones(len(tokens)) for tokens in inputs], 0, width),
        }
        if self.separately:
            batch = {name: array.reshape(len(examples), depth, -1) for name, array in batch.items()}
        if any(len(example.target) for example in examples):
            batch["labels"] = padded([example.target for example in examples], -100)
        return {name: torch.from_numpy(array).to(device, non_blocking=True) for name, array in batch.items()}

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The cross-entropy of the target tokens."""
        return model(**batch, use_cache=False).loss

    def answer(self, model: Any, examples: Sequence[TextExample]) -> list[Answer]:
        """The text that the search finds for each question, with the logarithm of its probability."""
        inputs = self.collate(examples, model.device)
        inputs.pop("labels", None)
        options = {"num_beams": self.settings.beams, "max_new_tokens": self.settings.max_target_tokens}
        with torch.inference_mode():
            tokens = model.generate(**inputs, **options, do_sample=False)[:, 1:]
            # Tokens after the end token are padding; a padding token before it counts as output.
            is_end = (tokens == self.tokenizer.eos_token_id).long()
            labels = tokens.masked_fill(is_end.cumsum(-1) > is_end, -100)
            logits = model(**inputs, labels=labels.contiguous()).logits.float()
            chosen = logits.log_softmax(-1).gather(-1, tokens[..., None]).squeeze(-1)
            scores = chosen.masked_fill(labels == -100, 0).sum(-1).tolist()
        texts = [text.strip() for text in self.tokenizer.batch_decode(tokens, skip_special_tokens=True)]
        return [Answer(text, split_answers(text), score) for text, score in zip(texts, scores, strict=True)]


class FusionReader(T5Reader):
    """A Fusion-in-Decoder (Izacard and Grave, 2021) that answers temporal questions from passages: T5 encodes each passage by
    itself and decodes from all of them."""  # noqa: E501  # so its lines stand on the card

    separately: ClassVar[bool] = True
