"""The contents of the app of a metric: the score, the score of each part, and the worst items.

Each score equals that of the ``evaluate`` module of the same name; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WORST = 20
"""The number of worst items shown."""

ShownTable = tuple[list[str], list[list[Any]]]
"""The heads of the columns, and the rows."""


@dataclass(frozen=True, slots=True)
class ShownScore:
    """The contents of an app.

    Attributes:
        summary: what ``evaluate`` returns: each score, ``n`` and, on request, intervals.
        parts: the score of each part: by number of right answers, by unit or group, or by type of answer.
        worst: the wrong items, the worst first, at most :data:`WORST`.
    """

    summary: Mapping[str, Any]
    parts: ShownTable
    worst: ShownTable
