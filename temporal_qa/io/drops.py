"""One log of what a piece of work leaves out, and of the bad rows that it skips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from temporal_qa.io.errors import InputError

_SHOWN = 3


class DropLog(Counter[str]):
    """How often something was left out, by reason. It also decides about bad rows: they are errors, or skipped.

    Attributes:
        skip_bad_rows: whether a row that cannot be used is skipped.
        bad_rows: how many rows were skipped.
        first_bad_rows: the errors of the first few of them.
    """

    def __init__(self, counts: Mapping[str, int] | None = None, *, skip_bad_rows: bool = False) -> None:
        super().__init__(counts)
        self.skip_bad_rows = skip_bad_rows
        self.bad_rows = 0
        self.first_bad_rows: list[InputError] = []

    def bad_row(self, error: InputError) -> None:
        """Notes a bad row. Raises its ``error`` where bad rows are not skipped."""
        if not self.skip_bad_rows:
            raise error from None
        self.bad_rows += 1
        if len(self.first_bad_rows) < _SHOWN:
            self.first_bad_rows.append(error)
