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

from __future__ import annotations

import random
from collections.abc import Iterator

from temporal_qa.fiction.chains import WORLD_START, Chronicle
from temporal_qa.fiction.names import FictionalNames
from temporal_qa.timeline.dates import month_number
from temporal_qa.timeline.facts import FactGroup, storage_order

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
    """The first groups of the fictional world of this seed, one per subject; relations are in ``chains.CHAINS``.

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
