"""The log of what a piece of work leaves out, and of the bad rows that it skips."""

from collections import Counter
from collections.abc import Mapping

from temporal_qa.io.errors import InputError

BAD_ROW = "a bad row"
"""The reason under which skipped rows are counted."""

_MAX_SHOWN = 3


class DropLog(Counter[str]):
    """Counts what is left out, by reason. It also decides whether a bad row is an error or is skipped.

    Attributes:
        skip_bad_rows: whether bad rows are skipped.
        first_bad_rows: the errors of the first few skipped rows.
        kept_conflicts: the number of facts that were kept though they conflict with others, by kind.
        open_ends: the number of facts without an end, which the date of their source stands for.
    """

    def __init__(self, counts: Mapping[str, int] | None = None, *, skip_bad_rows: bool = False) -> None:
        super().__init__(counts)
        self.skip_bad_rows = skip_bad_rows
        self.first_bad_rows: list[InputError] = []
        self.kept_conflicts: Counter[str] = Counter()
        self.open_ends = 0

    @property
    def bad_rows(self) -> int:
        """The number of skipped rows."""
        return self[BAD_ROW]

    def message(self) -> str:
        """The counts in words, for errors: ``; left out: 2 (no time), 1 (...)``, or nothing."""
        such = f", such as {self.first_bad_rows[0]}" if self.first_bad_rows else ""
        counts = [f"{n:,} ({reason}{such * (reason == BAD_ROW)})" for reason, n in self.most_common()]
        return f"; left out: {', '.join(counts)}" if counts else ""

    def bad_row(self, error: InputError) -> None:
        """Counts a bad row, or raises its ``error`` if bad rows are not skipped."""
        if not self.skip_bad_rows:
            raise error from None
        self[BAD_ROW] += 1
        if len(self.first_bad_rows) < _MAX_SHOWN:
            self.first_bad_rows.append(error)
