"""The lives that a row of HieraDate compares, to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from temporal_qa.timeline.lives import Life, life_from_row


def lives_of_row(row: Mapping[str, Any]) -> list[Life]:
    """The ``lives`` of a row that have a date; none of a row of another kind.

    >>> ann, bob = {"id": "1", "name": "Ann", "start": "1801-05-02"}, {"id": "2", "name": "Bob"}
    >>> [life.name for life in lives_of_row({"lives": [ann, bob]})], lives_of_row({"lives": "nine"})
    (['Ann'], [])
    """
    with suppress(TypeError, ValueError):  # another column of that name
        return [life for life in map(life_from_row, row.get("lives") or ()) if life.start or life.end]
    return []
