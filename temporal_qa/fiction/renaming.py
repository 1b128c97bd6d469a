"""Fictional names for the subject and the objects of a group."""

import random
from collections.abc import Collection

from temporal_qa.fiction.names import FictionalNames

# How many entities of each type facts may name; a person is named in one group only.
POOLS = {
    "company": 4000, "team": 1000, "town": 2000, "school": 1000, "award": 800, "party": 300, "position": 3000,
    "country": 400,
}  # fmt: skip

_TOWNS_PER_GROUP = 6  # people live and work in the same few towns
PERSONS_PER_GROUP = 32  # set aside for a group; the longest chains of an invented team take 22

GROUPS_PER_WORLD = 20_000_000
"""After so many groups, the names are given again in another order."""


class Renaming:
    """The names of group ``n`` of a world, drawn from ``rng``.

    Organisations and places come from small pools, so that people meet in the same companies and towns. A name is a
    function of its number, so any process may name any group, in any order.
    """

    def __init__(self, n: int, names: FictionalNames, rng: random.Random) -> None:
        self._n, self._names, self._rng = n, names, rng
        self._persons = iter(range(n * PERSONS_PER_GROUP, (n + 1) * PERSONS_PER_GROUP))
        self._towns = rng.sample(range(POOLS["town"]), _TOWNS_PER_GROUP)

    def subject(self, entity_type: str) -> str:
        """The name of the subject; no other subject of the world has it.

        Raises:
            InputError: no such type of entity.
            IndexError: the names of the type are used up; there are enough for 29 million groups.
        """
        if self._names.max_per_type is not None:
            return self._names.nth_cached(entity_type, self._rng.randrange(self._names.max_per_type))
        return self._names.nth(entity_type, self._next_person() if entity_type == "person" else self._n)

    def object(self, entity_type: str, taken: Collection[str]) -> str:
        """A name that is not ``taken``. Raises ``InputError`` for an unknown type of entity."""
        few = self._names.max_per_type
        if few is None and entity_type == "person":
            return self._names.nth("person", self._next_person())
        pool, attempt = POOLS.get(entity_type, 1) if few is None else few, 0
        while True:
            # Usually few are taken. A real group may name more towns than these, or more entities than a pool has.
            near = few is None and entity_type == "town" and attempt < 4 * _TOWNS_PER_GROUP
            number = self._rng.choice(self._towns) if near else self._rng.randrange(pool * (1 + attempt // 100))
            if (name := self._names.nth_cached(entity_type, number)) not in taken:
                return name
            attempt += 1

    def _next_person(self) -> int:
        # A real group may name more persons than are set aside. The others come from beyond the numbers of all groups,
        # where two groups hardly ever share one.
        beyond = GROUPS_PER_WORLD * PERSONS_PER_GROUP
        number = next(self._persons, None)
        return self._rng.randrange(beyond, self._names.number_of("person")) if number is None else number
