"""Markdown tables whose columns are aligned, so that a terminal can show them."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Interval: TypeAlias = tuple[float, float, float]
"""A number, and the ends of its 95 % interval."""


class PValue(float):
    """A p-value: tables show four decimals, files all digits."""


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table with numbers on the right: integers with thousands separators, floats with one decimal.

    A tuple ``(value, low, high)`` is a number with its interval: ``80.4 [78.1, 82.5]``.

    >>> print(markdown_table(["kind", "n"], [["l2_at", 1109], ["l3_during", 7]]))
    | kind      |     n |
    | :-------- | ----: |
    | l2_at     | 1,109 |
    | l3_during |     7 |
    """
    columns = [_padded_column(title, values) for title, *values in zip(header, *rows, strict=True)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in zip(*columns, strict=True))


def _padded_column(title: str, values: Sequence[object]) -> list[str]:
    """The title, the rule below it, and the values, all of one width."""
    is_numeric = bool(values) and all(isinstance(value, int | float | tuple) for value in values)
    first, *cells = [" ".join(cell_text(value).split()).replace("|", "\\|") for value in (title, *values)]
    width = max(3, len(first), *map(len, cells))
    pad = str.rjust if is_numeric else str.ljust
    return [pad(first, width), pad(":", width, "-"), *(pad(cell, width) for cell in cells)]


def cell_text(value: object) -> str:
    """The text of a value in a table, see :func:`markdown_table`.

    >>> cell_text((80.44, 78.1, 82.5)), cell_text(1109), cell_text(PValue(0.04)), cell_text(PValue(1e-9))
    ('80.4 [78.1, 82.5]', '1,109', '0.0400', '< 0.0001')
    >>> cell_text("Jo\\u202en")
    'Jo\\\\u202en'
    """
    if isinstance(value, PValue):
        return "< 0.0001" if value < 0.00005 else f"{value:.4f}"
    if isinstance(value, tuple):
        number, low, high = map(cell_text, value)
        return f"{number} [{low}, {high}]"
    if isinstance(value, float):
        return with_decimals(value, 1)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return visible(str(value))


def with_decimals(number: float | Interval, decimals: int) -> str:
    """A number with so many decimals, and so its interval if it has one.

    >>> with_decimals(80.44, 1), with_decimals((0.5, 0.25, 0.75), 3)
    ('80.4', '0.500 [0.250, 0.750]')
    """
    if isinstance(number, tuple):
        mean, low, high = (with_decimals(each, decimals) for each in number)
        return f"{mean} [{low}, {high}]"
    return f"{number:.{decimals}f}"


def visible(text: str) -> str:
    """The text with its invisible controls written out: those that turn text around, and those of a terminal.

    Joiners stay, which Persian and emoji need, and so do line breaks and tabs.
    """
    return text.translate(_CONTROLS)


_CONTROLS = {
    code: f"\\u{code:04x}"
    for code in (
        *range(9), *range(14, 28), *range(127, 133), *range(134, 160), 0x61C, 0x200B, 0x200E, 0x200F,
        *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF,
    )
}  # fmt: skip
