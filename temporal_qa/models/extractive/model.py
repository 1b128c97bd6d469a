"""A Transformer encoder over words, with heads for the start and the end of an answer and for its class; the search for
the best span by the scores of its ends, and the likelihood of several places."""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers import PretrainedConfig, PreTrainedModel

from temporal_qa.models.extractive.words import CLASSES, MONTHS, NUMBERS, PAD

_FARTHEST = 16
_NUM_LINES = 8
_POINTERS = 4
_RELATIONS = ("same line", "in the question", "greater number", "smaller number")


class SpanScores(NamedTuple):
    """What the model says of a batch of texts.

    Attributes:
        starts, ends: (batch, words) of each word as the first and the last one; minus infinity at padding.
        first_dates, last_dates: the same for the first word of the dates between which an age is asked for.
        classes: (batch, 6), see ``CLASSES``.
    """

    starts: Tensor
    ends: Tensor
    first_dates: Tensor
    last_dates: Tensor
    classes: Tensor


class SpanConfig(PretrainedConfig):  # type: ignore[misc]
    """The shape of the model, and the words that it knows."""

    model_type = "temporal_qa_span_reader"

    def __init__(
        self, common_words: tuple[str, ...] = (), num_tokens: int = 1, max_words: int = 512, width: int = 96,
        layers: int = 3, heads: int = 4, dropout_rate: float = 0.1, **others: Any,
    ) -> None:  # fmt: skip
        self.common_words, self.num_tokens, self.max_words = list(common_words), num_tokens, max_words
        self.width, self.layers, self.heads, self.dropout_rate = width, layers, heads, dropout_rate
        super().__init__(**others)


class _Layer(nn.Module):  # type: ignore[misc]  # torch is not typed where it is not installed
    """Attention with a learned bias by distance (Raffel et al., 2020, section 2.1, with clipped distances), then two
    linear layers; norms come first.

    Queries and keys begin equal, so that a word attends to where it stands again. More biases are learned for words of
    the same line, of the question, and for greater and smaller numbers (as in NumNet, Ran et al., 2019; a year counts
    with the month before it). Half of the heads begin within the line of each word, a quarter at greater and a quarter
    at smaller numbers of the question. The reader found 90 % of asked dates after 40,000 questions with equal queries
    and keys and the bias by distance, 44 % without; with that by line after 20,000. Which facts hold in a month was
    learned from 10,000 questions with all of these, and not from 110,000 where no head began at numbers.
    """

    def __init__(self, config: SpanConfig) -> None:
        super().__init__()
        width, self.heads, self.dropped = config.width, config.heads, nn.Dropout(config.dropout_rate)
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.queries_keys_values, self.mixed = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.distances = nn.Parameter(torch.zeros(self.heads, 2 * _FARTHEST + 1))
        self.relations = nn.Parameter(torch.zeros(self.heads, len(_RELATIONS)))
        self.relations.data[: self.heads // 2, _RELATIONS.index("same line")] = 3.0
        self.relations.data[self.heads // 2 :, _RELATIONS.index("in the question")] = 2.0
        for first, relation in ((0, "greater number"), (1, "smaller number")):
            self.relations.data[self.heads // 2 + first :: 2, _RELATIONS.index(relation)] = 3.0
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, hidden: Tensor, mask: Tensor, relations: Tensor) -> Tensor:
        batch, words, width = hidden.shape
        places = torch.arange(words, device=hidden.device)
        distances = (places - places[:, None]).clamp(-_FARTHEST, _FARTHEST) + _FARTHEST
        parts = self.queries_keys_values(self.before(hidden)).view(batch, words, 3, self.heads, width // self.heads)
        bias = self.distances[:, distances] + torch.einsum("hr,brij->bhij", self.relations, relations)
        read = nn.functional.scaled_dot_product_attention(*parts.permute(2, 0, 3, 1, 4), attn_mask=mask + bias)
        hidden = hidden + self.dropped(self.mixed(read.transpose(1, 2).reshape(batch, words, width)))
        return hidden + self.dropped(self.narrow(nn.functional.gelu(self.wide(self.between(hidden)))))


class SpanModel(PreTrainedModel):  # type: ignore[misc]
    """Scores of every word as the start and as the end of the answer, as a date from which or to which an age counts,
    and of each class.

    A number enters with its value, on a scale of all numbers and on one of years from 1500 to 2100, beside an embedding
    of its own; so does a month. The weights of embeddings begin large enough to be seen beside it: with 0.02 for
    places, the order of two numbers was not learned from 100,000 questions that ask for nothing else; with 0.5, it is
    from 30,000.

    A word is scored by itself and by a product with the mean of the question (Chen et al., 2017, "Reading Wikipedia to
    Answer Open-Domain Questions", section 3.2). Whether the earlier or the later of two is right depends on a word of
    the question: with the product this was learned from 25,000 questions, and not from 50,000 without it.
    """

    config_class = SpanConfig

    def __init__(self, config: SpanConfig) -> None:
        super().__init__(config)
        self.words = nn.Embedding(config.num_tokens, config.width, padding_idx=PAD)
        self.places = nn.Embedding(config.max_words, config.width)
        self.register_buffer("values", _values(config.num_tokens))
        self.of_values = nn.Linear(3, config.width, bias=False)
        self.lines = nn.Embedding(_NUM_LINES, config.width)
        self.layers = nn.ModuleList(_Layer(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(config.width)
        self.pointers = nn.Linear(config.width, _POINTERS)
        self.asked = nn.Linear(config.width, _POINTERS * config.width, bias=False)
        self.classes = nn.Linear(config.width, len(CLASSES))
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        if isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=0.5)
        if isinstance(module, _Layer):
            queries, keys, _ = module.queries_keys_values.weight.data.chunk(3)
            keys.copy_(queries)

    def forward(self, input_ids: Tensor, lines: Tensor) -> SpanScores:
        """The scores of texts.

        Args:
            input_ids: (batch, words), padded by ``PAD``.
            lines: (batch, words) numbers of lines; the question is line 0; all from the eighth on count as one.
        """
        padding = input_ids == PAD
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        words = self.words(input_ids) + self.of_values(self.values[input_ids])
        hidden = words + self.places(places) + self.lines(lines.clamp(max=_NUM_LINES - 1))
        mask = torch.zeros_like(padding, dtype=hidden.dtype).masked_fill(padding, -torch.inf)[:, None, None]
        relations = _relations(input_ids, lines).to(hidden.dtype)
        for layer in self.layers:
            hidden = layer(hidden, mask, relations)
        hidden = self.norm(hidden)
        of_question = ((lines == 0) & ~padding).to(hidden.dtype)[..., None]
        mean = (hidden * of_question).sum(1) / of_question.sum(1)
        asked = self.asked(mean).unflatten(-1, (_POINTERS, -1))
        scores = self.pointers(hidden) + hidden @ asked.mT / hidden.shape[-1] ** 0.5
        starts, ends, first_dates, last_dates = scores.masked_fill(padding[..., None], -torch.inf).unbind(-1)
        return SpanScores(starts, ends, first_dates, last_dates, self.classes(hidden[:, 0]))


def _relations(input_ids: Tensor, lines: Tensor) -> Tensor:
    """Which of ``_RELATIONS`` each other word has to each word, (batch, 4, words, others)."""
    is_number = (input_ids >= NUMBERS.start) & (input_ids < NUMBERS.stop)
    numbers = is_number[:, None] & is_number[:, :, None]
    is_month = (input_ids >= MONTHS.start) & (input_ids < MONTHS.stop)
    months = nn.functional.pad((input_ids - MONTHS.start + 1) * is_month, (1, 0))[:, :-1]
    order = 13 * input_ids + months
    other, own = order[:, None], order[:, :, None]
    in_question = (lines == 0)[:, None].expand_as(numbers)
    same_line = lines[:, None] == lines[:, :, None]
    return torch.stack([same_line, in_question, numbers & (other > own), numbers & (other < own)], 1)


def _values(num_tokens: int) -> Tensor:
    """The values of all tokens, (tokens, 3); of words 0."""
    value = torch.arange(len(NUMBERS), dtype=torch.float32)
    values = torch.zeros(num_tokens, 3)
    values[NUMBERS.start : NUMBERS.stop, :2] = torch.stack([value / 500 - 2, (value / 50 - 36).clamp(-6, 6)], 1)
    values[MONTHS.start : MONTHS.stop, 2] = torch.linspace(-2, 2, len(MONTHS))
    return values


def span_loss(scores: SpanScores, spans: Tensor, dates: Tensor, classes: Tensor) -> Tensor:
    """The mean of ``-log p(class)``, and of ``-log sum p(start) p(end)`` over all places of the answer, or over all
    pairs of dates with the right age between them (marginal likelihood).

    Args:
        scores: of the batch.
        spans: (places, 3): the row of the batch, the first and the last word of each place of its answer.
        dates: (pairs, 3): the row of the batch, and the first words of two dates with its age between them.
        classes: (batch,) places in ``CLASSES``.
    """
    loss = nn.functional.cross_entropy(scores.classes, classes, reduction="sum")
    if len(spans):
        loss = loss - log_likelihood(scores.starts, scores.ends, spans)
    if len(dates):
        loss = loss - log_likelihood(scores.first_dates, scores.last_dates, dates)
    return loss / len(classes)


def best_spans(
    starts: Tensor, ends: Tensor, max_length: int, num_best: int | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The best span of each row: the joint argmax of ``starts[i] + ends[j]`` over ``i <= j < i + max_length``.

    Args:
        starts, ends: (batch, positions) of each position as the first and the last one; minus infinity where it cannot
            be one.
        max_length: of a span, in positions, from 1.
        num_best: looks at pairs of the so many best first and last positions only, as TimeQA's released code does at 8.

    Returns:
        (batch,) each: the first position, the last one, and the sum; minus infinity if there is no span.
    """
    if num_best is not None:
        starts, ends = _only_best(starts, num_best), _only_best(ends, num_best)
    padded = torch.nn.functional.pad(ends, (0, max_length - 1), value=-torch.inf)
    sums = starts[:, :, None] + padded.unfold(1, max_length, 1)  # (batch, first, length - 1)
    best, place = sums.flatten(1).max(1)
    first = place // max_length
    return first, first + place % max_length, best


def _only_best(scores: Tensor, number: int) -> Tensor:
    best, places = scores.topk(min(number, scores.shape[1]), dim=1)
    return torch.full_like(scores, -torch.inf).scatter(1, places, best)


def log_likelihood(starts: Tensor, ends: Tensor, places: Tensor) -> Tensor:
    """The sum of ``log sum p(first) p(last)`` over the rows that have places, the inner sum over the places of a row
    (the marginal likelihood of Clark and Gardner, 2018, section 3.2).

    Args:
        starts, ends: (batch, positions); a softmax over the positions gives the probabilities.
        places: (places, 3), at least one: the row, the first and the last position.
    """
    row, first, last = places.unbind(1)
    logs = starts.log_softmax(-1)[row, first] + ends.log_softmax(-1)[row, last]
    highest = logs.new_full((len(starts),), -torch.inf).scatter_reduce(0, row, logs, "amax")
    sums = logs.new_zeros(len(starts)).index_add(0, row, (logs - highest[row].detach()).exp())
    asked = row.unique()
    return (sums[asked].log() + highest[asked].detach()).sum()
