"""Invents facts: a generative model of lives and of organisations, which gives any number of groups from a seed.

A subject is a person in some walk of life, or an organisation or place. Each of its relations runs as a *chain*: facts
one after another, each overlapping, touching or following the one before, or coming after a gap. Every group is drawn
from a generator of its own, so group ``n`` does not depend on the number of groups or on the process that makes it.

Organisations and places that facts name as objects come from small pools, so that people meet in the same companies and
towns; people who are objects occur in one group only. Groups are independent: two of them may give a town different
mayors.

How close it is to real facts (3,000 groups of seed 1; the sample is 660 facts of Wikidata, those of TempReason):

=======================================  ========  ======================  ===========================
figure                                   invented  sample                  Complex-TR (Tables 1 and 3)
=======================================  ========  ======================  ===========================
facts a group                            10.0      4.6, of one relation    9.0 to 10.8
relations a group                        3.4       1                       "multiple"
months from start to end, quartiles      18 40 83  12 36 71
facts of a single month                  6 %       5 %
of a relation's facts after its first, begin
  before the earlier ones have ended     19 %      11 %
  in the month in which these end        42 %      56 %, from bare years
  after a gap                            23 %      25 %
facts that begin in this century         30 %      36 %
questions with several answers           19 %      17 %                    23.5 %
=======================================  ========  ======================  ===========================
"""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from temporal_qa.fiction.names import FictionalNames, Renaming
from temporal_qa.io.yaml_tables import yaml_table
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import CalendarDate, Fact, FactGroup, TimeSpan, storage_order

# No fact lies outside. Facts that still hold at the end of this world end there, as in a source of that date.
WORLD_START, WORLD_END = CalendarDate(1121, 1), CalendarDate(2023, 12)


@dataclass(frozen=True, slots=True)
class _Chain:
    """How the facts of one relation follow one another."""

    facts: tuple[int, int]
    median_months: float
    spread: float
    overlap: float
    gap: float
    touch: float = 0.45


@dataclass(frozen=True, slots=True)
class WorldModel:
    """The table ``generation/invented_world.yaml``, which explains each part."""

    subjects: dict[str, float]
    walks_of_life: dict[str, dict[str, float]]
    ages: dict[str, tuple[int, int, int]]
    after_school: frozenset[str]
    chains: dict[str, _Chain]


@cache
def world_model() -> WorldModel:
    """What the world is drawn from."""
    with yaml_table("invented_world.yaml", WorldModel) as model:
        return model


# Gaps beyond the month after; in the sample their median is a year, and some last decades.
_MEDIAN_GAP_MONTHS, _GAP_SPREAD = 14, 0.9

# How often the object of a fact is one that the chain has had before: someone returns to an employer.
_RETURN_SHARE = 0.03

_MEDIAN_LIFE_YEARS, _LIFE_SPREAD = 74, 0.2
_ORGANISATION_YEARS = 60  # for how long an organisation is followed

# Births grow in number by a factor of e in this many years: many facts of the last decades, a few of each century.
_GROWTH_YEARS = 55
_LAST_BIRTH_YEAR = 1998
_HISTORIC_SHARE = 0.02  # begin in any year of the world alike, as the oldest of real facts do


def invent_groups(number: int, seed: int) -> Iterator[FactGroup]:
    """The first groups of the fictional world of this seed, one per subject; see :func:`world_model`.

    Dates are months from January 1121 to December 2023. Entity types are set by the relation table, subject ids are
    ``F000000``, ``F000001``, ...; objects have no ids. The first five of ten groups are those of five.

    Args:
        number: how many groups, of about ten facts each.
        seed: any whole number; it decides everything.

    >>> two = list(invent_groups(2, seed=1))
    >>> [group.subject_id for group in two], two[:1] == list(invent_groups(1, seed=1))
    (['F000000', 'F000001'], True)
    """
    names = FictionalNames(seed)
    return (invent_group(n, names) for n in range(number))


def invent_group(n: int, names: FictionalNames) -> FactGroup:
    """Group ``n``, counted from 0, of the world that ``names`` and their seed belong to.

    A name is a function of its number, so any process may make any group, in any order.

    Raises:
        IndexError: a negative ``n``, or one so large that the names of some type of subject are used up; there are
            enough for 29 million groups.
    """
    # Text, since seeding with text is stable.
    rng = random.Random(f"{names.seed}/group/{n}" + (f"/{names.lap}" if names.lap else ""))
    model = world_model()
    kind = rng.choices(list(model.subjects), list(model.subjects.values()))[0]
    years = _LAST_BIRTH_YEAR - WORLD_START.year
    # The rare birth before the world begins wraps around to its end.
    is_historic = rng.random() < _HISTORIC_SHARE
    years_before = years * rng.random() if is_historic else rng.expovariate(1 / _GROWTH_YEARS) % years
    birth = CalendarDate(_LAST_BIRTH_YEAR, 12).month_number - int(12 * years_before)
    if kind in model.walks_of_life:
        facts = Chronicle(n, "person", names, rng).life(birth, model.walks_of_life[kind])
    else:
        facts = Chronicle(n, kind, names, rng).organisation(birth)
    # A chain names nothing twice at a time: no fact is stated again.
    facts.sort(key=storage_order)
    return FactGroup(facts[0].subject, tuple(facts), facts[0].subject_id)


class Chronicle:
    """The facts of subject ``n``, drawn from ``rng``."""

    def __init__(self, n: int, subject_type: str, names: FictionalNames, rng: random.Random) -> None:
        self.subject_type, self.rng = subject_type, rng
        self.subject_id = f"F{n:06d}" + (f"L{names.lap}" if names.lap else "")
        self.naming = Renaming(n, names, rng)
        self.subject = self.naming.subject(subject_type)

    def life(self, birth: int, chances: Mapping[str, float]) -> list[Fact]:
        """The facts of a person born in this month, who has each relation with the given probability."""
        death = birth + round(12 * self.rng.lognormvariate(math.log(_MEDIAN_LIFE_YEARS), _LIFE_SPREAD))
        facts: list[Fact] = []
        for relation, chance in chances.items():
            if self.rng.random() < chance:
                earliest, latest, over = world_model().ages[relation]
                first = birth + self.rng.randint(12 * earliest, 12 * latest)
                if relation in world_model().after_school and facts and facts[0].relation == "P69":
                    first = max(first, facts[0].span.end)
                facts += self._chain(relation, first, min(birth + 12 * over, death))
        return facts

    def organisation(self, founded: int) -> list[Fact]:
        """The facts of an organisation or a place, from within ten years of this month on."""
        facts: list[Fact] = []
        for relation in wordings().relations.values():
            if self.subject_type in relation.subject_types and relation.id in world_model().chains:
                first = founded + self.rng.randint(0, 120)
                facts += self._chain(relation.id, first, founded + 12 * _ORGANISATION_YEARS)
        return facts

    def _chain(self, relation: str, first: int, last: int) -> list[Fact]:
        """The facts of one relation in ``first .. last``, by start; none where the world ends before ``first``."""
        object_types = wordings().relations[relation].object_types
        facts: list[Fact] = []
        for span in self._spans(world_model().chains[relation], first, min(last, WORLD_END.month_number)):
            present = {fact.object for fact in facts if fact.span.end + 1 >= span.start}
            earlier = [fact for fact in facts if fact.object not in present]
            if earlier and self.rng.random() < _RETURN_SHARE:
                again = self.rng.choice(earlier)
                name, object_type = again.object, again.object_type
            else:
                # The table names the most usual type first: it is twice as frequent as each other.
                object_type = self.rng.choice((object_types[0], *object_types))
                name = self.naming.object(object_type, {self.subject, *(fact.object for fact in facts)})
            start, end = map(CalendarDate.from_month, (span.start, span.end))
            facts.append(
                Fact(self.subject, relation, name, start, end, self.subject_id, None, self.subject_type, object_type)
            )
        return facts

    def _spans(self, chain: _Chain, first: int, last: int) -> Iterator[TimeSpan]:
        start, ended = first, first
        for _ in range(self.rng.randint(*chain.facts)):
            if start >= last:  # nothing new begins in the last month, or facts would pile up there
                return
            months = max(1, round(self.rng.lognormvariate(math.log(chain.median_months), chain.spread)))
            span = TimeSpan(start, min(start + months - 1, last))
            yield span
            ended = max(ended, span.end)
            start = self._next_start(chain, start, ended)

    def _next_start(self, chain: _Chain, start: int, ended: int) -> int:
        """The start of the fact after one that began in ``start``, when all so far had ended in ``ended``."""
        draw = self.rng.random()
        if draw < chain.overlap:
            return self.rng.randint(start, max(start, ended - 1))
        if draw < chain.overlap + chain.gap:
            return ended + 2 + int(self.rng.lognormvariate(math.log(_MEDIAN_GAP_MONTHS), _GAP_SPREAD))
        return ended if draw < chain.overlap + chain.gap + chain.touch else ended + 1
