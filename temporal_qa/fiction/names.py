"""Names of entities that do not exist, for every type of entity in the relation table.

Persons get a first and a last name of one locale, from the lists of Faker's locale providers. All other names are
composed from the word lists in ``generation/word_lists``, by the patterns of ``generation/invented_names.yaml``: the
town *Upper Corvenford*, the company *Orvane Optics*.

The names of a type are numbered. Name ``n`` is a pure function of (seed, type, ``n``): a keyed permutation scatters
``n`` over all combinations, and its digits in a mixed radix pick the words. So names are unique without a memory of
earlier ones, any process can name its own share of a world, and nothing depends on hash order or on Faker.
"""

import importlib
import math
import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import filterfalse, product
from typing import Any

from temporal_qa.io import InputError
from temporal_qa.io.yaml_tables import SLOT, yaml_table
from temporal_qa.questions.permutation import permutation_keys, permuted
from temporal_qa.text.positions import positions
from temporal_qa.timeline import MONTH_NAMES

ENTITY_TYPES = frozenset({"person", "company", "team", "town", "country", "school", "award", "party", "position"})
"""The types of entity that have names, those of the relation table."""

_TRIPLE_LETTER = re.compile(r"(.)\1\1").search

# One capitalised word of Latin letters: no titles, initials or particles.
_PERSONAL_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿĀ-ž]+(?:['-][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿĀ-ž]+)*")


WithheldNames = Mapping[tuple[str, int], Mapping[int, int]]
"""By type and number of a tier, the numbers of names that are never given, each with its rank among them."""


class FictionalNames:
    """Fictional names by type of entity, every name of a type once.

    Equal seeds give equal names, in every process and on every machine, for as long as the word lists (for persons,
    those of the installed Faker) stay the same. Different seeds give different orders of the same names.

    Args:
        seed: any whole number.
        lap: the names of each lap are all names again, in another order.
        withheld: names that are never given, see :func:`~temporal_qa.fiction.real_labels.withheld_names`.
        max_per_type: a :class:`Renaming` gives only so many names of each type, the same in every lap;
            ``None``: all.

    >>> names = FictionalNames(seed=1)
    >>> first = names.nth("town", 0)
    >>> first != names.nth("town", 1), first == FictionalNames(seed=1).nth("town", 0)
    (True, True)
    """

    def __init__(
        self, seed: int, lap: int = 0, withheld: WithheldNames | None = None, max_per_type: int | None = None
    ) -> None:
        self.seed, self.lap, self.withheld, self.max_per_type = seed, lap, withheld or {}, max_per_type
        self._keys: dict[str, tuple[int, ...]] = {}
        self._cached: dict[tuple[str, int], str] = {}

    def nth(self, entity_type: str, n: int) -> str:
        """Name ``n`` of the type, counted from 0.

        Raises:
            InputError: no such type of entity.
            IndexError: the type has no name ``n``.
        """
        tiers, rest = name_tiers(entity_type), n
        if n < 0:
            raise IndexError(f"no {entity_type} has the number {n}, expected 0 or more")
        if (keys := self._keys.get(entity_type)) is None:
            another = f"/{self.lap}" if self.lap and self.max_per_type is None else ""
            keys = self._keys[entity_type] = permutation_keys(f"{self.seed}/{entity_type}{another}")
        for place, tier in enumerate(tiers):
            withheld = self.withheld.get((entity_type, place), {})
            given = tier.size - len(withheld)
            if rest < given:
                number = permuted(rest, tier.size, keys)
                # The last numbers of the tier stand for the withheld ones, one for one, so that no name is lost.
                while number in withheld:
                    number = permuted(given + withheld[number], tier.size, keys)
                return tier.compose(number)
            rest -= given
        raise IndexError(f"no {entity_type} has the number {n}: there are {n - rest:,} names")

    def nth_cached(self, entity_type: str, n: int) -> str:
        """The same as :meth:`nth`, cached: for the names of a small pool, which are needed often."""
        if (name := self._cached.get((entity_type, n))) is None:
            name = self._cached[entity_type, n] = self.nth(entity_type, n)
        return name

    def number_of(self, entity_type: str) -> int:
        """The number of names of the type. Raises ``InputError`` for an unknown type."""
        tiers = enumerate(name_tiers(entity_type))
        return sum(tier.size - len(self.withheld.get((entity_type, place), {})) for place, tier in tiers)


class Tier:
    """The names of one or more patterns, each a product of word lists, numbered through from 0."""

    def __init__(self, patterns: Sequence[tuple[str, Sequence[Sequence[str]]]]) -> None:
        self._patterns = [(pattern, lists, math.prod(map(len, lists))) for pattern, lists in patterns]
        self.size = sum(size for _, _, size in self._patterns)

    def compose(self, number: int) -> str:
        """The name of that number."""
        for pattern, lists, size in self._patterns:
            if number < size:
                words = []
                for words_of_slot in lists:
                    number, digit = divmod(number, len(words_of_slot))
                    words.append(words_of_slot[digit])
                return pattern.format(*words)
            number -= size
        raise AssertionError("a number beyond the tier")

    def numbers(self, name: str) -> Iterator[int]:
        """The numbers of the name, in upper or lower case: none, or usually one. The inverse of :meth:`compose`."""
        name, offset = name.casefold(), 0
        for literals, places, size in self._folded:
            for number in _digits(name, literals, places):
                yield offset + number
            offset += size

    @cached_property
    def _folded(self) -> list[tuple[list[str], list[dict[str, int]], int]]:
        def places(words: Sequence[str]) -> dict[str, int]:
            return {word.casefold(): place for place, word in enumerate(words)}

        return [(text.casefold().split("{}"), [*map(places, lists)], size) for text, lists, size in self._patterns]


def _digits(name: str, literals: Sequence[str], places: Sequence[Mapping[str, int]]) -> Iterator[int]:
    """The numbers of a name by one pattern: its literals around the slots, and the place of each word of a slot."""
    if not name.startswith(literals[0]):
        return
    name = name[len(literals[0]) :]
    if not places:
        if not name:
            yield 0
        return
    for at in positions(literals[1], name) if literals[1] else [len(name)]:
        if (digit := places[0].get(name[:at])) is not None:
            for rest in _digits(name[at:], literals[1:], places[1:]):
                yield digit + len(places[0]) * rest


@cache
def _table() -> Mapping[str, Any]:
    """The patterns, compounds and locales of ``generation/invented_names.yaml``, which says what they are."""
    with yaml_table("invented_names.yaml", dict[str, Any]) as table:
        return table


@cache
def name_tiers(entity_type: str) -> tuple[Tier, ...]:
    """The names of a type, the plain ones first. Raises ``InputError`` for an unknown type."""
    if entity_type == "person":
        locales = _personal_names()
        full_names = [("{} {}", (first, last)) for first, last in locales]
        with_middle_name = [("{} {} {}", (first, first, last)) for first, last in locales]
        return Tier(full_names), Tier(with_middle_name)
    if entity_type not in ENTITY_TYPES:
        raise InputError(f"no entity type {entity_type!r}, expected one of {', '.join(sorted(ENTITY_TYPES))}")
    patterns = _table()["patterns"][entity_type]
    return tuple(Tier([(SLOT.sub("{}", pattern), [*map(_words, SLOT.findall(pattern))])]) for pattern in patterns)


@cache
def _words(slot: str) -> tuple[str, ...]:
    """The words that may stand in a slot, each once."""
    if parts := _table()["compounds"].get(slot):
        compounds = map("".join, product(*map(_words, parts)))
        # Halves may meet in the same word twice (Bel+lane, Bell+ane), or in one that looks misspelt (Belllane).
        return tuple(dict.fromkeys(filterfalse(_TRIPLE_LETTER, compounds)))
    text = files("temporal_qa.generation").joinpath("word_lists", f"{slot}.txt").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(line for line in text.splitlines() if line and not line.startswith("#")))


def _personal_names() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """First and last names of each locale, sorted; a last name that several share stays with the first of them.

    So a last name shows the locale, and no full name occurs twice. The lists are read from Faker's providers: its
    generator takes 7 µs a name, repeats itself, and has no "name number n". The import takes a tenth of a second, so it
    waits for the first person.
    """
    locales, taken = [], set[str]()
    for locale in _table()["locales"]:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        locales.append((_single_words(provider.first_names), _single_words(set(provider.last_names) - taken)))
        taken.update(provider.last_names)
    return locales


def pronouns_of(person: str) -> list[str]:
    """``he`` or ``she``, by the first name, in the locale that the last name shows; both where that cannot be told.

    >>> pronouns_of("Ferdinando Golino"), pronouns_of("Ann Nobody")
    (['he'], ['he', 'she'])
    """
    first, *_, last = person.split()
    for locale in _table()["locales"]:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        if last in provider.last_names and first in provider.first_names:
            lists = {"he": provider.first_names_male, "she": provider.first_names_female}
            return [pronoun for pronoun, names in lists.items() if first in names]
    return ["he", "she"]


def _single_words(names: Iterable[str]) -> tuple[str, ...]:
    # No person is called May or June: questions name months.
    return tuple(sorted(name for name in set(names) - set(MONTH_NAMES) if _PERSONAL_NAME.fullmatch(name)))


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
