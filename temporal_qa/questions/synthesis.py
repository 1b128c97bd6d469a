"""From the facts of one subject to every question that they can answer (Complex-TR, section 2).

Free months in a question are drawn from *segments*: stretches in which one and the same set of facts holds. Two months
of a segment ask the same thing, so "all questions" means one for each segment (or pair of segments, or event), with its
month drawn at random. Answers are read off the segments; the solver, which checks them, knows nothing of segments.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from temporal_qa.questions.queries import KINDS, Direction, TemporalQuery
from temporal_qa.timeline.facts import Fact, FactGroup

MAX_OFFSET = 15 * 12
"""The longest "... before" and "... after" that is asked, in months (the paper's examples reach 15 years)."""

MAX_SEGMENTS = 40
"""The longest "from ... to ..." that is asked, in segments: beyond it, an answer is a list to recite."""

_DIRECTIONS: tuple[Direction, Direction] = ("before", "after")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A query, its answers in chronological order, and how many months its free month could have been.

    Drawing with ``months`` as weight is drawing a random month, and not a random segment, however short.
    """

    query: TemporalQuery
    answers: tuple[str, ...]
    months: int


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


def all_questions(group: FactGroup, seed: int, not_asked: Counter[str] | None = None) -> list[Candidate]:
    """Every question of the group, of all kinds and relations.

    Args:
        group: the facts of one subject.
        seed: decides the free months of the questions.
        not_asked: counts the questions that were left out, by ``"<kind>: <reason>"``.
    """
    return [candidate for kind in KINDS for candidate in questions_of_kind(group, kind, seed, not_asked)]


def questions_of_kind(
    group: FactGroup, kind: str, seed: int, not_asked: Counter[str] | None = None
) -> Iterator[Candidate]:
    """Every question of the group of one kind; see :func:`all_questions`."""
    rng = random.Random(f"{seed}/{kind}/{group.subject_id or group.subject}")
    counts: Counter[str] = Counter() if not_asked is None else not_asked
    queries = _QUERIES[kind]
    for relation in sorted(group.relations):
        asked = tuple(fact for fact in group.facts if fact.relation == relation)
        place = {id(fact): i for i, fact in enumerate(asked)}  # by identity, as comparing facts takes long
        for query, answering, months in queries(_Material(group, relation, asked, segments(asked), counts), rng):
            # Of two facts with the same object the earlier one gives the answer its place.
            in_order = sorted({place[id(fact)] for fact in answering})
            yield Candidate(query, tuple(dict.fromkeys(asked[i].object for i in in_order)), months)


@dataclass(frozen=True, slots=True)
class _Material:
    """What the questions about one relation of one subject are made from."""

    group: FactGroup
    relation: str
    facts: tuple[Fact, ...]
    segments: list[Segment]
    not_asked: Counter[str]

    def events(self, kind: str, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts that an object and a relation name without doubt; the others are counted."""
        named = Counter((fact.relation, fact.object) for fact in self.group.facts)
        for fact in facts:
            if named[fact.relation, fact.object] == 1:
                yield fact
            else:
                self.not_asked[f"{kind}: the event is ambiguous"] += 1

    def segments_in(self, first: int, last: int) -> list[Segment]:
        """The segments that share a month with ``first .. last``."""
        # Segments follow each other without a break.
        start = bisect_left(self.segments, first, key=lambda segment: segment.last)
        end = bisect_right(self.segments, last, key=lambda segment: segment.first)
        return self.segments[start:end]

    def no_answer(self, kind: str) -> None:
        self.not_asked[f"{kind}: no answer"] += 1


# A query, the facts that answer it (in any order), and the number of months that its free month was drawn from.
_Asked = Iterator[tuple[TemporalQuery, tuple[Fact, ...], int]]


def _l2_at(of: _Material, rng: random.Random) -> _Asked:
    for segment in of.segments:
        if segment.facts:
            month = rng.choice(segment.months)
            yield TemporalQuery("l2_at", of.group.subject, of.relation, month=month), segment.facts, len(segment.months)
        else:
            of.no_answer("l2_at")


def _l2_between(of: _Material, rng: random.Random) -> _Asked:
    for i, first in enumerate(of.segments):
        held: dict[int, Fact] = {}
        for last in of.segments[i : i + MAX_SEGMENTS]:
            held |= {id(fact): fact for fact in last.facts}
            if not held:
                of.no_answer("l2_between")
                continue
            if first is not last:
                month, last_month = rng.choice(first.months), rng.choice(last.months)
            elif len(first.months) > 1:
                month, last_month = sorted(rng.sample(first.months, 2))
            else:  # a span of one month is a month: that question is l2_at
                of.not_asked["l2_between: the span is one month"] += 1
                continue
            query = TemporalQuery("l2_between", of.group.subject, of.relation, month=month, last_month=last_month)
            yield query, tuple(held.values()), 1


def _l2_offset(of: _Material, rng: random.Random) -> _Asked:
    # The month in the question is one of the subject's recorded time, so that no question asks from beyond it.
    known = range(of.group.facts[0].span.start, max(fact.span.end for fact in of.group.facts) + 1)
    for segment in of.segments:
        for direction in _DIRECTIONS:
            if not segment.facts:
                of.no_answer("l2_offset")
                continue
            target = rng.choice(segment.months)
            room = known.stop - 1 - target if direction == "before" else target - known.start
            if room < 1:
                of.not_asked["l2_offset: no month to count from"] += 1
                continue
            duration = rng.randint(1, min(room, MAX_OFFSET))
            month = target + duration if direction == "before" else target - duration
            query = TemporalQuery(
                "l2_offset", of.group.subject, of.relation, month=month, duration=duration, direction=direction
            )
            yield query, segment.facts, len(segment.months)


def _l3_neighbour(of: _Material, rng: random.Random) -> _Asked:
    starts = sorted({fact.span.start for fact in of.facts})
    for event in of.events("l3_neighbour", of.facts):
        place = starts.index(event.span.start)
        for direction, neighbour in zip(_DIRECTIONS, (place - 1, place + 1), strict=True):
            if not 0 <= neighbour < len(starts):
                of.no_answer("l3_neighbour")
                continue
            query = TemporalQuery("l3_neighbour", of.group.subject, of.relation, direction=direction, event=event)
            yield query, tuple(fact for fact in of.facts if fact.span.start == starts[neighbour]), 1


def _l3_during(of: _Material, rng: random.Random) -> _Asked:
    for event in of.events("l3_during", of.group.facts):
        met = of.segments_in(event.span.start, event.span.end)
        answering = tuple(fact for segment in met for fact in segment.facts if fact is not event)
        if answering:
            yield TemporalQuery("l3_during", of.group.subject, of.relation, event=event), answering, 1
        else:
            of.no_answer("l3_during")


def _l3_offset(of: _Material, rng: random.Random) -> _Asked:
    for event in of.events("l3_offset", of.group.facts):
        start, end = event.span.start, event.span.end
        windows = ((start - MAX_OFFSET, start - 1), (end + 1, end + MAX_OFFSET))
        for direction, (first, last) in zip(_DIRECTIONS, windows, strict=True):
            reachable = [segment for segment in of.segments_in(first, last) if segment.facts]
            if not reachable:
                of.no_answer("l3_offset")
            for segment in reachable:
                months = segment.clipped(first, last)
                target = rng.choice(months)
                duration = start - target if direction == "before" else target - end
                query = TemporalQuery(
                    "l3_offset", of.group.subject, of.relation, duration=duration, direction=direction, event=event
                )
                yield query, segment.facts, len(months)


_QUERIES = {
    "l2_at": _l2_at,
    "l2_between": _l2_between,
    "l2_offset": _l2_offset,
    "l3_neighbour": _l3_neighbour,
    "l3_during": _l3_during,
    "l3_offset": _l3_offset,
}
