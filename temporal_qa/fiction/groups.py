"""Pseudo-facts: groups of facts moved in time and about entities that do not exist (Complex-TR, section 3.1).

A group is shifted as a whole, equation (2) of the paper, so that durations, overlaps and gaps stay what they were; and
renamed as a whole, one name for another, so that the same entity keeps the same name. Pseudo-group ``number`` is a pure
function of the world and the number: any process may make any group, in any order.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from temporal_qa.fiction.names import ENTITY_TYPES, GROUPS_PER_WORLD, FictionalNames, Renaming, WithheldNames
from temporal_qa.fiction.world import invent_group
from temporal_qa.io import InputError, counted, grouped
from temporal_qa.questions.complex_tr.queries import KINDS
from temporal_qa.questions.complex_tr.relations import wordings
from temporal_qa.timeline import CalendarDate, FactGroup, storage_order

MIN_SHIFT, MAX_SHIFT = -100 * 12, 20 * 12
"""How far a group may be moved, in months: a hundred years back to twenty years on."""

_MAX_DISTRACTOR_SHIFT = 10 * 12


@dataclass(frozen=True, slots=True)
class PseudoGroup:
    """A ``group`` that was moved by ``shift_months``, and the id of the ``source_group`` that it was made from."""

    group: FactGroup
    shift_months: int
    source_group: str


@dataclass(frozen=True, slots=True)
class WorldLimits:
    """What makes a world easier or harder, so that a small model learns it in minutes; the defaults limit nothing.

    Attributes:
        max_facts_per_group: how many facts an :func:`excerpt` of a group has at most; at least 2.
        names_per_type: how many names each type of entity has; at least 10.
        relations: only these are asked about, and an excerpt is of some of them if the group has any; empty: all.
        max_relations_per_group: how many relations an excerpt has at most.
        kinds: only these kinds of question are asked; empty: all.
        distractors: how many other subjects have facts in the context, see :meth:`PseudoWorld.distractors`.

    Raises:
        InputError: a number that is too small, a relation without wordings, an unknown kind, more distractors than
            there are names for their subjects.
    """

    max_facts_per_group: int | None = None
    names_per_type: int | None = None
    relations: tuple[str, ...] = ()
    max_relations_per_group: int = 1
    kinds: tuple[str, ...] = ()
    distractors: int = 0

    def __post_init__(self) -> None:
        for number, what, of, least in (
            (self.max_facts_per_group, "fact", "a group", 2), (self.names_per_type, "name", "of each type", 10),
            (self.max_relations_per_group, "relation", "a group", 1),
        ):  # fmt: skip
            if number is not None and number < least:
                raise InputError(f"{counted(number, what)} {of}, expected at least {least}")
        for what, given, known in (("relation", self.relations, wordings().relations), ("kind", self.kinds, KINDS)):
            if unknown := sorted(set(given).difference(known)):
                raise InputError(f"unknown {what} {unknown[0]!r}, expected {', '.join(known)}")
        if not 0 <= self.distractors < (self.names_per_type or GROUPS_PER_WORLD):
            raise InputError(f"{self.distractors} distractors, expected at least 0 and fewer than names of a type")


@dataclass(frozen=True, slots=True)
class PseudoWorld:
    """All pseudo-groups of a seed, by number.

    Args:
        seed: any whole number.
        groups: the real groups that are drawn, shifted and renamed; without any, groups are invented.
        fiction: whether real groups are renamed (Table 10 of the paper has "-Fictional", without).
        withheld: fictional names that are never given, as real entities have them.
        limits: how small the world is.
    """

    seed: int
    groups: Sequence[FactGroup] = ()
    fiction: bool = True
    withheld: WithheldNames | None = None
    limits: WorldLimits = field(default_factory=WorldLimits)
    _names: dict[int, FictionalNames] = field(default_factory=dict, init=False, repr=False, compare=False)

    def group(self, number: int, subject_id: str) -> PseudoGroup:
        """Pseudo-group ``number``, counted from 0; its subject gets the given id.

        >>> pseudo = PseudoWorld(seed=1).group(0, "G0")
        >>> pseudo.source_group, pseudo.group.subject_id, MIN_SHIFT <= pseudo.shift_months <= MAX_SHIFT
        ('F000000', 'G0', True)
        """
        rng = random.Random(f"{self.seed}/pseudo-group/{number}")
        months = rng.randint(MIN_SHIFT, MAX_SHIFT)
        lap, n = divmod(number, GROUPS_PER_WORLD)
        real = self.groups[rng.randrange(len(self.groups))] if self.groups else None
        source = excerpt(real or invent_group(n, self._names_of(lap)), self.limits, rng)
        moved = shifted(source, months, subject_id)
        if real and self.fiction:
            moved = renamed(moved, Renaming(n, self._names_of(lap), rng))
        return PseudoGroup(moved, months, source.subject_id or source.subject)

    def distractors(self, number: int, pseudo: PseudoGroup) -> list[FactGroup]:
        """The other subjects in the context of pseudo-group ``number``, as many as the limits say.

        Each has the facts of the group, moved by at most ten years and renamed: only the name of the subject tells
        which facts are asked about.
        """
        names, found = self._names_of(number // GROUPS_PER_WORLD), {pseudo.group.subject: pseudo.group}
        for place in range(1, self.limits.distractors + 1):
            rng = random.Random(f"{self.seed}/distractor/{number}/{place}")
            months = rng.randint(-_MAX_DISTRACTOR_SHIFT, _MAX_DISTRACTOR_SHIFT)
            moved = shifted(pseudo.group, months, f"{pseudo.group.subject_id}D{place}")
            while len(found) <= place:
                other = renamed(moved, Renaming(rng.randrange(GROUPS_PER_WORLD), names, rng))
                found.setdefault(other.subject, other)
        return list(found.values())[1:]

    def _names_of(self, lap: int) -> FictionalNames:
        if lap not in self._names:
            self._names[lap] = FictionalNames(self.seed, lap, self.withheld, self.limits.names_per_type)
        return self._names[lap]


def excerpt(group: FactGroup, limits: WorldLimits, rng: random.Random) -> FactGroup:
    """Consecutive facts of one relation, or a few, as many as the limits allow; without a limit, the whole group.

    Relations that are asked about come before others, and of these the relations of several facts.
    """
    if limits.max_facts_per_group is None:
        return group
    of_relation = grouped((fact.relation, fact) for fact in group.facts)
    wanted = [found for relation, found in of_relation.items() if relation in limits.relations]
    wanted = wanted or list(of_relation.values())
    several = [found for found in wanted if len(found) > 1] or wanted
    drawn = rng.sample(several, min(limits.max_relations_per_group, len(several)))
    chosen = sorted(chain.from_iterable(drawn), key=storage_order)
    first = rng.randrange(max(1, len(chosen) - limits.max_facts_per_group + 1))
    return FactGroup(group.subject, tuple(chosen[first : first + limits.max_facts_per_group]), group.subject_id)


def shifted(group: FactGroup, months: int, subject_id: str) -> FactGroup:
    """The group, every fact ``months`` later (earlier, where negative), equation (2) of Complex-TR.

    Dates become months: a year stands for its January, and is moved as that. The subject gets the given id.
    """
    later = CalendarDate.from_month
    facts = [
        replace(fact, start=later(fact.span.start + months), end=later(fact.span.end + months), subject_id=subject_id)
        for fact in group.facts
    ]
    return FactGroup(group.subject, tuple(facts), subject_id)


def renamed(group: FactGroup, renaming: Renaming) -> FactGroup:
    """The group with fictional names, one for each entity, of the same types.

    Entities without a type that has names get the most usual type of the relation table; objects lose their ids.
    """
    relations = wordings().relations
    subject_type = _named_type(group.facts[0].subject_type, relations[group.representative_relation].subject_types)
    subject = renaming.subject(subject_type)
    types = {group.subject: subject_type}
    names, taken = {group.subject: subject}, {subject}
    for fact in group.facts:
        if fact.object not in names:
            types[fact.object] = _named_type(fact.object_type, relations[fact.relation].object_types)
            names[fact.object] = renaming.object(types[fact.object], taken)
            taken.add(names[fact.object])
    facts = [
        replace(
            fact, subject=subject, object=names[fact.object], object_id=None,
            subject_type=subject_type, object_type=types[fact.object],
        )
        for fact in group.facts
    ]  # fmt: skip
    return FactGroup(subject, tuple(sorted(facts, key=storage_order)), group.subject_id)


def _named_type(given: str | None, usual: tuple[str, ...]) -> str:
    return given if given in ENTITY_TYPES else usual[0]
