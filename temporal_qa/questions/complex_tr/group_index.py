"""One relation of a subject, cut into stretches of time in which the same facts hold."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from temporal_qa.timeline.facts import Fact, FactGroup


@dataclass(frozen=True, slots=True)
class Segment:
    """The months ``first .. last``, in all of which exactly ``facts`` hold; none, in a gap."""

    first: int
    last: int
    facts: tuple[Fact, ...]

    @property
    def months(self) -> range:
        """The months of the segment."""
        return range(self.first, self.last + 1)

    def clipped(self, first: int, last: int) -> range:
        """The segment's months that lie in ``first .. last``."""
        return range(max(self.first, first), min(self.last, last) + 1)


def segments(facts: Iterable[Fact]) -> list[Segment]:
    """Cuts time from the first start to the last end wherever a fact starts or has just ended."""
    facts = tuple(facts)
    cuts = sorted({fact.span.start for fact in facts} | {fact.span.end + 1 for fact in facts})
    return [
        Segment(first, after - 1, tuple(fact for fact in facts if fact.span.contains(first)))
        for first, after in pairwise(cuts)
    ]


@dataclass(frozen=True, slots=True)
class GroupIndex:
    """What the questions about one relation of one subject are made from."""

    group: FactGroup
    relation: str
    facts: tuple[Fact, ...]
    positions: dict[int, int]  # of each fact, by identity, as comparing facts takes long
    segments: list[Segment]
    firsts: list[int]
    lasts: list[int]
    first_month: int  # of all that is known of the subject
    last_month: int
    named: Counter[tuple[str, str]]  # how many facts of the subject a relation and an object name
    not_asked: Counter[str]

    def events(self, kind: str, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts that an object and a relation name without doubt; the others are counted."""
        for fact in facts:
            if self.named[fact.relation, fact.object] == 1:
                yield fact
            else:
                self.not_asked[f"{kind}: the event is ambiguous"] += 1

    def segments_in(self, first: int, last: int) -> list[Segment]:
        """The segments that share a month with ``first .. last``."""
        # Segments follow each other without a break.
        return self.segments[bisect_left(self.lasts, first) : bisect_right(self.firsts, last)]

    def no_answer(self, kind: str) -> None:
        """Counts a question that no fact answers."""
        self.not_asked[f"{kind}: no answer"] += 1


def index_group(group: FactGroup, relation: str, not_asked: Counter[str] | None = None) -> GroupIndex:
    """The index of the group's questions about one of its relations; ``not_asked`` counts what they leave out."""
    counts: Counter[str] = Counter() if not_asked is None else not_asked
    facts = tuple(fact for fact in group.facts if fact.relation == relation)
    parts = segments(facts)
    return GroupIndex(
        group, relation, facts, {id(fact): i for i, fact in enumerate(facts)},
        parts, [part.first for part in parts], [part.last for part in parts],
        group.facts[0].span.start, max(fact.span.end for fact in group.facts),
        Counter((fact.relation, fact.object) for fact in group.facts), counts,
    )  # fmt: skip
