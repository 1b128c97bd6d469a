"""Pseudo-PIT written as Parquet shards, by any number of processes, and resumed where a killed run stopped.

One process writes the whole blocks of a shard, and names the file only when it is complete. The number of questions
alone decides which blocks are in which shard, so the bytes do not depend on the processes or the number of runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from temporal_qa.fiction.pseudo_questions import BLOCK_SIZE, PseudoRecipe, number_of_blocks
from temporal_qa.fiction.pseudo_tables import block_tables
from temporal_qa.hub.config_shards import USUAL_NUMBER, ConfigShards, FacetCounts, RowsOfConfigs

CONFIG = "reason_qa"


@dataclass(frozen=True)
class PseudoShards(ConfigShards):
    """The ``questions`` of a ``recipe`` as the shards of a ``split`` in a ``folder``; what was not asked is counted."""

    recipe: PseudoRecipe
    questions: int
    split: str = "train"
    # A million questions take about 280 MB. Small datasets are split too, so that two processes have work.
    min_items: int = field(default=30_000, kw_only=True)
    max_items = 1_000_000
    items_per_row_group = 10 * BLOCK_SIZE
    only_facet = "not_asked"
    # For the other columns a dictionary costs time and saves nothing.
    dictionary = (
        "level", "hops", "kind", "relation", "subject", "reference_date", "shift_months", "source_group",
        *(f"facts.list.element.{column}" for column in ("subject", "relation", "object", "start", "end")),
    )  # fmt: skip

    @property
    def sizes(self) -> dict[str, int]:
        """The number of questions of the only split."""
        return {self.split: self.questions}

    def starts(self, size: int) -> list[int]:
        """The first question of each shard, which is the first of a block."""
        number = len(super().starts(size))
        # A power of two, so that 2, 4 or 8 processes end at the same time.
        balanced = number if number > USUAL_NUMBER else 1 << (number - 1).bit_length()
        blocks = number_of_blocks(size)
        number = min(balanced, blocks)
        return [blocks * place // number * BLOCK_SIZE for place in range(number)]

    def make(self, split: str, numbers: Sequence[int], counts: FacetCounts) -> RowsOfConfigs:
        """The tables of the blocks of these questions.

        Raises:
            InputError, RuntimeError: as :func:`~.pseudo_questions.block_questions`.
        """
        import pyarrow as pa

        blocks, schema = range(numbers[0] // BLOCK_SIZE, 1 + numbers[-1] // BLOCK_SIZE), self.schemas[CONFIG]
        tables = block_tables(self.recipe, blocks, schema, questions=self.questions, not_asked=counts["not_asked"])
        return {CONFIG: pa.concat_tables(tables)}
