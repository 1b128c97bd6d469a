"""The facts of one relation of a subject, cut into segments of time in which the same facts hold."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from temporal_qa.timeline import Fact, FactGroup


class FactSegment(NamedTuple):
    """The months ``first .. last``, in all of which exactly ``facts`` hold; none, in a gap."""

    first: int
    last: int
    facts: tuple[Fact, ...]

    @property
    def months(self) -> range:
        """The months of the segment."""
        return range(self.first, self.last + 1)


def segments(facts: Iterable[Fact]) -> list[FactSegment]:
    """Cuts the time of the facts, which are in order of their starts, at each start and after each end of one."""
    starting: dict[int, list[Fact]] = {}
    ends = set()
    for fact in facts:
        starting.setdefault(fact.span.start, []).append(fact)
        ends.add(fact.span.end + 1)
    found, holding = list[FactSegment](), list[Fact]()
    for first, after in pairwise(sorted(starting.keys() | ends)):
        holding = [fact for fact in holding if fact.span.end >= first] + starting.get(first, [])
        found.append(FactSegment(first, after - 1, tuple(holding)))
    return found


class GroupIndex:
    """What the questions about one relation of one subject are made from.

    Attributes:
        facts: those of the relation.
        segments: those of these facts.
        first_month, last_month: the first start and the last end of all facts of the subject.
        not_asked: counts the questions that are left out, by reason.
    """

    def __init__(self, group: FactGroup, relation: str, not_asked: Counter[str] | None = None) -> None:
        self.group, self.relation = group, relation
        self.facts = tuple(fact for fact in group.facts if fact.relation == relation)
        self.segments = segments(self.facts)
        self._firsts = [segment.first for segment in self.segments]
        self._lasts = [segment.last for segment in self.segments]
        self.first_month = group.facts[0].span.start
        self.last_month = max(fact.span.end for fact in group.facts)
        self._named = Counter((fact.relation, fact.object) for fact in group.facts)
        self.not_asked: Counter[str] = Counter() if not_asked is None else not_asked

    def events(self, kind: str, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts that a relation and an object name unambiguously; the others are counted."""
        for fact in facts:
            if self._named[fact.relation, fact.object] == 1:
                yield fact
            else:
                self.not_asked[f"{kind}: the event is ambiguous"] += 1

    def segments_in(self, first: int, last: int) -> list[FactSegment]:
        """The segments that share a month with ``first .. last``."""
        # Segments follow each other without a break.
        return self.segments[bisect_left(self._lasts, first) : bisect_right(self._firsts, last)]
