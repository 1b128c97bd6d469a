"""Facts as quintuples, and the group of all facts of one subject."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from temporal_qa.io import grouped
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.spans import TimeSpan

# Joins several answers into one string, as in the released Complex-TR. No name may contain it.
ANSWER_SEPARATOR = " $and "


@dataclass(frozen=True, slots=True)
class Fact:
    """The quintuple ``(subject, relation, object, start, end)`` of Complex-TR, section 2.

    ``relation`` is a Wikidata property such as ``P54``. The fact holds in every month of its ``span``, from ``start``
    to ``end``, both included. Ids are those of the source (Wikidata ``Q42``), types are kinds of entities (``person``,
    ``team``, ...); both are optional.

    Raises:
        ValueError: a name that is empty, has white space around it, or contains a control character (such as a line
            break) or the answer separator; an end before the start.
    """

    subject: str
    relation: str
    object: str
    start: CalendarDate
    end: CalendarDate
    subject_id: str | None = None
    object_id: str | None = None
    subject_type: str | None = None
    object_type: str | None = None
    span: TimeSpan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_name("subject", self.subject)
        check_name("relation", self.relation)
        check_name("object", self.object)
        start, end = self.start.month_number, self.end.month_number
        if end < start or (end == start and self.start.day and self.end.day and self.end.day < self.start.day):
            meaning = "" if self.start.month and self.end.month else " (a year stands for its January)"
            raise ReversedSpan(f"the end, {self.end}, lies before the start, {self.start}{meaning}")
        object.__setattr__(self, "span", TimeSpan(start, end))

    @property
    def statement(self) -> tuple[str, str, str, TimeSpan]:
        """Names and months: two facts with the same ones say the same, whatever their days, ids and types."""
        return self.subject, self.relation, self.object, self.span


class ReversedSpan(ValueError):
    """A fact that ends before it starts."""


def check_name(column: str, name: str) -> None:
    """Raises ``ValueError`` for what may not be a name, see :class:`Fact`; the message begins with the ``column``."""
    if fault := fault_of_name(name):
        raise ValueError(f"{column} is {name[:80]!r}{'...' if len(name) > 80 else ''}, {fault}")


@lru_cache(maxsize=1 << 14)  # a name occurs in many facts
def fault_of_name(name: str) -> str | None:
    """Why a text may not be a name, see :class:`Fact`; ``None`` where it may."""
    # isprintable() is fast, and nearly all names pass it; it also refuses spaces that names have (U+00A0).
    if not name or name != name.strip():
        return "expected a name without white space around it"
    if not name.isprintable() and any(letter < " " or letter in "\x7f\x85\u2028\u2029" for letter in name):
        return "expected a name without control characters"
    if ANSWER_SEPARATOR in f" {name} ".lower():  # at an end, too: other names may stand beside it
        return f"which contains the answer separator {ANSWER_SEPARATOR!r}"
    return None


def storage_order(fact: Fact) -> tuple[int, int, str, str]:
    """The order of facts in groups, and so in datasets: by start and end month, relation, object.

    It is total within a group, which states nothing twice, so the order of the source does not matter.
    """
    return fact.span.start, fact.span.end, fact.relation, fact.object


def chronological_order(fact: Fact) -> tuple[int, int, str, str]:
    """The order of answers, and of facts on a timeline: by start and end month, object, relation."""
    return fact.span.start, fact.span.end, fact.object, fact.relation


@dataclass(frozen=True, slots=True)
class FactGroup:
    """All facts of one subject, of all relations, in :func:`storage_order`."""

    subject: str
    facts: tuple[Fact, ...]
    subject_id: str | None = None

    @property
    def representative_relation(self) -> str:
        """The most frequent relation (Complex-TR, section 2); of several, the one whose first fact comes first."""
        return self.relations[0]

    @property
    def relations(self) -> tuple[str, ...]:
        """The distinct relations, by number of facts and then by their first fact."""
        return tuple(relation for relation, _ in Counter(fact.relation for fact in self.facts).most_common())


RENAMED, STATED_AGAIN = "fact under another name of its subject, renamed", "fact stated again"
"""What :func:`group_facts` counts."""


def group_facts(facts: Iterable[Fact], drops: Counter[str] | None = None) -> list[FactGroup]:
    """One group per subject, sorted by subject.

    Facts have the same subject if they have the same subject id or, without ids, the same subject name. A subject with
    several names gets the most frequent one (of several, the first by the alphabet). Of facts with the same relation,
    object and months one is kept. ``drops`` counts both.
    """
    counts: Counter[str] = Counter() if drops is None else drops
    groups = [_group(members, counts) for members in grouped((subject_key(fact), fact) for fact in facts).values()]
    return sorted(groups, key=lambda group: (group.subject, group.subject_id or ""))


def subject_key(fact: Fact) -> tuple[str, str]:
    """The same for two facts of one subject."""
    return (fact.subject_id, "") if fact.subject_id else ("", fact.subject)


def most_frequent_name(facts: Iterable[Fact]) -> str:
    """The name of a subject with these facts; of several, the first by the alphabet."""
    names = Counter(fact.subject for fact in facts)
    return min(names, key=lambda name: (-names[name], name))


def _group(facts: list[Fact], drops: Counter[str]) -> FactGroup:
    name = most_frequent_name(facts)
    stated: dict[tuple[str, str, str, TimeSpan], Fact] = {}
    for fact in sorted(facts, key=_source_order):
        if fact.subject != name:
            drops[RENAMED] += 1
            fact = replace(fact, subject=name)
        if stated.setdefault(fact.statement, fact) is not fact:
            drops[STATED_AGAIN] += 1
    ordered = tuple(stated.values())
    return FactGroup(name, ordered, ordered[0].subject_id)


def _source_order(fact: Fact) -> tuple[int, int, str, str, str]:
    """Decides which of several facts that say the same is kept; their dates may differ in precision."""
    return *storage_order(fact), f"{fact.start.isoformat()} {fact.end.isoformat()} {fact.object_id} {fact.subject}"
