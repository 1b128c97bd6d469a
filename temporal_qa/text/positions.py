"""Where words stand in a text, and spans that overlap."""

from collections.abc import Iterable, Iterator


def positions(part: str, text: str, start: int = 0) -> Iterator[int]:
    """Where ``part``, which is not empty, stands in the text from ``start`` on; occurrences may overlap.

    >>> list(positions("ana", "ananas"))
    [0, 2]
    """
    at = text.find(part, start)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def merged_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in their order; those that overlap, or have an end in common, are one.

    >>> merged_spans([(7, 9), (1, 3), (3, 5)])
    [(1, 5), (7, 9)]
    """
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            start, last = merged.pop()
            end = max(end, last)
        merged.append((start, end))
    return merged
