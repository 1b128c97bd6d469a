"""From the facts of one subject to every question that they can answer (Complex-TR, section 2).

Free months in a question are drawn from *segments*: stretches in which one and the same set of facts holds. Two months
of a segment ask the same thing, so "all questions" means one for each segment (or pair of segments, or event), with its
month drawn at random. Answers are read off the segments; the solver, which checks them, knows nothing of segments.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from temporal_qa.questions.complex_tr.queries import KINDS, Direction, TemporalQuery
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
    for relation in sorted(group.relations):
        for slot in question_slots(index_group(group, relation, not_asked), kind):
            yield slot.draw(rng)


def question_slots(index: GroupIndex, kind: str) -> Iterator[QuestionSlot]:
    """What can be asked of one kind about one relation of a subject, before any free month is drawn.

    To find a slot takes less than half of what its question takes: where few of many are asked, draw those only.
    """
    return _SLOTS_OF_KIND[kind](index)


class QuestionSlot(NamedTuple):
    """A question whose free months are still to be drawn.

    The first free month is one of ``free``, of which there are ``months``, the second (of ``l2_between``) one of
    ``last_free``. Of an ``l3_offset``, ``free`` are durations. ``segments`` hold the facts that answer.
    """

    kind: str
    about: GroupIndex
    segments: Sequence[Segment]
    free: range
    last_free: range = range(0)
    direction: Direction | None = None
    event: Fact | None = None

    @property
    def months(self) -> int:
        """The weight of the question among others, see :class:`Candidate`."""
        return 1 if self.kind == "l2_between" else len(self.free)

    def draw(self, rng: random.Random) -> Candidate:
        """The question, with its free months drawn by ``rng``, and its answers."""
        place = self.about.place
        found = {place[id(fact)] for segment in self.segments for fact in segment.facts if fact is not self.event}
        # Of two facts with the same object the earlier one gives the answer its place.
        answers = dict.fromkeys([self.about.facts[i].object for i in sorted(found)])
        return Candidate(self._query(rng), tuple(answers), self.months)

    def _query(self, rng: random.Random) -> TemporalQuery:
        month = last_month = duration = None
        if self.kind == "l2_at":
            month = rng.choice(self.free)
        elif self.kind == "l2_between":
            if self.free == self.last_free:
                month, last_month = sorted(rng.sample(self.free, 2))
            else:
                month, last_month = rng.choice(self.free), rng.choice(self.last_free)
        elif self.kind == "l2_offset":
            target = rng.choice(self.free)
            if self.direction == "before":
                duration = rng.randint(1, min(self.about.last_month - target, MAX_OFFSET))
                month = target + duration
            else:
                duration = rng.randint(1, min(target - self.about.first_month, MAX_OFFSET))
                month = target - duration
        elif self.kind == "l3_offset":
            duration = rng.choice(self.free)
        return TemporalQuery(
            self.kind, self.about.group.subject, self.about.relation, month, last_month, duration, self.direction,
            self.event,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GroupIndex:
    """What the questions about one relation of one subject are made from."""

    group: FactGroup
    relation: str
    facts: tuple[Fact, ...]
    place: dict[int, int]  # of each fact, by identity, as comparing facts takes long
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


def _l2_at(of: GroupIndex) -> Iterator[QuestionSlot]:
    for segment in of.segments:
        if segment.facts:
            yield QuestionSlot("l2_at", of, (segment,), segment.months)
        else:
            of.no_answer("l2_at")


def _l2_between(of: GroupIndex) -> Iterator[QuestionSlot]:
    for i, first in enumerate(of.segments):
        if longer := max(0, len(of.segments) - i - MAX_SEGMENTS):
            of.not_asked[f"l2_between: longer than {MAX_SEGMENTS} segments"] += longer
        answered = False
        for j, last in enumerate(of.segments[i : i + MAX_SEGMENTS], i + 1):
            answered = answered or bool(last.facts)
            if not answered:
                of.no_answer("l2_between")
            elif first is last and len(first.months) == 1:  # a span of one month is a month: that question is l2_at
                of.not_asked["l2_between: the span is one month"] += 1
            else:
                yield QuestionSlot("l2_between", of, of.segments[i:j], first.months, last.months)


def _l2_offset(of: GroupIndex) -> Iterator[QuestionSlot]:
    # The month in the question is one of the subject's recorded time, so that no question asks from beyond it.
    for segment in of.segments:
        for direction in _DIRECTIONS:
            if not segment.facts:
                of.no_answer("l2_offset")
                continue
            # "before" counts back from a later month, "after" on from an earlier one.
            first, last = (segment.first, min(segment.last, of.last_month - 1)) if direction == "before" else (
                max(segment.first, of.first_month + 1), segment.last)  # fmt: skip
            if first > last:
                of.not_asked["l2_offset: no month to count from"] += 1
                continue
            yield QuestionSlot("l2_offset", of, (segment,), range(first, last + 1), direction=direction)


def _l3_neighbour(of: GroupIndex) -> Iterator[QuestionSlot]:
    starting: dict[int, list[Fact]] = {}
    for fact in of.facts:
        starting.setdefault(fact.span.start, []).append(fact)
    starts = sorted(starting)
    for event in of.events("l3_neighbour", of.facts):
        place = bisect_left(starts, event.span.start)
        for direction, neighbour in zip(_DIRECTIONS, (place - 1, place + 1), strict=True):
            if not 0 <= neighbour < len(starts):
                of.no_answer("l3_neighbour")
                continue
            month = starts[neighbour]
            first_month_of_each = Segment(month, month, tuple(starting[month]))
            yield QuestionSlot("l3_neighbour", of, (first_month_of_each,), _FIXED, direction=direction, event=event)


def _l3_during(of: GroupIndex) -> Iterator[QuestionSlot]:
    for event in of.events("l3_during", of.group.facts):
        met = of.segments_in(event.span.start, event.span.end)
        if any(fact is not event for segment in met for fact in segment.facts):
            yield QuestionSlot("l3_during", of, met, _FIXED, event=event)
        else:
            of.no_answer("l3_during")


def _l3_offset(of: GroupIndex) -> Iterator[QuestionSlot]:
    for event in of.events("l3_offset", of.group.facts):
        start, end = event.span.start, event.span.end
        windows = ((start - MAX_OFFSET, start - 1), (end + 1, end + MAX_OFFSET))
        for direction, (first, last) in zip(_DIRECTIONS, windows, strict=True):
            reachable = [segment for segment in of.segments_in(first, last) if segment.facts]
            if not reachable:
                of.no_answer("l3_offset")
            for segment in reachable:
                months = segment.clipped(first, last)
                durations = (
                    range(start - months[-1], start - months[0] + 1)
                    if direction == "before"
                    else range(months[0] - end, months[-1] - end + 1)
                )
                yield QuestionSlot("l3_offset", of, (segment,), durations, direction=direction, event=event)


_FIXED = range(1)  # nothing is free

_SLOTS_OF_KIND = {
    "l2_at": _l2_at,
    "l2_between": _l2_between,
    "l2_offset": _l2_offset,
    "l3_neighbour": _l3_neighbour,
    "l3_during": _l3_during,
    "l3_offset": _l3_offset,
}
