"""Any encoder as an extractive reader (see :class:`~temporal_qa.engine.reader.Reader`).

The context is read in windows that overlap. In each one the first token of the input stands for "not in this window",
so that the best span there has odds against none. The answer is the span with the greatest odds of all windows, and
there is none only if every window says so. What TimeQA's released reader does otherwise is a setting: ``null_score``,
``search``, ``no_answer``, ``max_question_tokens``.
"""

import random
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import torch

from temporal_qa.engine.reader import Example
from temporal_qa.engine.recipes import Count, Share
from temporal_qa.models.extractive.encoders import EncoderReader, EncoderSettings, Head
from temporal_qa.models.extractive.model import best_spans, log_likelihood
from temporal_qa.models.extractive.reader import SpanAnswer
from temporal_qa.models.extractive.windows import Window
from temporal_qa.models.recipes import NoAnswer, NullScore, Search
from temporal_qa.scoring.normalize import squad_normalize

_NONE = (0, 0)
"""The span of a window without an answer."""


@dataclass(frozen=True, slots=True)
class SpanWindowsSettings(EncoderSettings):
    """The settings that a reader takes from its recipe, beside those of every encoder.

    Attributes:
        max_answer_tokens: of an answer.
        null_score: ``joint``: the first token competes with the spans (Devlin et al., 2019, section 4.3);
            ``separate``, in the manner of TimeQA's released code: its score alone decides whether the window has an
            answer, by a loss of its own, and windows without an answer teach no spans.
        search: ``exact``: over all spans; ``best_8``: of the 8 best starts and ends, as TimeQA's released code.
        no_answer: ``all_windows``: none if all windows say so; ``last_window``, as TimeQA's released code: read in
            order, a window that says none discards what was found before it; ``never``, as its rows without training on
            TimeQA: the span with the greatest sum of logits, whatever the windows say.
        empty_windows: the share of the windows without an answer that is learned from; 0 to 1, drawn by the seed.
    """

    max_answer_tokens: Count = 17
    null_score: NullScore = "joint"
    search: Search = "exact"
    no_answer: NoAnswer = "all_windows"
    empty_windows: Share = 1.0


@dataclass(frozen=True, slots=True)
class WindowsExample(Example):
    """A question in all its windows; in training, one window of it.

    Attributes:
        context: what the windows are cut from.
        windows: at least one.
        places: in training, the first and the last token of each place of an answer, or of "none".
    """

    context: str
    windows: tuple[Window, ...]
    places: tuple[tuple[int, int], ...]


class FoundSpan(NamedTuple):
    """The best span of a window: its characters in the context, its score, a sum of logits, and the logarithm of its
    odds against none."""

    start: int
    end: int
    score: float
    odds: float


class SpanWindowsReader(EncoderReader):
    """An encoder that marks the answer to a temporal question in a long context, or none."""

    head: ClassVar[Head] = "QuestionAnswering"
    settings_type: ClassVar[type[EncoderSettings]] = SpanWindowsSettings

    def read(self, rows: Sequence[Mapping[str, Any]], counts: Counter[str], *, training: bool) -> list[WindowsExample]:
        """See the protocol. In training, each window is an example."""
        examples = list[WindowsExample]()
        for row, context, windows in self.contexts(rows, counts):
            example = WindowsExample(str(row["id"]), tuple(row.get("answers") or ()), context, windows, ())
            examples += self._to_learn(row, example, counts) if training else [example]
        return examples

    def _to_learn(
        self, row: Mapping[str, Any], example: WindowsExample, counts: Counter[str]
    ) -> Iterator[WindowsExample]:
        """The windows to learn from: of an answer that cannot be marked none, and none in which an answer stands at
        another place only than the annotated one."""
        annotated, anywhere = (sorted(places) for places in answer_places(row, example.context))
        places = [self._marked(example, window, annotated) for window in example.windows]
        if example.answers and not any(places):
            counts["answers not in the text, not trained on"] += 1
            return
        rng = random.Random(f"{self.settings.seed}/empty windows/{example.id}")
        for window, found in zip(example.windows, places, strict=True):
            if not found and any(window.tokens_of(*place) for place in _begun_in(window, anywhere)):
                counts["windows with an answer at another place, not trained on"] += 1
            elif not found and rng.random() >= self.settings.empty_windows:
                counts["windows without an answer, not drawn"] += 1
            else:
                yield replace(example, windows=(window,), places=tuple(found) or (_NONE,))

    def _marked(
        self, example: WindowsExample, window: Window, places: Sequence[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """The tokens of the places that the window holds and tokens can mark, but for punctuation and case."""
        marked = []
        for start, end in _begun_in(window, places):
            tokens = window.tokens_of(start, end)
            if tokens is not None and tokens[1] - tokens[0] < self.settings.max_answer_tokens:
                first, last = window.characters_of(*tokens)
                if squad_normalize(example.context[first:last]) == squad_normalize(example.context[start:end]):
                    marked.append(tokens)
        return marked

    def collate(self, examples: Sequence[WindowsExample], device: Any) -> dict[str, Any]:
        """The ``inputs`` of the model for all windows; ``allowed`` (windows, tokens), where a span may start and end;
        with targets ``places``, as :func:`~.model.log_likelihood` takes them."""
        batch = self._inputs([window for example in examples for window in example.windows], device)
        if all(example.places for example in examples):
            places = [(row, *place) for row, example in enumerate(examples) for place in example.places]
            batch["places"] = torch.tensor(places, device=device)
        return batch

    def _inputs(self, windows: Sequence[Window], device: Any) -> dict[str, Any]:
        inputs = self.collated(windows, device)
        allowed = torch.zeros(inputs["input_ids"].shape, dtype=torch.bool)
        allowed[:, 0] = True
        for row, window in enumerate(windows):
            allowed[row, window.first : window.first + len(window.spans)] = True
        return {"inputs": inputs, "allowed": allowed.to(device)}

    def loss(self, model: Any, batch: dict[str, Any]) -> Any:
        """The mean of ``-log sum p(first) p(last)`` over the places of the answer in a window, or of none.

        With ``null_score: separate`` only where there is an answer, plus the cross-entropy of whether there is one.
        """
        starts, ends = _scores(model, batch)
        of_null = 0.0
        if self.settings.null_score == "separate":
            rows, firsts, _ = batch["places"].unbind(1)
            is_empty = torch.zeros_like(starts[:, 0]).index_fill(0, rows[firsts == 0], 1)
            of_null = torch.nn.functional.binary_cross_entropy_with_logits(starts[:, 0] + ends[:, 0], is_empty)
            is_first = torch.arange(starts.shape[1], device=starts.device) == 0
            hidden = is_first ^ is_empty.bool()[:, None]  # empty windows keep only the first token: p = 1, no gradient
            starts, ends = starts.masked_fill(hidden, -torch.inf), ends.masked_fill(hidden, -torch.inf)
        return of_null - log_likelihood(starts, ends, batch["places"]) / len(starts)

    def score(self, model: Any, windows: Sequence[Window]) -> list[FoundSpan]:
        """The best span of each window."""
        starts, ends = _scores(model, self._inputs(windows, model.device))
        none = starts[:, 0] + ends[:, 0]
        starts[:, 0] = ends[:, 0] = -torch.inf
        num_best = 8 if self.settings.search == "best_8" else None
        first, last, best = best_spans(starts, ends, self.settings.max_answer_tokens, num_best)
        odds = best - none if self.settings.null_score == "joint" else (-none).masked_fill(best.isinf(), -torch.inf)
        found = zip(windows, first.tolist(), last.tolist(), best.tolist(), odds.tolist(), strict=True)
        return [
            FoundSpan(*(window.characters_of(i, j) if score > -float("inf") else (0, 0)), score, of_span)
            for window, i, j, score, of_span in found
        ]

    def answer_by(self, example: WindowsExample, scores: Sequence[FoundSpan]) -> SpanAnswer:
        """The best span of all windows of a question; its score is the logarithm of its odds against none."""
        if self.settings.no_answer == "last_window":
            best = released_choice(scores)
        elif self.settings.no_answer == "never":
            found = (span for span in scores if span.score > -float("inf"))
            best = max(found, key=lambda span: span.score, default=None)
        else:
            best = max((span for span in scores if span.odds > 0), key=lambda span: span.odds, default=None)
        if best is None:
            return SpanAnswer("", [], -max(span.odds for span in scores), None, None)
        text = example.context[best.start : best.end]
        return SpanAnswer(text, [text], best.odds, best.start, best.end)


def released_choice(spans: Sequence[FoundSpan]) -> FoundSpan | None:
    """The span that TimeQA's released code chooses: the best by score, but a window that says none, the last one for
    example, discards what was found before it."""
    chosen: FoundSpan | None = None
    for span in spans:
        if span.odds <= 0:
            chosen = None
        elif chosen is None or span.score > chosen.score:
            chosen = span
    return chosen


def answer_places(row: Mapping[str, Any], context: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the answers of a row stand in its context, in characters: as the row says, and everywhere.

    The row says it by ``answer_starts`` and ``answer_ends``; an answer without them stands wherever its text does.
    """
    annotated, anywhere = [], []
    answers = row.get("answers") or ()
    starts, ends = row.get("answer_starts") or (), row.get("answer_ends") or ()
    for number, answer in enumerate(answers):
        found = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", context)] if answer else []
        anywhere += found
        if len(starts) == len(ends) == len(answers) and starts[number] is not None and ends[number] is not None:
            annotated.append((starts[number], ends[number]))
        else:
            annotated += found
    return annotated, anywhere


def _begun_in(window: Window, places: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Those of the sorted places that begin in the window. A long context has many places and many windows."""
    if not len(window.spans):
        return ()
    first, end = window.spans[0, 0], window.spans[-1, 1]
    return places[bisect_left(places, (first,)) : bisect_left(places, (end,))]


def _scores(model: Any, batch: Mapping[str, Any]) -> tuple[Any, Any]:
    """The logits of starts and ends in float32, (windows, tokens); minus infinity where no span may be."""
    output = model(**batch["inputs"])
    both = (output.start_logits, output.end_logits)
    return tuple(logits.float().masked_fill(~batch["allowed"], -torch.inf) for logits in both)
