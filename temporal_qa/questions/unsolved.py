"""Why a question has no exact answer: it cannot be read, or the facts leave it without an answer."""

from __future__ import annotations

from collections.abc import Iterable

from temporal_qa.timeline.facts import Fact


class Unsolved(Exception):
    """A question without an exact answer; ``str()`` is the reason, ``facts`` are those that show it, if any.

    It is not a ``ValueError``, so that ``except ValueError`` catches malformed input and nothing else.
    """

    def __init__(self, reason: str, facts: Iterable[Fact] = ()) -> None:
        super().__init__(reason)
        self.facts = tuple(facts)


class Unparsable(Unsolved):
    """The question or its context is in no known wording, or can be read in more than one way."""


class Unanswerable(Unsolved):
    """The question is understood, but by the facts it has no answer, or its event is missing or ambiguous."""
