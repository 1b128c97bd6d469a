"""The extractive reader (see :class:`~temporal_qa.engine.reader.Reader`).

It learns from rows with one answer that stands in the question or the context, is yes, no or an age, or with none;
others are left out of training, counted, and answered all the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import torch

from temporal_qa.engine.batches import Size, padded
from temporal_qa.engine.reader import Answer, Example
from temporal_qa.engine.recipes import Count, Share, convert
from temporal_qa.hub.hub_errors import load_whole
from temporal_qa.io import InputError
from temporal_qa.models.extractive.model import SpanConfig, SpanModel, best_spans, span_loss
from temporal_qa.models.extractive.words import CLASSES, PAD, Vocabulary, Words, best_age, date_words, target

SHAPES: dict[str, dict[str, Any]] = {
    "tiny": {"width": 64, "layers": 3, "heads": 4},
    "small": {"width": 256, "layers": 6, "heads": 8},
}
"""The shapes of new models."""

_NUM_COMMON_WORDS = 1000
_AGES = ("years", "age")
_COLUMNS = {"text": "context", "facts": "fact_context"}


@dataclass(frozen=True, slots=True)
class SpanSettings:
    """The settings that a reader takes from its recipe."""

    context: Literal["text", "facts"]
    max_input_words: Count
    max_answer_words: Count = 12
    sentences: Literal["all", "numbered"] = "all"
    lines: Literal["paragraphs", "sentences"] = "paragraphs"
    dropout: Share | None = None


@dataclass(frozen=True, slots=True)
class SpanExample(Example):
    """A question as words.

    Attributes:
        text: the question, and the context after a line break.
        second_line: where the context begins in it.
        words: of the text.
        kind: the place in ``CLASSES`` of what the answer is; -1 without a target.
        places: the first and the last word of each place at which the answer stands: in the context, or else in the
            question; of an age the first words of each two dates between which it lies.
    """

    text: str
    second_line: int
    words: Words
    kind: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SpanAnswer(Answer):
    """An answer that is marked in the context.

    Attributes:
        start, end: where it stands in the context, in characters; ``None`` for one that does not stand there.
    """

    start: int | None
    end: int | None


@dataclass
class SpanReader:
    """A small Transformer encoder that marks the answer to a temporal question in its context."""

    vocabulary: Vocabulary
    model: Any
    settings: SpanSettings

    @classmethod
    def load(cls, name_or_path: str, settings: Mapping[str, Any]) -> Self:
        """See the protocol. ``context`` and ``max_input_words`` are needed."""
        chosen = convert(dict(settings), SpanSettings, None)
        config: dict[str, Any] = {} if chosen.dropout is None else {"dropout_rate": chosen.dropout}
        failure = f"model {name_or_path} cannot be loaded"
        model = load_whole(SpanModel.from_pretrained, name_or_path, failure, dtype="float32", **config).eval()
        if chosen.max_input_words > model.config.max_words:
            raise InputError(f"max_input_words is {chosen.max_input_words}, the model has {model.config.max_words}")
        return cls(Vocabulary(model.config.common_words), model, chosen)

    @classmethod
    def create(cls, recipe: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> None:
        """See the protocol."""
        texts = (text for row in rows for text in (row["question"], row.get(_COLUMNS[recipe.context]) or ""))
        vocabulary = Vocabulary.of_texts(texts, _NUM_COMMON_WORDS)
        shape = SHAPES[recipe.init] | {"dropout_rate": recipe.dropout}
        config = SpanConfig(vocabulary.common, len(vocabulary), recipe.max_input_words, **shape)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(recipe.seed)
            SpanModel(config).save_pretrained(folder)

    def save(self, model: Any, folder: Path) -> None:
        """Writes the model with its words for ``from_pretrained``."""
        model.save_pretrained(folder)

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[Any]:
        """See the protocol."""
        examples = []
        for row in rows:
            text, words = self._text_and_words(row, counts)
            kind, places = target(row, text, words) if training else (-1, ())
            if training and kind < 0:
                counts["answers not in the text, not trained on"] += 1
                continue
            answers, second_line = tuple(row.get("answers") or ()), len(row["question"]) + 1
            examples.append(SpanExample(str(row["id"]), answers, text, second_line, words, kind, places))
        return examples

    def _text_and_words(self, row: Mapping[str, Any], counts: Counter[str]) -> tuple[str, Words]:
        """The question and its context, a line break between, and the words that are read: without the last lines if
        they are too many."""
        chosen, limit = self.settings, self.settings.max_input_words
        text = f"{row['question']}\n{context_of(row, chosen.context)}"
        numbered, by_sentence = chosen.sentences == "numbered", chosen.lines == "sentences"
        words = self.vocabulary.words(text, numbered=numbered, by_sentence=by_sentence)
        fitting = words.first_lines(limit)
        counts["inputs"] += 1
        counts["inputs cut"] += len(fitting.ids) < len(words.ids)
        if not len(fitting.ids):
            length = int((words.lines == 0).sum())
            raise InputError(f"max_input_words is {limit}, expected at least {length}, the length of {text[:60]!r}...")
        return text, fitting

    def size(self, example: Any) -> Size:
        """See the protocol."""
        return Size((len(example.words.ids),), 0)

    def collate(self, examples: Sequence[Any], device: Any) -> dict[str, Any]:
        """``input_ids`` and ``lines`` (batch, words); with targets also what :func:`~.model.span_loss` takes."""
        batch = collate_words(examples, device)
        if all(example.kind >= 0 for example in examples):
            for name, kinds in (("spans", ("span",)), ("dates", _AGES)):
                asked = [(row, each.places) for row, each in enumerate(examples) if CLASSES[each.kind] in kinds]
                places = [(row, *place) for row, of_row in asked for place in of_row]
                batch[name] = torch.tensor(places, dtype=torch.int64, device=device).reshape(-1, 3)
            batch["classes"] = torch.tensor([example.kind for example in examples], device=device)
        return batch

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """See :func:`~.model.span_loss`."""
        return span_loss(model(batch.pop("input_ids"), batch.pop("lines")), **batch)

    def answer(self, model: Any, examples: Sequence[Any]) -> list[Answer]:
        """The likeliest class of each question, and the likeliest words where it is a span."""
        with torch.inference_mode():
            batch = self.collate(examples, model.device)
            scores = model(batch["input_ids"], batch["lines"])
            starts, ends = scores.starts.log_softmax(-1), scores.ends.log_softmax(-1)
            first, last, of_spans = best_spans(starts, ends, self.settings.max_answer_words)
            of_classes = scores.classes.log_softmax(-1)
            of_classes[:, 0] += of_spans
            best, kinds = of_classes.max(-1)
            dates = torch.stack([scores.first_dates, scores.last_dates], 1)
        found = zip(examples, kinds.tolist(), first.tolist(), last.tolist(), dates.tolist(), best.tolist(), strict=True)
        return [_answer(example, *each) for example, *each in found]


def _answer(
    example: SpanExample, kind: int, first: int, last: int, dates: Sequence[Sequence[float]], score: float
) -> Answer:
    start = end = None
    match CLASSES[kind]:
        case "span":
            begins, ends = int(example.words.spans[first, 0]), int(example.words.spans[last, 1])
            text = example.text[begins:ends]
            if begins >= example.second_line:  # in the context, not in the question
                start, end = begins - example.second_line, ends - example.second_line
        case "none":
            text = ""
        case "years" | "age" as counted:
            age = best_age(date_words(example.text, example.words), kind, *dates)
            text = "" if age is None else str(age.years if counted == "years" else age)
        case fixed:
            text = fixed
    return SpanAnswer(text, [text] if text else [], score, start, end)


def collate_words(examples: Sequence[Any], device: Any) -> dict[str, Any]:
    """``input_ids`` and ``lines`` of the ``words`` of examples, (batch, words)."""
    ids = padded([example.words.ids for example in examples], PAD)
    lines = padded([example.words.lines for example in examples], 0)
    return {"input_ids": torch.from_numpy(ids).to(device), "lines": torch.from_numpy(lines).to(device)}


def context_of(row: Mapping[str, Any], context: str) -> str:
    """The context that is read, ``text`` or ``facts``. Raises ``InputError`` where the row has none."""
    column = _COLUMNS[context]
    if not isinstance(text := row.get(column), str):
        raise InputError(f"question {row.get('id')!r} has no text in {column!r}, only {', '.join(map(repr, row))}")
    return text
