"""Wordings with slots, such as ``{subject} worked for {object}``: taken apart, and read back from a text."""

from collections.abc import Iterable, Iterator, Set
from functools import cache

from temporal_qa.io.yaml_tables import SLOT
from temporal_qa.text.positions import positions


@cache
def parts_of(wording: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts before, between and after the slots, one more than slots; and the names of the slots, in order."""
    parts = SLOT.split(wording)
    return tuple(parts[::2]), tuple(parts[1::2])


def check_slots(
    place: str, wordings: Iterable[str], needed: Set[str], optional: Set[str] = frozenset(), *, once: bool = True
) -> None:
    """Raises ``ValueError``, which names the place, unless each wording has these slots, ``once`` each or oftener."""
    for wording in wordings:
        slots = SLOT.findall(wording)
        if not needed <= {*slots} <= needed | optional or (once and len(slots) != len({*slots})):
            raise ValueError(f"{place}: {wording!r} has slots {slots}, not {sorted(needed)}")


def slot_values(wording: str, text: str) -> Iterator[dict[str, str]]:
    """What may stand in the slots for the wording to give this text; several where names contain its words.

    >>> list(slot_values("{a} or {b}?", "One or two or three?"))
    [{'a': 'One', 'b': 'two or three'}, {'a': 'One or two', 'b': 'three'}]
    """
    pieces, slots = parts_of(wording)
    if not (text.startswith(pieces[0]) and text.endswith(pieces[-1]) and pieces[1] in text):  # soon ruled out
        return iter(())
    return _read(text, len(pieces[0]), pieces[1:], slots)


def _read(text: str, start: int, pieces: tuple[str, ...], slots: tuple[str, ...]) -> Iterator[dict[str, str]]:
    slot, after = slots[0], pieces[0]
    if len(slots) == 1:
        if text.endswith(after) and len(text) - len(after) > start:
            yield {slot: text[start : len(text) - len(after)]}
        return
    for at in positions(after, text, start + 1):
        for rest in _read(text, at + len(after), pieces[1:], slots[1:]):
            if rest.get(slot, text[start:at]) == text[start:at]:
                yield {slot: text[start:at]} | rest
