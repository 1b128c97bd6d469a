"""The recipes of all readers and of graph embeddings, by their names. torch is not needed to read them."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, field

from temporal_qa.engine.recipes import Count, FromZero, Number, ReaderRecipe, Recipe, Share

Shape = Literal["tiny", "small", "base", "large"]
Context = Literal["facts", "text", "passages", "paragraphs", "instruction", "none"]
AnswerOrders = Literal["chronological", "both", "each"]
NullScore = Literal["joint", "separate"]
Search = Literal["exact", "best_8"]
NoAnswer = Literal["all_windows", "last_window", "never"]
Head = Literal["attended", "cronkgqa", "embedkgqa", "t_eae_add", "t_eae_replace", "encoder"]
Embedding = Literal["complex", "tcomplex", "tntcomplex", "timeplex"]


class T5Recipe(ReaderRecipe, frozen=True, kw_only=True):
    """The recipe of a T5.

    Attributes:
        init: a shape of :data:`~temporal_qa.models.seq2seq.t5.SHAPES`; its tokenizer is trained on the training data.
        context, max_input_tokens, max_target_tokens, passages, answer_orders: see
            :class:`~.seq2seq.inputs.InputFormat`.
        beams: of the search for answers; 1 is greedy.
    """

    init: Shape | None
    context: Context
    max_input_tokens: Count
    max_target_tokens: Count
    passages: Count | None
    answer_orders: AnswerOrders
    beams: Count


class FusionRecipe(T5Recipe, frozen=True, kw_only=True):
    """The recipe of a Fusion-in-Decoder; ``max_input_tokens`` is that of one passage.

    Attributes:
        passages_at_once: how many passages are encoded together, and computed again in the backward pass; fewer need
            less memory. ``None``: all, without computing again.
    """

    passages_at_once: Count | None

    def __post_init__(self) -> None:
        T5Recipe.__post_init__(self)
        if self.compile and self.passages_at_once:
            raise ValueError("compile: true does not go with passages_at_once (a limit of torch.compile)")


class SpanRecipe(ReaderRecipe, frozen=True, kw_only=True):
    """The recipe of an extractive reader.

    Attributes:
        init: a shape of :data:`~.extractive.reader.SHAPES`; its words are the common ones of the training data.
        context: the column that is read after the question: ``text`` (``context``) or ``facts`` (``fact_context``).
        sentences: those of the context that are read: ``all``, or ``numbered``, those with a digit.
        lines: what heads that look within a line look at: ``paragraphs`` of the context, or each of its ``sentences``.
        max_input_words: longer contexts are cut from the end, by whole lines.
        max_answer_words: the longest answer that is marked.
    """

    init: Literal["tiny", "small"] | None
    context: Literal["text", "facts"]
    sentences: Literal["all", "numbered"] = "all"
    lines: Literal["paragraphs", "sentences"] = "paragraphs"
    max_input_words: Count
    max_answer_words: Count


class EncoderRecipe(ReaderRecipe, frozen=True, kw_only=True):
    """What the recipes of readers over an encoder share.

    Attributes:
        init: nothing; ``model`` is any encoder, with the head or without.
        context, max_input_tokens, step_tokens: see :class:`~.extractive.encoders.EncoderSettings`.
    """

    init: None
    context: Literal["text", "facts"]
    max_input_tokens: Count
    step_tokens: Count


class SpanWindowsRecipe(EncoderRecipe, frozen=True, kw_only=True):
    """The recipe of an encoder as an extractive reader, see
    :class:`~.extractive.span_windows.SpanWindowsSettings`."""

    max_answer_tokens: Count
    max_question_tokens: Count | None
    null_score: NullScore
    search: Search
    no_answer: NoAnswer
    empty_windows: Share


class FactSetRecipe(EncoderRecipe, frozen=True, kw_only=True):
    """The recipe of a set reader."""

    context: Literal["facts"]


class WordFactSetRecipe(ReaderRecipe, frozen=True, kw_only=True):
    """The recipe of a set reader from nothing.

    Attributes:
        init: a shape of :data:`~.extractive.reader.SHAPES`; its words are the common ones of the training data.
        context: the column that is read after the question, ``fact_context``.
        max_input_words: longer contexts are cut from the end, by whole facts.
    """

    init: Literal["tiny", "small"] | None
    context: Literal["facts"]
    max_input_words: Count


class GraphQARecipe(ReaderRecipe, frozen=True, kw_only=True):
    """The recipe of a reader over a graph.

    Attributes:
        init: ``new``, or none where ``model`` is an earlier reader.
        embeddings: a folder of embeddings, of ``temporal-qa embed``.
        graph: a dataset of CronQuestions, or a graph, in which times are looked up.
        encoder: a name on the Hub, or a folder.
        head, pooling, frozen, mentions, time, targets: see :class:`~.graph_qa.model.GraphQASettings`.
    """

    init: Literal["new"] | None
    embeddings: str | None
    graph: str | None
    encoder: str | None
    head: Head
    pooling: Literal["cls", "mean"]
    frozen: bool
    mentions: Literal["masked", "as_written"]
    time: Literal["predicted", "looked_up"]
    targets: Literal["all", "drawn"]


N3_OF_ALL = 750.0
"""The weight of the nuclear 3-norm in the sum over all facts. It is a prior of the weights, so it does not grow with
the facts: this gives 0.01 on ICEWS14, as published (Lacroix et al., 2020, appendix), and 0.05 on YAGO11k."""


class EmbeddingRecipe(Recipe, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of graph embeddings.

    Attributes:
        embedding: the model.
        graph: a folder of a graph or of benchmark files, or a file of facts; or the URL of one.
        rank: complex numbers of an embedding.
        loss: cross entropy over all entities (``exact``), or over a sample of them.
        batch_size: answers of a step, about; equal queries are in one step. ``None``: 1,000, or fewer, at least 100,
            where an epoch would else have less than 100 steps.
        negatives: entities that are drawn in each step of the sampled loss, beside all right ones of the step.
        n3: weight of the nuclear 3-norm; ``None``: :data:`N3_OF_ALL` divided by the number of training facts, at most
            0.1.
        smooth: weight of the differences of neighbouring times.
        smooth_by: differences are per step of time (``gap``), or neighbours count alike (``neighbour``, as published).
        time_loss: weight of the cross entropy over all times; ``None``: 1 where facts last, else 0. TimePlex learns
            its relations of subject and time by this loss alone; ranks of entities do not depend on them.
        accumulator: Adagrad has a learning rate for each number (``element``) or for each embedding (``row``).
        initial_scale: standard deviation of new weights.
        validation_facts: at most so many facts of the validation split choose the epoch, drawn by the seed; by default
            10,000, and fewer where there are more than 100,000 entities.
    """

    embedding: Embedding
    graph: str
    rank: Count = 128
    loss: Literal["exact", "sampled"] = "sampled"
    batch_size: Count | None = None
    negatives: Count = 1000
    n3: Number | None = None
    smooth: Number = 1e-2
    smooth_by: Literal["gap", "neighbour"] = "gap"
    time_loss: Number | None = None
    accumulator: Literal["element", "row"] = "element"
    initial_scale: Annotated[float, Meta(gt=0, le=1)] = 1e-2
    validation_facts: Count | None = None
    epochs: Count = 20
    best_by: Literal["mrr", "hits_at_1", "hits_at_3", "hits_at_10"] = "mrr"
    patience: Count | None = 5
    seed: FromZero = 0
    learning_rate: Number = 0.1
    schedule: Literal["linear", "constant"] = "constant"
    warmup: Share = 0.0
    checkpoint_every: Count = 10_000
    log_every: Count = 100
    trackers: list[str] = field(default_factory=list)


READER_RECIPES: dict[str, type[ReaderRecipe]] = {
    "t5": T5Recipe,
    "fusion_in_decoder": FusionRecipe,
    "extractive": SpanRecipe,
    "extractive_encoder": SpanWindowsRecipe,
    "fact_set": FactSetRecipe,
    "word_fact_set": WordFactSetRecipe,
    "graph_qa": GraphQARecipe,
}
"""Name of a reader in recipes -> its recipe."""

EMBEDDINGS: dict[str, type[Recipe]] = dict.fromkeys(get_args(Embedding), EmbeddingRecipe)
"""Name of an embedding in recipes -> its recipe."""
