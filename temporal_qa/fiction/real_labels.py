"""Finds the fictional names that occur in a list of real labels, so that they are never given."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from temporal_qa.fiction.names import ENTITY_TYPES, WithheldNames, name_tiers
from temporal_qa.io import InputError, grouped
from temporal_qa.io.read import check_there, read_lines


def withheld_names(labels: Iterable[str]) -> WithheldNames:
    """The names that :class:`~temporal_qa.fiction.names.FictionalNames` must not give, as they are among ``labels``.

    A label counts for every type of entity, in upper or lower case. Only labels that are fictional names are kept, so a
    list of any length takes little memory.
    """
    found: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for label in labels:
        name = " ".join(unicodedata.normalize("NFKC", label).split())
        for entity_type in ENTITY_TYPES:
            for place, tier in enumerate(name_tiers(entity_type)):
                found[entity_type, place].update(tier.numbers(name))
    return {tier: {number: rank for rank, number in enumerate(sorted(found[tier]))} for tier in sorted(found)}


def count_withheld(withheld: WithheldNames) -> dict[str, int]:
    """How many names of each type are withheld."""
    of_type = grouped((entity_type, len(numbers)) for (entity_type, _), numbers in withheld.items())
    return {entity_type: sum(numbers) for entity_type, numbers in of_type.items()}


def read_real_labels(path: Path) -> Iterator[str]:
    """The labels of a text file, one a line; gzip where the name ends in ``.gz``.

    Raises:
        InputError: the file cannot be read or holds no label, or a line is not UTF-8.
    """
    check_there(path)
    number, found = 0, False
    try:
        for number, line in enumerate(read_lines(path), 1):
            if label := line.decode("utf-8-sig" if number == 1 else "utf-8").strip():
                found = True
                yield label
    except UnicodeDecodeError:
        raise InputError("is not UTF-8, expected one label a line", path, number) from None
    if not found:
        raise InputError("holds no label, expected one a line", path)
