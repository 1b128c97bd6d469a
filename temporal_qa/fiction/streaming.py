"""Pseudo-PIT without files: an endless ``datasets.IterableDataset``, made as it is read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from datasets import DatasetInfo, IterableDataset
from datasets.iterable_dataset import _BaseExamplesIterable

from temporal_qa.fiction.pseudo_questions import Recipe
from temporal_qa.fiction.pseudo_tables import block_tables, pseudo_features

NUM_SHARDS = 40_320
"""Into how many parts the stream can be cut; it divides by every number up to 10, by 16, 32, 64, 128, and many more."""


def endless_questions(recipe: Recipe) -> IterableDataset:
    """Questions without end, the same for the same recipe, as rows of :func:`~.pseudo_tables.pseudo_features`.

    Block for block they are those that ``temporal-qa build pseudo-pit`` writes. Where it is
    divided by rank (``datasets.distributed.split_dataset_by_node``) and by worker (``torch.utils.data.DataLoader``), no
    question goes to two of them, and none is made for nothing if the number of ranks divides ``NUM_SHARDS``. It resumes
    from its ``state_dict`` at once, at any point.

    >>> from temporal_qa.fiction.groups import PseudoWorld
    >>> stream = endless_questions(Recipe(PseudoWorld(seed=1)))
    >>> rows = list(stream.take(2))
    >>> sorted(rows[0])[:4], stream.n_shards
    (['answers', 'fact_context', 'facts', 'future'], 40320)
    """
    info = DatasetInfo(features=pseudo_features())
    return IterableDataset(_EndlessBlocks(recipe, range(NUM_SHARDS)), info=info, split="train")


class _EndlessBlocks(_BaseExamplesIterable):  # type: ignore[misc]
    """The blocks ``shard``, ``shard + NUM_SHARDS``, ``shard + 2 * NUM_SHARDS``, ... of each of its shards, in turn.

    datasets has no public way to store the place in an endless source: it resumes a generator by running it from the
    start. So this is one of the iterables of its own loaders (datasets 5, which pyproject.toml requires).
    """

    def __init__(self, recipe: Recipe, shards: range) -> None:
        super().__init__()
        self.recipe, self.shards = recipe, shards

    def _init_state_dict(self) -> dict[str, Any]:
        self._state_dict = {"blocks": 0, "rows": 0, "type": type(self).__name__}
        return self._state_dict

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        state: dict[str, Any] = self._state_dict or {"blocks": 0, "rows": 0}  # None where nothing will ask for it
        for table in block_tables(self.recipe, self._blocks(state["blocks"]), pseudo_features().arrow_schema):
            for row in table.slice(state["rows"]).to_pylist():
                state["rows"] += 1
                yield row["id"], row
            state["blocks"], state["rows"] = state["blocks"] + 1, 0

    def _blocks(self, start: int) -> Iterator[int]:
        """The numbers of the blocks, without the first ``start``: one of each shard, then the next of each."""
        for turn, place in (divmod(n, len(self.shards)) for n in count(start)):
            yield turn * NUM_SHARDS + self.shards[place]

    def shuffle_data_sources(self, generator: Any) -> _EndlessBlocks:
        """Itself: blocks are random already, and each is in random order."""
        return self

    def shard_data_sources(self, num_shards: int, index: int, contiguous: bool = True) -> _EndlessBlocks:
        """Every ``num_shards``-th shard. Never neighbours: low blocks have the plain names."""
        return _EndlessBlocks(self.recipe, self.shards[index::num_shards])

    def reshard_data_sources(self) -> _EndlessBlocks:
        """Itself: there are enough shards."""
        return self

    @property
    def num_shards(self) -> int:
        """The number of shards."""
        return len(self.shards)

    @property
    def sleep_on_threads_shutdown(self) -> bool:
        """No threads."""
        return False
