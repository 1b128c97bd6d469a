"""The kinds of temporal question, and the query that a question's words stand for (Complex-TR, section 2)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

from temporal_qa.timeline import Fact, TimeSpan

Direction = Literal["before", "after"]


class Kind(NamedTuple):
    """A kind of question: ``name``, ``label`` for readers, ``id_prefix``, ``level`` of reasoning and temporal ``hops``.

    ``slots`` are those of its patterns beside ``{ask}``. ``asks_span`` says that the question asks about a stretch of
    time, so its wording is plural.
    """

    name: str
    label: str
    id_prefix: str
    level: Literal["L2", "L3"]
    hops: Literal["1-hop", "multi-hop"]
    slots: str
    asks_span: bool = False


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("l2_at", "in a month", "L2", "L2", "1-hop", "month"),
        Kind("l2_between", "between two months", "L2M", "L2", "multi-hop", "month last_month", asks_span=True),
        Kind("l2_offset", "some time before or after a month", "L2H", "L2", "multi-hop", "duration direction month"),
        Kind("l3_neighbour", "next before or after an event", "L3", "L3", "1-hop", "direction event"),
        Kind("l3_during", "during an event", "L3M", "L3", "multi-hop", "event_during", asks_span=True),
        Kind("l3_offset", "some time before or after an event", "L3H", "L3", "multi-hop", "duration direction event"),
    )
}


def kind_in_words(kind: str) -> str:
    """A kind with its level, hops and label; an unknown kind as it is.

    >>> kind_in_words("l2_between")
    'L2 multi-hop: between two months'
    """
    known = KINDS.get(kind)
    return kind if known is None else f"{known.level} {known.hops}: {known.label}"


def kinds_of(level: str, hops: str) -> list[str]:
    """The names of the kinds of one level and hops, the classes that the papers count questions by.

    >>> kinds_of("L3", "multi-hop")
    ['l3_during', 'l3_offset']
    """
    return [kind.name for kind in KINDS.values() if (kind.level, kind.hops) == (level, hops)]


class TemporalQuery(NamedTuple):
    """What a question asks, apart from its words: ``(subject, relation, ?, time)``.

    Which fields are set depends on the kind, and the answers are all objects of (subject, relation) whose fact ...

    =============  ===========================  ==================================================================
    kind           fields                       ... of the answers
    =============  ===========================  ==================================================================
    l2_at          month                        holds in ``month``
    l2_between     month, last_month            overlaps ``[month, last_month]``
    l2_offset      month, duration, direction   holds ``duration`` months before or after ``month``
    l3_neighbour   event, direction             starts next after (last before) the event starts; ties all count
    l3_during      event                        overlaps the event's span; the event is not an answer
    l3_offset      event, duration, direction   holds ``duration`` before the event's start or after its end
    =============  ===========================  ==================================================================

    Facts are read *closed*: a fact holds in its first and its last month, and one shared month is an overlap. Read
    *open*, a fact holds on the stretch of the line of months without its ends, ``start < t < end``, and a fact of one
    month in that month; so two facts do not overlap if one ends in the month in which the other begins. The months in
    a question stay what they are. We ask ``l2_between`` and ``l3_during`` only if both readings give the same answers.

    Months are month numbers, durations whole months (at least 1). The event of ``l3_neighbour`` has the relation
    that is asked for; the other events are facts of any relation of the subject.
    """

    kind: str
    subject: str
    relation: str
    month: int | None = None
    last_month: int | None = None
    duration: int | None = None
    direction: Direction | None = None
    event: Fact | None = None

    def candidates(self, facts: Iterable[Fact]) -> list[Fact]:
        """The facts of the subject and the relation asked for, of any time."""
        return [fact for fact in facts if fact.relation == self.relation and fact.subject == self.subject]

    @property
    def meaning(self) -> tuple[Self, tuple[str, str, str, TimeSpan] | None]:
        """The same for two queries that ask the same: a fact that is stated twice is one event."""
        return self._replace(event=None), None if self.event is None else self.event.statement

    @property
    def reference_month(self) -> int:
        """The (first) month in the question, or the event's start (Complex-TR, section 2)."""
        if self.event is not None:
            return self.event.span.start
        assert self.month is not None
        return self.month
