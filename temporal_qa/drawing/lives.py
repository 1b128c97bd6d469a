"""The lives that a question compares, as bars of a timeline."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from temporal_qa.timeline.facts import Fact
from temporal_qa.timeline.lives import life_from_row


def bars_of_lives(row: Mapping[str, Any]) -> list[Fact]:
    """A fact for each of the ``lives`` of a row of HieraDate, from birth to death; none for other rows.

    One of which a single date is known is a bar of one month. A year stands for its January, as on every timeline.

    >>> ann = {"id": "1", "name": "Ann", "start": "1801-05-02", "end": "1871"}
    >>> bars = bars_of_lives({"lives": [ann, {"id": "2", "name": "Bob", "end": "1900"}]})
    >>> [(bar.object, str(bar.start), str(bar.end)) for bar in bars]
    [('Ann', '2 May 1801', '1871'), ('Bob', '1900', '1900')]
    """
    bars = []
    with suppress(TypeError, ValueError, AttributeError):  # another column of that name
        for life in map(life_from_row, row.get("lives") or ()):
            start, end = life.start or life.end, life.end or life.start
            if start and end:
                bars.append(Fact("lives", "lives", life.name, start, max(start, end)))
    return bars
