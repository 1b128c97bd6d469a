"""Pseudo-PIT questions as Arrow tables, built column by column; a fact is converted once for all its questions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoQuestion, PseudoRecipe, block_questions
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.record import fact_columns, question_features
from temporal_qa.questions.periods import FUTURE_START
from temporal_qa.timeline import Fact
from temporal_qa.timeline.dates import iso_month


def pseudo_features() -> Any:
    """The ``datasets.Features`` of a pseudo-PIT row: the columns of every question, its source and its instruction."""
    from datasets import Features, Value

    own = dict.fromkeys(PseudoQuestion._fields[1:], Value("string")) | {"shift_months": Value("int32")}
    return Features(dict(question_features()) | own)


def block_tables(
    recipe: PseudoRecipe, blocks: Iterable[int], schema: Any, *, questions: int | None = None,
    not_asked: Counter[str] | None = None,
) -> Iterator[Any]:  # fmt: skip
    """The rows of these blocks, one ``pyarrow.Table`` a block. Files, the stream and the trainer are made from them.

    Args:
        recipe: what decides the rows.
        blocks: the numbers of the blocks, from 0; without end for a stream.
        schema: see :func:`question_table`.
        questions: the number of questions from block 0 on, so that the last block may be smaller; ``None``: no end.
        not_asked: counts the questions that were left out, by reason.

    Raises:
        InputError, RuntimeError: as :func:`~.pseudo_questions.block_questions`.
    """
    for block in blocks:
        size = BLOCK_SIZE if questions is None else min(BLOCK_SIZE, questions - block * BLOCK_SIZE)
        yield question_table(block_questions(recipe, block, size, not_asked), schema)


def question_table(questions: Sequence[PseudoQuestion], schema: Any) -> Any:
    """The questions as a ``pyarrow.Table``, in their order.

    ``schema`` is ``pseudo_features().arrow_schema``; it is an argument, since making it imports ``datasets``.
    """
    import pyarrow as pa

    plain = [pseudo.question for pseudo in questions]
    kinds = [KINDS[question.kind] for question in plain]
    columns: dict[str, Any] = {
        "level": [kind.level for kind in kinds],
        "hops": [kind.hops for kind in kinds],
        "reference_date": [iso_month(question.reference_month) for question in plain],
        "facts": _fact_lists([question.facts for question in plain], schema.field("facts").type),
        "future": [question.reference_month >= FUTURE_START for question in plain],
    }
    for name in ("id", "question", "answers", "kind", "relation", "subject", "fact_context"):
        columns[name] = [getattr(question, name) for question in plain]
    for name in PseudoQuestion._fields[1:]:
        columns[name] = [getattr(pseudo, name) for pseudo in questions]
    return pa.table([columns[name] for name in schema.names], schema=schema)


def _fact_lists(lists: Sequence[tuple[Fact, ...]], of_lists: Any) -> Any:
    """An array of this type of lists. The questions of a group share its facts, and each fact is converted once."""
    import pyarrow as pa

    distinct = {id(fact): fact for facts in lists for fact in facts}
    place = {key: i for i, key in enumerate(distinct)}
    structs = pa.array(map(fact_columns, distinct.values()), of_lists.value_type)
    order = pa.array([place[id(fact)] for facts in lists for fact in facts], pa.int32())
    offsets = pa.array(accumulate(map(len, lists), initial=0), pa.int32())
    return pa.ListArray.from_arrays(offsets, structs.take(order))
