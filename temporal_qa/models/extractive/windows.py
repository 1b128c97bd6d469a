"""A question with a long context as several inputs: windows of tokens that overlap."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from temporal_qa.io import InputError

_MULTIPLE = 64


def padded_width(tokens: int, max_tokens: int, least: int = 0, after: int = 0) -> int:
    """The length of an input of so many tokens with its padding: a multiple of 64, or ``max_tokens``.

    >>> padded_width(64, 512), padded_width(65, 512), padded_width(500, 512), padded_width(500, 510)
    (64, 128, 512, 510)
    >>> padded_width(64, 512, least=192, after=16), padded_width(191, 512, least=192, after=16)
    (192, 256)

    Args:
        tokens: of the input.
        max_tokens: the longest input, with its padding.
        least: the shortest input, with its padding.
        after: the tokens of padding after every input, as far as ``max_tokens`` has room for them.
    """
    return min(max(least, -(-(tokens + after) // _MULTIPLE) * _MULTIPLE), max_tokens)


@dataclass(frozen=True, slots=True)
class Window:
    """One input of an encoder: the question and a part of the context.

    Attributes:
        inputs: the arguments of the model without padding, (tokens,) each; ``input_ids`` among them.
        first: the first token of the context; those after it are of the context, too.
        spans: (tokens of the context, 2) where each starts and ends in the context, in characters, without the white
            space before it.
    """

    inputs: dict[str, NDArray[np.int32]]
    first: int
    spans: NDArray[np.int32]

    def __len__(self) -> int:
        """The number of tokens."""
        return len(self.inputs["input_ids"])

    def tokens_of(self, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last token of the smallest span that covers these characters of the context.

        ``None`` if the window does not hold all of them. Tokens are counted from the start of the input.
        """
        first = int(np.searchsorted(self.spans[:, 1], start, "right"))
        last = int(np.searchsorted(self.spans[:, 0], end, "left")) - 1
        if first > last or self.spans[first, 0] > start or self.spans[last, 1] < end:
            return None
        return self.first + first, self.first + last

    def characters_of(self, first: int, last: int) -> tuple[int, int]:
        """Where a span of tokens, counted from the start of the input, starts and ends in the context."""
        return int(self.spans[first - self.first, 0]), int(self.spans[last - self.first, 1])


class WindowCutter:
    """Cuts contexts into windows. The questions about one context should follow each other: it is read once for them.

    Args:
        tokenizer: a fast one.
        max_tokens: of an input, with special tokens.
        step: tokens from the start of one window to that of the next, or as many as the question leaves room for.
    """

    def __init__(self, tokenizer: Any, max_tokens: int, step: int) -> None:
        self.tokenizer, self.max_tokens, self.step = tokenizer, max_tokens, step
        self._tokens_of_last = lru_cache(maxsize=1)(self._tokens)

    def cut(self, question: str, context: str) -> list[Window]:
        """The question with every part of the context, in the order of the context; at least one window.

        Raises:
            InputError: the question leaves no room.
        """
        around = self.tokenizer(question, "a", verbose=False)  # shows what a tokenizer puts around both texts
        of_context = [place for place, part in enumerate(around.sequence_ids()) if part == 1]
        first, after = of_context[0], of_context[-1] + 1
        alone = len(around["input_ids"]) - len(of_context)
        if alone >= self.max_tokens:
            found = f"the length of {question[:60]!r}... alone"
            raise InputError(f"max_input_tokens is {self.max_tokens}, expected more than {alone}, {found}")
        ids, spans = self._tokens_of_last(context)
        room = self.max_tokens - alone
        step = min(self.step, room)
        windows = []
        for start in range(0, max(1, len(ids) - room + step), step):
            part = ids[start : start + room]
            inputs = {}
            for name in self.tokenizer.model_input_names:
                middle = part if name == "input_ids" else np.full(len(part), around[name][first])
                inputs[name] = np.concatenate([around[name][:first], middle, around[name][after:]]).astype(np.int32)
            windows.append(Window(inputs, first, spans[start : start + room]))
        return windows

    def _tokens(self, context: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The tokens of a context and their places, see :class:`Window`."""
        encoded = self.tokenizer(context, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        spans = np.array(encoded["offset_mapping"], np.int32).reshape(-1, 2)
        is_space = np.array([letter.isspace() for letter in context] + [False])
        while (before := is_space[spans[:, 0]] & (spans[:, 0] < spans[:, 1])).any():
            spans[:, 0] += before
        return np.array(encoded["input_ids"], np.int32), spans
