"""From the facts of one subject to every question that they can answer (Complex-TR, section 2).

Free months in a question are drawn from *segments*: stretches in which one and the same set of facts holds. Two months
of a segment ask the same thing, so "all questions" means one for each segment (or pair of segments, or event), with its
month drawn at random. Answers are read off the segments; the solver, which checks them, knows nothing of segments.

An ``l3_during`` or ``l2_between`` is asked only if facts read closed, as the solver reads them, and facts read open
give the same answers (see :class:`~.queries.TemporalQuery`): no answer hangs on a month in which one fact ends and
another begins.
"""

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from temporal_qa.io import grouped
from temporal_qa.questions.complex_tr.queries import KINDS, Direction, TemporalQuery
from temporal_qa.scoring.normalize import normalize_answer
from temporal_qa.timeline import Fact, FactGroup

MAX_OFFSET = 15 * 12
"""The longest "... before" and "... after" that is asked, in months (the paper's examples reach 15 years)."""

MAX_SEGMENTS = 40
"""The longest "from ... to ..." that is asked, in segments: beyond it, an answer is a list to recite."""

_spelling_aside = lru_cache(maxsize=1 << 12)(normalize_answer)  # an object is in an index of each relation

_DIRECTIONS: tuple[Direction, Direction] = ("before", "after")


class FactSegment(NamedTuple):
    """The months ``first .. last``, in all of which exactly ``facts`` hold; none, in a gap."""

    first: int
    last: int
    facts: tuple[Fact, ...]

    @property
    def months(self) -> range:
        """The months of the segment."""
        return range(self.first, self.last + 1)


def segments(facts: Iterable[Fact]) -> Iterator[FactSegment]:
    """Cuts the time of the facts, which are in order of their starts, at each start and after each end of one."""
    starting = grouped((fact.span.start, fact) for fact in facts)
    ends = {fact.span.end + 1 for together in starting.values() for fact in together}
    holding: list[Fact] = []
    for first, after in pairwise(sorted(starting.keys() | ends)):
        holding = [fact for fact in holding if fact.span.end >= first] + starting.get(first, [])
        yield FactSegment(first, after - 1, tuple(holding))


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
        self.segments = list(segments(self.facts))
        self._firsts = [segment.first for segment in self.segments]
        self._lasts = [segment.last for segment in self.segments]
        self.first_month = group.facts[0].span.start
        self.last_month = max(fact.span.end for fact in group.facts)
        self._named = Counter((fact.relation, _spelling_aside(fact.object)) for fact in group.facts)
        self.not_asked: Counter[str] = Counter() if not_asked is None else not_asked

    def events(self, kind: str, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts that a relation and an object, in any spelling, name unambiguously; the others are counted."""
        for fact in facts:
            if self._named[fact.relation, _spelling_aside(fact.object)] == 1:
                yield fact
            else:
                self.not_asked[f"{kind}: the event is ambiguous"] += 1

    def segments_in(self, first: int, last: int) -> list[FactSegment]:
        """The segments that share a month with ``first .. last``."""
        # Segments follow each other without a break.
        return self.segments[bisect_left(self._lasts, first) : bisect_right(self._firsts, last)]


class Candidate(NamedTuple):
    """A query, and its answers in chronological order."""

    query: TemporalQuery
    answers: tuple[str, ...]


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
        for slot in question_slots(GroupIndex(group, relation, not_asked), kind):
            yield slot.draw(rng)


def question_slots(index: GroupIndex, kind: str) -> Iterator["QuestionSlot"]:
    """What can be asked of one kind about one relation of a subject, before any free month is drawn.

    A slot takes less than half the time of its question: where few of many are asked, draw those only.
    """
    for slot in _SLOTS_OF_KIND[kind](index):
        if isinstance(slot, str):
            index.not_asked[f"{kind}: {slot}"] += 1
        else:
            yield slot


class QuestionSlot(NamedTuple):
    """A question whose free months are still to be drawn.

    The first free month is one of ``free``, the second (of ``l2_between``) one of ``last_free``. Of an ``l3_offset``,
    ``free`` are durations. ``segments`` hold the facts that answer.
    """

    kind: str
    group_index: GroupIndex
    segments: Sequence[FactSegment]
    free: range
    direction: Direction | None = None
    event: Fact | None = None
    last_free: range = range(0)

    @property
    def months(self) -> int:
        """The weight of the question among others: so a random month is drawn, and not a random segment."""
        return 1 if self.kind == "l2_between" else len(self.free)

    def draw(self, rng: random.Random) -> Candidate:
        """The question, with its free months drawn by ``rng``, and its answers."""
        # Chronological, since what a later segment adds starts later. Of two facts with the same object the earlier one
        # gives the answer its place.
        event = self.event
        objects = [fact.object for segment in self.segments for fact in segment.facts if fact is not event]
        return Candidate(self._query(rng), tuple(dict.fromkeys(objects)))

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
            target, index, before = rng.choice(self.free), self.group_index, self.direction == "before"
            room = index.last_month - target if before else target - index.first_month
            duration = rng.randint(1, min(room, MAX_OFFSET))
            month = target + duration if before else target - duration
        elif self.kind == "l3_offset":
            duration = rng.choice(self.free)
        return TemporalQuery(
            self.kind, self.group_index.group.subject, self.group_index.relation, month, last_month, duration,
            self.direction, self.event,
        )  # fmt: skip


_NO_ANSWER, _HANGS = "no answer", "an answer hangs on one shared boundary month"
_Slots: TypeAlias = Iterator[QuestionSlot | str]
"""Slots, and for each question that is not asked the reason."""


def _l2_at(index: GroupIndex) -> _Slots:
    for segment in index.segments:
        yield QuestionSlot("l2_at", index, (segment,), segment.months) if segment.facts else _NO_ANSWER


def _l2_between(index: GroupIndex) -> _Slots:
    # No span begins in the last month of a fact, or ends in the first month of one, unless the fact has no other month.
    spans = [fact.span for fact in index.facts if fact.span.months > 1]
    last_months, first_months = {span.end for span in spans}, {span.start for span in spans}
    begins = [each.months[:-1] if each.last in last_months else each.months for each in index.segments]
    ends = [each.months[1:] if each.first in first_months else each.months for each in index.segments]
    for i, first in enumerate(index.segments):
        if longer := max(0, len(index.segments) - i - MAX_SEGMENTS):
            index.not_asked[f"l2_between: longer than {MAX_SEGMENTS} segments"] += longer
        answered = False
        for j, last in enumerate(index.segments[i : i + MAX_SEGMENTS], i):
            answered = answered or bool(last.facts)
            if not answered:
                yield _NO_ANSWER
            elif i == j and len(first.months) == 1:  # a span of one month is a month: that question is l2_at
                yield "the span is one month"
            elif i == j:
                yield QuestionSlot("l2_between", index, (first,), first.months, last_free=first.months)
            elif begins[i] and ends[j]:
                yield QuestionSlot("l2_between", index, index.segments[i : j + 1], begins[i], last_free=ends[j])
            else:
                yield _HANGS


def _l2_offset(index: GroupIndex) -> _Slots:
    # The month in the question is one of the subject's recorded time, so that no question asks from beyond it.
    for segment in index.segments:
        # "before" counts back from a later month, "after" on from an earlier one.
        before = range(segment.first, min(segment.last, index.last_month - 1) + 1)
        after = range(max(segment.first, index.first_month + 1), segment.last + 1)
        for direction, free in zip(_DIRECTIONS, (before, after), strict=True):
            if not segment.facts:
                yield _NO_ANSWER
            elif not free:
                yield "no month to count from"
            else:
                yield QuestionSlot("l2_offset", index, (segment,), free, direction)


def _l3_neighbour(index: GroupIndex) -> _Slots:
    starting = grouped((fact.span.start, fact) for fact in index.facts)
    # The first month of each, in order, between two ends where nothing starts.
    firsts = [None, *(FactSegment(month, month, tuple(facts)) for month, facts in sorted(starting.items())), None]
    place_of = {month: place for place, month in enumerate(sorted(starting), 1)}
    for event in index.events("l3_neighbour", index.facts):
        place = place_of[event.span.start]
        for direction, first in zip(_DIRECTIONS, (firsts[place - 1], firsts[place + 1]), strict=True):
            yield QuestionSlot("l3_neighbour", index, (first,), _FIXED, direction, event) if first else _NO_ANSWER


def _l3_during(index: GroupIndex) -> _Slots:
    for event in index.events("l3_during", index.group.facts):
        met = index.segments_in(event.span.start, event.span.end)
        if not any(fact is not event for segment in met for fact in segment.facts):
            yield _NO_ANSWER
        elif _hangs(event, met, index.facts):
            yield _HANGS
        else:
            yield QuestionSlot("l3_during", index, met, _FIXED, None, event)


def _hangs(event: Fact, met: Sequence[FactSegment], facts: Sequence[Fact]) -> bool:
    """Whether some object meets the event in its first or its last month only, and one of the two lasts longer."""
    span, first, last = event.span, event.span.start, event.span.end
    touching = [fact.object for fact in met[0].facts if fact.span.end == first and fact.span != span]
    touching += [fact.object for fact in met[-1].facts if fact.span.start == last and fact.span != span]
    return bool(touching) and not {
        fact.object
        for fact in facts
        if fact is not event and (fact.span == span or (fact.span.start < last and first < fact.span.end))
    }.issuperset(touching)


def _l3_offset(index: GroupIndex) -> _Slots:
    for event in index.events("l3_offset", index.group.facts):
        start, end = event.span.start, event.span.end
        windows = ((start - MAX_OFFSET, start - 1), (end + 1, end + MAX_OFFSET))
        for direction, (first, last) in zip(_DIRECTIONS, windows, strict=True):
            reachable = [segment for segment in index.segments_in(first, last) if segment.facts]
            if not reachable:
                yield _NO_ANSWER
            for segment in reachable:
                early, late = max(segment.first, first), min(segment.last, last)
                least, most = (start - late, start - early) if direction == "before" else (early - end, late - end)
                yield QuestionSlot("l3_offset", index, (segment,), range(least, most + 1), direction, event)


_FIXED = range(1)  # nothing is free

_SLOTS_OF_KIND = {
    "l2_at": _l2_at,
    "l2_between": _l2_between,
    "l2_offset": _l2_offset,
    "l3_neighbour": _l3_neighbour,
    "l3_during": _l3_during,
    "l3_offset": _l3_offset,
}
