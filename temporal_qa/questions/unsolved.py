"""Why a question has no exact answer: it cannot be read, or the facts do not answer it."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from temporal_qa.timeline import Fact


class Unsolved(Exception):
    """A question without an exact answer; ``str()`` is the reason, ``facts`` are those that show it, if any.

    It is not a ``ValueError``, so that ``except ValueError`` catches malformed input and nothing else.
    """

    outcome: ClassVar[Literal["unanswerable", "unparsable"]] = "unanswerable"

    def __init__(self, reason: str, facts: Iterable[Fact] = ()) -> None:
        super().__init__(reason)
        self.facts = tuple(facts)


class Unparsable(Unsolved):
    """The question or its context is in no known wording, or can be read in more than one way."""

    outcome = "unparsable"


class UnknownWording(Unparsable):
    """The question is in no known wording, so that it may be of another family."""


class Unanswerable(Unsolved):
    """The question is understood, but no fact answers it, or its event is missing or ambiguous."""
