"""Invents lives: persons born and dead, organisations founded and dissolved; any number of them from a seed.

Every date is a day. A life ends on any day of the world, and ends grow in number towards its end, as among people of
whom something is written. Ages at death follow Gompertz's law (1825): the hazard grows by a factor of e in so many
years, and half of all persons die between the ages of 67 and 85. Names are those of the invented facts; a name occurs
once in 20 million lives.
"""

import math
import random
from collections.abc import Iterator

from temporal_qa.fiction.names import GROUPS_PER_WORLD, FictionalNames
from temporal_qa.fiction.world import WORLD_END, WORLD_START
from temporal_qa.timeline import DAYS_PER_YEAR, Life, date_of_day, day_number_of, first_day, last_day

# Who or what lives, and how often; all others than persons are organisations.
_KINDS = {"person": 0.85, "company": 0.06, "team": 0.03, "school": 0.03, "party": 0.03}

# Ends grow in number by a factor of e in so many years; a few are of any time alike, as the oldest real ones are.
_GROWTH_YEARS = 70
_HISTORIC_SHARE = 0.03

_YOUNGEST, _USUAL_AGE, _GOMPERTZ_YEARS = 16, 81, 11  # at death; the usual age is the mode
_MEDIAN_ORGANISATION_YEARS, _ORGANISATION_SPREAD = 32, 0.9  # log-normal
_OLDEST_ORGANISATION_YEARS = 400

_FIRST_END, _LAST_END = day_number_of(first_day(WORLD_START)), day_number_of(last_day(WORLD_END))


def invent_lives(count: int, seed: int) -> Iterator[Life]:
    """The first lives of the fictional world of this seed; a life is a function of the seed and its number.

    Starts and ends are days up to December 2023; ids are ``L0000000``, ``L0000001``, ...; types ``person`` and
    ``organisation``.

    Args:
        count: how many lives; they are made as they are read.
        seed: any whole number; it decides everything.

    >>> three = list(invent_lives(3, seed=1))
    >>> three[:2] == list(invent_lives(2, seed=1)), three[0].id
    (True, 'L0000000')
    """
    names = FictionalNames(seed)
    return (_life(number, names) for number in range(count))


def _life(number: int, names: FictionalNames) -> Life:
    rng = random.Random(f"{names.seed}/life/{number}")
    kind = rng.choices(list(_KINDS), list(_KINDS.values()))[0]
    end = _day_of_end(rng)
    years = _age_at_death(rng) if kind == "person" else _organisation_years(rng)
    return Life(
        f"L{number:07d}",
        names.nth(kind, number % GROUPS_PER_WORLD),  # no world has more names; later lives repeat them
        "person" if kind == "person" else "organisation",
        date_of_day(end - 1 - int(DAYS_PER_YEAR * years)),
        date_of_day(end),
    )


def _day_of_end(rng: random.Random) -> int:
    days = _LAST_END - _FIRST_END + 1
    if rng.random() < _HISTORIC_SHARE:
        return _LAST_END - rng.randrange(days)
    # The rare end before the world begins wraps around to its end.
    return _LAST_END - int(DAYS_PER_YEAR * rng.expovariate(1 / _GROWTH_YEARS)) % days


def _age_at_death(rng: random.Random) -> float:
    """In years: the age at which Gompertz's cumulated hazard from the youngest age on reaches an exponential draw."""
    hazard = math.exp(_YOUNGEST / _GOMPERTZ_YEARS) + math.exp(_USUAL_AGE / _GOMPERTZ_YEARS) * rng.expovariate(1)
    return _GOMPERTZ_YEARS * math.log(hazard)


def _organisation_years(rng: random.Random) -> float:
    years = rng.lognormvariate(math.log(_MEDIAN_ORGANISATION_YEARS), _ORGANISATION_SPREAD)
    return min(years, _OLDEST_ORGANISATION_YEARS)
