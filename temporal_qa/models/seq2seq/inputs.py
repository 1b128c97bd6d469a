"""The tokens of a question row: the inputs of a model and its target.

Inputs that are too long are cut from the end, by whole sentences or whole passages so that no fact is cut in two. Of a
passage whose first sentence does not fit, the first words stay. The cuts are counted.
"""

import random
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from temporal_qa.engine.reader import Example
from temporal_qa.engine.recipes import Count
from temporal_qa.io import InputError, batched, counted
from temporal_qa.models.recipes import AnswerOrders, Context
from temporal_qa.questions.instructions import instruction_and_target, instruction_wordings
from temporal_qa.timeline import ANSWER_SEPARATOR

Tokens = NDArray[np.int32]

# During a call, a tokenizer needs forty times the memory of the tokens (offsets, masks, pieces).
_TEXTS_AT_ONCE = 1000

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORDS = (("words", re.compile(r"\s+")),)
_SENTENCES = (("sentences", _SENTENCE_END), *_WORDS)


@dataclass(frozen=True, slots=True)
class InputFormat:
    """The parts of a row that a model reads, and their maximal lengths.

    Attributes:
        context: ``facts``: question and fact sentences (ReasonQA); ``text``: question and the row's ``context``
            (HieraDate); ``passages``: question and titled passages (ODQA); ``paragraphs``: likewise, of the row's
            ``paragraphs`` (TimeQA); ``instruction``: the row's own whole input
            (pseudo-PIT), or facts and question in one of its wordings; ``none``: the question alone.
        max_input_tokens: the longest encoder input. For Fusion-in-Decoder, that of one passage.
        max_target_tokens: the longest target; questions with longer ones are left out of training.
        passages: the maximum of passages for a question. ``None``: as many as fit.
        separately: whether each passage is a separate encoder input with the question (Fusion-in-Decoder).
        answer_orders: ``both`` makes two training examples of a question with several answers, the second with its
            answers from the latest to the earliest; ``each``, one of each answer alone, where any one is right.
        worked_examples: precede every input and are never cut, see :func:`worked_examples`.
    """

    context: Context
    max_input_tokens: Count
    max_target_tokens: Count
    passages: Count | None = None
    separately: bool = False
    answer_orders: AnswerOrders = "chronological"
    worked_examples: str = ""


@dataclass(frozen=True, slots=True)
class TextExample(Example):
    """A question as tokens.

    Attributes:
        inputs: the encoder inputs, at least one; exactly one unless passages are read separately.
        target: the answers joined by ``" $and "``, with the end token; empty for an example without a target.
    """

    inputs: tuple[Tokens, ...]
    target: Tokens

    @property
    def weight(self) -> int:
        """The number of target tokens."""
        return len(self.target)


class _Text(NamedTuple):
    """An encoder input in parts. The last of ``pieces`` may be dropped; the rest stays.

    If no piece fits, the first one is split into smaller ones, as ``finer`` says: their unit, and what lies between.
    """

    before: str
    pieces: Sequence[str]
    joiner: str = " "
    after: str = ""
    unit: str = "sentences"
    finer: Sequence[tuple[str, re.Pattern[str]]] = ()

    def whole(self, kept: int | None = None) -> str:
        return f"{self.before}{self.joiner.join(self.pieces[:kept])}{self.after}"


def read_examples(
    rows: Sequence[Mapping[str, Any]], tokenizer: Any, reading: InputFormat, counts: Counter[str], *, targets: bool
) -> list[TextExample]:
    """The rows as tokens, in their order.

    Args:
        rows: question rows; ``facts`` and ``instruction`` need ``fact_context``, ``text`` needs ``context``,
            ``passages`` needs ``passages``.
        tokenizer: a fast tokenizer that adds the end token.
        reading: the parts of a row to read.
        counts: gets the numbers of inputs and of their parts that were cut, see
            :func:`~temporal_qa.engine.batches.truncation_rates`.
        targets: with targets, for training. Questions with too long ones are left out and counted.

    Raises:
        InputError: a row lacks a column, or its question alone is longer than ``max_input_tokens``.
    """
    texts = [list(_texts(row, reading, counts)) for row in rows]
    tokens = iter(_fitted([text for of_row in texts for text in of_row], tokenizer, reading.max_input_tokens, counts))
    inputs = [tuple(next(tokens) for _ in of_row) for of_row in texts]
    examples = []
    for row, of_row in zip(rows, inputs, strict=True):
        answers = () if row.get("answers") is None else tuple(_column(row, "answers"))
        for target in _targets(row, reading) if targets else [""]:
            ids = _encode(tokenizer, [target])[0] if targets else np.empty(0, np.int32)
            if len(ids) > reading.max_target_tokens:
                counts["targets too long, not trained on"] += 1
                continue
            examples.append(TextExample(str(_column(row, "id")), answers, of_row, ids))
    return examples


def worked_examples(
    rows: Sequence[Mapping[str, Any]], tokenizer: Any, reading: InputFormat, shots: int, seed: int, counts: Counter[str]
) -> str:
    """Inputs with their answers, which say first that both ends count, to prompt a model that was not fine-tuned.

    Args:
        rows: the training questions that the examples are drawn from.
        tokenizer: of the model.
        reading: the parts of a row to read; not separately. Each example and the question get equal parts of its
            ``max_input_tokens``. Longer questions are drawn only if too few fit, and are cut like any other.
        shots: the number of examples.
        seed: decides which are drawn.
        counts: counts cuts as :func:`read_examples` does.

    Raises:
        InputError: there are fewer rows, or one lacks a column.
    """
    if shots > len(rows):
        raise InputError(f"{counted(len(rows), 'question')} left to draw examples from, expected at least {shots}")
    conventions = f"{instruction_wordings()['conventions'][0]}\n\n" if reading.context in ("facts", "passages") else ""
    limit = (reading.max_input_tokens - len(_encode(tokenizer, [conventions])[0])) // (shots + 1)
    fitting: list[str] = []
    longer = []
    for row in random.Random(f"{seed}/worked examples").sample(rows, len(rows)):
        (text,), answer = _texts(row, reading, Counter()), f" answer: {_targets(row, reading)[0]}\n\n"
        room = limit - len(_encode(tokenizer, [answer])[0])
        if len(_encode(tokenizer, [text.whole()])[0]) <= room:
            fitting.append(text.whole() + answer)
            if len(fitting) == shots:
                break
        else:
            longer.append((text, room, answer))
    for text, room, answer in longer[: shots - len(fitting)]:
        counts["inputs"] += 1
        counts["inputs cut"] += 1
        counts[text.unit] += len(text.pieces)
        fitting.append(_shortened(text, tokenizer, room, counts).whole() + answer)
    return conventions + "".join(fitting)


def row_texts(row: Mapping[str, Any]) -> list[str]:
    """All texts of a row in any format, to train a tokenizer on."""
    passages = [f"title: {passage['title']} context: {passage['text']}" for passage in row.get("passages") or ()]
    plain = [row.get(name) for name in ("question", "fact_context", "context", "instruction", "target")]
    texts = [f"question: context: {text}" for text in (*plain, *passages) if text]
    return [*texts, ANSWER_SEPARATOR.join(row.get("answers") or ())]


def _texts(row: Mapping[str, Any], reading: InputFormat, counts: Counter[str]) -> Iterator[_Text]:
    question = f"{reading.worked_examples}question: {_column(row, 'question')}"
    asks = " answer:" if reading.worked_examples else ""  # as in the examples before it
    if reading.context in ("facts", "text"):
        context = _column(row, "fact_context" if reading.context == "facts" else "context")
        yield _Text(f"{question} context: ", context.split("\n"), after=asks)
    elif reading.context == "none":
        yield _Text(question, (), after=asks)
    elif reading.context == "instruction":
        before, context, after = _instruction(row)[0].partition(_column(row, "fact_context"))
        yield _Text(reading.worked_examples + before, context.split("\n"), "\n", after + asks)
    else:
        passages = _column(row, reading.context)
        kept = passages[: reading.passages]
        counts["passages"] += len(passages)
        counts["passages cut"] += len(passages) - len(kept)
        if not reading.separately:
            counts["passages"] -= len(kept)  # those kept are counted when they are fitted
            pieces = [f"title: {passage['title']} context: {passage['text']}" for passage in kept]
            yield _Text(f"{question} ", pieces, after=asks, unit="passages", finer=_SENTENCES)
        elif not kept:
            yield _Text(question, ())
        for passage in kept if reading.separately else ():
            title = f"{question} title: {passage['title']} context: "
            yield _Text(title, _SENTENCE_END.split(passage["text"]), finer=_WORDS)


def _targets(row: Mapping[str, Any], reading: InputFormat) -> list[str]:
    if reading.context == "instruction":
        return [_instruction(row)[1]]
    answers = _column(row, "answers")
    if reading.answer_orders == "each":
        return answers or [""]
    orders = [answers, answers[::-1]] if reading.answer_orders == "both" and len(answers) > 1 else [answers]
    return [ANSWER_SEPARATOR.join(order) for order in orders]


def _instruction(row: Mapping[str, Any]) -> tuple[str, str]:
    """The row's instruction and target, or those of the same wordings for a ReasonQA row, which has none."""
    if row.get("instruction") is not None:
        return _column(row, "instruction"), _column(row, "target")
    rng = random.Random(f"instruction/{_column(row, 'id')}")
    answers = tuple(_column(row, "answers"))
    return instruction_and_target(_column(row, "question"), _column(row, "fact_context"), answers, rng)


def _fitted(texts: Sequence[_Text], tokenizer: Any, limit: int, counts: Counter[str]) -> list[Tokens]:
    """The tokens of each text, cut where it is longer than ``limit`` tokens."""
    encoded = _encode(tokenizer, [text.whole() for text in texts])
    for place, text in enumerate(texts):
        counts["inputs"] += 1
        counts[text.unit] += len(text.pieces)
        if len(encoded[place]) > limit:
            counts["inputs cut"] += 1
            encoded[place] = _encode(tokenizer, [_shortened(text, tokenizer, limit, counts).whole()])[0]
    return encoded


def _shortened(text: _Text, tokenizer: Any, limit: int, counts: Counter[str]) -> _Text:
    """The text without its last pieces, so that it has at most ``limit`` tokens."""
    kept = _pieces_that_fit(text, tokenizer, limit)
    counts[f"{text.unit} cut"] += len(text.pieces) - kept
    if text.finer and not kept:
        (unit, between), *finer = text.finer
        first = _Text(text.before, between.split(text.pieces[0]), after=text.after, unit=unit, finer=finer)
        counts[unit] += len(first.pieces)
        return _shortened(first, tokenizer, limit, counts)
    return text._replace(pieces=text.pieces[:kept])


def _pieces_that_fit(text: _Text, tokenizer: Any, limit: int) -> int:
    """The largest number of first pieces that fit."""
    bare = len(_encode(tokenizer, [text.whole(0)])[0])
    if bare > limit:
        found = f"the length of {text.whole(0)[:60]!r}... alone"
        raise InputError(f"max_input_tokens is {limit}, expected at least {bare}, {found}")
    lengths = [len(piece) for piece in tokenizer(list(text.pieces), add_special_tokens=False)["input_ids"]]
    kept = min(bisect_right(list(accumulate(lengths)), limit - bare) + 1, len(lengths))
    while len(_encode(tokenizer, [text.whole(kept)])[0]) > limit:  # joined pieces may have a token more or less
        kept -= 1
    return kept


def _encode(tokenizer: Any, texts: list[str]) -> list[Tokens]:
    parts = batched(texts, _TEXTS_AT_ONCE)
    return [np.array(ids, np.int32) for part in parts for ids in tokenizer(part, verbose=False)["input_ids"]]


class _Passage(msgspec.Struct):
    title: str
    text: str


_COLUMNS: dict[str, tuple[Any, str]] = {
    "id": (str | int, "text"),
    "answers": (list[str], "a list of texts"),
    "passages": (list[_Passage], "a list of passages with title and text"),
    "paragraphs": (list[_Passage], "a list of passages with title and text"),
}


def _column(row: Mapping[str, Any], name: str) -> Any:
    value = row.get(name)
    if value is None:
        raise InputError(f"question {row.get('id')!r} has no {name!r}, only {', '.join(map(repr, row))}")
    kind, expected = _COLUMNS.get(name, (str, "text"))
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise InputError(f"question {row.get('id')!r}: {name!r} is {value!r:.80}, expected {expected}") from None
    return value
