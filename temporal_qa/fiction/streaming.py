"""Pseudo-PIT without files: an endless ``datasets.IterableDataset`` that makes questions as it is read."""

from collections.abc import Iterator
from itertools import count
from typing import Any, Self

from datasets import DatasetInfo, IterableDataset
from datasets.iterable_dataset import _BaseExamplesIterable

from temporal_qa.fiction.pseudo_questions import PseudoRecipe
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features

NUM_SHARDS = 40_320
"""The number of parts that the stream can be split into; 1 to 10, 16, 32, 64, 128 and many more divide it."""


def endless_questions(recipe: PseudoRecipe) -> IterableDataset:
    """Questions without end, the same for the same recipe, as rows of :func:`~.pseudo_tables.pseudo_features`.

    Block for block they are those that ``temporal-qa build pseudo-pit`` writes. If the stream is split by rank
    (``datasets.distributed.split_dataset_by_node``) and by worker (``torch.utils.data.DataLoader``), no question goes
    to two of them, and none is made only to be dropped if the number of ranks divides ``NUM_SHARDS``. The stream
    resumes from its ``state_dict`` at any point, without making the questions before it.

    >>> from temporal_qa.fiction.groups import PseudoWorld
    >>> stream = endless_questions(PseudoRecipe(PseudoWorld(seed=1)))
    >>> rows = list(stream.take(2))
    >>> sorted(rows[0])[:4], stream.n_shards
    (['answers', 'fact_context', 'facts', 'future'], 40320)
    """
    info = DatasetInfo(features=pseudo_features())
    return IterableDataset(_EndlessBlocks(recipe, range(NUM_SHARDS)), info=info, split="train")


class _EndlessBlocks(_BaseExamplesIterable):  # type: ignore[misc]
    """The blocks ``shard``, ``shard + NUM_SHARDS``, ``shard + 2 * NUM_SHARDS``, ... of each of its shards, in turn.

    ``datasets`` has no public way to store the position in an endless source: it resumes a generator by running it from
    the start. So this class is an iterable of its internal kind (datasets 5, which pyproject.toml requires).
    """

    _sleep_on_threads_shutdown = False  # there are none

    def __init__(self, recipe: PseudoRecipe, shards: range) -> None:
        super().__init__()
        self.recipe, self.shards = recipe, shards

    def _init_state_dict(self) -> dict[str, Any]:
        self._state_dict = {"blocks": 0, "rows": 0, "type": type(self).__name__}
        return self._state_dict

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        state: dict[str, Any] = self._state_dict or {"blocks": 0, "rows": 0}  # None if nobody asks for it
        # One block of each shard, then the next of each.
        turns = (divmod(n, len(self.shards)) for n in count(state["blocks"]))
        blocks = (turn * NUM_SHARDS + self.shards[place] for turn, place in turns)
        for table in block_tables(self.recipe, blocks, pseudo_features().arrow_schema):
            for row in table.slice(state["rows"]).to_pylist():
                state["rows"] += 1
                yield row["id"], row
            state["blocks"], state["rows"] = state["blocks"] + 1, 0

    def shuffle_data_sources(self, generator: Any) -> Self:
        """Itself: blocks are random already, and each is in random order."""
        return self

    def shard_data_sources(self, num_shards: int, index: int, contiguous: bool = True) -> "_EndlessBlocks":
        """Every ``num_shards``-th shard, never neighbours, so that each worker gets low blocks, with plain names."""
        return _EndlessBlocks(self.recipe, self.shards[index::num_shards])

    def reshard_data_sources(self) -> Self:
        """Itself: there are enough shards."""
        return self

    @property
    def num_shards(self) -> int:
        """The number of shards."""
        return len(self.shards)
