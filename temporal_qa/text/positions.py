"""Where words stand in a text."""

from collections.abc import Iterator


def positions(part: str, text: str, start: int = 0) -> Iterator[int]:
    """Where ``part``, which is not empty, stands in the text from ``start`` on; occurrences may overlap.

    >>> list(positions("ana", "ananas"))
    [0, 2]
    """
    at = text.find(part, start)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
