"""A row of an input, which knows its file and its line."""

from pathlib import Path
from typing import Any, NamedTuple

from temporal_qa.io.errors import InputError


class Row(NamedTuple):
    """One row of an input with its file and its line (JSON Lines) or number (Parquet), counted from 1."""

    line: int
    values: dict[str, Any]
    path: Path | str = "rows"

    def error(self, message: str) -> InputError:
        """An error about this row, to be raised; it names file and line."""
        return InputError(message, self.path, self.line)

    def text(self, column: str, default: str | None = None) -> str:
        """The text of a column; the ``default`` if the column is absent or null.

        Raises:
            InputError: the column holds another type or, without a default, is absent or blank.
        """
        value = self.values.get(column)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(f"expected {column!r} (text), found {value!r:.80}")
        return value

    def value(self, column: str, kind: Any, expected: str) -> Any:
        """The value of a column as a type, such as ``list[str]`` or a ``NamedTuple``; nothing but sequences is
        converted.

        Raises:
            InputError: it has another type; ``expected`` says the same in words.
        """
        import msgspec

        value = self.values.get(column)
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            raise self.error(f"expected {column!r} to be {expected}, found {value!r:.80}") from None
