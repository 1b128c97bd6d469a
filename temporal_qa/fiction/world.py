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

from temporal_qa.fiction.names import FictionalNames
from temporal_qa.fiction.renaming import Renaming
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import CalendarDate, Fact, FactGroup, TimeSpan
from temporal_qa.timeline.dates import month_number
from temporal_qa.timeline.facts import storage_order

# No fact lies outside. Facts that still hold at the end of this world end there, as in a source of that date.
WORLD_START, WORLD_END = CalendarDate(1121, 1), CalendarDate(2023, 12)


@dataclass(frozen=True, slots=True)
class _Chain:
    """How the facts of one relation follow one another.

    The number of facts is uniform over ``facts``. Their lengths are log-normal with this median and spread (sigma of
    the logarithm). ``overlap``, ``gap`` and ``touch`` are the shares of facts that begin before the one before has
    ended, more than a month after it has, and in its last month; the others begin in the month after that.
    """

    facts: tuple[int, int]
    median_months: float
    spread: float
    overlap: float
    gap: float
    touch: float = 0.45


# Fitted to the sample after the cuts at death and at the world's end. It has no P26, P35, P166, P551 and P937, and
# few P127 (12), P6 (11) and P286 (7): those are set by judgement. Nearly all dates in it are bare years, read as
# January, so that neighbours seem to touch that do not. Here they touch less and overlap more, and the share of
# questions with several answers is the same.
CHAINS = {
    "P54": _Chain((3, 9), 20, 0.8, overlap=0.22, gap=0.18),
    "P39": _Chain((2, 7), 39, 0.9, overlap=0.28, gap=0.25),
    "P108": _Chain((2, 7), 74, 1.1, overlap=0.25, gap=0.20),
    "P102": _Chain((1, 3), 95, 1.1, overlap=0.06, gap=0.20),
    "P286": _Chain((3, 8), 20, 0.7, overlap=0.03, gap=0.25),
    "P69": _Chain((1, 4), 26, 0.7, overlap=0.18, gap=0.25),
    "P488": _Chain((3, 8), 61, 0.7, overlap=0.02, gap=0.20),
    "P6": _Chain((3, 8), 60, 0.6, overlap=0.00, gap=0.10),
    "P35": _Chain((3, 7), 72, 0.6, overlap=0.00, gap=0.05),
    "P127": _Chain((2, 6), 105, 1.2, overlap=0.45, gap=0.15),
    "P26": _Chain((1, 2), 170, 0.9, overlap=0.00, gap=0.95, touch=0.0),
    "P166": _Chain((1, 3), 1, 0.0, overlap=0.00, gap=1.00, touch=0.0),
    "P937": _Chain((1, 4), 72, 0.9, overlap=0.30, gap=0.20),
    "P551": _Chain((1, 4), 84, 0.9, overlap=0.14, gap=0.15),
}

# Gaps beyond the month after; in the sample their median is a year, and some last decades.
_MEDIAN_GAP_MONTHS, _GAP_SPREAD = 14, 0.9

# How often the object of a fact is one that the chain has had before: someone returns to an employer.
_RETURN_SHARE = 0.03

# The ages, in years, between which each chain of a life begins, and the age at which it is over.
_AGES = {
    "P69": (15, 19, 35),
    "P54": (17, 21, 40),
    "P108": (19, 28, 68),
    "P937": (20, 30, 70),
    "P551": (18, 30, 110),
    "P26": (20, 36, 110),
    "P102": (19, 40, 80),
    "P39": (28, 45, 75),
    "P166": (24, 50, 90),
}
_AFTER_SCHOOL = {"P108", "P937", "P39"}  # begin when the first school is over, if not later

_MEDIAN_LIFE_YEARS, _LIFE_SPREAD = 74, 0.2
_ORGANISATION_YEARS = 60  # for how long an organisation is followed

# How likely each relation is in each walk of life. Schooling comes first, since work waits for it, and every walk has a
# relation that is certain to begin early, so that every person has facts.
_WALKS_OF_LIFE = {
    "a profession": {"P69": 1.0, "P108": 1.0, "P937": 0.7, "P551": 0.5, "P26": 0.5, "P166": 0.6, "P102": 0.1},
    "sport": {"P69": 0.4, "P54": 1.0, "P108": 0.2, "P551": 0.4, "P26": 0.5, "P166": 0.5},
    "politics": {"P69": 1.0, "P39": 1.0, "P102": 1.0, "P108": 0.5, "P551": 0.3, "P26": 0.4, "P166": 0.3, "P937": 0.2},
}

# What subjects are: in a walk of life, or an organisation or place. The latter have every relation that the relation
# table gives to their type.
_SUBJECTS = {
    "a profession": 0.30, "sport": 0.22, "politics": 0.23,
    "company": 0.07, "team": 0.07, "country": 0.06, "town": 0.02, "party": 0.02, "school": 0.01,
}  # fmt: skip

# Births grow in number by a factor of e in this many years: many facts of the last decades, a few of each century.
_GROWTH_YEARS = 55
_LAST_BIRTH_YEAR = 1998
_HISTORIC_SHARE = 0.02  # begin in any year of the world alike, as the oldest of real facts do


def invent_groups(number: int, seed: int) -> Iterator[FactGroup]:
    """The first groups of the fictional world of this seed, one per subject; relations are in :data:`CHAINS`.

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
    kind = rng.choices(list(_SUBJECTS), list(_SUBJECTS.values()))[0]
    years = _LAST_BIRTH_YEAR - WORLD_START.year
    # The rare birth before the world begins wraps around to its end.
    years_before = (
        years * rng.random() if rng.random() < _HISTORIC_SHARE else rng.expovariate(1 / _GROWTH_YEARS) % years
    )
    birth = month_number(_LAST_BIRTH_YEAR, 12) - int(12 * years_before)
    if kind in _WALKS_OF_LIFE:
        facts = Chronicle(n, "person", names, rng).life(birth, _WALKS_OF_LIFE[kind])
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
                earliest, latest, over = _AGES[relation]
                first = birth + self.rng.randint(12 * earliest, 12 * latest)
                if relation in _AFTER_SCHOOL and facts and facts[0].relation == "P69":
                    first = max(first, facts[0].span.end)
                facts += self._chain(relation, first, min(birth + 12 * over, death))
        return facts

    def organisation(self, founded: int) -> list[Fact]:
        """The facts of an organisation or a place, from within ten years of this month on."""
        facts: list[Fact] = []
        for relation in wordings().relations.values():
            if self.subject_type in relation.subject_types and relation.id in CHAINS:
                first = founded + self.rng.randint(0, 120)
                facts += self._chain(relation.id, first, founded + 12 * _ORGANISATION_YEARS)
        return facts

    def _chain(self, relation: str, first: int, last: int) -> list[Fact]:
        """The facts of one relation in ``first .. last``, by start; none where the world ends before ``first``."""
        object_types = wordings().relations[relation].object_types
        facts: list[Fact] = []
        for span in self._spans(CHAINS[relation], first, min(last, WORLD_END.month_number)):
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
