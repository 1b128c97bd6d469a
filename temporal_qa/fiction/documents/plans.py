"""What an invented document is about: the facts that it states, and those that it leaves out."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from temporal_qa.fiction.names import PERSONS_PER_GROUP, FictionalNames
from temporal_qa.fiction.world import invent_group
from temporal_qa.io import grouped
from temporal_qa.questions.time_qa.articles import StatedFact, bounds
from temporal_qa.timeline import CalendarDate, Fact, FactGroup

World: TypeAlias = Literal["rich", "small"]
"""*rich*: dates to the day, month or year, in many forms, facts of several relations, other people with dates of their
own. *small*: years only, each fact in one sentence, one relation, names from a small pool, nobody else's dates; hard
questions ask only "in YEAR"."""

LEFT_OUT_SHARE = 0.15
"""Of the segments that are asked about; at most half of a document's."""

NAMES_OF_SMALL_WORLD = 50
"""How many names of each type its articles have, beside those of the subjects."""

MAX_DOCUMENTS = 1_000_000
"""Of a split; the names last for as many."""

_YEARS_ONLY_SHARE, _DAY_SHARE, _SAME_END_SHARE = 0.25, 0.3, 0.5
_FACT_WORDS: dict[World, int] = {"rich": 20, "small": 12}  # usual, with room for a long name
_SHARE_OF_FACTS = 0.7  # of the words
_NUMBERS_OF_AN_ATTEMPT = 4_000_000


class DocumentPlan(NamedTuple):
    """The subject and its facts by relation, each in the order of time; the first relation is asked about."""

    subject: str
    subject_type: str
    facts: dict[str, list[StatedFact]]
    left_out: frozenset[StatedFact]

    @property
    def relation(self) -> str:
        """The relation that is asked about."""
        return next(iter(self.facts))

    def stated(self, relation: str) -> list[StatedFact]:
        """The facts of the relation that the document states."""
        return [fact for fact in self.facts[relation] if fact not in self.left_out]


def plan_document(number: int, seed: int, world: World, words: int) -> DocumentPlan:
    """The plan of document ``number``, from 0, of the world of this seed; no two have the same subject.

    Its ``words`` decide how many facts it has: two or more, with two or more segments.
    """
    rng = random.Random(f"{seed}/document/{number}")
    most = max(2, int(_SHARE_OF_FACTS * words) // _FACT_WORDS[world])
    for attempt in range(6):  # one subject of a hundred has no relation with two segments
        group = _group(number + attempt * _NUMBERS_OF_AN_ATTEMPT, seed, world)
        of_relations = sorted(grouped((fact.relation, fact) for fact in group.facts).items())
        relations = {relation: _dated(facts, world, rng) for relation, facts in of_relations}
        usable = [relation for relation, facts in relations.items() if len(set(map(bounds, facts[:most]))) > 1]
        if usable:
            break
    else:
        raise AssertionError("six subjects without two segments")
    asked = rng.choice(usable)
    chosen = {asked: relations.pop(asked)[:most]}
    for relation in rng.sample(sorted(relations), len(relations)) if world == "rich" else ():
        if room := most - sum(map(len, chosen.values())):
            chosen[relation] = relations[relation][:room]
    return DocumentPlan(group.subject, str(group.facts[0].subject_type), chosen, _left_out(chosen[asked], rng))


@cache
def names_of(seed: int, max_per_type: int | None = None) -> FictionalNames:
    """The names of the world; kept, since their keys and pools serve many documents."""
    return FictionalNames(seed, max_per_type=max_per_type)


def _group(number: int, seed: int, world: World) -> FactGroup:
    if world == "rich":
        return invent_group(number, names_of(seed))
    group = invent_group(number, names_of(seed, NAMES_OF_SMALL_WORLD))
    kind = str(group.facts[0].subject_type)
    place = number * PERSONS_PER_GROUP if kind == "person" else number
    name = names_of(seed).nth(kind, NAMES_OF_SMALL_WORLD + place)  # after those that objects have
    return replace(group, subject=name, facts=tuple(replace(fact, subject=name) for fact in group.facts))


def _dated(facts: Sequence[Fact], world: World, rng: random.Random) -> list[StatedFact]:
    """The facts, as precise as the document states them; some end with the one before."""
    years_only = world == "small" or rng.random() < _YEARS_ONLY_SHARE
    dated: list[StatedFact] = []
    for fact in facts:
        start, end = fact.start, fact.end
        if years_only:
            start, end = CalendarDate(start.year), CalendarDate(end.year)
        elif start != end:
            handover = dated[-1].end if dated and replace(dated[-1].end, day=None) == start else None
            start = handover or _with_day(start, rng)
            end = _with_day(end, rng)
        if dated and world == "rich" and fact.start != fact.end and rng.random() < _SAME_END_SHARE:
            before = dated[-1]
            if before.start.month_number <= start.month_number < before.end.month_number:
                end = before.end
        dated.append(StatedFact(fact.relation, fact.object, start, end))
    return list(dict.fromkeys(dated))


def _with_day(date: CalendarDate, rng: random.Random) -> CalendarDate:
    return replace(date, day=rng.randint(1, 28)) if rng.random() < _DAY_SHARE else date


def _left_out(facts: Sequence[StatedFact], rng: random.Random) -> frozenset[StatedFact]:
    segments = list(dict.fromkeys(map(bounds, facts)))
    chosen = [segment for segment in segments if rng.random() < LEFT_OUT_SHARE][: len(segments) // 2]
    return frozenset(fact for fact in facts if bounds(fact) in chosen)
