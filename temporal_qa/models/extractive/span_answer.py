"""An answer that is marked in the context."""

from __future__ import annotations

from dataclasses import dataclass

from temporal_qa.engine.reader import Answer


@dataclass(frozen=True, slots=True)
class SpanAnswer(Answer):
    """An answer with its place.

    Attributes:
        start, end: where it stands in the context, in characters; ``None`` for one that does not stand there.
    """

    start: int | None
    end: int | None
