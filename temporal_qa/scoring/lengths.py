"""The check that columns of questions go together, for every score."""

from collections.abc import Sized


def check_lengths(what: str, **columns: Sized | None) -> None:
    """Raises ``ValueError`` unless the columns are equally long and not empty; ``what`` they are about, in words."""
    lengths = {name: len(column) for name, column in columns.items() if column is not None}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{', '.join(f'{name}: {n}' for name, n in lengths.items())}; expected equally many")
    if 0 in lengths.values():
        raise ValueError(f"no {what} to score")
