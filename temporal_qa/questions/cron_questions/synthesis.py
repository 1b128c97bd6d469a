"""Makes questions around an anchor: every fact is unrolled into the years in which it holds, and the years are asked.

The rules are those of CronQuestions for all five kinds, from either end of the facts, with all ties as answers.
Entities in a question belong to its split (events excepted), answers may be any.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from temporal_qa.io import grouped
from temporal_qa.questions.cron_questions.graph_groups import GraphGroup, GraphGroups
from temporal_qa.questions.cron_questions.queries import Direction, GraphQuery, Role
from temporal_qa.questions.cron_questions.wordings import graph_wordings

NAMES_EVENT = "{}: it would name an event"
NO_ANSWER, MANY_ANSWERS = "{}: nothing answers it", "{}: more answers than are allowed"
ONE_NAMED = "{}: nobody but the one that it names answers it"
NO_NAME = "{}: the name of an answer cannot be written"
OPEN_FACT = "{}: a fact without a start or an end, or of the other spouse, may change the answer"
_EVENT_DRAWS = 8
_MAX_OPEN = 30
_ENTITIES_KEPT = 1024


class GraphQuestion(NamedTuple):
    """A query with its answers: ascending numbers of entities, or years. ``number`` counts the draws of its group."""

    query: GraphQuery
    answers: list[int]
    number: int


class _Years:
    """Who holds in which years, in one group.

    ``at_most`` counts those who may hold as well, all of them or the one who is ``alone``. Of more answers than
    ``max_answers`` only some are found: an office may have thousands of holders at once, and a question about each.
    """

    def __init__(self, group: GraphGroup, max_answers: int, at_most: bool = False, alone: int | None = None) -> None:
        self.at_most, self._enough = at_most, max_answers + 2  # one of them may be excepted
        self.of: dict[int, set[int]] = {}
        self.holders: dict[int, set[int]] = {}
        may_hold = [fact for fact in group.may_hold if at_most and alone in (None, fact[0])]
        for other, (first, last) in chain(group.facts, may_hold):
            years = range(first, last + 1)
            self.of.setdefault(other, set()).update(years)
            for year in years:
                self.holders.setdefault(year, set()).add(other)
        self.sorted = sorted(self.holders)

    def in_any(self, years: set[int]) -> set[int]:
        """All that hold in any of these years."""
        found = set[int]()
        for year in years & self.holders.keys():
            found.update(islice(self.holders[year], self._enough))
            if len(found) >= self._enough:
                break
        return found

    def end(self, direction: Direction, other: int | None = None) -> set[int]:
        """The first or the last year in which this one, or anybody, holds."""
        return {(min if direction == "first" else max)(self.holders if other is None else self.of[other])}

    def at_end(self, direction: Direction) -> set[int]:
        """All that hold then."""
        return self.in_any(self.end(direction))

    def beside(self, other: int, direction: Direction) -> set[int]:
        """All others that hold in the nearest year before this one first holds, or after it last does."""
        return self.near((min if direction == "before" else max)(self.of[other]), direction, other)

    def near(self, year: int, direction: Direction, excepted: int) -> set[int]:
        """All that hold in the nearest year before or after this one in which any but the excepted does."""
        if direction == "before":
            places = range(bisect_left(self.sorted, year) - 1, -1, -1)
        else:
            places = range(bisect_right(self.sorted, year), len(self.sorted))
        for place in places:
            if others := set(islice(self.holders[self.sorted[place]], self._enough)) - {excepted}:
                return others
        return set()

    def during(self, there: _Elsewhere, place: int) -> set[int]:
        """All that hold in a year in which the named entity was at another place."""
        spans = chain(there.spans[place], there.may_hold.get(place, ()) if self.at_most else ())
        return self.in_any({year for first, last in spans for year in range(first, last + 1)})


class _Elsewhere:
    """The facts of a named entity by the place at their other end, and the places that questions may name, sorted."""

    def __init__(self, group: GraphGroup, may_be_named: Callable[[int], bool]) -> None:
        self.spans, self.may_hold = grouped(group.facts), grouped(group.may_hold)
        self.places = sorted(filter(may_be_named, self.spans))


def _may_change(draw: _Draw, answers: set[int], may_hold: set[int], longest: Callable[..., _Years]) -> bool:
    """Whether the answers hang on how long a fact holds that may go on.

    The nearest or the last answer may also change if one of these facts lasts longer than the others: of two players
    who are still there, one will be the last. So each is tried alone, too; if there are many, nothing is asked.

    Args:
        draw: the query, and the rule that answers it.
        answers: those that it has.
        may_hold: who stands at the other end of such facts.
        longest: gives the years if every such fact, or that of the one who is ``alone``, holds for as long as it may.
    """
    query, answers_in = draw
    if answers_in(longest()) != answers:
        return True
    if query.answer_type == "time" or query.kind not in ("first_last", "before_after") or len(may_hold) < 2:
        return False
    return len(may_hold) > _MAX_OPEN or any(answers_in(longest(alone=other)) != answers for other in may_hold)


@dataclass
class GraphAsker:
    """Asks about groups of facts.

    Attributes:
        groups: of the graph.
        split: whose entities the questions name.
        seed: decides the draws, with the ids of relation and anchor.
        rates: kind -> the share of its questions that are asked.
        max_answers: a question with more is dropped.
        drops: counts what is not asked, by reason.
    """

    groups: GraphGroups
    split: str
    seed: int
    rates: Mapping[str, float]
    max_answers: int
    drops: Counter[str]

    def __post_init__(self) -> None:
        # Whoever held thousands of offices is named by the questions about each.
        self._elsewhere = lru_cache(_ENTITIES_KEPT)(self._facts_elsewhere)

    def questions(self, group: GraphGroup, rng: random.Random) -> Iterator[GraphQuestion]:
        """The questions of a group; ``rng`` is that of the group, see :meth:`generator`."""
        # They are made when they are needed, and kept.
        years = cache(partial(_Years, group, self.max_answers))
        longest = partial(years, at_most=True)
        may_hold = {other for other, _ in group.may_hold}
        for number, (query, answers_in) in enumerate(self._draws(group, rng)):
            if rng.random() >= self.rates[query.kind]:
                continue
            answers, is_open = answers_in(years()), may_hold or query.named_at is not None
            if query.kind == "time_join" and answers == {query.named}:
                reason = ONE_NAMED
            elif not answers:
                reason = NO_ANSWER
            elif len(answers) > self.max_answers:
                reason = MANY_ANSWERS
            elif query.answer_type == "entity" and not self.groups.may_answer[list(answers)].all():
                reason = NO_NAME
            elif is_open and _may_change((query, answers_in), answers, may_hold, longest):
                reason = OPEN_FACT
            else:
                yield GraphQuestion(query, sorted(answers), number)
                continue
            self.drops[reason.format(query.kind)] += 1

    def generator(self, group: GraphGroup) -> random.Random:
        """What draws for a group; it depends on the seed and on the ids of relation and anchor only."""
        return random.Random(f"{self.seed}/{group.relation}/{group.role}/{self.groups.graph.ids[group.anchor]}")

    def _draws(self, group: GraphGroup, rng: random.Random) -> Iterator[_Draw]:
        """All that may be asked of a group, each once, with the rule that answers it; years and events are drawn."""
        ask = partial(GraphQuery, relation=group.number, anchor=group.anchor, role=group.role)
        may = _directions(group.relation, group.role)
        for way in may.get("first_last_time", ()):
            yield ask("first_last", direction=way, answer_type="time"), partial(_Years.end, direction=way)
        for way in may.get("first_last_entity", ()):
            yield ask("first_last", direction=way), partial(_Years.at_end, direction=way)
        drawn, events, others = set[int](), set[int](), set[int]()
        for other, (first, last) in group.facts:
            if "simple_entity" in may and (year := rng.randint(first, last)) not in drawn:
                drawn.add(year)
                yield ask("simple_entity", year=year), partial(_Years.in_any, years={year})
            if may.keys() & {"time_join_event", "before_after_event"}:
                event = self._draw_event(rng, first, last)
                if event is not None and event not in events:
                    events.add(event)
                    yield from self._of_event(ask, may, event)
            if other not in others and self.groups.is_of(other, self.split):
                others.add(other)
                yield from self._of_pair(ask, may, other, group, rng)

    def _of_event(self, ask: Callable[..., GraphQuery], may: _Directions, event: int) -> Iterator[_Draw]:
        first, last = self.groups.events[event]
        if "time_join_event" in may:
            yield ask("time_join", event=event), partial(_Years.in_any, years=set(range(first, last + 1)))
        for way in may.get("before_after_event", ()):
            year = first if way == "before" else last
            rule = partial(_Years.near, year=year, direction=way, excepted=event)
            yield ask("before_after", event=event, direction=way), rule

    def _of_pair(
        self, ask: Callable[..., GraphQuery], may: _Directions, other: int, group: GraphGroup, rng: random.Random
    ) -> Iterator[_Draw]:
        ask = partial(ask, named=other)
        if other in self.groups.events and (of_events := {"time_join_event", "before_after_event"} & may.keys()):
            # "At the time of the Regency, who ...?" would ask about the event.
            twins = {shape.removesuffix("_event") for shape in of_events} & may.keys()
            may = {shape: ways for shape, ways in may.items() if shape not in twins}
            self.drops.update(NAMES_EVENT.format(kind) for kind in sorted(twins))
        if "simple_time" in may:
            yield ask("simple_time"), lambda years: years.of[other]
        for way in may.get("first_last_of_pair", ()):
            yield ask("first_last", direction=way), partial(_Years.end, direction=way, other=other)
        for way in may.get("before_after", ()):
            yield ask("before_after", direction=way), partial(_Years.beside, other=other, direction=way)
        if "time_join" in may:
            excepted = set[int]() if group.relation in graph_wordings().rules.counts_named else {other}
            yield ask("time_join"), lambda years: years.in_any(years.of[other]) - excepted
        if "time_join_elsewhere" in may:
            there = self._elsewhere(group.number, group.role, other)
            if len(there.places) > 1:  # the anchor is one of them
                drawn = rng.randrange(len(there.places) - 1)
                place = there.places[drawn + (drawn >= bisect_left(there.places, group.anchor))]
                yield ask("time_join", named_at=place), partial(_Years.during, there=there, place=place)

    def _facts_elsewhere(self, relation: int, role: Role, entity: int) -> _Elsewhere:
        group = self.groups.at_other_end(relation, role, entity)
        return _Elsewhere(group, lambda place: self.groups.is_of(place, self.split))

    def _draw_event(self, rng: random.Random, first: int, last: int) -> int | None:
        """One of a few drawn events that shares a year with these."""
        for _ in range(_EVENT_DRAWS if self.groups.event_list else 0):
            event = rng.choice(self.groups.event_list)
            start, end = self.groups.events[event]
            if start <= last and end >= first:
                return event
        return None


_Directions: TypeAlias = Mapping[str, tuple[Direction, ...]]
_Draw: TypeAlias = tuple[GraphQuery, Callable[[_Years], set[int]]]


@cache
def _directions(relation: str, role: Role) -> _Directions:
    """The shapes that the relation has wordings for, each with its directions, if it has any."""
    uses = grouped((shape, way) for of, shape, end, way in graph_wordings().by_use if (of, end) == (relation, role))
    return {shape: tuple(filter(None, ways)) for shape, ways in uses.items()}
